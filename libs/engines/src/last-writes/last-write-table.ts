import type { Position } from '#events';
import type { DatabaseSync, Statement } from '../sqlite/database.js';

const SCHEMA = 'CREATE TABLE IF NOT EXISTS last_write (author TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID';

export const createLastWriteTable = (database: DatabaseSync): void => database.exec(SCHEMA);

/** The table of last writes; synchronous, so files are written by the write thread. */
export class LastWriteTable {
  private readonly upsert: Statement;
  private readonly select: Statement;

  constructor(private readonly database: DatabaseSync) {
    // Other connections see a commit at once. Only a power failure can undo it, and the file stays consistent.
    database.exec('PRAGMA synchronous = NORMAL');
    this.upsert = database.prepare(
      `INSERT INTO last_write (author, position) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position WHERE excluded.position > position`,
    );
    this.select = database.prepare('SELECT position FROM last_write WHERE author = ?');
  }

  record(author: string, position: Position): void {
    this.upsert.run(author, position);
  }

  of(author: string): Position | null {
    return (this.select.get(author) as { position: Position } | undefined)?.position ?? null;
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}
