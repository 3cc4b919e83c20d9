import { isInMemory, openDatabase } from '../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../sqlite/write-thread.js';
import { createDeliveryTables } from './delivery-schema.js';
import { DeliveryTable } from './delivery-table.js';
import type {
  AttemptResult,
  Deliveries,
  DeliveryCursor,
  DeliveryFilter,
  EndpointState,
  StoredPart,
  NewDelivery,
  RedeliveryCount,
  RedeliverySelection,
} from './deliveries.js';

/**
 * Opens the deliveries in a SQLite file, which processes of one machine may share, or in memory. A file is read in
 * place and written in the write thread.
 * @throws Error if the file cannot be opened
 */
export const openSqliteDeliveries = async (file: string): Promise<Deliveries> => {
  const database = openDatabase(file);
  createDeliveryTables(database);
  const reads = new DeliveryTable(database);
  return new SqliteDeliveries(
    reads,
    isInMemory(file) ? createInlineHost(reads) : createWriteThread(database, file, 'deliveries'),
  );
};

/** Number of deliveries, with their attempts, that are exported at a time. */
const EXPORT_PAGE = 200;

class SqliteDeliveries implements Deliveries {
  constructor(
    private readonly reads: DeliveryTable,
    private readonly writes: DatabaseHost<DeliveryTable>,
  ) {}

  async cursor(webhookId: string) {
    return this.reads.cursor(webhookId);
  }

  add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): Promise<void> {
    return this.writes.call('add', webhookId, deliveries, cursor);
  }

  async due(webhookId: string, now: string, limit: number, testsOnly?: boolean) {
    return this.reads.due(webhookId, now, limit, testsOnly);
  }

  async nextAt(webhookId: string) {
    return this.reads.nextAt(webhookId);
  }

  record(webhookId: string, results: readonly AttemptResult[], failing: number): Promise<void> {
    return this.writes.call('record', webhookId, results, failing);
  }

  endPacing(webhookId: string): Promise<void> {
    return this.writes.call('endPacing', webhookId);
  }

  async state(webhookId: string): Promise<EndpointState> {
    return this.reads.state(webhookId);
  }

  async changes(webhookIds: readonly string[]) {
    return this.reads.changes(webhookIds);
  }

  async find(webhookId: string, filter: DeliveryFilter, page: { after?: string; limit: number }) {
    return this.reads.find(webhookId, filter, page);
  }

  async get(webhookId: string, eventId: string) {
    return this.reads.get(webhookId, eventId);
  }

  async summary(webhookIds: readonly string[]) {
    return this.reads.summary(webhookIds);
  }

  async hours(webhookId: string, since: string) {
    return this.reads.hours(webhookId, since);
  }

  retryNow(webhookId: string, now: string): Promise<string | null> {
    return this.writes.call('retryNow', webhookId, now);
  }

  resume(webhookId: string, now: string): Promise<void> {
    return this.writes.call('resume', webhookId, now);
  }

  async again(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    how: { dryRun: true } | { dryRun: false; requestId: string },
  ): Promise<RedeliveryCount> {
    return how.dryRun
      ? this.reads.again(webhookId, selection, now, how)
      : this.writes.call('again', webhookId, selection, now, how);
  }

  forget(before: string, limit: number): Promise<number> {
    return this.writes.call('forget', before, limit);
  }

  remove(webhookId: string, now: string): Promise<void> {
    return this.writes.call('remove', webhookId, now);
  }

  async *exportAll(): AsyncGenerator<StoredPart> {
    for (let last: readonly [string, string] | null = ['', '']; last !== null;) {
      const deliveries = this.reads.exportDeliveries(last, EXPORT_PAGE);
      const end = deliveries.at(-1);
      if (end) yield { deliveries, hours: [], endpoints: [] };
      last = end ? [end.webhookId, end.eventId] : null;
    }
    yield { deliveries: [], hours: this.reads.exportHours(), endpoints: this.reads.exportEndpoints() };
  }

  importPart(part: StoredPart): Promise<void> {
    return this.writes.call('importPart', part);
  }

  overwriteDeleted(): Promise<void> {
    return this.writes.call('overwriteDeleted');
  }

  async close(): Promise<void> {
    await this.writes.close();
    this.reads.close();
  }
}
