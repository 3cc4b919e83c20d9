import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { followUnitFeed, type Engines } from '#engines';
import { ENGINES, LOGGER, type Log } from '../injection-tokens.js';

type Waiter = { unitId: string; wake(): void };

/**
 * Wakes requests that wait for the next event of a unit. One reader follows the feed of all units while there are
 * waiting requests, so that a unit without events causes no cost, however many requests wait for it.
 */
@Injectable()
export class FeedNews implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  private readonly stopping = new AbortController();
  private following: Promise<void> | null = null;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Resolves when an event of the unit may have arrived since the call, when `signal` aborts, or when the service
   * stops. Look for events after the call and before awaiting its result. Otherwise an event in between is noticed
   * late.
   */
  next(unitId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = { unitId, wake: () => finish() };
      const finish = () => {
        this.waiters.delete(waiter);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      signal.addEventListener('abort', finish, { once: true });
      this.waiters.add(waiter);
      this.following ??= this.follow().finally(() => (this.following = null));
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    for (const { wake } of this.waiters) wake();
    await this.following;
  }

  private follow(): Promise<void> {
    return followUnitFeed({
      engines: this.engines,
      logger: this.log,
      signal: this.stopping.signal,
      shouldContinue: () => this.waiters.size > 0,
      onNewEvents: (units) => {
        for (const { unitId, wake } of this.waiters) if (units.has(unitId)) wake();
      },
    });
  }
}
