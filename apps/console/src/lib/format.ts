const two = (value: number): string => String(value).padStart(2, '0');
const day = (date: Date): string => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const clock = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;
const asDate = (time: string | Date): Date => (typeof time === 'string' ? new Date(time) : time);

/** Full local time: 2026-11-20 10:42:08. */
export const dateTime = (time: string | Date): string => {
  const date = asDate(time);
  return `${date.getFullYear()}-${day(date)} ${clock(date)}:${two(date.getSeconds())}`;
};

/** Local time of a day: 10:42. */
export const timeOfDay = (time: string | Date): string => clock(asDate(time));

/** Time in lists: 11-20 10:42, with the year when it is not this year (DESIGN 3). */
export const shortTime = (time: string | Date, now = new Date()): string => {
  const date = asDate(time);
  return date.getFullYear() === now.getFullYear()
    ? `${day(date)} ${clock(date)}`
    : `${date.getFullYear()}-${day(date)}`;
};

/** 12345 -> 12,345. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
