import { type Problem, problem } from '../rules/rule-broken.js';

/** What of an event's 256 KiB is left for what it keeps beside reason, keys and metadata (ADR-002). */
const MOST_KB = 240;

/** One event holds the whole item: what does not fit is told before anything is stored. */
export const sizeProblem = (item: unknown): Problem | null =>
  new TextEncoder().encode(JSON.stringify(item)).length > MOST_KB * 1024
    ? problem('CELL_TOO_MUCH', { max: MOST_KB })
    : null;
