import type { Position } from '#events';
import { runInBackground, startPeriodic, type PeriodicTask } from '../background/periodic.js';
import type { ViewName } from './views.js';

/** Interval of polling checkpoints for requests that wait for another process (ADR-021). */
const POLL_MS = 5;
/**
 * If no request has begun to wait for this time, the others wait for a view that changes rarely, and are polled less
 * often.
 */
const FAST_POLLING_MS = 500;
const IDLE_POLL_MS = 50;
/** Failures are not reported, because the waiting requests have a timeout. */
const POLLING = { everyMs: POLL_MS, maxPauseMs: 100, failure: 'the checkpoints of views could not be read' };

type Waiter = { view: ViewName; position: Position; settle: (isReached: boolean) => void };

/**
 * Requests that wait for a view to reach a position. A writer in this process informs them at once; otherwise they are
 * polled.
 */
export class PositionWaiters {
  private readonly waiters = new Set<Waiter>();
  private polling: PeriodicTask | undefined;
  private lastWaitAt = 0;
  private lastPollAt = 0;

  /**
   * `refresh`: updates the values that `positionOf` and `hasFailed` return for these views; null if that needs no call
   * of a server.
   */
  constructor(
    private readonly positionOf: (view: ViewName) => Position | null,
    private readonly hasFailed: (view: ViewName) => boolean,
    private readonly refresh: ((views: ViewName[]) => Promise<void>) | null = null,
  ) {}

  /**
   * True as soon as the view has reached `position`. False after `timeoutMs`, when the views are closed, and at once
   * for a view that has failed. Does not call `refresh` if the position is already known to be reached.
   * @throws the error of the first call of `refresh`
   */
  async wait(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    if (this.hasReached({ view, position })) return true;
    if (this.refresh) await this.refresh([view]);
    if (this.hasReached({ view, position })) return true;
    if (this.hasFailed(view)) return false;
    return new Promise((resolve) => {
      const timeout = setTimeout(() => waiter.settle(false), timeoutMs);
      const waiter: Waiter = {
        view,
        position,
        settle: (isReached) => {
          clearTimeout(timeout);
          this.waiters.delete(waiter);
          if (this.waiters.size === 0) this.stopPolling();
          resolve(isReached);
        },
      };
      this.waiters.add(waiter);
      this.lastWaitAt = performance.now();
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
    if (now - this.lastWaitAt > FAST_POLLING_MS && now - this.lastPollAt < IDLE_POLL_MS) return;
    this.lastPollAt = now;
    await this.refresh?.([...this.waiters].map(({ view }) => view));
    this.check();
  }

  private hasReached({ view, position }: Pick<Waiter, 'view' | 'position'>): boolean {
    const currentPosition = this.positionOf(view);
    return currentPosition !== null && currentPosition >= position;
  }

  private stopPolling(): void {
    runInBackground(this.polling?.stop(), POLLING.failure);
    this.polling = undefined;
  }
}
