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
  const reader = new DeliveryTable(database);
  return new SqliteDeliveries(
    reader,
    isInMemory(file) ? createInlineHost(reader) : createWriteThread(database, file, 'deliveries'),
  );
};

/** Number of deliveries, with their attempts, that are exported at a time. */
const EXPORT_PAGE = 200;

class SqliteDeliveries implements Deliveries {
  constructor(
    private readonly reader: DeliveryTable,
    private readonly writer: DatabaseHost<DeliveryTable>,
  ) {}

  async cursor(webhookId: string) {
    return this.reader.cursor(webhookId);
  }

  add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): Promise<void> {
    return this.writer.call('add', webhookId, deliveries, cursor);
  }

  async findDue(webhookId: string, now: string, limit: number, testsOnly?: boolean) {
    return this.reader.findDue(webhookId, now, limit, testsOnly);
  }

  async nextAt(webhookId: string) {
    return this.reader.nextAt(webhookId);
  }

  record(webhookId: string, results: readonly AttemptResult[], failing: number): Promise<void> {
    return this.writer.call('record', webhookId, results, failing);
  }

  endPacing(webhookId: string): Promise<void> {
    return this.writer.call('endPacing', webhookId);
  }

  async state(webhookId: string): Promise<EndpointState> {
    return this.reader.state(webhookId);
  }

  async changes(webhookIds: readonly string[]) {
    return this.reader.changes(webhookIds);
  }

  async find(webhookId: string, filter: DeliveryFilter, page: { after?: string; limit: number }) {
    return this.reader.find(webhookId, filter, page);
  }

  async get(webhookId: string, eventId: string) {
    return this.reader.get(webhookId, eventId);
  }

  async summary(webhookIds: readonly string[]) {
    return this.reader.summary(webhookIds);
  }

  async hours(webhookId: string, since: string) {
    return this.reader.hours(webhookId, since);
  }

  retryNow(webhookId: string, now: string): Promise<string | null> {
    return this.writer.call('retryNow', webhookId, now);
  }

  resume(webhookId: string, now: string): Promise<void> {
    return this.writer.call('resume', webhookId, now);
  }

  async redeliver(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    options: { dryRun: true } | { dryRun: false; requestId: string },
  ): Promise<RedeliveryCount> {
    return options.dryRun
      ? this.reader.redeliver(webhookId, selection, now, options)
      : this.writer.call('redeliver', webhookId, selection, now, options);
  }

  forget(before: string, limit: number): Promise<number> {
    return this.writer.call('forget', before, limit);
  }

  remove(webhookId: string, now: string): Promise<void> {
    return this.writer.call('remove', webhookId, now);
  }

  async *exportAll(): AsyncGenerator<StoredPart> {
    for (let lastKey: readonly [string, string] | null = ['', '']; lastKey !== null;) {
      const deliveries = this.reader.exportDeliveries(lastKey, EXPORT_PAGE);
      const lastDelivery = deliveries.at(-1);
      if (lastDelivery) yield { deliveries, hours: [], endpoints: [] };
      lastKey = lastDelivery ? [lastDelivery.webhookId, lastDelivery.eventId] : null;
    }
    yield { deliveries: [], hours: this.reader.exportHours(), endpoints: this.reader.exportEndpoints() };
  }

  importPart(part: StoredPart): Promise<void> {
    return this.writer.call('importPart', part);
  }

  overwriteDeleted(): Promise<void> {
    return this.writer.call('overwriteDeleted');
  }

  async close(): Promise<void> {
    await this.writer.close();
    this.reader.close();
  }
}
