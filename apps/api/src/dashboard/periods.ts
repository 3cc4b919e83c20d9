import { dayInChina } from '#domain/time';

const DAY = 86_400_000;

/** The day `days` after a day; both yyyy-MM-dd. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The periods of a dashboard at `now`. Days are yyyy-MM-dd in China. `hoursAgo` and `daysAgo` return UTC times. */
export const dashboardPeriods = (now: Date) => {
  const today = dayInChina(now);
  const thisWeek = mondayOf(today);
  const monthStart = `${today.slice(0, 7)}-01`;
  const lastMonthStart = `${addDays(monthStart, -1).slice(0, 7)}-01`;
  // The last month may not have this day. Then the comparison ends with that month.
  const sameDay = addDays(lastMonthStart, Number(today.slice(8)) - 1);
  return {
    today,
    weeks: Array.from({ length: 12 }, (_, ago) => addDays(thisWeek, (ago - 11) * 7)).map((from) => ({
      from,
      to: addDays(from, 6),
    })),
    days: Array.from({ length: 30 }, (_, ago) => addDays(today, ago - 29)),
    thisMonth: { from: monthStart, to: today },
    lastMonthSoFar: { from: lastMonthStart, to: sameDay < monthStart ? sameDay : addDays(monthStart, -1) },
    last30Days: { from: addDays(today, -29), to: today },
    thirtyDaysBefore: { from: addDays(today, -59), to: addDays(today, -30) },
    hoursAgo: (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString(),
    daysAgo: (days: number): string => new Date(now.getTime() - days * DAY).toISOString(),
  };
};

export type Periods = ReturnType<typeof dashboardPeriods>;
