import { chmodSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createVaultTables, vaultEntryKey, sameEntry, VaultTables } from './vault-tables.js';
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
  const reads = new VaultTables(database);
  return new SqliteVault(
    reads,
    isInMemory(file) ? createInlineHost(reads) : createWriteThread(database, file, 'vault'),
  );
};

class SqliteVault implements Vault {
  private readonly making = new Map<string, Promise<string>>();
  private readonly keysToMake = new Set<string>();
  private makingKeys: Promise<void> | null = null;
  private readonly keys = new LRUCache<string, Uint8Array>({ max: MAX_CACHED_KEYS });
  private seenDeletion = -1;

  constructor(
    private readonly reads: VaultTables,
    private readonly writes: DatabaseHost<VaultTables>,
  ) {}

  async sealingKey(index: string): Promise<Uint8Array> {
    const existing = this.reads.key(index);
    if (existing) return existing;
    await this.makeKey(index);
    // The key is read again, because another process may have been first.
    return this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    const cached = this.cachedKeys();
    const keys = new Map<string, Uint8Array>();
    for (const index of indexes) {
      const cachedKey = cached.get(index);
      const key = cachedKey ?? this.reads.key(index);
      if (key && !cachedKey) cached.set(index, key);
      if (key) keys.set(index, key);
    }
    return keys;
  }

  deleteSealingKeys(indexes: string[]): Promise<number> {
    return this.writes.call('deleteKeys', indexes);
  }

  async secret(name: string, make: () => string | Promise<string>): Promise<string> {
    const existing = this.reads.secret(name);
    if (existing !== undefined) return existing;
    const made = this.making.get(name) ?? this.makeSecret(name, make);
    this.making.set(name, made);
    return made.finally(() => this.making.delete(name));
  }

  setCredential(userId: string, passwordHash: string): Promise<void> {
    return this.writes.call('setCredential', userId, passwordHash);
  }

  async credential(userId: string): Promise<string | null> {
    return this.reads.credential(userId);
  }

  deleteCredential(userId: string): Promise<void> {
    return this.writes.call('deleteCredential', userId);
  }

  addSession(session: Session): Promise<void> {
    return this.writes.call('addSession', session);
  }

  async session(jti: string): Promise<Session | null> {
    const session = this.reads.session(jti);
    return session?.root === undefined || this.reads.session(session.root) ? session : null;
  }

  endSession(jti: string): Promise<void> {
    return this.writes.call('endSession', jti);
  }

  endFamily(jti: string): Promise<void> {
    return this.writes.call('endFamily', jti);
  }

  deleteExpiredSessions(at: string, limit: number): Promise<number> {
    return this.writes.call('deleteExpiredSessions', at, limit);
  }

  async *entries(): AsyncGenerator<VaultEntry[]> {
    yield* this.reads.entries();
  }

  async add(entries: readonly VaultEntry[]): Promise<void> {
    await this.writes.call('add', entries);
    for (const entry of entries)
      if (!sameEntry(entry, this.reads.storedEntry(entry))) throw new VaultConflict(vaultEntryKey(entry));
  }

  overwriteDeleted(): Promise<void> {
    return this.writes.call('overwriteDeleted');
  }

  async close(): Promise<void> {
    await this.writes.close();
    this.reads.close();
  }

  /** Keys that are needed in the same turn of the event loop are made together, with one wait for the disk. */
  private makeKey(index: string): Promise<void> {
    this.keysToMake.add(index);
    this.makingKeys ??= nextTurn().then(() => {
      const indexes = [...this.keysToMake];
      this.keysToMake.clear();
      this.makingKeys = null;
      return this.writes.call('makeKeys', indexes);
    });
    return this.makingKeys;
  }

  private async makeSecret(name: string, make: () => string | Promise<string>): Promise<string> {
    await this.writes.call('addSecret', name, await make());
    return this.reads.secret(name) ?? this.makeSecret(name, make);
  }

  /**
   * The cache of keys, emptied if any process has deleted keys, so that it never contains a deleted key. Streams are
   * read far more often than keys are deleted, and reading the number of deletions costs less than reading the key of
   * each person.
   */
  private cachedKeys(): LRUCache<string, Uint8Array> {
    const deletion = this.reads.deletion();
    if (deletion !== this.seenDeletion) this.keys.clear();
    this.seenDeletion = deletion;
    return this.keys;
  }
}
