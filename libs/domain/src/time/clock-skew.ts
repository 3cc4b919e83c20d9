/** Clocks of machines that work together differ by less. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Whether a time lies further ahead than any rule can put it: `mostMs` for what a rule puts ahead, 0 for what has
 * happened. A clock that has been put right since wrote it. What it says is over now: nobody waits for a clock, and
 * nothing holds longer than its rule allows. Times are milliseconds.
 */
export const isImpossible = (time: number, now: number, mostMs = 0): boolean => time - now > mostMs + CLOCK_SKEW_MS;

/**
 * Milliseconds since something happened (UTC ISO): for rules by which it still counts for a while. Infinity where it
 * was dated too far ahead.
 */
export const ageOf = (happenedAt: string, now: string): number => {
  const [then, at] = [Date.parse(happenedAt), Date.parse(now)];
  return isImpossible(then, at) ? Infinity : Math.max(0, at - then);
};

/**
 * Milliseconds left of what a rule lets last `mostMs` at most, until the time given (UTC ISO); 0 where that is over or
 * was dated too far ahead.
 */
export const timeLeft = (until: string, now: string, mostMs: number): number => {
  const [then, at] = [Date.parse(until), Date.parse(now)];
  return isImpossible(then, at, mostMs) ? 0 : Math.max(0, then - at);
};
