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

  constructor(private readonly connection: Connection) {}

  /** What lies up to here has to be read as history; null before the subscription has begun. */
  get from(): Position | null {
    return this.stretch?.from ?? null;
  }

  /** Begins on first use, and follows until it is closed. */
  begin(): void {
    this.following ??= this.follow();
  }

  /** Records beyond `after`; null when some of those are history. */
  beyond(after: Position): { records: OurRecord[]; through: Position } | null {
    return this.stretch?.beyond(after) ?? null;
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
      });
      subscription.on('data', (resolved: AllStreamResolvedEvent) => this.take(stretch, resolved));
      for (const end of ['end', 'close', 'error'] as const) subscription.on(end, () => resolve());
    });
    signal.removeEventListener('abort', stop);
    return isConfirmed;
  }

  private take(stretch: LiveStretch, { event }: AllStreamResolvedEvent): void {
    if (!event) return;
    stretch.add(positionOf(event), isOurs(event) ? event : null);
    if (this.unannounced) return;
    this.unannounced = true;
    setImmediate(() => {
      this.unannounced = false;
      this.watch.grownTo(Number(stretch.through)); // once for all that arrived together
    });
  }
}
