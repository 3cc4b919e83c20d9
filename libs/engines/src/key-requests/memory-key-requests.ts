import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#domain/time';
import {
  allowanceOf,
  USAGE_MINUTES,
  WINDOW_MS,
  type Allowance,
  type KeyRequest,
  type KeyRequests,
  type KeyUsage,
} from './key-requests.js';

/** Maximum number of counted keys; the least recently used are dropped. */
const MAX_KEYS = 5_000;

type MinuteCounts = { requests: number; refused: number; byPrevious: number };
type KeyCounts = {
  window: { startedAt: number; count: number };
  lastAt: number | null;
  /** Counts by the number of the minute. */
  minutes: Map<number, MinuteCounts>;
};

/**
 * Counts the requests of keys in this process. `now` is a monotonic clock in milliseconds: if the system clock were set
 * back by hours, an exhausted window would stay exhausted for that time.
 */
export class MemoryKeyRequests implements KeyRequests {
  private readonly keys = new LRUCache<string, KeyCounts>({ max: MAX_KEYS });

  constructor(private readonly now: () => number = () => performance.now()) {}

  async count(keyId: string, { limit, isRefused, byPrevious }: KeyRequest): Promise<Allowance> {
    const now = this.now();
    const key = this.countsOf(keyId, now);
    if (now - key.window.startedAt >= WINDOW_MS) key.window = { startedAt: now, count: 0 };
    key.window.count++;
    key.lastAt = now;
    const allowance = allowanceOf(limit, key.window.count, WINDOW_MS - (now - key.window.startedAt));
    this.record(key, now, { isRefused: isRefused || allowance.isExhausted, byPrevious });
    return allowance;
  }

  async recordRefused(keyId: string): Promise<void> {
    const now = this.now();
    this.record(this.countsOf(keyId, now), now, { isRefused: true, byPrevious: false });
  }

  async usage(keyIds: readonly string[]): Promise<KeyUsage[]> {
    const now = this.now();
    const current = minuteOf(now);
    const minutes = Array.from({ length: USAGE_MINUTES }, (_, index) => current - USAGE_MINUTES + 1 + index);
    return keyIds.map((keyId) => {
      const key = this.keys.get(keyId);
      const counts = minutes.map((minute) => key?.minutes.get(minute));
      return {
        idleMs: key === undefined || key.lastAt === null ? null : now - key.lastAt,
        requests: counts.map((minute) => minute?.requests ?? 0),
        refused: counts.map((minute) => minute?.refused ?? 0),
        byPrevious: counts.reduce((sum, minute) => sum + (minute?.byPrevious ?? 0), 0),
      };
    });
  }

  async close(): Promise<void> {
    // Nothing to release.
  }

  private countsOf(keyId: string, now: number): KeyCounts {
    const counts = this.keys.get(keyId) ?? { window: { startedAt: now, count: 0 }, lastAt: null, minutes: new Map() };
    this.keys.set(keyId, counts);
    return counts;
  }

  private record(
    { minutes }: KeyCounts,
    now: number,
    { isRefused, byPrevious }: Pick<KeyRequest, 'isRefused' | 'byPrevious'>,
  ): void {
    const minute = minuteOf(now);
    const counts = minutes.get(minute) ?? { requests: 0, refused: 0, byPrevious: 0 };
    counts.requests++;
    if (isRefused) counts.refused++;
    if (byPrevious) counts.byPrevious++;
    minutes.set(minute, counts);
    for (const countedMinute of minutes.keys())
      if (countedMinute <= minute - USAGE_MINUTES) minutes.delete(countedMinute);
  }
}

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
