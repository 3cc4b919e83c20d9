import { HOUR_MS } from './durations.js';

/** China uses UTC+8 all year. All times of the service are later than 1991, when summer time last ended. */
export const CHINA_OFFSET_MS = 8 * HOUR_MS;
export const CHINA_OFFSET = '+08:00';

const millisecondsOf = (time: string | Date): number => (typeof time === 'string' ? Date.parse(time) : time.getTime());

/** Local time in China to the second: 2026-11-20T10:42:07. A text argument is ISO 8601 with a zone. */
export const clockInChina = (time: string | Date): string =>
  new Date(millisecondsOf(time) + CHINA_OFFSET_MS).toISOString().slice(0, 19);

/** Calendar day in China, yyyy-MM-dd. Dates of standards and submissions are such days. */
export const dayInChina = (time: string | Date): string => clockInChina(time).slice(0, 10);

/** Year in China. */
export const yearInChina = (time: string | Date): number => Number(clockInChina(time).slice(0, 4));

/** Local time in China for display: "2026-11-20 10:42". */
export const chinaTimeText = (time: string | Date): string => clockInChina(time).slice(0, 16).replace('T', ' ');

/** Local time in China for display, to the second: "2026-11-20 10:42:07". */
export const chinaTimeWithSeconds = (time: string | Date): string => clockInChina(time).replace('T', ' ');

/** A date whose UTC time equals the local time in China, to the second. For workbook cells, which have no time zone. */
export const chinaTimeAsUtc = (time: string | Date): Date => new Date(`${clockInChina(time)}Z`);

/** Start of a day yyyy-MM-dd in China, in UTC. */
export const startOfDayInChina = (day: string): string => new Date(`${day}T00:00:00.000${CHINA_OFFSET}`).toISOString();

/** Last millisecond of a day yyyy-MM-dd in China, in UTC. */
export const endOfDayInChina = (day: string): string => new Date(`${day}T23:59:59.999${CHINA_OFFSET}`).toISOString();

/** Hours from one UTC time to another; null if one of them is missing. */
export const hoursBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / HOUR_MS;
