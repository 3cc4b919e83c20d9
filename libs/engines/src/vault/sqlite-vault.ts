import { chmodSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createVaultTables, vaultEntryKey, sameEntry, VaultTables } from './vault-tables.js';
import { VaultConflict, type Session, type Vault, type VaultEntry } from './vault.js';

/**
 * Keys that are cached: of the persons of some hundred consignments. One takes a kilobyte of memory; a read of the file
 * some microseconds.
 */
const MAX_CACHED_KEYS = 2_000;

/**
 * Opens the embedded vault: a file readable by its owner alone, or `:memory:`. A file is read in place and written by
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
    // Read again: another process may have been first.
    return this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    const cached = this.cachedKeys();
    const found = new Map<string, Uint8Array>();
    for (const index of indexes) {
      const cachedKey = cached.get(index);
      const key = cachedKey ?? this.reads.key(index);
      if (key && !cachedKey) cached.set(index, key);
      if (key) found.set(index, key);
    }
    return found;
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
      if (!sameEntry(entry, this.reads.found(entry))) throw new VaultConflict(vaultEntryKey(entry));
  }

  overwriteDeleted(): Promise<void> {
    return this.writes.call('overwriteDeleted');
  }

  async close(): Promise<void> {
    await this.writes.close();
    this.reads.close();
  }

  /** Keys wanted in one turn of the event loop share one wait for the disk. */
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
   * What was read since keys were last deleted by whichever process, so never a key that is gone: streams are opened
   * far more often than keys are deleted, and one question costs less than a look for each person.
   */
  private cachedKeys(): LRUCache<string, Uint8Array> {
    const deletion = this.reads.deletion();
    if (deletion !== this.seenDeletion) this.keys.clear();
    this.seenDeletion = deletion;
    return this.keys;
  }
}
