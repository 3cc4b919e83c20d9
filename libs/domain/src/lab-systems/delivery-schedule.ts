const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits before the attempts of a delivery, in milliseconds, each counted from the attempt before it (Standard Webhooks
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

/** How long an endpoint has for a whole answer. */
export const ATTEMPT_TIMEOUT_MS = 20 * SECOND;
/** Attempts that failed in a row after which one event is sent at a time, until one is accepted. */
export const FAILING_AFTER = 5;
/** How long deliveries are kept once they have ended. */
export const DELIVERIES_KEPT_MS = 90 * 24 * HOUR;

/**
 * Part of a wait by which it is shortened or lengthened at random, so that what failed together does not come back
 * together.
 */
const JITTER = 0.1;
/** No answer can ask for a longer wait, in seconds. */
const LONGEST_RETRY_AFTER_S = 86_400;
/** Statuses whose `Retry-After` is honoured. */
const ASK_TO_WAIT: readonly number[] = [429, 503];

/**
 * Milliseconds until the next attempt after `tries` attempts have failed; null when that was the last one. `random` as
 * Math.random; `retryAfterS` is what the answer asked for, which can only lengthen the wait.
 */
export const waitBeforeNext = (tries: number, random: () => number, retryAfterS: number | null): number | null => {
  const wait = ATTEMPT_WAITS[tries];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 - JITTER + 2 * JITTER * random()), (retryAfterS ?? 0) * SECOND));
};

/**
 * Seconds that an answer asks to wait, by `Retry-After` in seconds or as an HTTP date (RFC 9110), a day at most; null
 * for none.
 */
export const retryAfterOf = (status: number, header: string | undefined, now: Date): number | null => {
  const value = header?.trim() ?? '';
  if (!ASK_TO_WAIT.includes(status) || value === '') return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / SECOND;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_RETRY_AFTER_S);
};
