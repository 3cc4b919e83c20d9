import { chinaClock, chinaDay } from './china-time.js';

/** Full time in China: 2026-11-20 10:42:08. */
export const dateTime = (time: string | Date): string => chinaClock(time).replace('T', ' ');

/** Time of a day in China: 10:42. */
export const timeOfDay = (time: string | Date): string => chinaClock(time).slice(11, 16);

/** Time in lists: 11-20 10:42, with the year when it is not this year (DESIGN 3). */
export const shortTime = (time: string | Date, now = new Date()): string =>
  chinaDay(time).slice(0, 4) === chinaDay(now).slice(0, 4) ? dateTime(time).slice(5, 16) : chinaDay(time);

/** A moment of today to the second: 10:42:08; any other as in lists. */
export const recentTime = (time: string | Date, now = new Date()): string =>
  chinaDay(time) === chinaDay(now) ? chinaClock(time).slice(11) : shortTime(time, now);

/** 12345 -> 12,345. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
