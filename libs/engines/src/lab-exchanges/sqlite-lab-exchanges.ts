import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createLabExchangeTables, LabExchangeTable } from './lab-exchange-table.js';
import type { LabCallKind, LabCallResult, LabExchanges, RefusedPush } from './lab-exchanges.js';

/** Opens the exchanges in a SQLite file, which processes of one machine may share, or in memory. */
export const openSqliteLabExchanges = async (file: string): Promise<LabExchanges> => {
  const database = openDatabase(file);
  createLabExchangeTables(database);
  const reads = new LabExchangeTable(database);
  return new SqliteLabExchanges(
    reads,
    isInMemory(file) ? createInlineHost(reads) : createWriteThread(database, file, 'labExchanges'),
  );
};

class SqliteLabExchanges implements LabExchanges {
  constructor(
    private readonly reads: LabExchangeTable,
    private readonly writes: DatabaseHost<LabExchangeTable>,
  ) {}

  noteAccepted(unitId: string, at: string): Promise<void> {
    return this.writes.call('noteAccepted', unitId, at);
  }

  noteRefused(unitId: string, push: RefusedPush): Promise<void> {
    return this.writes.call('noteRefused', unitId, push);
  }

  async refused(unitId: string, now: string) {
    return this.reads.refused(unitId, now);
  }

  async hours(unitId: string, now: string) {
    return this.reads.hours(unitId, now);
  }

  noteCall(unitId: string, kind: LabCallKind, result: LabCallResult): Promise<void> {
    return this.writes.call('noteCall', unitId, kind, result);
  }

  async calls(unitId: string) {
    return this.reads.calls(unitId);
  }

  async close(): Promise<void> {
    await this.writes.close();
    this.reads.close();
  }
}
