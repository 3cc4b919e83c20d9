const HOUR = 3_600_000;
/** China keeps UTC+8 all year. */
const CHINA = 8 * HOUR;

/** The calendar day in China, yyyy-MM-dd, of a UTC time. */
export const dayInChina = (time: string): string => new Date(Date.parse(time) + CHINA).toISOString().slice(0, 10);

/** Hours from one UTC time to another; null when one of them is missing. */
export const hoursBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / HOUR;
