const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits before the attempts of a delivery, in milliseconds. Each counts from the previous attempt (Standard Webhooks
 * 1.0).
 */
export const ATTEMPT_WAITS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Time limit for the complete response of an endpoint. */
export const ATTEMPT_TIMEOUT_MS = 20 * SECOND;
/** Number of consecutive failed attempts after which events are sent one at a time, until one is accepted. */
export const FAILING_AFTER = 5;
/** How long finished deliveries are stored. */
export const DELIVERIES_KEPT_MS = 90 * 24 * HOUR;

/**
 * Share of a wait that is added or removed at random, so that deliveries which failed together are not retried
 * together.
 */
const JITTER = 0.1;
/** Upper limit of `Retry-After`, in seconds. */
const MAX_RETRY_AFTER_S = 86_400;
/** Status codes whose `Retry-After` is honoured. */
const RETRY_AFTER_STATUSES: readonly number[] = [429, 503];

/**
 * Milliseconds until the next attempt after `tries` failed attempts; null if there is no further attempt. `random`
 * works like Math.random. `retryAfterS` is the wait requested by the response, which can only lengthen the wait.
 */
export const waitBeforeNext = (tries: number, random: () => number, retryAfterS: number | null): number | null => {
  const wait = ATTEMPT_WAITS[tries];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 - JITTER + 2 * JITTER * random()), (retryAfterS ?? 0) * SECOND));
};

/**
 * The wait in seconds that a response requests by `Retry-After`, given in seconds or as an HTTP date (RFC 9110); one
 * day at most, null if there is none.
 */
export const retryAfterOf = (status: number, header: string | undefined, now: Date): number | null => {
  const value = header?.trim() ?? '';
  if (!RETRY_AFTER_STATUSES.includes(status) || value === '') return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / SECOND;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(0, Math.ceil(seconds)), MAX_RETRY_AFTER_S);
};
