import { HOUR_MS } from './durations.js';

/** China keeps UTC+8 all year. The times of the service are all later than 1991, when its last summer time ended. */
export const CHINA_OFFSET_MS = 8 * HOUR_MS;
export const CHINA_OFFSET = '+08:00';

const millisecondsOf = (time: string | Date): number => (typeof time === 'string' ? Date.parse(time) : time.getTime());

/** What clocks in China show at a moment, to the second: 2026-11-20T10:42:07. A text is ISO 8601 with its zone. */
export const clockInChina = (time: string | Date): string =>
  new Date(millisecondsOf(time) + CHINA_OFFSET_MS).toISOString().slice(0, 19);

/** The calendar day in China of a moment, yyyy-MM-dd: what dates of standards and submissions mean. */
export const dayInChina = (time: string | Date): string => clockInChina(time).slice(0, 10);

/** The year in China of a moment. */
export const yearInChina = (time: string | Date): number => Number(clockInChina(time).slice(0, 4));

/** The moment in China as texts show it: "2026-11-20 10:42". */
export const chinaTimeText = (time: string | Date): string => clockInChina(time).slice(0, 16).replace('T', ' ');

/** The same to the second: "2026-11-20 10:42:07". */
export const chinaTimeWithSeconds = (time: string | Date): string => clockInChina(time).replace('T', ' ');

/** The moment whose UTC time is the time in China: for cells of workbooks, which have no zone. To the second. */
export const chinaTimeAsUtc = (time: string | Date): Date => new Date(`${clockInChina(time)}Z`);

/** When a day yyyy-MM-dd begins in China, in UTC. */
export const startOfDayInChina = (day: string): string => new Date(`${day}T00:00:00.000${CHINA_OFFSET}`).toISOString();

/** The last millisecond of a day yyyy-MM-dd in China, in UTC. */
export const endOfDayInChina = (day: string): string => new Date(`${day}T23:59:59.999${CHINA_OFFSET}`).toISOString();

/** Hours from one UTC time to another; null if one of them is missing. */
export const hoursBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / HOUR_MS;
