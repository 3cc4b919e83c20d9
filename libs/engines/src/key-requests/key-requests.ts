import { MINUTE_MS } from '#domain/time';

/** Minutes that are remembered of each key, the one under way included. */
export const USAGE_MINUTES = 15;
/** Within so long a key may make as many requests as its limit says. */
export const WINDOW_MS = MINUTE_MS;

/**
 * A request of a key: whether it is refused for what the key may not do, and whether it came with the secret before the
 * current one.
 */
export type KeyRequest = { limit: number; isRefused: boolean; byPrevious: boolean };

/** How much of its minute a key has used; `seconds`: until the next one begins. */
export type Allowance = { limit: number; remaining: number; seconds: number; isExhausted: boolean };

/**
 * What was counted of a key lately. `idleMs`: since its last request, null where none is remembered. `requests` and
 * `refused` are by the minute, the oldest first and the one under way last; `byPrevious` of all these minutes, by the
 * secret before the current one.
 */
export type KeyUsage = { idleMs: number | null; requests: number[]; refused: number[]; byPrevious: number };

/**
 * Port. Requests by access keys: how many a key may still make, and how many it made lately. Losing it loses nothing
 * but these counts, so it never fails: where its server is away each process counts by itself.
 */
export interface KeyRequests {
  /** Counts a request of a key within its minute. One beyond the limit is remembered as refused. */
  count(keyId: string, request: KeyRequest): Promise<Allowance>;
  /** Remembers a request by a secret that opens nothing. It takes nothing of the minute of its key. */
  noteRefused(keyId: string): Promise<void>;
  /** In the order of the ids. */
  usage(keyIds: readonly string[]): Promise<KeyUsage[]>;
  close(): Promise<void>;
}

/** What the counts of a window come to. */
export const allowanceOf = (limit: number, current: number, leftMs: number): Allowance => ({
  limit,
  remaining: Math.max(0, limit - current),
  seconds: Math.ceil(leftMs / 1_000),
  isExhausted: current > limit,
});
