import { CHINA_OFFSET, CHINA_OFFSET_MS, clockInChina } from '#domain/time';
import { language } from '../i18n/language.js';

/**
 * Times of the console are those of China, whatever the time zone of the browser, because documents, filters and the
 * service use it. Nothing else in the console reads hours or days of a Date. China keeps UTC+8 all year.
 */
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;

/** A moment from text; a day or a time without a zone is in China. */
export const parseChinaTime = (time: string | Date): Date => {
  if (typeof time !== 'string') return time;
  const [, day, clock = '00:00'] = WITHOUT_ZONE.exec(time) ?? [];
  return new Date(day === undefined ? time : `${day}T${clock}${CHINA_OFFSET}`);
};

/** 2026-11-20T10:42:08, the local time in China; blank for a text that is not a time. */
export const chinaClock = (time: string | Date): string => {
  const date = parseChinaTime(time);
  return Number.isNaN(date.getTime()) ? '' : clockInChina(date);
};

/** The day in China, yyyy-MM-dd: of a moment, otherwise today. */
export const chinaDay = (time: string | Date = new Date()): string => chinaClock(time).slice(0, 10);

/** The weekday of a day yyyy-MM-dd, Sunday being 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** For Intl and toLocaleString. */
export const CHINA = { timeZone: 'Asia/Shanghai' } as const;

/** Whether the local time of the browser differs from that of China. */
export const isOtherTimeZone = (now = new Date()): boolean => now.getTimezoneOffset() * 60_000 !== -CHINA_OFFSET_MS;

const LOCALES = { zh: 'zh-CN', en: 'en', es: 'es' } as const;
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

const unitOf = (ms: number): [unit: 'second' | 'minute' | 'hour' | 'day', size: number] => {
  if (ms < MINUTE) return ['second', SECOND];
  if (ms < HOUR) return ['minute', MINUTE];
  return ms < DAY ? ['hour', HOUR] : ['day', DAY];
};

/** How long ago or until: 24 分钟前, in 7 minutes. In the interface language. */
export const relativeTime = (time: string, now: number): string => {
  const ms = Date.parse(time) - now;
  const [unit, size] = unitOf(Math.abs(ms));
  const amount = Math.trunc(ms / size);
  // Less than a unit still has a direction.
  return new Intl.RelativeTimeFormat(LOCALES[language()], { style: 'short' }).format(
    amount === 0 && ms < 0 ? -0 : amount,
    unit,
  );
};

/** A duration in its largest unit: 24 分钟, 3 h. */
export const duration = (ms: number): string => {
  const [unit, size] = unitOf(ms);
  return new Intl.NumberFormat(LOCALES[language()], { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.trunc(ms / size),
  );
};

/** Full time in China: 2026-11-20 10:42:08. */
export const dateTime = (time: string | Date): string => chinaClock(time).replace('T', ' ');

/** Time of a day in China: 10:42. */
export const timeOfDay = (time: string | Date): string => chinaClock(time).slice(11, 16);

/** Time in lists: 11-20 10:42, with the year if it is not this year. */
export const shortTime = (time: string | Date, now = new Date()): string =>
  chinaDay(time).slice(0, 4) === chinaDay(now).slice(0, 4) ? dateTime(time).slice(5, 16) : chinaDay(time);

/** A moment of today to the second: 10:42:08; any other as in lists. */
export const recentTime = (time: string | Date, now = new Date()): string =>
  chinaDay(time) === chinaDay(now) ? chinaClock(time).slice(11) : shortTime(time, now);
