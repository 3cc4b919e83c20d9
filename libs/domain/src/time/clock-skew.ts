/** Upper limit for the difference between the clocks of cooperating machines. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Whether a time is further in the future than any rule can set it: `mostMs` for times that a rule sets ahead, 0 for
 * past events. Such a time was written by a clock that ran ahead and has been corrected since. It counts as over, so
 * that nothing waits for it or lasts longer than its rule allows. Times are in milliseconds.
 */
export const isImpossible = (time: number, now: number, maxMs = 0): boolean => time - now > maxMs + CLOCK_SKEW_MS;

/**
 * Milliseconds since an event (UTC ISO), for rules by which it counts for a limited time. Infinity if its time is too
 * far in the future.
 */
export const ageOf = (happenedAt: string, now: string): number => {
  const [happenedMs, nowMs] = [Date.parse(happenedAt), Date.parse(now)];
  return isImpossible(happenedMs, nowMs) ? Infinity : Math.max(0, nowMs - happenedMs);
};

/**
 * Milliseconds left until `until` (UTC ISO), for a duration of at most `mostMs`; 0 if it is over or too far in the
 * future.
 */
export const timeLeft = (until: string, now: string, maxMs: number): number => {
  const [untilMs, nowMs] = [Date.parse(until), Date.parse(now)];
  return isImpossible(untilMs, nowMs, maxMs) ? 0 : Math.max(0, untilMs - nowMs);
};
