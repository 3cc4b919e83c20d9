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
  hasBegun: boolean;
  /** False if the subscription is interrupted or does not reach the position in time. */
  reaches(position: Position): Promise<boolean>;
};

/**
 * A read index as in Raft: one read of the end of the log, shared by all readers that asked before it was sent, and
 * then a wait until the subscription of this process has reached that position. After that the collected heads are at
 * least as new as the log was when the reader asked, so a reader does not ask the server for each stream (ADR-006).
 */
export class ReadIndex {
  private running = 0;
  private nextRead: Promise<boolean> | null = null;
  private readonly waiting: (() => void)[] = [];

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
  reached(): Promise<boolean> {
    return proveOncePerScope(this, () => {
      this.nextRead ??= this.readEnd();
      return this.nextRead;
    });
  }

  private async readEnd(): Promise<boolean> {
    await nextTurn();
    if (this.running >= MAX_CONCURRENT_READS) await new Promise<void>((go) => this.waiting.push(go));
    this.nextRead = null; // later callers need a read that is sent after this one
    if (!this.subscription.hasBegun) return false;
    this.running += 1;
    let end: Position;
    try {
      end = await this.endOfLog();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
    return this.subscription.reaches(end);
  }
}

const MAX_HEADS = 10_000;

type KnownHead = Head & { isCurrent: boolean };

/**
 * The heads of recently used streams. Streams only grow, so the hash of a revision stays valid. A head is current if it
 * was read after the subscription of this process began, because the subscription reports every later event: together
 * with a reached read index it is the head of the stream now. Revision -1 means that the stream does not exist.
 */
export class KnownHeads {
  private readonly byStream = new Map<string, KnownHead>();

  /** `isCurrent`: the head comes from a read that began after the subscription, or from the subscription itself. */
  see(stream: string, { revision, hash }: Head, isCurrent: boolean): void {
    const last = this.byStream.get(stream);
    if (last && (last.revision > revision || (last.revision === revision && last.isCurrent))) return;
    this.byStream.delete(stream);
    this.byStream.set(stream, { revision, hash, isCurrent }); // moves it to the end of the map
    if (this.byStream.size <= MAX_HEADS) return;
    for (const oldest of this.byStream.keys()) {
      this.byStream.delete(oldest);
      break;
    }
  }

  of(stream: string): Head | null {
    return this.byStream.get(stream) ?? null;
  }

  /** The head as of the last reached read index; null if the server has to be asked. */
  current(stream: string): Head | null {
    const last = this.byStream.get(stream);
    if (!last?.isCurrent) return null;
    this.byStream.delete(stream);
    this.byStream.set(stream, last); // moves it to the end of the map
    return last;
  }

  /** Called when the server has refused an append at this head; the next read asks the server. */
  forget(stream: string): void {
    this.byStream.delete(stream);
  }
}

type PositionedRecord = { position: Position; record: PlatformRecord };

/** Minimum number of records in the buffer: seconds of a very busy log. Slower readers read pages of history. */
const MIN_EVENTS = 1_024;

/** The newest events of the log without a gap, as the subscription of this process delivers them. */
export class RecentEventBuffer {
  private records: PositionedRecord[] = [];
  private byStream = new Map<string, PlatformRecord[]>();
  private begin: Position;
  private end: Position;

  /** `from`: the position after which the subscription began. */
  constructor(from: Position) {
    this.begin = from;
    this.end = from;
  }

  /** Events up to and including this position are not in the buffer. */
  get from(): Position {
    return this.begin;
  }

  get through(): Position {
    return this.end;
  }

  /** Adds the next record of the log; null for a record that readers do not get. */
  add(position: Position, record: PlatformRecord | null): void {
    this.end = position;
    if (record) this.keep({ position, record });
    if (this.records.length < 2 * MIN_EVENTS) return;
    this.begin = this.records[MIN_EVENTS - 1]?.position ?? this.begin;
    const remaining = this.records.slice(MIN_EVENTS);
    this.records = [];
    this.byStream = new Map();
    for (const positioned of remaining) this.keep(positioned);
  }

  /** Records after a position; null if some of them may no longer be in the buffer. */
  beyond(after: Position): { records: PlatformRecord[]; through: Position } | null {
    if (after < this.begin) return null;
    const first = this.records.findLastIndex(({ position }) => position <= after) + 1;
    return {
      records: this.records.slice(first).map(({ record }) => record),
      through: this.end > after ? this.end : after,
    };
  }

  /** The records of a stream in the buffer, oldest first. */
  ofStream(stream: string): readonly PlatformRecord[] {
    return this.byStream.get(stream) ?? [];
  }

  private keep(positioned: PositionedRecord): void {
    this.records.push(positioned);
    const own = this.byStream.get(positioned.record.streamId);
    if (own) own.push(positioned.record);
    else this.byStream.set(positioned.record.streamId, [positioned.record]);
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
  private readonly watch = new LogChangeNotifier(0, null);
  private readonly stopped = new AbortController();
  private following: Promise<void> | null = null;
  private buffer: RecentEventBuffer | null = null;
  private isNotifying = false;
  private isConnected = false;

  /** `seen` is called with every record of the platform that arrives. */
  constructor(
    private readonly connection: Connection,
    private readonly seen: (record: PlatformRecord) => void,
  ) {}

  /** Whether every later event will reach this process. */
  get hasBegun(): boolean {
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
  begin(): void {
    this.following ??= this.follow();
  }

  /** Records after a position; null if some of them have to be read as history. */
  beyond(after: Position): { records: PlatformRecord[]; through: Position } | null {
    return this.buffer?.beyond(after) ?? null;
  }

  /** The records of a stream in the buffer, oldest first. */
  ofStream(stream: string): readonly PlatformRecord[] {
    return this.buffer?.ofStream(stream) ?? [];
  }

  /** Whether `ofStream` contains the event with this revision and all later ones. */
  reachesBack(stream: string, revision: number): boolean {
    const [oldest] = this.ofStream(stream);
    return oldest !== undefined && oldest.revision <= revision;
  }

  /**
   * Waits until all events up to `position` have arrived. False if they do not arrive in time, and at once while the
   * subscription is interrupted.
   */
  async reaches(position: Position): Promise<boolean> {
    const { buffer } = this;
    if (!buffer) return false;
    if (buffer.through >= position) return true;
    if (!this.isConnected) return false;
    const timeout = new AbortController();
    const giveUpAt = performance.now() + TOTAL_TIMEOUT_MS;
    let seen = buffer.through;
    const giveUpUnlessMoving = (): void => {
      if (buffer.through === seen || performance.now() >= giveUpAt) return timeout.abort();
      seen = buffer.through;
      timer = setTimeout(giveUpUnlessMoving, NO_PROGRESS_TIMEOUT_MS);
    };
    let timer = setTimeout(giveUpUnlessMoving, NO_PROGRESS_TIMEOUT_MS);
    try {
      while (buffer.through < position && !timeout.signal.aborted && !this.stopped.signal.aborted)
        await this.watch.beyond(Number(position) - 1, timeout.signal);
    } finally {
      clearTimeout(timer);
    }
    return buffer.through >= position;
  }

  /** Resolves when the log has grown beyond `position`, when `signal` aborts, or when this is closed. */
  async growsBeyond(position: Position, signal: AbortSignal): Promise<void> {
    await this.watch.beyond(Number(position), signal);
  }

  async close(): Promise<void> {
    this.stopped.abort();
    this.watch.close();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopped;
    for (let failures = 0; !signal.aborted;) {
      // The failure is not reported here: every call of the store reports it.
      const hadBegun = await this.followUntilDropped().catch(() => false);
      failures = hadBegun ? 0 : failures + 1;
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
    const { signal } = this.stopped;
    if (signal.aborted) return false;
    this.watch.grownTo(Number(buffer.through));
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
      subscription.on('data', (resolved: AllStreamResolvedEvent) => this.take(buffer, resolved));
      for (const end of ['end', 'close', 'error'] as const) subscription.on(end, () => resolve());
    });
    this.isConnected = false;
    signal.removeEventListener('abort', stop);
    return isConfirmed;
  }

  private take(buffer: RecentEventBuffer, { event }: AllStreamResolvedEvent): void {
    if (!event) return;
    const record = isPlatformRecord(event) ? event : null;
    buffer.add(positionOf(event), record);
    if (record) this.seen(record);
    if (this.isNotifying) return;
    this.isNotifying = true;
    setImmediate(() => {
      this.isNotifying = false;
      this.watch.grownTo(Number(buffer.through)); // once for all events that arrived together
    });
  }
}
