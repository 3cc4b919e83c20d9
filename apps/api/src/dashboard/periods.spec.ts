import { describe, expect, it } from '@jest/globals';
import { startOfDayInChina } from '#domain/time';
import { dashboardPeriods } from './periods.js';

describe('the periods of a dashboard', () => {
  it('use the time zone of China, in which late Sunday in UTC is already Monday', () => {
    const sunday = dashboardPeriods(new Date('2026-03-01T15:59:59Z'));
    const monday = dashboardPeriods(new Date('2026-03-01T16:00:00Z'));
    expect([sunday.today, sunday.weeks.at(-1)]).toEqual(['2026-03-01', { from: '2026-02-23', to: '2026-03-01' }]);
    expect([monday.today, monday.weeks.at(-1), monday.weeks[0]]).toEqual([
      '2026-03-02',
      { from: '2026-03-02', to: '2026-03-08' },
      { from: '2025-12-15', to: '2025-12-21' },
    ]);
    expect(startOfDayInChina(monday.today)).toBe('2026-03-01T16:00:00.000Z');
  });

  it('are consecutive whole days', () => {
    const { days, last30Days, thirtyDaysBefore } = dashboardPeriods(new Date('2026-03-05T02:00:00Z'));
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-02-04', '2026-03-05']);
    expect([last30Days, thirtyDaysBefore]).toEqual([
      { from: '2026-02-04', to: '2026-03-05' },
      { from: '2026-01-05', to: '2026-02-03' },
    ]);
  });

  it('compare a month with the same part of the previous month, which may be shorter', () => {
    expect(dashboardPeriods(new Date('2026-03-05T02:00:00Z')).lastMonthSoFar).toEqual({
      from: '2026-02-01',
      to: '2026-02-05',
    });
    expect(dashboardPeriods(new Date('2026-03-31T02:00:00Z')).lastMonthSoFar).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(dashboardPeriods(new Date('2026-01-15T02:00:00Z')).lastMonthSoFar).toEqual({
      from: '2025-12-01',
      to: '2025-12-15',
    });
  });
});
