import { randomBytes } from 'node:crypto';
import { type DatabaseSync, emptyWriteAheadLog, type Statement, inWriteTransaction } from '../sqlite/database.js';
import type { Session, VaultEntry } from './vault.js';

const KEY_BYTES = 32;
/** Number of entries in a group. */
const PAGE_SIZE = 1_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sealing_key (key_index TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credential (user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session (
    jti TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, root TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS key_deletion (number INTEGER PRIMARY KEY);
`;
/** The column `root` is missing in files of earlier versions. */
const ADD_ROOT = 'ALTER TABLE session ADD COLUMN root TEXT';
const INDEXES = `
  CREATE INDEX IF NOT EXISTS session_by_root ON session (root) WHERE root IS NOT NULL;
  CREATE INDEX IF NOT EXISTS session_by_expiry ON session (expires_at);
`;

/** Creates the tables or migrates those of an earlier version. */
export const createVaultTables = (database: DatabaseSync): void =>
  inWriteTransaction(database, () => {
    database.exec(SCHEMA);
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('session') as { name: string }[];
    if (!columns.some(({ name }) => name === 'root')) database.exec(ADD_ROOT);
    database.exec(INDEXES);
  });

/**
 * The tables of the vault; synchronous, so files are written by the write thread. Every change is on disk when it
 * returns.
 */
export class VaultTables {
  private readonly statements = new Map<string, Statement>();

  /** The database must have been prepared by `createVaultTables`. */
  constructor(private readonly database: DatabaseSync) {}

  key(index: string): Uint8Array | undefined {
    return (this.sql('SELECT key FROM sealing_key WHERE key_index = ?').get(index) as { key: Uint8Array } | undefined)
      ?.key;
  }

  /** Creates missing keys. */
  makeKeys(indexes: string[]): void {
    const insert = this.sql('INSERT INTO sealing_key (key_index, key) VALUES (?, ?) ON CONFLICT DO NOTHING');
    inWriteTransaction(this.database, () => indexes.forEach((index) => insert.run(index, randomBytes(KEY_BYTES))));
  }

  deleteKeys(indexes: string[]): number {
    const deleteKey = this.sql('DELETE FROM sealing_key WHERE key_index = ?');
    const deleted = inWriteTransaction(this.database, () => {
      this.sql('INSERT INTO key_deletion (number) SELECT coalesce(max(number), 0) + 1 FROM key_deletion').run();
      this.sql('DELETE FROM key_deletion WHERE number < (SELECT max(number) FROM key_deletion)').run();
      return indexes.reduce((sum, index) => sum + Number(deleteKey.run(index).changes), 0);
    });
    // Removes the key from the write-ahead log on the disk. If other connections are reading, overwriteDeleted waits
    // for them.
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return deleted;
  }

  /** Number of the newest deletion of keys by any process: keys that were read before it may have been deleted. */
  newestDeletion(): number {
    return (this.sql('SELECT max(number) AS number FROM key_deletion').get() as { number: number | null }).number ?? 0;
  }

  secret(name: string): string | undefined {
    return (this.sql('SELECT value FROM secret WHERE name = ?').get(name) as { value: string } | undefined)?.value;
  }

  /** What is there stays. */
  addSecret(name: string, value: string): void {
    this.sql('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
  }

  credential(userId: string): string | null {
    const row = this.sql('SELECT password_hash AS hash FROM credential WHERE user_id = ?').get(userId) as
      { hash: string } | undefined;
    return row?.hash ?? null;
  }

  setCredential(userId: string, passwordHash: string): void {
    this.sql(
      `INSERT INTO credential (user_id, password_hash) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET password_hash = excluded.password_hash`,
    ).run(userId, passwordHash);
  }

  deleteCredential(userId: string): void {
    this.sql('DELETE FROM credential WHERE user_id = ?').run(userId);
  }

  /** The stored session, even if its root has ended. */
  session(jti: string): Session | null {
    const row = this.sql('SELECT * FROM session WHERE jti = ?').get(jti) as SessionRow | undefined;
    return row ? sessionOf(row) : null;
  }

  addSession({ jti, userId, createdAt, expiresAt, root }: Session): void {
    this.sql('INSERT INTO session (jti, user_id, created_at, expires_at, root) VALUES (?, ?, ?, ?, ?)').run(
      jti,
      userId,
      createdAt,
      expiresAt,
      root ?? null,
    );
  }

  endSession(jti: string): void {
    this.sql('DELETE FROM session WHERE jti = ?').run(jti);
  }

  endFamily(jti: string): void {
    inWriteTransaction(this.database, () => {
      const root = this.session(jti)?.root ?? jti;
      this.sql('DELETE FROM session WHERE jti = ?').run(root);
      this.sql('DELETE FROM session WHERE root = ?').run(root);
    });
  }

  deleteExpiredSessions(at: string, limit: number): number {
    const { changes } = this.sql(
      'DELETE FROM session WHERE jti IN (SELECT jti FROM session WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    ).run(at, limit);
    return Number(changes);
  }

  *entries(): Generator<VaultEntry[]> {
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

  /** What is there stays. */
  add(entries: readonly VaultEntry[]): void {
    inWriteTransaction(this.database, () => entries.forEach((entry) => this.addEntry(entry)));
  }

  /** The stored entry with the name of this one. */
  storedEntry(entry: VaultEntry): VaultEntry | null {
    switch (entry.kind) {
      case 'sealingKey': {
        const key = this.key(entry.index);
        return key ? { ...entry, key } : null;
      }
      case 'secret': {
        const value = this.secret(entry.name);
        return value === undefined ? null : { ...entry, value };
      }
      case 'credential': {
        const passwordHash = this.credential(entry.userId);
        return passwordHash === null ? null : { ...entry, passwordHash };
      }
      case 'session': {
        // The stored session, because its root may be added after it.
        const session = this.session(entry.session.jti);
        return session && { kind: 'session', session };
      }
    }
  }

  overwriteDeleted(): void {
    emptyWriteAheadLog(this.database);
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  /** Reads a table in pages, sorted by its key. */
  private *pagesOf<Row extends object>(
    table: string,
    key: string,
    toEntry: (row: Row) => VaultEntry,
  ): Generator<VaultEntry[]> {
    for (let lastKey = ''; ;) {
      const rows = this.sql(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${PAGE_SIZE}`).all(
        lastKey,
      ) as Row[];
      const lastRow = rows.at(-1);
      if (!lastRow) return;
      yield rows.map((row) => toEntry({ ...row }));
      lastKey = String((lastRow as Record<string, unknown>)[key]);
    }
  }

  private addEntry(entry: VaultEntry): void {
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

/** Names an entry without its content. */
export const vaultEntryKey = (entry: VaultEntry): string => {
  switch (entry.kind) {
    case 'sealingKey':
      return `key ${entry.index}`;
    case 'secret':
      return `secret "${entry.name}"`;
    case 'credential':
      return `password of user ${entry.userId}`;
    case 'session':
      return `session of user ${entry.session.userId}`;
  }
};

export const isSameEntry = (a: VaultEntry, b: VaultEntry | null): boolean => {
  switch (a.kind) {
    case 'sealingKey':
      return b?.kind === 'sealingKey' && Buffer.compare(a.key, b.key) === 0;
    case 'secret':
      return b?.kind === 'secret' && a.value === b.value;
    case 'credential':
      return b?.kind === 'credential' && a.passwordHash === b.passwordHash;
    case 'session':
      return (
        b?.kind === 'session' &&
        a.session.userId === b.session.userId &&
        a.session.root === b.session.root &&
        a.session.expiresAt === b.session.expiresAt
      );
  }
};
