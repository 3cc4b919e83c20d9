/** Input that is not saved on a server yet: whose, about what, when, and the content. */
export type UnsavedWork = { userId: string; subject: string; at: string; content: unknown };

const DATABASE = 'consign-kept-work';
const STORE = 'work';
/** Older work is removed and not offered (ADR-041). */
const MAX_AGE_DAYS = 30;

/** Users who have signed out of this page: what their views still write while they close is not stored. */
const deletedKeys = new Set<string>();

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused a request'));
  });

let connection: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ['userId', 'subject'] }).createIndex('userId', 'userId');
  return resultOf(request);
};

const database = (): Promise<IDBDatabase> => {
  connection ??= open()
    .then((openDatabase) => {
      // The browser may remove the database (storage cleared): the next use opens it again.
      openDatabase.onclose = () => {
        connection = null;
      };
      openDatabase.onversionchange = () => {
        openDatabase.close();
        connection = null;
      };
      return openDatabase;
    })
    .catch((error: unknown) => {
      connection = null;
      throw error;
    });
  return connection;
};

/**
 * A browser without storage (private windows, policies) stores nothing; the page still works, and says so where it
 * matters.
 */
const withStore = async <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
  fallback: Result,
): Promise<Result> => {
  if (typeof indexedDB === 'undefined') return fallback;
  try {
    return await work((await database()).transaction(STORE, mode).objectStore(STORE));
  } catch {
    return fallback;
  }
};

const isOld = (work: UnsavedWork, now: number): boolean => now - Date.parse(work.at) > MAX_AGE_DAYS * 24 * 3600 * 1000;

/**
 * Stores work in this browser, replacing the earlier work on the same subject; false if the browser does not allow it.
 */
export const saveUnsavedWork = (work: UnsavedWork): Promise<boolean> =>
  deletedKeys.has(work.userId)
    ? Promise.resolve(false)
    : withStore(
        'readwrite',
        async (store) => {
          const putResult = resultOf(store.put(work));
          // A closing page does not wait for the transaction to end by itself.
          store.transaction.commit();
          await putResult;
          return true;
        },
        false,
      );

/** A user's unsaved work on a subject, at most 30 days old. Older work, of any user, is removed at the same time. */
export const readUnsavedWork = (userId: string, subject: string, now = Date.now()): Promise<UnsavedWork | null> => {
  deletedKeys.delete(userId);
  return withStore(
    'readwrite',
    async (store) => {
      const works = (await resultOf(store.getAll())) as UnsavedWork[];
      for (const expiredWork of works.filter((work) => isOld(work, now)))
        store.delete([expiredWork.userId, expiredWork.subject]);
      return works.find((work) => work.userId === userId && work.subject === subject && !isOld(work, now)) ?? null;
    },
    null,
  );
};

/** On how many subjects a user has work in this browser. */
export const countUnsavedWork = (userId: string): Promise<number> =>
  withStore('readonly', (store) => resultOf(store.index('userId').count(userId)), 0);

export const deleteUnsavedWork = (userId: string, subject: string): Promise<void> =>
  withStore(
    'readwrite',
    async (store) => {
      await resultOf(store.delete([userId, subject]));
    },
    undefined,
  );

/**
 * Removes everything of a user who signs out: typed names and phone numbers do not stay on a computer that others use
 * (ADR-041).
 */
export const deleteUnsavedWorkOf = (userId: string): Promise<void> => {
  deletedKeys.add(userId);
  return withStore(
    'readwrite',
    async (store) => {
      for (const key of await resultOf(store.index('userId').getAllKeys(userId))) store.delete(key);
    },
    undefined,
  );
};
