import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Binary, MongoServerError, type Collection, type Db, type Filter, type UpdateFilter } from 'mongodb';
import { MINUTE_MS } from '#domain/time';
import { proveOncePerScope } from '../event-store/read-scope.js';
import { callMongo, MAJORITY_JOURNALED, NO_SOCKET_TIMEOUT } from '../mongo/mongo-database.js';
import { SharedCalls } from '../mongo/shared-calls.js';
import { vaultEntryKey, isSameEntry } from './vault-tables.js';
import { VaultConflict, type Session, type Vault, type VaultEntry } from './vault.js';

const KEY_BYTES = 32;
const DUPLICATE = 11_000;
/** Maximum number of cached keys: those of the persons of some hundred consignments. */
const MAX_CACHED_KEYS = 2_000;
/**
 * Maximum time that keys are cached. A process that is killed while it deletes keys may have deleted them without
 * counting the deletion.
 */
const MAX_CACHE_MS = MINUTE_MS;
const DELETIONS = 'sealingKeys';

/**
 * Opens the vault in a MongoDB database. Everything it returns has reached a majority of the servers, so that nothing
 * is ever sealed with a key that a failover undoes. Every call throws StoreUnavailable if MongoDB does not answer. The
 * caller closes the database.
 */
export const openMongoVault = (db: Db): Vault => new MongoVault(db);

class MongoVault implements Vault {
  private readonly keys: Collection<{ _id: string; key: Binary }>;
  private readonly secrets: Collection<{ _id: string; value: string }>;
  private readonly credentials: Collection<{ _id: string; passwordHash: string }>;
  private readonly sessions: Collection<{ _id: string } & Omit<Session, 'jti'>>;
  private readonly deletions: Collection<{ _id: string; number: number }>;
  private readonly newestDeletion = new SharedCalls<null, number>(() => this.readNewestDeletion());
  private readonly secretCreations = new Map<string, Promise<string>>();
  private keyCache = { deletion: -1, loadedAt: 0, keys: new LRUCache<string, Uint8Array>({ max: MAX_CACHED_KEYS }) };
  private indexCreation: Promise<unknown> | null = null;

  constructor(db: Db) {
    const majority = { writeConcern: MAJORITY_JOURNALED, readConcern: { level: 'majority' } } as const;
    this.keys = db.collection('vault_keys', majority);
    this.deletions = db.collection('vault_deletions', majority);
    this.secrets = db.collection('vault_secrets', majority);
    this.credentials = db.collection('vault_credentials', majority);
    this.sessions = db.collection('vault_sessions', majority);
  }

  async sealingKey(index: string): Promise<Uint8Array> {
    const existing = await this.keyOf(index);
    if (existing) return existing;
    const key = new Binary(randomBytes(KEY_BYTES));
    const storedKey = await this.upsertAndRead(
      () => this.keys.updateOne({ _id: index }, { $setOnInsert: { key } }, { upsert: true }),
      () => this.keyOf(index),
    );
    // If the key was deleted in between, another one is made.
    return storedKey ?? this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    if (indexes.length === 0) return new Map();
    const cache = await this.cachedKeys();
    const keys = new Map<string, Uint8Array>();
    const missing = indexes.filter((index) => {
      const key = cache.get(index);
      if (key) keys.set(index, key);
      return !key;
    });
    if (missing.length === 0) return keys;
    for (const { _id, key } of await callMongo(() => this.keys.find({ _id: { $in: missing } }).toArray())) {
      const bytes = bytesOf(key);
      cache.set(_id, bytes);
      keys.set(_id, bytes);
    }
    return keys;
  }

  /** The files of the server are not managed by the platform. */
  async overwriteDeleted(): Promise<void> {}

  async deleteSealingKeys(indexes: string[]): Promise<number> {
    // The deletion is counted before and after: a process that reads the count in between reads the keys again after
    // the second one.
    await this.countDeletion();
    const { deletedCount } = await callMongo(() => this.keys.deleteMany({ _id: { $in: indexes } }));
    this.resetStaleCache(await this.countDeletion());
    return deletedCount;
  }

  async secret(name: string, make: () => string | Promise<string>): Promise<string> {
    const existing = await this.secretOf(name);
    if (existing !== undefined) return existing;
    const creation = this.secretCreations.get(name) ?? this.makeSecret(name, make);
    this.secretCreations.set(name, creation);
    return creation.finally(() => this.secretCreations.delete(name));
  }

  async setCredential(userId: string, passwordHash: string): Promise<void> {
    await callMongo(() => this.credentials.updateOne({ _id: userId }, { $set: { passwordHash } }, { upsert: true }));
  }

  async credential(userId: string): Promise<string | null> {
    return (await callMongo(() => this.credentials.findOne({ _id: userId })))?.passwordHash ?? null;
  }

  async deleteCredential(userId: string): Promise<void> {
    await callMongo(() => this.credentials.deleteOne({ _id: userId }));
  }

  async addSession({ jti, ...session }: Session): Promise<void> {
    await callMongo(() => this.sessions.insertOne({ _id: jti, ...session }));
  }

  async session(jti: string): Promise<Session | null> {
    const session = await this.storedSession(jti);
    return session?.root === undefined || (await this.storedSession(session.root)) ? session : null;
  }

  async endSession(jti: string): Promise<void> {
    await callMongo(() => this.sessions.deleteOne({ _id: jti }));
  }

  async endFamily(jti: string): Promise<void> {
    const root = (await this.storedSession(jti))?.root ?? jti;
    // From here on no session of the family is valid; the others are only deleted to remove their data.
    await this.endSession(root);
    await this.createIndexesOnce();
    await callMongo(() => this.sessions.deleteMany({ root }));
  }

  async deleteExpiredSessions(at: string, limit: number): Promise<number> {
    await this.createIndexesOnce();
    const expiredSessions = await callMongo(() =>
      this.sessions
        .find({ expiresAt: { $lte: at } }, { projection: { _id: 1 } })
        .sort({ expiresAt: 1 })
        .limit(limit)
        .toArray(),
    );
    if (expiredSessions.length === 0) return 0;
    return (await callMongo(() => this.sessions.deleteMany({ _id: { $in: expiredSessions.map(({ _id }) => _id) } })))
      .deletedCount;
  }

  async *entries(): AsyncGenerator<VaultEntry[]> {
    for await (const page of pagesOf(this.keys))
      yield page.map(({ _id, key }) => ({ kind: 'sealingKey', index: _id, key: bytesOf(key) }));
    for await (const page of pagesOf(this.secrets))
      yield page.map(({ _id, value }) => ({ kind: 'secret', name: _id, value }));
    for await (const page of pagesOf(this.credentials))
      yield page.map(({ _id, passwordHash }) => ({ kind: 'credential', userId: _id, passwordHash }));
    for await (const page of pagesOf(this.sessions))
      yield page.map(({ _id, ...session }) => ({ kind: 'session', session: { jti: _id, ...session } }));
  }

  async add(entries: readonly VaultEntry[]): Promise<void> {
    const entriesOfKind = <Kind extends VaultEntry['kind']>(kind: Kind) =>
      entries.filter((entry): entry is Extract<VaultEntry, { kind: Kind }> => entry.kind === kind);
    await addMissing(
      this.keys,
      entriesOfKind('sealingKey').map(({ index, key }) => ({ _id: index, key: new Binary(key) })),
    );
    await addMissing(
      this.secrets,
      entriesOfKind('secret').map(({ name, value }) => ({ _id: name, value })),
    );
    await addMissing(
      this.credentials,
      entriesOfKind('credential').map(({ userId, passwordHash }) => ({ _id: userId, passwordHash })),
    );
    await addMissing(
      this.sessions,
      entriesOfKind('session').map(({ session: { jti, ...session } }) => ({ _id: jti, ...session })),
    );
    const keys = await this.sealingKeys(entriesOfKind('sealingKey').map(({ index }) => index));
    for (const entry of entries)
      if (!isSameEntry(entry, await this.storedEntry(entry, keys))) throw new VaultConflict(vaultEntryKey(entry));
  }

  async close(): Promise<void> {
    // The caller that opened the database closes it.
  }

  /** `keys` are those of the whole group, read in one call, because there may be a million. */
  private async storedEntry(entry: VaultEntry, keys: ReadonlyMap<string, Uint8Array>): Promise<VaultEntry | null> {
    switch (entry.kind) {
      case 'sealingKey': {
        const key = keys.get(entry.index);
        return key ? { ...entry, key } : null;
      }
      case 'secret': {
        const value = await this.secretOf(entry.name);
        return value === undefined ? null : { ...entry, value };
      }
      case 'credential': {
        const passwordHash = await this.credential(entry.userId);
        return passwordHash === null ? null : { ...entry, passwordHash };
      }
      case 'session': {
        // The stored session, because its root may be added after it.
        const session = await this.storedSession(entry.session.jti);
        return session && { kind: 'session', session };
      }
    }
  }

  private async makeSecret(name: string, make: () => string | Promise<string>): Promise<string> {
    const value = await make();
    const storedSecret = await this.upsertAndRead(
      () => this.secrets.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true }),
      () => this.secretOf(name),
    );
    return storedSecret ?? this.makeSecret(name, make);
  }

  /** Upserts, then returns the result of `read`, because another process may have been first. */
  private async upsertAndRead<Value>(upsert: () => Promise<unknown>, read: () => Promise<Value>): Promise<Value> {
    await callMongo(upsert).catch((error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
    });
    return read();
  }

  private async storedSession(jti: string): Promise<Session | null> {
    const document = await callMongo(() => this.sessions.findOne({ _id: jti }));
    if (!document) return null;
    const { _id, ...session } = document;
    return { jti: _id, ...session };
  }

  /** Creates the indexes once per process; after a failure the next call tries again. */
  private async createIndexesOnce(): Promise<void> {
    this.indexCreation ??= callMongo(() =>
      this.sessions.createIndexes([{ key: { root: 1 }, sparse: true }, { key: { expiresAt: 1 } }], NO_SOCKET_TIMEOUT),
    );
    await this.indexCreation.catch((error: unknown) => {
      this.indexCreation = null;
      throw error;
    });
  }

  /**
   * The cache of keys, emptied if any process has deleted keys, so that it never contains a deleted key. The count of
   * deletions is read once per request, and requests at about the same time share the call.
   */
  private async cachedKeys(): Promise<LRUCache<string, Uint8Array>> {
    this.resetStaleCache(await proveOncePerScope(this, () => this.newestDeletion.execute(null)));
    return this.keyCache.keys;
  }

  private resetStaleCache(deletion: number): void {
    const now = performance.now();
    if (deletion <= this.keyCache.deletion && now - this.keyCache.loadedAt < MAX_CACHE_MS) return;
    this.keyCache = {
      deletion: Math.max(deletion, this.keyCache.deletion),
      loadedAt: now,
      keys: new LRUCache({ max: MAX_CACHED_KEYS }),
    };
  }

  private async readNewestDeletion(): Promise<number> {
    return (await callMongo(() => this.deletions.findOne({ _id: DELETIONS })))?.number ?? 0;
  }

  private async countDeletion(): Promise<number> {
    const document = await callMongo(() =>
      this.deletions.findOneAndUpdate(
        { _id: DELETIONS },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    return document?.number ?? 0;
  }

  private async keyOf(index: string): Promise<Uint8Array | undefined> {
    const document = await callMongo(() => this.keys.findOne({ _id: index }));
    return document ? bytesOf(document.key) : undefined;
  }

  private async secretOf(name: string): Promise<string | undefined> {
    return (await callMongo(() => this.secrets.findOne({ _id: name })))?.value;
  }
}

const bytesOf = (key: Binary): Uint8Array => Uint8Array.from(key.value());

/** Number of entries in a group. */
const PAGE_SIZE = 1_000;

async function* pagesOf<Entry extends { _id: string }>(collection: Collection<Entry>): AsyncGenerator<Entry[]> {
  for (let lastId = ''; ;) {
    const filter = { _id: { $gt: lastId } } as Filter<Entry>;
    const page = (await callMongo(() =>
      collection.find(filter).sort({ _id: 1 }).limit(PAGE_SIZE).toArray(),
    )) as Entry[];
    const lastEntry = page.at(-1);
    if (!lastEntry) return;
    yield page;
    lastId = lastEntry._id;
  }
}

/** Another process may add the same entries at the same time; stored entries are compared afterwards. */
const addMissing = async <Entry extends { _id: string }>(
  collection: Collection<Entry>,
  entries: readonly Entry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const upserts = entries.map(({ _id, ...fields }) => ({
    updateOne: {
      filter: { _id } as Filter<Entry>,
      update: { $setOnInsert: fields } as unknown as UpdateFilter<Entry>,
      upsert: true,
    },
  }));
  await callMongo(() => collection.bulkWrite(upserts, { ordered: false })).catch((error: unknown) => {
    if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
  });
};
