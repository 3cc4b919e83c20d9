import { dateTime, shortTime } from '../../../lib/format.js';

/** hh:mm of today; of another day with the day. */
export const sinceWhen = (at: string, now = new Date()): string =>
  new Date(at).toDateString() === now.toDateString() ? dateTime(at).slice(11, 16) : shortTime(at, now);
