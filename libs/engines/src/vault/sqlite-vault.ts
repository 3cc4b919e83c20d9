import { chmodSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RecentlyUsed } from '../recently-used.js';
import {
  emptyWriteAheadLog,
  isInMemory,
  openDatabase,
  writing,
  type DatabaseSync,
  type Statement,
} from '../sqlite/database.js';
import { entryName, sameEntry } from './vault-entries.js';
import { VaultConflict, type Session, type Vault, type VaultEntry } from './vault.js';

const KEY_BYTES = 32;
/** Keys kept at hand: of the persons of some thousand consignments. */
const KEYS_AT_HAND = 10_000;
/** Entries of a group. */
const PAGE = 1_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sealing_key (key_index TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credential (user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session (jti TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, root TEXT) WITHOUT ROWID;
`;
/** Files of earlier versions have sessions without a root. */
const ADD_ROOT = 'ALTER TABLE session ADD COLUMN root TEXT';
const INDEXES = `
  CREATE INDEX IF NOT EXISTS session_by_root ON session (root) WHERE root IS NOT NULL;
  CREATE INDEX IF NOT EXISTS session_by_expiry ON session (expires_at);
`;

/** Opens the embedded vault: a file readable by its owner alone, or `:memory:`. */
export const openSqliteVault = async (file: string): Promise<Vault> => new SqliteVault(file);

class SqliteVault implements Vault {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, Statement>();
  private readonly making = new Map<string, Promise<string>>();
  private readonly keysToMake = new Set<string>();
  private makingKeys: Promise<void> | null = null;
  private keys = new RecentlyUsed<Uint8Array>(KEYS_AT_HAND);
  private seenVersion = -1;

  constructor(file: string) {
    this.database = openDatabase(file);
    if (!isInMemory(file)) chmodSync(file, 0o600);
    writing(this.database, () => {
      this.database.exec(SCHEMA);
      const columns = this.sql('SELECT name FROM pragma_table_info(?)').all('session') as { name: string }[];
      if (!columns.some(({ name }) => name === 'root')) this.database.exec(ADD_ROOT);
      this.database.exec(INDEXES);
    });
  }

  async sealingKey(index: string): Promise<Uint8Array> {
    const known = this.keyOf(index);
    if (known) return known;
    await this.makeKey(index);
    // Read again: another process may have been first.
    return this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    const atHand = this.keysAtHand();
    const found = new Map<string, Uint8Array>();
    for (const index of indexes) {
      const known = atHand.get(index);
      const key = known ?? this.keyOf(index);
      if (key && !known) atHand.put(index, key);
      if (key) found.set(index, key);
    }
    return found;
  }

  async deleteSealingKeys(indexes: string[]): Promise<number> {
    const remove = this.sql('DELETE FROM sealing_key WHERE key_index = ?');
    const deleted = writing(this.database, () =>
      indexes.reduce((sum, index) => sum + Number(remove.run(index).changes), 0),
    );
    for (const index of indexes) this.keys.forget(index);
    // A deleted key must be gone from the disk as well. Who reads the file just now is waited for by overwriteDeleted.
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return deleted;
  }

  async secret(name: string, make: () => string | Promise<string>): Promise<string> {
    const known = this.secretOf(name);
    if (known !== undefined) return known;
    const made = this.making.get(name) ?? this.makeSecret(name, make);
    this.making.set(name, made);
    return made.finally(() => this.making.delete(name));
  }

  async setCredential(userId: string, passwordHash: string): Promise<void> {
    this.sql(
      'INSERT INTO credential (user_id, password_hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET password_hash = excluded.password_hash',
    ).run(userId, passwordHash);
  }

  async credential(userId: string): Promise<string | null> {
    const row = this.sql('SELECT password_hash AS hash FROM credential WHERE user_id = ?').get(userId) as
      { hash: string } | undefined;
    return row?.hash ?? null;
  }

  async deleteCredential(userId: string): Promise<void> {
    this.sql('DELETE FROM credential WHERE user_id = ?').run(userId);
  }

  async addSession({ jti, userId, createdAt, expiresAt, root }: Session): Promise<void> {
    this.sql('INSERT INTO session (jti, user_id, created_at, expires_at, root) VALUES (?, ?, ?, ?, ?)').run(
      jti,
      userId,
      createdAt,
      expiresAt,
      root ?? null,
    );
  }

  async session(jti: string): Promise<Session | null> {
    const session = this.storedSession(jti);
    return session?.root === undefined || this.storedSession(session.root) ? session : null;
  }

  async endSession(jti: string): Promise<void> {
    this.sql('DELETE FROM session WHERE jti = ?').run(jti);
  }

  async endFamily(jti: string): Promise<void> {
    const root = this.storedSession(jti)?.root ?? jti;
    writing(this.database, () => {
      this.sql('DELETE FROM session WHERE jti = ?').run(root);
      this.sql('DELETE FROM session WHERE root = ?').run(root);
    });
  }

  async deleteExpiredSessions(at: string, limit: number): Promise<number> {
    const { changes } = this.sql(
      'DELETE FROM session WHERE jti IN (SELECT jti FROM session WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    ).run(at, limit);
    return Number(changes);
  }

  async *entries(): AsyncGenerator<VaultEntry[]> {
    yield* this.pagesOf('sealing_key', 'key_index', (row: { key_index: string; key: Uint8Array }) => ({
      kind: 'sealingKey',
      index: row.key_index,
      key: row.key,
    }));
    yield* this.pagesOf('secret', 'name', (row: { name: string; value: string }) => ({ kind: 'secret', ...row }));
    yield* this.pagesOf('credential', 'user_id', (row: { user_id: string; password_hash: string }) => ({
      kind: 'credential',
      userId: row.user_id,
      passwordHash: row.password_hash,
    }));
    yield* this.pagesOf('session', 'jti', (row: SessionRow) => ({ kind: 'session', session: sessionOf(row) }));
  }

  async add(entries: readonly VaultEntry[]): Promise<void> {
    writing(this.database, () => entries.forEach((entry) => this.addOne(entry)));
    for (const entry of entries)
      if (!sameEntry(entry, await this.found(entry))) throw new VaultConflict(entryName(entry));
  }

  async overwriteDeleted(): Promise<void> {
    emptyWriteAheadLog(this.database);
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close();
  }

  /** Keys wanted in one turn of the event loop share one wait for the disk. */
  private makeKey(index: string): Promise<void> {
    this.keysToMake.add(index);
    this.makingKeys ??= nextTurn().then(() => {
      const indexes = [...this.keysToMake];
      this.keysToMake.clear();
      this.makingKeys = null;
      const insert = this.sql('INSERT INTO sealing_key (key_index, key) VALUES (?, ?) ON CONFLICT DO NOTHING');
      writing(this.database, () => indexes.forEach((each) => insert.run(each, randomBytes(KEY_BYTES))));
    });
    return this.makingKeys;
  }

  private async makeSecret(name: string, make: () => string | Promise<string>): Promise<string> {
    this.sql('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, await make());
    return this.secretOf(name) ?? this.makeSecret(name, make);
  }

  /** A table by its key, in pages. */
  private *pagesOf<Row extends object>(
    table: string,
    key: string,
    toEntry: (row: Row) => VaultEntry,
  ): Generator<VaultEntry[]> {
    for (let after = ''; ;) {
      const rows = this.sql(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${PAGE}`).all(
        after,
      ) as Row[];
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map((row) => toEntry({ ...row }));
      after = String((last as Record<string, unknown>)[key]);
    }
  }

  private addOne(entry: VaultEntry): void {
    switch (entry.kind) {
      case 'sealingKey':
        this.sql('INSERT INTO sealing_key (key_index, key) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
          entry.index,
          entry.key,
        );
        break;
      case 'secret':
        this.sql('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(entry.name, entry.value);
        break;
      case 'credential':
        this.sql('INSERT INTO credential (user_id, password_hash) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
          entry.userId,
          entry.passwordHash,
        );
        break;
      case 'session': {
        const { jti, userId, createdAt, expiresAt, root } = entry.session;
        this.sql(
          'INSERT INTO session (jti, user_id, created_at, expires_at, root) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        ).run(jti, userId, createdAt, expiresAt, root ?? null);
      }
    }
  }

  private async found(entry: VaultEntry): Promise<VaultEntry | null> {
    switch (entry.kind) {
      case 'sealingKey': {
        const key = this.keyOf(entry.index);
        return key ? { ...entry, key } : null;
      }
      case 'secret': {
        const value = this.secretOf(entry.name);
        return value === undefined ? null : { ...entry, value };
      }
      case 'credential': {
        const passwordHash = await this.credential(entry.userId);
        return passwordHash === null ? null : { ...entry, passwordHash };
      }
      case 'session': {
        // As it is stored: what it derives from may be added after it.
        const session = this.storedSession(entry.session.jti);
        return session && { kind: 'session', session };
      }
    }
  }

  /**
   * What was read since anybody else wrote to the file, so never a key that has been deleted: streams are opened far more often than
   * the vault is written, and one question costs less than a look for each person.
   */
  private keysAtHand(): RecentlyUsed<Uint8Array> {
    const { data_version: version } = this.sql('PRAGMA data_version').get() as { data_version: number };
    if (version !== this.seenVersion) this.keys = new RecentlyUsed(KEYS_AT_HAND);
    this.seenVersion = version;
    return this.keys;
  }

  private storedSession(jti: string): Session | null {
    const row = this.sql('SELECT * FROM session WHERE jti = ?').get(jti) as SessionRow | undefined;
    return row ? sessionOf(row) : null;
  }

  private keyOf(index: string): Uint8Array | undefined {
    return (this.sql('SELECT key FROM sealing_key WHERE key_index = ?').get(index) as { key: Uint8Array } | undefined)
      ?.key;
  }

  private secretOf(name: string): string | undefined {
    return (this.sql('SELECT value FROM secret WHERE name = ?').get(name) as { value: string } | undefined)?.value;
  }

  private sql(text: string): Statement {
    const statement = this.statements.get(text) ?? this.database.prepare(text);
    this.statements.set(text, statement);
    return statement;
  }
}

type SessionRow = { jti: string; user_id: string; created_at: string; expires_at: string; root: string | null };

const sessionOf = ({
  jti,
  user_id: userId,
  created_at: createdAt,
  expires_at: expiresAt,
  root,
}: SessionRow): Session => ({
  jti,
  userId,
  createdAt,
  expiresAt,
  ...(root === null ? {} : { root }),
});
