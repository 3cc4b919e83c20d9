import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type AllStreamResolvedEvent, excludeSystemEvents, START as LOG_START } from '@eventstore/db-client';
import { type Head, type Position, START } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { proveOncePerScope } from '../read-scope.js';
import { LogChangeNotifier } from '../sqlite/log-change-notifier.js';
import type { Connection } from './connection.js';
import { isPlatformRecord, logPositionOf, type PlatformRecord, positionOf, readEndOfLog } from './log-records.js';

/** Looks at the end of the log that are out at a time. */
const LOOKS = 4;

/** What the index needs of the one subscription of this process. */
type Subscription = {
  hasBegun: boolean;
  /** False when the subscription is interrupted or does not get there in time. */
  reaches(position: Position): Promise<boolean>;
};

/**
 * Read index, as Raft has it: one read of the log's end, shared by all readers that asked before it was sent, and then
 * a wait until the subscription of this process has come as far. From then on the heads it has collected are those of
 * the log at the time of asking, so a reader need not ask the server for each stream (ADR-006).
 */
export class ReadIndex {
  private out = 0;
  private gathering: Promise<boolean> | null = null;
  private readonly waiting: (() => void)[] = [];

  /** `endOfLog` reads the end of the log from the leader. */
  constructor(
    private readonly endOfLog: () => Promise<Position>,
    private readonly subscription: Subscription,
  ) {}

  /**
   * Whether this process now knows all that the log held when this was called, or when the current read scope asked
   * first. False while the subscription is interrupted or behind: the server has to be asked then.
   * @throws StoreUnavailable when the server does not answer
   */
  reached(): Promise<boolean> {
    return proveOncePerScope(this, () => {
      this.gathering ??= this.look();
      return this.gathering;
    });
  }

  private async look(): Promise<boolean> {
    await nextTurn();
    if (this.out >= LOOKS) await new Promise<void>((go) => this.waiting.push(go));
    this.gathering = null; // who asks from here on asked after this look was sent
    if (!this.subscription.hasBegun) return false;
    this.out += 1;
    let end: Position;
    try {
      end = await this.endOfLog();
    } finally {
      this.out -= 1;
      this.waiting.shift()?.();
    }
    return this.subscription.reaches(end);
  }
}

const KEPT_HEADS = 10_000;

type KnownHead = Head & { isCurrent: boolean };

/**
 * Where the streams touched last were seen to end. Streams only grow, so what was seen stays true of its revision. An
 * entry is current if it was seen after the subscription of this process began, which reports every later event:
 * together with a reached read index it says where the stream ends now. Revision -1 stands for a stream that does not
 * exist.
 */
export class KnownHeads {
  private readonly byStream = new Map<string, KnownHead>();

  /** `isCurrent`: the look that saw it began after the subscription did, or the subscription itself brought it. */
  see(stream: string, { revision, hash }: Head, isCurrent: boolean): void {
    const last = this.byStream.get(stream);
    if (last && (last.revision > revision || (last.revision === revision && last.isCurrent))) return;
    this.byStream.delete(stream);
    this.byStream.set(stream, { revision, hash, isCurrent }); // now the one seen last
    if (this.byStream.size <= KEPT_HEADS) return;
    for (const oldest of this.byStream.keys()) {
      this.byStream.delete(oldest);
      break;
    }
  }

  of(stream: string): Head | null {
    return this.byStream.get(stream) ?? null;
  }

  /** The head as of the last reached read index; null where the server has to be asked. */
  current(stream: string): Head | null {
    const last = this.byStream.get(stream);
    if (!last?.isCurrent) return null;
    this.byStream.delete(stream);
    this.byStream.set(stream, last); // now the one used last
    return last;
  }

  /** The server has refused an append at what is known: it is asked the next time. */
  forget(stream: string): void {
    this.byStream.delete(stream);
  }
}

type Placed = { position: Position; record: PlatformRecord };

/** Records kept at least: seconds of the busiest log. Whoever is slower reads pages. */
const KEPT_EVENTS = 1_024;

/** The newest stretch of the log as the one subscription of this process brings it, without a hole. */
export class RecentEventBuffer {
  private placed: Placed[] = [];
  private byStream = new Map<string, PlatformRecord[]>();
  private begin: Position;
  private end: Position;

  /** `from`: the position the subscription began after. */
  constructor(from: Position) {
    this.begin = from;
    this.end = from;
  }

  /** What lies up to here, and here, is history. */
  get from(): Position {
    return this.begin;
  }

  get through(): Position {
    return this.end;
  }

  /** The next record of the log; null for one that nobody is shown. */
  add(position: Position, record: PlatformRecord | null): void {
    this.end = position;
    if (record) this.keep({ position, record });
    if (this.placed.length < 2 * KEPT_EVENTS) return;
    this.begin = this.placed[KEPT_EVENTS - 1]?.position ?? this.begin;
    const remaining = this.placed.slice(KEPT_EVENTS);
    this.placed = [];
    this.byStream = new Map();
    for (const one of remaining) this.keep(one);
  }

  /** Records beyond `after`; null when some of those may be history already. */
  beyond(after: Position): { records: PlatformRecord[]; through: Position } | null {
    if (after < this.begin) return null;
    const first = this.placed.findLastIndex(({ position }) => position <= after) + 1;
    return {
      records: this.placed.slice(first).map(({ record }) => record),
      through: this.end > after ? this.end : after,
    };
  }

  /** The newest records of a stream, oldest first; none when it has not been written within the stretch. */
  ofStream(stream: string): readonly PlatformRecord[] {
    return this.byStream.get(stream) ?? [];
  }

  private keep(placed: Placed): void {
    this.placed.push(placed);
    const own = this.byStream.get(placed.record.streamId);
    if (own) own.push(placed.record);
    else this.byStream.set(placed.record.streamId, [placed.record]);
  }
}

const AGAIN_AFTER_MS = [20, 100, 500, 1_000];
/**
 * How long a reader waits for the subscription to bring anything; then it asks the server for what it wants. While
 * events keep arriving the process is busy, not cut off: asking the server for each stream would make it busier.
 */
const NO_PROGRESS_TIMEOUT_MS = 500;
const TOTAL_TIMEOUT_MS = 3_000;

/**
 * The one subscription of a process to $all, for all who read along. It only collects, so that it is never the slow
 * consumer the server drops; when it is dropped all the same, it goes on after what it has seen last.
 */
export class LiveSubscription {
  private readonly watch = new LogChangeNotifier(0, null);
  private readonly stopped = new AbortController();
  private following: Promise<void> | null = null;
  private buffer: RecentEventBuffer | null = null;
  private unannounced = false;
  private isConnected = false;

  /** `seen` is told of every record of ours that arrives. */
  constructor(
    private readonly connection: Connection,
    private readonly seen: (record: PlatformRecord) => void,
  ) {}

  /** Whether every event from here on reaches this process, sooner or later. */
  get hasBegun(): boolean {
    return this.buffer !== null;
  }

  /** What lies up to here has to be read as history; null before the subscription has begun. */
  get from(): Position | null {
    return this.buffer?.from ?? null;
  }

  /** What has arrived so far; null before the subscription has begun. */
  get through(): Position | null {
    return this.buffer?.through ?? null;
  }

  /** Begins on first use, and follows until it is closed. */
  begin(): void {
    this.following ??= this.follow();
  }

  /** Records beyond `after`; null when some of those are history. */
  beyond(after: Position): { records: PlatformRecord[]; through: Position } | null {
    return this.buffer?.beyond(after) ?? null;
  }

  /** The newest records of a stream, as far as the stretch goes back. */
  ofStream(stream: string): readonly PlatformRecord[] {
    return this.buffer?.ofStream(stream) ?? [];
  }

  /** Whether `ofStream` holds the event of this revision and all later ones. */
  reachesBack(stream: string, revision: number): boolean {
    const [oldest] = this.ofStream(stream);
    return oldest !== undefined && oldest.revision <= revision;
  }

  /**
   * Waits until everything up to `position` has arrived; false when it has not in time, and at once while the
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
      const wasThere = await this.untilDropped().catch(() => false);
      failures = wasThere ? 0 : failures + 1;
      await pause(AGAIN_AFTER_MS[Math.min(failures, AGAIN_AFTER_MS.length - 1)], undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  /** Whether the subscription had begun when it was dropped; an end without an error is a drop like any other. */
  private async untilDropped(): Promise<boolean> {
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
    if (this.unannounced) return;
    this.unannounced = true;
    setImmediate(() => {
      this.unannounced = false;
      this.watch.grownTo(Number(buffer.through)); // once for all that arrived together
    });
  }
}
