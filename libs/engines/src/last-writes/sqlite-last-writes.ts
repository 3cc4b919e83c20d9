import type { Position } from '#events';
import { isInMemory, openDatabase, type DatabaseSync, type Statement } from '../sqlite/database.js';
import type { LastWrites } from './last-writes.js';

const SCHEMA = 'CREATE TABLE IF NOT EXISTS last_write (author TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID';

/**
 * Opens the last writes in a SQLite file that processes of one machine share, or in memory. It is a file of its own: a commit here does
 * not wait for the disk, and does not tell the readers of the vault that their keys may have changed.
 */
export const openSqliteLastWrites = async (file: string): Promise<LastWrites> => new SqliteLastWrites(file);

class SqliteLastWrites implements LastWrites {
  private readonly database: DatabaseSync;
  private readonly put: Statement;
  private readonly find: Statement;

  constructor(file: string) {
    this.database = openDatabase(file);
    // Others see a commit at once; only a power failure takes it back, and a checkpoint still writes in a safe order.
    if (!isInMemory(file)) this.database.exec('PRAGMA synchronous = NORMAL');
    this.database.exec(SCHEMA);
    this.put = this.database.prepare(
      `INSERT INTO last_write (author, position) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position WHERE excluded.position > position`,
    );
    this.find = this.database.prepare('SELECT position FROM last_write WHERE author = ?');
  }

  async note(author: string, position: Position): Promise<void> {
    this.put.run(author, position);
  }

  async of(author: string): Promise<Position | null> {
    return (this.find.get(author) as { position: Position } | undefined)?.position ?? null;
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close();
  }
}
