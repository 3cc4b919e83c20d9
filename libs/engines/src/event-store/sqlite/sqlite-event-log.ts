import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Head, Position } from '#events';
import {
  READER_BUSY_MS,
  type DatabaseSync,
  isInMemory,
  openDatabase,
  type Statement,
  inWriteTransaction,
} from '../../sqlite/database.js';
import { FileChangeChannel } from '../../sqlite/file-change-channel.js';
import type { EventLog, LogBatch, LoggedEvent, StoredEvent } from '../event-log.js';
import { RecentEvents } from '../recent-events.js';
import { FileWriter } from './file-writer.js';
import { createMemoryWriter } from './group-commit.js';
import { LogChangeNotifier } from './log-change-notifier.js';
import { AppendQueue } from './writer-thread.js';

/**
 * The position is the row id. Only one transaction writes at a time, so rows become visible in the order of their
 * positions, without gaps. Long columns come last, so that a query for type or hash does not read them.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    id TEXT NOT NULL,
    metadata TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS event_of_stream ON event (stream, revision);
  CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL);
  CREATE TRIGGER IF NOT EXISTS event_is_never_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
  CREATE TRIGGER IF NOT EXISTS event_is_never_removed BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
`;

/** Creates missing tables. Returns the id of the log, which is created with them and never changes. */
export const prepareLog = (database: DatabaseSync): string =>
  inWriteTransaction(database, () => {
    database.exec(SCHEMA);
    database.prepare('INSERT INTO log (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(randomUUID());
    return (database.prepare('SELECT id FROM log').get() as { id: string }).id;
  });

/**
 * Maximum number of events that one query of the log returns, and of positions that it scans, so that it takes only a
 * few milliseconds of the event loop.
 */
const PAGE_SIZE = 500;
const MAX_SPAN = 20_000;

type Row = Omit<LoggedEvent, 'position'> & { position: number };

/** The embedded log: one SQLite file that processes of one machine may share, or memory. */
export class SqliteEventLog implements EventLog {
  readonly logId: string;
  readonly dense = true;
  private readonly database: DatabaseSync;
  private readonly queue: AppendQueue;
  private readonly notifier: LogChangeNotifier;
  private readonly changeChannel: FileChangeChannel | null;
  private readonly select: {
    stream: Statement;
    head: Statement;
    last: Statement;
    page: Statement;
    pageOfTypes: Statement;
    countOfTypes: Statement;
    newest: Statement;
    version: Statement;
  };
  private readonly recentEvents = new RecentEvents((after, through) => this.readEventsBetween(after, through));
  private lastDataVersion = -1;

  constructor(file: string) {
    this.database = openDatabase(file);
    this.logId = prepareLog(this.database);
    const inMemory = isInMemory(file);
    if (!inMemory) this.database.exec(`PRAGMA busy_timeout = ${READER_BUSY_MS}`);
    this.select = {
      stream: this.database.prepare(
        'SELECT * FROM event WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision',
      ),
      head: this.database.prepare('SELECT revision, hash FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
      last: this.database.prepare('SELECT * FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
      page: this.database.prepare('SELECT * FROM event WHERE position > ? AND position <= ? ORDER BY position LIMIT ?'),
      pageOfTypes: this.database.prepare(
        `SELECT * FROM event WHERE position > ? AND position <= ? AND type IN (SELECT value FROM json_each(?))
         ORDER BY position LIMIT ?`,
      ),
      countOfTypes: this.database.prepare(
        `SELECT count(*) AS events FROM event
         WHERE position > ? AND position <= ? AND type IN (SELECT value FROM json_each(?))`,
      ),
      newest: this.database.prepare('SELECT max(position) AS position FROM event'),
      version: this.database.prepare('PRAGMA data_version'),
    };
    this.notifier = new LogChangeNotifier(this.newest(), inMemory ? null : () => this.newestIfChanged());
    this.changeChannel = inMemory ? null : new FileChangeChannel(file, () => this.notifier.check());
    this.queue = new AppendQueue(inMemory ? createMemoryWriter(this.database) : new FileWriter(file), (position) => {
      this.notifier.advanceTo(position);
      this.changeChannel?.notify();
    });
  }

  async read(stream: string, range: { from?: number; to?: number } = {}): Promise<LoggedEvent[]> {
    return (this.select.stream.all(stream, range.from ?? 0, range.to ?? Number.MAX_SAFE_INTEGER) as Row[]).map(
      toLoggedEvent,
    );
  }

  async headOf(stream: string): Promise<Head | null> {
    const row = this.select.head.get(stream) as Head | undefined;
    return row ? { revision: row.revision, hash: row.hash } : null;
  }

  async readLast(stream: string): Promise<LoggedEvent | null> {
    const row = this.select.last.get(stream) as Row | undefined;
    return row ? toLoggedEvent(row) : null;
  }

  async append(stream: string, events: StoredEvent[], head: Head): Promise<Position> {
    return toPosition(await this.queue.append({ stream, events, head }));
  }

  /** Appends are always written in their order. */
  appendPipelined(stream: string, events: StoredEvent[], head: Head): Promise<Position> {
    return this.append(stream, events, head);
  }

  async readAll(after: Position, limit: number, types?: readonly string[]): Promise<LoggedEvent[]> {
    const allEvents: LoggedEvent[] = [];
    for (let from = after; ;) {
      const { events, through } = this.readBatch(from, Math.min(PAGE_SIZE, limit - allEvents.length), types);
      allEvents.push(...events);
      if (through === from || allEvents.length >= limit) return allEvents;
      from = through;
      await nextTurn();
    }
  }

  async countAfter(after: Position, types: readonly string[], max: number): Promise<number> {
    const newest = this.newest();
    let count = 0;
    for (let from = Number(after); from < newest && count < max; from += MAX_SPAN) {
      if (from > Number(after)) await nextTurn();
      const to = Math.min(newest, from + MAX_SPAN);
      count += (this.select.countOfTypes.get(from, to, JSON.stringify(types)) as { events: number }).events;
    }
    return Math.min(max, count);
  }

  async *subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncGenerator<LogBatch> {
    // The notifier returns the newest position, so the many views that follow the log need not query it again.
    let newest = this.newest();
    for (let from = after; !signal.aborted && !this.notifier.isClosed; await nextTurn()) {
      const batch = this.readBatch(from, PAGE_SIZE, types, newest);
      if (batch.through === from) {
        newest = await this.notifier.waitBeyond(Number(from), signal);
      } else {
        from = batch.through;
        yield batch;
      }
    }
  }

  async lastPosition(): Promise<Position> {
    return toPosition(this.newest());
  }

  async close(): Promise<void> {
    this.notifier.close();
    await this.queue.close();
    this.changeChannel?.close();
    if (this.database.isOpen) this.database.close();
  }

  /** The newest position is read first: events up to it never change. */
  private readBatch(after: Position, limit: number, types?: readonly string[], newest = this.newest()): LogBatch {
    const from = Number(after);
    const to = Math.min(newest, from + MAX_SPAN);
    if (to <= from) return { events: [], through: after };
    const recent = to - from <= PAGE_SIZE ? this.recentEvents.between(from, to) : null;
    if (recent) {
      const matches = types ? recent.filter(({ type }) => types.includes(type)) : recent;
      const events = matches.slice(0, limit);
      return {
        events,
        through: (matches.length > limit ? events.at(-1)?.position : null) ?? toPosition(to),
        shared: true,
      };
    }
    const rows = (
      types
        ? this.select.pageOfTypes.all(from, to, JSON.stringify(types), limit)
        : this.select.page.all(from, to, limit)
    ) as Row[];
    const last = rows.at(-1);
    return { events: rows.map(toLoggedEvent), through: toPosition(last && rows.length === limit ? last.position : to) };
  }

  private readEventsBetween(after: number, through: number): { position: number; event: LoggedEvent }[] {
    return (this.select.page.all(after, through, through - after) as Row[]).map((row) => ({
      position: row.position,
      event: toLoggedEvent(row),
    }));
  }

  private newest(): number {
    return (this.select.newest.get() as { position: number | null }).position ?? 0;
  }

  private newestIfChanged(): number {
    const { data_version: version } = this.select.version.get() as { data_version: number };
    if (version === this.lastDataVersion) return 0;
    this.lastDataVersion = version;
    return this.newest();
  }
}

const toPosition = (position: number): Position => String(position).padStart(20, '0');

const toLoggedEvent = ({ position, id, stream, revision, type, data, metadata, hash }: Row): LoggedEvent => ({
  position: toPosition(position),
  id,
  stream,
  revision,
  type,
  data,
  metadata,
  hash,
});
