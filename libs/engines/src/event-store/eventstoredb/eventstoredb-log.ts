import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AppendToStreamOptions,
  jsonEvent,
  NO_STREAM as MISSING,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type Head, NO_STREAM, type Position, START, StoreMisconfigured, StoreUnavailable } from '#events';
import { nextMark, parseMark } from '../../data-folder/data-folder.js';
import { LRUCache } from 'lru-cache';
import type { EventLog, LogBatch, LoggedEvent, StoredEvent } from '../event-log.js';
import { append, appendPipelined } from './appending.js';
import { Connection } from './connection.js';
import { failureOfAppend } from './failures.js';
import { TransientRetry } from './transient-retry.js';
import { HeadCache, LiveSubscription, ReadIndex } from './read-index.js';
import {
  isPlatformRecord,
  type LogPage,
  LogPages,
  type LogRecord,
  type PlatformRecord,
  readEndOfLog,
  readEndOfStream,
  readPage,
  readStream,
  toLoggedEvent,
} from './log-records.js';
import { diagnoseConnection } from './diagnose-connection.js';

/** The stream with the id and the marks of the log. Its events have no hash, so readers of the log never get them. */
const STREAM = 'platform-log';

/**
 * The id of this log. The first process that opens the log creates it.
 * @throws StoreUnavailable
 */
export const readOrCreateLogId = async (connection: Connection): Promise<string> => {
  const existingId = await readLogId(connection);
  if (existingId) return existingId;
  const logOpened = jsonEvent({ type: 'LogOpened', data: { logId: randomUUID() } });
  const options: AppendToStreamOptions = {
    expectedRevision: MISSING,
    ...connection.options,
    deadline: connection.deadlineMs,
  };
  await connection
    .call((client) => client.appendToStream(STREAM, logOpened, options))
    .catch((error: unknown) => {
      if (!(error instanceof WrongExpectedVersionError)) throw failureOfAppend(error, STREAM, NO_STREAM);
    });
  const logId = await readLogId(connection);
  if (!logId) throw new StoreUnavailable(`${STREAM} could not be read after it was written`);
  return logId;
};

/**
 * Marks the log with this release, in the stream with its id. Each mark is an event, and the last one counts.
 * @throws DataTooNew; StoreUnavailable
 */
export const markLog = async (connection: Connection): Promise<void> => {
  const last = await readEndOfStream(connection, STREAM);
  const newMark = nextMark('The log on EventStoreDB', parseMark(last?.data));
  if (!last || !newMark) return;
  const options: AppendToStreamOptions = {
    expectedRevision: last.revision,
    ...connection.options,
    deadline: connection.deadlineMs,
  };
  const logMarked = jsonEvent({ type: 'LogMarked', data: newMark });
  await connection
    .call((client) => client.appendToStream(STREAM, logMarked, options))
    .catch((error: unknown) => {
      // Another process was first, perhaps one of a newer release.
      if (error instanceof WrongExpectedVersionError) return markLog(connection);
      throw failureOfAppend(error, STREAM, { revision: Number(last.revision), hash: '' });
    });
};

const readLogId = async (connection: Connection): Promise<string | null> => {
  const [firstRecord] = await readStream(connection, STREAM, 0, 0);
  const { logId } = Object(firstRecord?.data) as { logId?: unknown };
  return typeof logId === 'string' ? logId : null;
};

const PAGE_SIZE = 1_000;
const RETRY_MS = 250;
/** Number of last events of streams that are cached in addition to the recent events. */
const MAX_LAST_EVENTS = 1_000;

export type EventStoreDbOptions = {
  /** Time without an answer that counts as a failure, in milliseconds; 3,000 by default. */
  deadlineMs?: number;
  /** How long to wait for a server that is starting, in milliseconds; 30,000 by default. */
  openWithinMs?: number;
  /**
   * How long a call waits for a server that changes its leader, restarts or resets its connections, in milliseconds;
   * 5,000 by default.
   */
  waitMs?: number;
};

/** The log on EventStoreDB. */
export class EventStoreDbLog implements EventLog {
  readonly dense = false;
  private readonly heads = new HeadCache();
  private readonly lastEvents = new LRUCache<string, LoggedEvent>({ max: MAX_LAST_EVENTS });
  private readonly live: LiveSubscription;
  private readonly readIndex: ReadIndex;
  private readonly retry: TransientRetry;
  /** The newest position that this process has written. */
  private lastWrittenPosition: Position = START;
  private readonly pages: LogPages;
  private readonly loggedEvents = new WeakMap<PlatformRecord, LoggedEvent>();

  static async open(
    url: string,
    { deadlineMs, openWithinMs, waitMs }: Required<EventStoreDbOptions>,
  ): Promise<EventStoreDbLog> {
    const connection = new Connection(url, deadlineMs);
    for (const deadline = performance.now() + openWithinMs; ; await pause(RETRY_MS)) {
      try {
        const logId = await readOrCreateLogId(connection);
        await readPage(connection, START, 1); // a user may have the right to read streams, but not $all
        await markLog(connection);
        const log = new EventStoreDbLog(connection, logId, waitMs);
        log.live.start();
        return log;
      } catch (error) {
        const failure = await diagnose(connection, error);
        const isTransient = failure instanceof StoreUnavailable && !(failure instanceof StoreMisconfigured);
        if (isTransient && performance.now() < deadline) continue;
        await connection.close();
        throw failure;
      }
    }
  }

  private constructor(
    private readonly connection: Connection,
    readonly logId: string,
    waitMs: number,
  ) {
    this.retry = new TransientRetry(waitMs, () => connection.isClosed);
    this.live = new LiveSubscription(connection, ({ streamId, revision, metadata: { hash } }) =>
      this.heads.update(streamId, { revision: Number(revision), hash }, true),
    );
    this.readIndex = new ReadIndex(() => this.retry.run(() => readEndOfLog(connection)), this.live);
    this.pages = new LogPages((after) => this.readHistory(after));
  }

  async read(stream: string, range: { from?: number; to?: number } = {}): Promise<LoggedEvent[]> {
    const from = Math.max(0, range.from ?? 0);
    if (
      this.live.hasRecordsSince(stream, from) &&
      (await this.currentHead(stream)) &&
      this.live.hasRecordsSince(stream, from)
    )
      return this.live
        .recordsOf(stream)
        .filter(({ revision }) => revision >= from && (range.to === undefined || revision <= range.to))
        .map((record) => this.loggedEventOf(record));
    const isCurrent = this.live.hasStarted;
    const records = await this.retry.run(() => readStream(this.connection, stream, from, range.to));
    const events = records.filter(isPlatformRecord).map(toLoggedEvent);
    const last = events.at(-1);
    if (last) this.heads.update(stream, last, isCurrent && range.to === undefined);
    return events;
  }

  async readLast(stream: string): Promise<LoggedEvent | null> {
    const head = await this.currentHead(stream);
    if (head && head.revision < 0) return null;
    if (head) {
      const newest = this.live.recordsOf(stream).at(-1);
      if (newest && Number(newest.revision) >= head.revision) return this.loggedEventOf(newest);
      const last = this.lastEvents.get(stream);
      if (last?.revision === head.revision) return last;
    }
    const record = await this.readLastRecord(stream);
    if (!record) return null;
    const event = toLoggedEvent(record);
    this.lastEvents.set(stream, event);
    return event;
  }

  async headOf(stream: string): Promise<Head | null> {
    const head = await this.currentHead(stream);
    if (head) return head.revision < 0 ? null : { revision: head.revision, hash: head.hash };
    const record = await this.readLastRecord(stream);
    return record ? { revision: Number(record.revision), hash: record.metadata.hash } : null;
  }

  append(stream: string, events: StoredEvent[], head: Head): Promise<Position> {
    return this.trackAppend(
      stream,
      this.retry.run(() => append(this.connection, this.heads, this.live.hasStarted, stream, events, head)),
    );
  }

  appendPipelined(stream: string, events: StoredEvent[], head: Head): Promise<Position> {
    return this.trackAppend(
      stream,
      appendPipelined(this.connection, this.heads, this.live.hasStarted, stream, events, head),
    );
  }

  async readAll(after: Position, limit: number, types?: readonly string[]): Promise<LoggedEvent[]> {
    if (this.live.recordsAfter(after) && (await this.isUpToDate())) {
      const recent = this.live.recordsAfter(after); // the recent events may have changed meanwhile
      if (recent)
        return recent.records
          .filter(isEventOfTypes(types))
          .slice(0, limit)
          .map((record) => this.loggedEventOf(record));
    }
    const events: LoggedEvent[] = [];
    for (let position = after; events.length < limit;) {
      const { records, through, isFull } = await this.retry.run(() =>
        readPage(this.connection, position, types ? PAGE_SIZE : Math.min(PAGE_SIZE, limit - events.length)),
      );
      events.push(
        ...records
          .filter(isEventOfTypes(types))
          .slice(0, limit - events.length)
          .map(toLoggedEvent),
      );
      if (!isFull) break;
      position = through;
    }
    return events;
  }

  /**
   * Returns `max` for a position before the recent events, because more than a thousand events of all types follow it.
   */
  async countAfter(after: Position, types: readonly string[], max: number): Promise<number> {
    const recent = (await this.isUpToDate()) ? this.live.recordsAfter(after) : null;
    return recent ? Math.min(max, recent.records.filter(isEventOfTypes(types)).length) : max;
  }

  async *subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncGenerator<LogBatch> {
    const isRequested = isEventOfTypes(types);
    try {
      for (let position = after; !signal.aborted && !this.connection.isClosed;) {
        this.live.start();
        const page = this.live.recordsAfter(position) ?? (await this.nextHistoryPage(position, signal));
        if (signal.aborted) return;
        if (!page) continue;
        if (page.through === position) {
          await this.live.waitForGrowth(position, signal);
        } else {
          position = page.through;
          yield {
            events: page.records.filter(isRequested).map((record) => this.loggedEventOf(record)),
            through: position,
            shared: true,
          };
        }
      }
    } finally {
      this.pages.clear(); // nobody needs the pages that were read ahead
    }
  }

  async lastPosition(): Promise<Position> {
    return (await this.isUpToDate()) && this.live.through !== null
      ? this.live.through
      : this.retry.run(() => readEndOfLog(this.connection));
  }

  async close(): Promise<void> {
    const closing = this.connection.close();
    await this.live.close();
    await closing;
  }

  /**
   * Whether this process has received all events that were in the log when the reader began, and all that it has
   * written.
   */
  private async isUpToDate(): Promise<boolean> {
    return (await this.readIndex.waitUntilReached()) && this.live.waitFor(this.lastWrittenPosition);
  }

  /** The head of a stream if this process is proven to know it; null if the server has to be asked. */
  private async currentHead(stream: string): Promise<Head | null> {
    if (!this.heads.getCurrent(stream)) return null;
    return (await this.isUpToDate()) ? this.heads.getCurrent(stream) : null;
  }

  private async readLastRecord(stream: string): Promise<PlatformRecord | null> {
    const isCurrent = this.live.hasStarted;
    const end = await this.retry.run(() => readEndOfStream(this.connection, stream));
    if (!end) {
      this.heads.update(stream, NO_STREAM, isCurrent);
      return null;
    }
    const record = isPlatformRecord(end)
      ? end
      : (await readStream(this.connection, stream, 0)).findLast(isPlatformRecord);
    if (!record) return null;
    this.heads.update(stream, { revision: Number(record.revision), hash: record.metadata.hash }, isCurrent);
    return record;
  }

  /**
   * Records the position of an append. After a failure, e.g. a lost race or a deleted stream, the next read asks the
   * server.
   */
  private async trackAppend(stream: string, appending: Promise<Position>): Promise<Position> {
    try {
      const position = await appending;
      if (position > this.lastWrittenPosition) this.lastWrittenPosition = position;
      return position;
    } catch (error) {
      this.heads.forget(stream);
      throw error;
    }
  }

  /** The next page of history; null if it has to be read again. */
  private async nextHistoryPage(position: Position, signal: AbortSignal): Promise<LogPage | null> {
    try {
      return await this.pages.after(position);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (!this.connection.isClosed) await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      return null;
    }
  }

  /** Reads a page of history. The last page reaches at least to the position after which the recent events began. */
  private async readHistory(after: Position): Promise<LogPage> {
    const { from } = this.live;
    const { records, through, isFull } = await readPage(this.connection, after, PAGE_SIZE);
    return {
      records: records.filter(isPlatformRecord),
      through: !isFull && from !== null && from > through ? from : through,
      isFull,
    };
  }

  private loggedEventOf(record: PlatformRecord): LoggedEvent {
    const cached = this.loggedEvents.get(record);
    if (cached) return cached;
    const event = toLoggedEvent(record);
    this.loggedEvents.set(record, event);
    return event;
  }
}

/** Replaces a failure to open the log by its reason, if a node reports one. */
const diagnose = async ({ server, deadlineMs }: Connection, error: unknown): Promise<unknown> => {
  if (!(error instanceof StoreUnavailable) || error instanceof StoreMisconfigured) return error;
  return (await diagnoseConnection(server, deadlineMs)) ?? error;
};

const isEventOfTypes = (types: readonly string[] | undefined) => {
  const typeSet = types && new Set(types);
  return (record: LogRecord): record is PlatformRecord =>
    (!typeSet || typeSet.has(record.type)) && isPlatformRecord(record);
};
