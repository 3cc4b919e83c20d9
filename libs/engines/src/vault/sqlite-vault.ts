import { chmodSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { openDatabase, writing, type DatabaseSync, type Statement } from '../sqlite/database.js';
import type { Session, Vault } from './vault.js';

const KEY_BYTES = 32;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sealing_key (key_index TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credential (user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session (jti TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL) WITHOUT ROWID;
`;

/** Opens the embedded vault: a file readable by its owner alone, or `:memory:`. */
export const openSqliteVault = async (file: string): Promise<Vault> => new SqliteVault(file);

class SqliteVault implements Vault {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, Statement>();
  private readonly making = new Map<string, Promise<string>>();

  constructor(file: string) {
    this.database = openDatabase(file);
    if (file !== ':memory:') chmodSync(file, 0o600);
    // A deleted key must be gone from the disk as well: its bytes are overwritten, see also deleteSealingKeys.
    this.database.exec('PRAGMA secure_delete = ON');
    writing(this.database, () => this.database.exec(SCHEMA));
  }

  async sealingKey(index: string): Promise<Uint8Array> {
    const known = this.keyOf(index);
    if (known) return known;
    this.sql('INSERT INTO sealing_key (key_index, key) VALUES (?, ?) ON CONFLICT DO NOTHING').run(index, randomBytes(KEY_BYTES));
    // Read again: another process may have been first.
    return this.sealingKey(index);
  }

  async sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>> {
    const keys = indexes.map((index) => [index, this.keyOf(index)] as const);
    return new Map(keys.filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined));
  }

  async deleteSealingKeys(indexes: string[]): Promise<number> {
    const remove = this.sql('DELETE FROM sealing_key WHERE key_index = ?');
    const deleted = writing(this.database, () => indexes.reduce((sum, index) => sum + Number(remove.run(index).changes), 0));
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
    this.sql('INSERT INTO credential (user_id, password_hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET password_hash = excluded.password_hash').run(userId, passwordHash);
  }

  async credential(userId: string): Promise<string | null> {
    const row = this.sql('SELECT password_hash AS hash FROM credential WHERE user_id = ?').get(userId) as { hash: string } | undefined;
    return row?.hash ?? null;
  }

  async addSession({ jti, userId, createdAt, expiresAt }: Session): Promise<void> {
    this.sql('INSERT INTO session (jti, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)').run(jti, userId, createdAt, expiresAt);
  }

  async session(jti: string): Promise<Session | null> {
    const row = this.sql('SELECT jti, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt FROM session WHERE jti = ?').get(jti);
    return row ? { ...(row as Session) } : null;
  }

  async endSession(jti: string): Promise<void> {
    this.sql('DELETE FROM session WHERE jti = ?').run(jti);
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close();
  }

  private async makeSecret(name: string, make: () => string | Promise<string>): Promise<string> {
    this.sql('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, await make());
    return this.secretOf(name) ?? this.makeSecret(name, make);
  }

  private keyOf(index: string): Uint8Array | undefined {
    return (this.sql('SELECT key FROM sealing_key WHERE key_index = ?').get(index) as { key: Uint8Array } | undefined)?.key;
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
