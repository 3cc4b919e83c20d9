import type { Position } from '#events';
import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createLastWriteTable, LastWriteTable } from './last-write-table.js';
import type { LastWrites } from './last-writes.js';

/**
 * Opens the last writes in a SQLite file, which processes of one machine may share, or in memory. They have their own
 * file, because a commit here does not wait for the disk and must not invalidate the keys that readers of the vault
 * have cached.
 */
export const openSqliteLastWrites = async (file: string): Promise<LastWrites> => {
  const database = openDatabase(file);
  createLastWriteTable(database);
  const table = new LastWriteTable(database);
  return new SqliteLastWrites(
    table,
    isInMemory(file) ? createInlineHost(table) : createWriteThread(database, file, 'lastWrites'),
  );
};

class SqliteLastWrites implements LastWrites {
  constructor(
    private readonly table: LastWriteTable,
    private readonly writer: DatabaseHost<LastWriteTable>,
  ) {}

  async record(author: string, position: Position): Promise<void> {
    await this.writer.call('record', author, position);
  }

  async of(author: string): Promise<Position | null> {
    return this.table.of(author);
  }

  async close(): Promise<void> {
    await this.writer.close();
    this.table.close();
  }
}
