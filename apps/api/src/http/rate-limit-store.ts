import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Addresses that are remembered; those not heard of for longest go first. */
const MAX_WINDOWS = 5_000;

/**
 * Counts what comes from an address within a window, by the clock that nobody sets: by that of the day, a window that
 * was full when it was put back by hours would stay full as long.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { count: number; began: number }>();

  incr(...[key, answer, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
    answer(null, this.count(key, windowMs));
  }

  /** Counts one more under a key; `ttl`: milliseconds until its window ends. */
  count(key: string, windowMs: number): { current: number; ttl: number } {
    const now = performance.now();
    const previous = this.windows.get(key);
    const window = previous && now - previous.began < windowMs ? previous : { count: 0, began: now };
    window.count++;
    this.windows.delete(key);
    this.windows.set(key, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= MAX_WINDOWS) break;
      this.windows.delete(oldest);
    }
    return { current: window.count, ttl: Math.ceil(windowMs - (now - window.began)) };
  }

  /** Each route counts for itself. */
  child(): FastifyRateLimitStore {
    return new RateLimitStore();
  }
}
