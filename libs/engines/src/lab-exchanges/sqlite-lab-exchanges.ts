import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createLabExchangeTables, LabExchangeTable } from './lab-exchange-table.js';
import type { LabCallKind, LabCallResult, LabExchanges, RefusedPush } from './lab-exchanges.js';

/** Opens the exchanges in a SQLite file, which processes of one machine may share, or in memory. */
export const openSqliteLabExchanges = async (file: string): Promise<LabExchanges> => {
  const database = openDatabase(file);
  createLabExchangeTables(database);
  const reader = new LabExchangeTable(database);
  return new SqliteLabExchanges(
    reader,
    isInMemory(file) ? createInlineHost(reader) : createWriteThread(database, file, 'labExchanges'),
  );
};

class SqliteLabExchanges implements LabExchanges {
  constructor(
    private readonly reader: LabExchangeTable,
    private readonly writer: DatabaseHost<LabExchangeTable>,
  ) {}

  recordAcceptedPush(unitId: string, at: string): Promise<void> {
    return this.writer.call('recordAcceptedPush', unitId, at);
  }

  recordRefusedPush(unitId: string, push: RefusedPush): Promise<void> {
    return this.writer.call('recordRefusedPush', unitId, push);
  }

  async refusedPushes(unitId: string, now: string) {
    return this.reader.refusedPushes(unitId, now);
  }

  async hours(unitId: string, now: string) {
    return this.reader.hours(unitId, now);
  }

  recordCall(unitId: string, kind: LabCallKind, result: LabCallResult): Promise<void> {
    return this.writer.call('recordCall', unitId, kind, result);
  }

  async calls(unitId: string) {
    return this.reader.calls(unitId);
  }

  async close(): Promise<void> {
    await this.writer.close();
    this.reader.close();
  }
}
