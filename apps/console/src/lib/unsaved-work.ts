/** Something typed that no server has yet: whose, about what, when, and what. */
export type UnsavedWork = { userId: string; subject: string; at: string; content: unknown };

const DATABASE = 'consign-kept-work';
const STORE = 'work';
/** Older work is removed and not offered (ADR-041). */
const KEPT_DAYS = 30;

/** Users who have signed out of this page: what their views still write while they close is not kept. */
const deletedKeys = new Set<string>();

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused a request'));
  });

let opening: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ['userId', 'subject'] }).createIndex('userId', 'userId');
  return answerOf(request);
};

const database = (): Promise<IDBDatabase> => {
  opening ??= open()
    .then((opened) => {
      // The browser may take the database away (storage cleared): the next use opens it anew.
      opened.onclose = () => {
        opening = null;
      };
      opened.onversionchange = () => {
        opened.close();
        opening = null;
      };
      return opened;
    })
    .catch((error: unknown) => {
      opening = null;
      throw error;
    });
  return opening;
};

/**
 * A browser without storage (private windows, policies) keeps nothing; the page works on, and says so where it matters.
 */
const within = async <Answer>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> => {
  if (typeof indexedDB === 'undefined') return otherwise;
  try {
    return await work((await database()).transaction(STORE, mode).objectStore(STORE));
  } catch {
    return otherwise;
  }
};

const isOld = (work: UnsavedWork, now: number): boolean => now - Date.parse(work.at) > KEPT_DAYS * 24 * 3600 * 1000;

/**
 * Keeps work in this browser, in the place of what was kept of the same subject; false when the browser does not let
 * it.
 */
export const saveUnsavedWork = (work: UnsavedWork): Promise<boolean> =>
  deletedKeys.has(work.userId)
    ? Promise.resolve(false)
    : within(
        'readwrite',
        async (store) => {
          const written = answerOf(store.put(work));
          // A page that is closing does not wait for the transaction to end by itself.
          store.transaction.commit();
          await written;
          return true;
        },
        false,
      );

/** What a user left of a subject, at most 30 days ago. Older work, whoever's it is, is removed on the way. */
export const readUnsavedWork = (userId: string, subject: string, now = Date.now()): Promise<UnsavedWork | null> => {
  deletedKeys.delete(userId);
  return within(
    'readwrite',
    async (store) => {
      const all = (await answerOf(store.getAll())) as UnsavedWork[];
      for (const old of all.filter((work) => isOld(work, now))) store.delete([old.userId, old.subject]);
      return all.find((work) => work.userId === userId && work.subject === subject && !isOld(work, now)) ?? null;
    },
    null,
  );
};

/** Of how many subjects a user has work in this browser. */
export const countUnsavedWork = (userId: string): Promise<number> =>
  within('readonly', (store) => answerOf(store.index('userId').count(userId)), 0);

export const deleteUnsavedWork = (userId: string, subject: string): Promise<void> =>
  within(
    'readwrite',
    async (store) => {
      await answerOf(store.delete([userId, subject]));
    },
    undefined,
  );

/**
 * Removes everything of a user who signs out: typed names and phones do not stay on a computer others use (ADR-041).
 */
export const deleteUnsavedWorkOf = (userId: string): Promise<void> => {
  deletedKeys.add(userId);
  return within(
    'readwrite',
    async (store) => {
      for (const key of await answerOf(store.index('userId').getAllKeys(userId))) store.delete(key);
    },
    undefined,
  );
};
