const FIRST_MS = 1_000;
/** No retry waits longer. */
export const LONGEST_MS = 10 * 60_000;

/**
 * Milliseconds to wait after failed attempt number `attempt` (1 is the first): doubling up to ten minutes, half of it by chance,
 * so that jobs that failed together do not come back together. `random` as Math.random.
 */
export const backoff = (attempt: number, random: () => number): number => {
  const longest = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  return Math.round(longest / 2 + (longest / 2) * random());
};
