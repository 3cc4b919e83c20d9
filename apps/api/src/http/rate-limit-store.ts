import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Maximum number of remembered addresses. The least recently active are removed first. */
const MAX_WINDOWS = 5_000;

/**
 * Counts the requests of an address within a window. Uses the monotonic clock: if the time of day is set back by hours,
 * a full window would stay full for as long.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { count: number; startedAt: number }>();

  incr(...[key, callback, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
    callback(null, this.count(key, windowMs));
  }

  /** Counts one more request of a key; `ttl` is the time until its window ends, in milliseconds. */
  count(key: string, windowMs: number): { current: number; ttl: number } {
    const now = performance.now();
    const previous = this.windows.get(key);
    const window = previous && now - previous.startedAt < windowMs ? previous : { count: 0, startedAt: now };
    window.count++;
    this.windows.delete(key);
    this.windows.set(key, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= MAX_WINDOWS) break;
      this.windows.delete(oldest);
    }
    return { current: window.count, ttl: Math.ceil(windowMs - (now - window.startedAt)) };
  }

  /** Each route has its own counts. */
  child(): FastifyRateLimitStore {
    return new RateLimitStore();
  }
}
