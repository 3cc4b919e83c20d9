/**
 * Times of the console are those of China, whatever the zone of the browser: documents, filters and the service reckon by them. Nothing
 * else in the console asks a Date for its hours or days. China keeps UTC+8 all year.
 */
const OFFSET_MINUTES = 8 * 60;
const OFFSET = '+08:00';
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;

/** A moment from text; a day or a time without a zone is one of China. */
export const momentOf = (time: string | Date): Date => {
  if (typeof time !== 'string') return time;
  const [, day, clock = '00:00'] = WITHOUT_ZONE.exec(time) ?? [];
  return new Date(day === undefined ? time : `${day}T${clock}${OFFSET}`);
};

/** 2026-11-20T10:42:08, as clocks in China show a moment; blank for a text that is no time. */
export const chinaClock = (time: string | Date): string => {
  const at = momentOf(time).getTime() + OFFSET_MINUTES * 60_000;
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19);
};

/** The day in China, yyyy-MM-dd: of a moment, else today. */
export const chinaDay = (time: string | Date = new Date()): string => chinaClock(time).slice(0, 10);

/** The weekday of a day yyyy-MM-dd, Sunday being 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** For Intl and toLocaleString. */
export const CHINA = { timeZone: 'Asia/Shanghai' } as const;

/** Whether clocks around the browser show another time than those in China. */
export const isElsewhere = (now = new Date()): boolean => now.getTimezoneOffset() !== -OFFSET_MINUTES;
