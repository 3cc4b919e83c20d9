import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type AllStreamResolvedEvent, excludeSystemEvents, START as LOG_START } from '@eventstore/db-client';
import { type Head, type Position, START } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { proveOncePerScope } from '../read-scope.js';
import { LogChangeNotifier } from '../sqlite/log-change-notifier.js';
import type { Connection } from './connection.js';
import { isPlatformRecord, logPositionOf, type PlatformRecord, positionOf, readEndOfLog } from './log-records.js';

/** Maximum number of concurrent reads of the end of the log. */
const MAX_CONCURRENT_READS = 4;

/** The part of LiveSubscription that the read index uses. */
type Subscription = {
  hasStarted: boolean;
  /** False if the subscription is interrupted or does not reach the position in time. */
  waitFor(position: Position): Promise<boolean>;
};

/**
 * A read index as in Raft: one read of the end of the log, shared by all readers that asked before it was sent, and
 * then a wait until the subscription of this process has reached that position. After that the collected heads are at
 * least as new as the log was when the reader asked, so a reader does not ask the server for each stream (ADR-006).
 */
export class ReadIndex {
  private runningReads = 0;
  private nextRead: Promise<boolean> | null = null;
  private readonly waitingReads: (() => void)[] = [];

  /** `endOfLog` reads the end of the log from the leader. */
  constructor(
    private readonly endOfLog: () => Promise<Position>,
    private readonly subscription: Subscription,
  ) {}

  /**
   * Whether this process has received everything that was in the log when this was called, or when it was first called
   * in the current read scope. False while the subscription is interrupted or behind; then the server has to be asked.
   * @throws StoreUnavailable if the server does not answer
   */
  waitUntilReached(): Promise<boolean> {
    return proveOncePerScope(this, () => {
      this.nextRead ??= this.readEnd();
      return this.nextRead;
    });
  }

  private async readEnd(): Promise<boolean> {
    await nextTurn();
    if (this.runningReads >= MAX_CONCURRENT_READS)
      await new Promise<void>((resolve) => this.waitingReads.push(resolve));
    this.nextRead = null; // later callers need a read that is sent after this one
    if (!this.subscription.hasStarted) return false;
    this.runningReads += 1;
    let end: Position;
    try {
      end = await this.endOfLog();
    } finally {
      this.runningReads -= 1;
      this.waitingReads.shift()?.();
    }
    return this.subscription.waitFor(end);
  }
}

const MAX_HEADS = 10_000;

type CachedHead = Head & { isCurrent: boolean };

/**
 * The heads of recently used streams. Streams only grow, so the hash of a revision stays valid. A head is current if it
 * was read after the subscription of this process began, because the subscription reports every later event: together
 * with a reached read index it is the head of the stream now. Revision -1 means that the stream does not exist.
 */
export class HeadCache {
  private readonly headsByStream = new Map<string, CachedHead>();

  /** `isCurrent`: the head comes from a read that began after the subscription, or from the subscription itself. */
  update(stream: string, { revision, hash }: Head, isCurrent: boolean): void {
    const cached = this.headsByStream.get(stream);
    if (cached && (cached.revision > revision || (cached.revision === revision && cached.isCurrent))) return;
    this.headsByStream.delete(stream);
    this.headsByStream.set(stream, { revision, hash, isCurrent }); // moves it to the end of the map
    if (this.headsByStream.size <= MAX_HEADS) return;
    for (const oldest of this.headsByStream.keys()) {
      this.headsByStream.delete(oldest);
      break;
    }
  }

  get(stream: string): Head | null {
    return this.headsByStream.get(stream) ?? null;
  }

  /** The head as of the last reached read index; null if the server has to be asked. */
  getCurrent(stream: string): Head | null {
    const cached = this.headsByStream.get(stream);
    if (!cached?.isCurrent) return null;
    this.headsByStream.delete(stream);
    this.headsByStream.set(stream, cached); // moves it to the end of the map
    return cached;
  }

  /** Called when the server has refused an append at this head; the next read asks the server. */
  forget(stream: string): void {
    this.headsByStream.delete(stream);
  }
}

type PositionedRecord = { position: Position; record: PlatformRecord };

/** Minimum number of records in the buffer: seconds of a very busy log. Slower readers read pages of history. */
const MIN_EVENTS = 1_024;

/** The newest events of the log without a gap, as the subscription of this process delivers them. */
export class RecentEventBuffer {
  private records: PositionedRecord[] = [];
  private recordsByStream = new Map<string, PlatformRecord[]>();
  private start: Position;
  private end: Position;

  /** `from`: the position after which the subscription began. */
  constructor(from: Position) {
    this.start = from;
    this.end = from;
  }

  /** Events up to and including this position are not in the buffer. */
  get from(): Position {
    return this.start;
  }

  get through(): Position {
    return this.end;
  }

  /** Adds the next record of the log; null for a record that readers do not get. */
  add(position: Position, record: PlatformRecord | null): void {
    this.end = position;
    if (record) this.store({ position, record });
    if (this.records.length < 2 * MIN_EVENTS) return;
    this.start = this.records[MIN_EVENTS - 1]?.position ?? this.start;
    const remaining = this.records.slice(MIN_EVENTS);
    this.records = [];
    this.recordsByStream = new Map();
    for (const positionedRecord of remaining) this.store(positionedRecord);
  }

  /** Records after a position; null if some of them may no longer be in the buffer. */
  recordsAfter(after: Position): { records: PlatformRecord[]; through: Position } | null {
    if (after < this.start) return null;
    const firstIndex = this.records.findLastIndex(({ position }) => position <= after) + 1;
    return {
      records: this.records.slice(firstIndex).map(({ record }) => record),
      through: this.end > after ? this.end : after,
    };
  }

  /** The records of a stream in the buffer, oldest first. */
  recordsOf(stream: string): readonly PlatformRecord[] {
    return this.recordsByStream.get(stream) ?? [];
  }

  private store(positionedRecord: PositionedRecord): void {
    this.records.push(positionedRecord);
    const streamRecords = this.recordsByStream.get(positionedRecord.record.streamId);
    if (streamRecords) streamRecords.push(positionedRecord.record);
    else this.recordsByStream.set(positionedRecord.record.streamId, [positionedRecord.record]);
  }
}

const RETRY_MS = [20, 100, 500, 1_000];
/**
 * How long a reader waits while no event arrives; then it asks the server. While events arrive, the process is busy and
 * not disconnected, and asking the server for each stream would make it busier.
 */
const NO_PROGRESS_TIMEOUT_MS = 500;
const TOTAL_TIMEOUT_MS = 3_000;

/**
 * The subscription of a process to $all, shared by all readers. It only collects records, so the server does not drop
 * it as a slow consumer. If it is dropped anyway, it goes on after the last record it has received.
 */
export class LiveSubscription {
  private readonly notifier = new LogChangeNotifier(0, null);
  private readonly stopping = new AbortController();
  private followPromise: Promise<void> | null = null;
  private buffer: RecentEventBuffer | null = null;
  private isNotifying = false;
  private isConnected = false;

  /** `onRecord` is called with every record of the platform that arrives. */
  constructor(
    private readonly connection: Connection,
    private readonly onRecord: (record: PlatformRecord) => void,
  ) {}

  /** Whether every later event will reach this process. */
  get hasStarted(): boolean {
    return this.buffer !== null;
  }

  /** Events up to this position have to be read as history; null before the subscription has begun. */
  get from(): Position | null {
    return this.buffer?.from ?? null;
  }

  /** The position up to which events have arrived; null before the subscription has begun. */
  get through(): Position | null {
    return this.buffer?.through ?? null;
  }

  /** Starts the subscription on the first call; it runs until it is closed. */
  start(): void {
    this.followPromise ??= this.follow();
  }

  /** Records after a position; null if some of them have to be read as history. */
  recordsAfter(after: Position): { records: PlatformRecord[]; through: Position } | null {
    return this.buffer?.recordsAfter(after) ?? null;
  }

  /** The records of a stream in the buffer, oldest first. */
  recordsOf(stream: string): readonly PlatformRecord[] {
    return this.buffer?.recordsOf(stream) ?? [];
  }

  /** Whether `recordsOf` contains the event with this revision and all later ones. */
  hasRecordsSince(stream: string, revision: number): boolean {
    const [oldest] = this.recordsOf(stream);
    return oldest !== undefined && oldest.revision <= revision;
  }

  /**
   * Waits until all events up to `position` have arrived. False if they do not arrive in time, and at once while the
   * subscription is interrupted.
   */
  async waitFor(position: Position): Promise<boolean> {
    const { buffer } = this;
    if (!buffer) return false;
    if (buffer.through >= position) return true;
    if (!this.isConnected) return false;
    const timeout = new AbortController();
    const deadline = performance.now() + TOTAL_TIMEOUT_MS;
    let lastPosition = buffer.through;
    const abortUnlessProgressing = (): void => {
      if (buffer.through === lastPosition || performance.now() >= deadline) return timeout.abort();
      lastPosition = buffer.through;
      timer = setTimeout(abortUnlessProgressing, NO_PROGRESS_TIMEOUT_MS);
    };
    let timer = setTimeout(abortUnlessProgressing, NO_PROGRESS_TIMEOUT_MS);
    try {
      while (buffer.through < position && !timeout.signal.aborted && !this.stopping.signal.aborted)
        await this.notifier.waitBeyond(Number(position) - 1, timeout.signal);
    } finally {
      clearTimeout(timer);
    }
    return buffer.through >= position;
  }

  /** Resolves when the log has grown beyond `position`, when `signal` aborts, or when this is closed. */
  async waitForGrowth(position: Position, signal: AbortSignal): Promise<void> {
    await this.notifier.waitBeyond(Number(position), signal);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    this.notifier.close();
    await this.followPromise;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      // The failure is not reported here: every call of the store reports it.
      const wasConfirmed = await this.followUntilDropped().catch(() => false);
      failures = wasConfirmed ? 0 : failures + 1;
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Follows the log until the subscription is dropped; an end without an error counts as a drop, too. Returns whether
   * the server had confirmed the subscription.
   */
  private async followUntilDropped(): Promise<boolean> {
    this.buffer ??= new RecentEventBuffer(await readEndOfLog(this.connection));
    const { buffer } = this;
    const { signal } = this.stopping;
    if (signal.aborted) return false;
    this.notifier.advanceTo(Number(buffer.through));
    const fromPosition = buffer.through === START ? LOG_START : logPositionOf(buffer.through);
    const subscription = this.connection.client.subscribeToAll({
      ...this.connection.options,
      fromPosition,
      filter: excludeSystemEvents(),
    });
    let isConfirmed = false;
    let stop = (): void => undefined;
    await new Promise<void>((resolve) => {
      stop = () => {
        runInBackground(subscription.unsubscribe(), 'a subscription could not be left');
        resolve();
      };
      signal.addEventListener('abort', stop);
      subscription.on('confirmation', () => {
        isConfirmed = true;
        this.isConnected = true;
      });
      subscription.on('data', (resolvedEvent: AllStreamResolvedEvent) => this.receive(buffer, resolvedEvent));
      for (const end of ['end', 'close', 'error'] as const) subscription.on(end, () => resolve());
    });
    this.isConnected = false;
    signal.removeEventListener('abort', stop);
    return isConfirmed;
  }

  private receive(buffer: RecentEventBuffer, { event }: AllStreamResolvedEvent): void {
    if (!event) return;
    const record = isPlatformRecord(event) ? event : null;
    buffer.add(positionOf(event), record);
    if (record) this.onRecord(record);
    if (this.isNotifying) return;
    this.isNotifying = true;
    setImmediate(() => {
      this.isNotifying = false;
      this.notifier.advanceTo(Number(buffer.through)); // once for all events that arrived together
    });
  }
}
