import { chinaDay } from '../../../lib/china-time.js';
import { shortTime, timeOfDay } from '../../../lib/format.js';

/** hh:mm of today; of another day with the day. */
export const sinceWhen = (at: string, now = new Date()): string =>
  chinaDay(at) === chinaDay(now) ? timeOfDay(at) : shortTime(at, now);
