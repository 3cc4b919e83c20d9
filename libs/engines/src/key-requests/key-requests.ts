import { MINUTE_MS } from '#domain/time';

/** Number of minutes that are counted for each key, including the current one. */
export const USAGE_MINUTES = 15;
/** The period that the limit of a key applies to. */
export const WINDOW_MS = MINUTE_MS;

/**
 * A request of a key. `isRefused`: the key does not have the right for it. `byPrevious`: it was made with the previous
 * secret.
 */
export type KeyRequest = { limit: number; isRefused: boolean; byPrevious: boolean };

/** How many requests a key has left in its window; `seconds`: until the next window begins. */
export type Allowance = { limit: number; remaining: number; seconds: number; isExhausted: boolean };

/**
 * Recent requests of a key. `idleMs`: time since the last request, null if none is recorded. `requests` and `refused`
 * are counts per minute, the oldest first and the current one last; `byPrevious` is the number of requests with the
 * previous secret in all these minutes.
 */
export type KeyUsage = { idleMs: number | null; requests: number[]; refused: number[]; byPrevious: number };

/**
 * Port. Counts requests by access keys: how many a key may still make, and how many it has made. Only these counts can
 * be lost, so calls never fail: while its server is unavailable, each process counts by itself.
 */
export interface KeyRequests {
  /** Counts a request of a key in its window. A request beyond the limit is recorded as refused. */
  count(keyId: string, request: KeyRequest): Promise<Allowance>;
  /** Records a request with an invalid secret. It does not count for the window of the key. */
  recordRefused(keyId: string): Promise<void>;
  /** In the order of the ids. */
  usage(keyIds: readonly string[]): Promise<KeyUsage[]>;
  close(): Promise<void>;
}

/** The allowance after `current` requests in a window. */
export const allowanceOf = (limit: number, current: number, remainingMs: number): Allowance => ({
  limit,
  remaining: Math.max(0, limit - current),
  seconds: Math.ceil(remainingMs / 1_000),
  isExhausted: current > limit,
});
