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

type Counts = { requests: number; refused: number; byPrevious: number };
type Counted = {
  window: { began: number; count: number };
  lastAt: number | null;
  /** Counts by the number of the minute. */
  minutes: Map<number, Counts>;
};

/**
 * Counts the requests of keys in this process. `now` is a monotonic clock in milliseconds: if the system clock were set
 * back by hours, an exhausted window would stay exhausted for that time.
 */
export class MemoryKeyRequests implements KeyRequests {
  private readonly keys = new LRUCache<string, Counted>({ max: MAX_KEYS });

  constructor(private readonly now: () => number = () => performance.now()) {}

  async count(keyId: string, { limit, isRefused, byPrevious }: KeyRequest): Promise<Allowance> {
    const now = this.now();
    const key = this.of(keyId, now);
    if (now - key.window.began >= WINDOW_MS) key.window = { began: now, count: 0 };
    key.window.count++;
    key.lastAt = now;
    const allowance = allowanceOf(limit, key.window.count, WINDOW_MS - (now - key.window.began));
    this.note(key, now, { isRefused: isRefused || allowance.isExhausted, byPrevious });
    return allowance;
  }

  async noteRefused(keyId: string): Promise<void> {
    const now = this.now();
    this.note(this.of(keyId, now), now, { isRefused: true, byPrevious: false });
  }

  async usage(keyIds: readonly string[]): Promise<KeyUsage[]> {
    const now = this.now();
    const current = minuteOf(now);
    const minutes = Array.from({ length: USAGE_MINUTES }, (_, place) => current - USAGE_MINUTES + 1 + place);
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

  private of(keyId: string, now: number): Counted {
    const counted = this.keys.get(keyId) ?? { window: { began: now, count: 0 }, lastAt: null, minutes: new Map() };
    this.keys.set(keyId, counted);
    return counted;
  }

  private note(
    { minutes }: Counted,
    now: number,
    { isRefused, byPrevious }: Pick<KeyRequest, 'isRefused' | 'byPrevious'>,
  ): void {
    const minute = minuteOf(now);
    const counts = minutes.get(minute) ?? { requests: 0, refused: 0, byPrevious: 0 };
    counts.requests++;
    if (isRefused) counts.refused++;
    if (byPrevious) counts.byPrevious++;
    minutes.set(minute, counts);
    for (const old of minutes.keys()) if (old <= minute - USAGE_MINUTES) minutes.delete(old);
  }
}

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
