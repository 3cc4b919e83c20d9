import { setTimeout as pause } from 'node:timers/promises';
import { excludeSystemEvents, START as LOG_START, type AllStreamResolvedEvent } from '@eventstore/db-client';
import { START, type Position } from '#events';
import { inBackground } from '../../background/rounds.js';
import { LogWatch } from '../log-watch.js';
import type { Connection } from './connection.js';
import { LiveStretch } from './live-stretch.js';
import { readEndOfLog } from './reading.js';
import { isOurs, logPositionOf, positionOf, type OurRecord } from './stored-form.js';

const AGAIN_AFTER_MS = [20, 100, 500, 1_000];
/** How long a reader waits for what the log holds to arrive; then it asks the server for what it wants. */
const PATIENCE_MS = 500;

/**
 * The one subscription of a process to $all, for all who read along. It only collects, so that it is never the slow consumer
 * the server drops; when it is dropped all the same, it goes on after what it has seen last.
 */
export class LiveSubscription {
  private readonly watch = new LogWatch(0, null);
  private readonly stopped = new AbortController();
  private following: Promise<void> | null = null;
  private stretch: LiveStretch | null = null;
  private unannounced = false;
  private isConnected = false;

  /** `seen` is told of every record of ours that arrives. */
  constructor(
    private readonly connection: Connection,
    private readonly seen: (record: OurRecord) => void,
  ) {}

  /** Whether every event from here on reaches this process, sooner or later. */
  get hasBegun(): boolean {
    return this.stretch !== null;
  }

  /** What lies up to here has to be read as history; null before the subscription has begun. */
  get from(): Position | null {
    return this.stretch?.from ?? null;
  }

  /** What has arrived so far; null before the subscription has begun. */
  get through(): Position | null {
    return this.stretch?.through ?? null;
  }

  /** Begins on first use, and follows until it is closed. */
  begin(): void {
    this.following ??= this.follow();
  }

  /** Records beyond `after`; null when some of those are history. */
  beyond(after: Position): { records: OurRecord[]; through: Position } | null {
    return this.stretch?.beyond(after) ?? null;
  }

  /** The newest records of a stream, as far as the stretch goes back. */
  ofStream(stream: string): readonly OurRecord[] {
    return this.stretch?.ofStream(stream) ?? [];
  }

  /** Whether `ofStream` holds the event of this revision and all later ones. */
  reachesBack(stream: string, revision: number): boolean {
    const [oldest] = this.ofStream(stream);
    return oldest !== undefined && oldest.revision <= revision;
  }

  /** Waits until everything up to `position` has arrived; false when it has not in time, and at once while the subscription is interrupted. */
  async reaches(position: Position): Promise<boolean> {
    const { stretch } = this;
    if (!stretch) return false;
    if (stretch.through >= position) return true;
    if (!this.isConnected) return false;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      while (stretch.through < position && !patience.signal.aborted && !this.stopped.signal.aborted)
        await this.watch.beyond(Number(position) - 1, patience.signal);
    } finally {
      clearTimeout(timer);
    }
    return stretch.through >= position;
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
      const wasThere = await this.untilDropped().catch(() => false); // whoever asks the store something is told what is wrong with it
      failures = wasThere ? 0 : failures + 1;
      await pause(AGAIN_AFTER_MS[Math.min(failures, AGAIN_AFTER_MS.length - 1)], undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  /** Whether the subscription had begun when it was dropped; an end without an error is a drop like any other. */
  private async untilDropped(): Promise<boolean> {
    this.stretch ??= new LiveStretch(await readEndOfLog(this.connection));
    const { stretch } = this;
    const { signal } = this.stopped;
    if (signal.aborted) return false;
    this.watch.grownTo(Number(stretch.through));
    const fromPosition = stretch.through === START ? LOG_START : logPositionOf(stretch.through);
    const subscription = this.connection.client.subscribeToAll({
      ...this.connection.options,
      fromPosition,
      filter: excludeSystemEvents(),
    });
    let isConfirmed = false;
    let stop = (): void => undefined;
    await new Promise<void>((resolve) => {
      stop = () => {
        inBackground(subscription.unsubscribe(), 'a subscription could not be left');
        resolve();
      };
      signal.addEventListener('abort', stop);
      subscription.on('confirmation', () => {
        isConfirmed = true;
        this.isConnected = true;
      });
      subscription.on('data', (resolved: AllStreamResolvedEvent) => this.take(stretch, resolved));
      for (const end of ['end', 'close', 'error'] as const) subscription.on(end, () => resolve());
    });
    this.isConnected = false;
    signal.removeEventListener('abort', stop);
    return isConfirmed;
  }

  private take(stretch: LiveStretch, { event }: AllStreamResolvedEvent): void {
    if (!event) return;
    const record = isOurs(event) ? event : null;
    stretch.add(positionOf(event), record);
    if (record) this.seen(record);
    if (this.unannounced) return;
    this.unannounced = true;
    setImmediate(() => {
      this.unannounced = false;
      this.watch.grownTo(Number(stretch.through)); // once for all that arrived together
    });
  }
}
