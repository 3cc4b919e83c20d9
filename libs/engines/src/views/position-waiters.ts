import type { Position } from '#events';
import { runInBackground, startPeriodic, type PeriodicTask } from '../background/periodic.js';
import type { ViewName } from './views.js';

/** How often the checkpoints are looked at on behalf of requests that wait for another process (ADR-021). */
const POLL_MS = 5;
/**
 * Nobody has begun to wait for so long: those who still do follow a view that seldom moves, and are told a little
 * later.
 */
const EAGER_MS = 500;
const IDLE_POLL_MS = 50;
/** An engine that does not answer is no news: the waiters' patience ends by itself. */
const POLLING = { everyMs: POLL_MS, longestMs: 100, failure: 'the checkpoints of views could not be read' };

type Waiter = { view: ViewName; position: Position; settle: (reached: boolean) => void };

/** Requests waiting for a view to reach a position: told at once by a writer in this process, polled for otherwise. */
export class PositionWaiters {
  private readonly waiters = new Set<Waiter>();
  private polling: PeriodicTask | undefined;
  private begunAt = 0;
  private lookedAt = 0;

  /** `look`: brings what the others answer for these views up to date, where that needs a call to a server. */
  constructor(
    private readonly positionOf: (view: ViewName) => Position | null,
    private readonly hasFailed: (view: ViewName) => boolean,
    private readonly look: ((views: ViewName[]) => Promise<void>) | null = null,
  ) {}

  /**
   * True as soon as the view has reached `position`; false after `timeoutMs`, when the views are closed, and at once
   * for a view that has failed, as it does not move. What was seen to be reached needs no look. @throws whatever the
   * first look throws
   */
  async wait(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    if (this.hasReached({ view, position })) return true;
    if (this.look) await this.look([view]);
    if (this.hasReached({ view, position })) return true;
    if (this.hasFailed(view)) return false;
    return new Promise((resolve) => {
      const timeout = setTimeout(() => waiter.settle(false), timeoutMs);
      const waiter: Waiter = {
        view,
        position,
        settle: (reached) => {
          clearTimeout(timeout);
          this.waiters.delete(waiter);
          if (this.waiters.size === 0) this.rest();
          resolve(reached);
        },
      };
      this.waiters.add(waiter);
      this.begunAt = performance.now();
      this.polling ??= startPeriodic(POLLING, () => this.poll());
    });
  }

  check(): void {
    for (const waiter of this.waiters) if (this.hasReached(waiter)) waiter.settle(true);
  }

  close(): void {
    for (const waiter of this.waiters) waiter.settle(false);
  }

  private async poll(): Promise<void> {
    const now = performance.now();
    if (now - this.begunAt > EAGER_MS && now - this.lookedAt < IDLE_POLL_MS) return;
    this.lookedAt = now;
    await this.look?.([...this.waiters].map(({ view }) => view));
    this.check();
  }

  private hasReached({ view, position }: Pick<Waiter, 'view' | 'position'>): boolean {
    const reached = this.positionOf(view);
    return reached !== null && reached >= position;
  }

  private rest(): void {
    runInBackground(this.polling?.stop(), POLLING.failure);
    this.polling = undefined;
  }
}
