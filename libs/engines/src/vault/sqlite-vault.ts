import { chmodSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createVaultTables, vaultEntryKey, isSameEntry, VaultTables } from './vault-tables.js';
import { VaultConflict, type Session, type Vault, type VaultEntry } from './vault.js';

/**
 * Maximum number of cached keys: those of the persons of some hundred consignments. A key takes a kilobyte of memory;
 * reading it from the file takes some microseconds.
 */
const MAX_CACHED_KEYS = 2_000;

/**
 * Opens the embedded vault: a file that only its owner can read, or `:memory:`. A file is read in place and written in
 * the write thread.
 */
export const openSqliteVault = async (file: string): Promise<Vault> => {
  const database = openDatabase(file);
  if (!isInMemory(file)) chmodSync(file, 0o600);
  createVaultTables(database);
  const reader = new VaultTables(database);
  return new SqliteVault(
    reader,
    isInMemory(file) ? createInlineHost(reader) : createWriteThread(database, file, 'vault'),
  );
};

class SqliteVault implements Vault {
  private readonly secretCreations = new Map<string, Promise<string>>();
  private readonly pendingKeyIndexes = new Set<string>();
  private keyCreation: Promise<void> | null = null;
  private readonly keys = new LRUCache<string, Uint8Array>({ max: MAX_CACHED_KEYS });
  private lastDeletion = -1;

  constructor(
    private readonly reader: VaultTables,
    private readonly writer: DatabaseHost<VaultTables>,
  ) {}

  async sealingKey(index: string): Promise<Uint8Array> {
    const existing = this.reader.key(index);
    if (existing) return existing;
    await this.makeKey(index);
    // The key is read again, because another process may have been first.
    return this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    const cache = this.cachedKeys();
    const keys = new Map<string, Uint8Array>();
    for (const index of indexes) {
      const cachedKey = cache.get(index);
      const key = cachedKey ?? this.reader.key(index);
      if (key && !cachedKey) cache.set(index, key);
      if (key) keys.set(index, key);
    }
    return keys;
  }

  deleteSealingKeys(indexes: string[]): Promise<number> {
    return this.writer.call('deleteKeys', indexes);
  }

  async secret(name: string, make: () => string | Promise<string>): Promise<string> {
    const existing = this.reader.secret(name);
    if (existing !== undefined) return existing;
    const creation = this.secretCreations.get(name) ?? this.makeSecret(name, make);
    this.secretCreations.set(name, creation);
    return creation.finally(() => this.secretCreations.delete(name));
  }

  setCredential(userId: string, passwordHash: string): Promise<void> {
    return this.writer.call('setCredential', userId, passwordHash);
  }

  async credential(userId: string): Promise<string | null> {
    return this.reader.credential(userId);
  }

  deleteCredential(userId: string): Promise<void> {
    return this.writer.call('deleteCredential', userId);
  }

  addSession(session: Session): Promise<void> {
    return this.writer.call('addSession', session);
  }

  async session(jti: string): Promise<Session | null> {
    const session = this.reader.session(jti);
    return session?.root === undefined || this.reader.session(session.root) ? session : null;
  }

  endSession(jti: string): Promise<void> {
    return this.writer.call('endSession', jti);
  }

  endFamily(jti: string): Promise<void> {
    return this.writer.call('endFamily', jti);
  }

  deleteExpiredSessions(at: string, limit: number): Promise<number> {
    return this.writer.call('deleteExpiredSessions', at, limit);
  }

  async *entries(): AsyncGenerator<VaultEntry[]> {
    yield* this.reader.entries();
  }

  async add(entries: readonly VaultEntry[]): Promise<void> {
    await this.writer.call('add', entries);
    for (const entry of entries)
      if (!isSameEntry(entry, this.reader.storedEntry(entry))) throw new VaultConflict(vaultEntryKey(entry));
  }

  overwriteDeleted(): Promise<void> {
    return this.writer.call('overwriteDeleted');
  }

  async close(): Promise<void> {
    await this.writer.close();
    this.reader.close();
  }

  /** Keys that are needed in the same turn of the event loop are made together, with one wait for the disk. */
  private makeKey(index: string): Promise<void> {
    this.pendingKeyIndexes.add(index);
    this.keyCreation ??= nextTurn().then(() => {
      const indexes = [...this.pendingKeyIndexes];
      this.pendingKeyIndexes.clear();
      this.keyCreation = null;
      return this.writer.call('makeKeys', indexes);
    });
    return this.keyCreation;
  }

  private async makeSecret(name: string, make: () => string | Promise<string>): Promise<string> {
    await this.writer.call('addSecret', name, await make());
    return this.reader.secret(name) ?? this.makeSecret(name, make);
  }

  /**
   * The cache of keys, emptied if any process has deleted keys, so that it never contains a deleted key. Streams are
   * read far more often than keys are deleted, and reading the number of deletions costs less than reading the key of
   * each person.
   */
  private cachedKeys(): LRUCache<string, Uint8Array> {
    const deletion = this.reader.newestDeletion();
    if (deletion !== this.lastDeletion) this.keys.clear();
    this.lastDeletion = deletion;
    return this.keys;
  }
}
