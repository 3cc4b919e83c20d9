import { describe, expect, it } from '@jest/globals';
import {
  chinaTimeAsUtc,
  chinaTimeText,
  chinaTimeWithSeconds,
  clockInChina,
  dayInChina,
  endOfDayInChina,
  startOfDayInChina,
  yearInChina,
} from './china.js';

describe('times in China', () => {
  const lastMillisecond = '2025-12-31T15:59:59.999Z';
  const midnight = '2025-12-31T16:00:00.000Z';

  it('change day and year at 16:00 UTC', () => {
    expect([dayInChina(lastMillisecond), dayInChina(midnight)]).toEqual(['2025-12-31', '2026-01-01']);
    expect([yearInChina(lastMillisecond), yearInChina(midnight)]).toEqual([2025, 2026]);
    expect(dayInChina(new Date(midnight))).toBe('2026-01-01');
  });

  it('are the same as those of the time zone Asia/Shanghai', () => {
    for (let at = Date.parse('2026-01-01T00:30:00Z'); at < Date.parse('2027-01-01'); at += 86_400_000 * 7.3) {
      const zoned = new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
      expect(chinaTimeWithSeconds(new Date(at))).toBe(zoned);
    }
  });

  it('are formatted as texts, and as the time of a spreadsheet cell without a time zone', () => {
    expect(clockInChina(midnight)).toBe('2026-01-01T00:00:00');
    expect(chinaTimeText(lastMillisecond)).toBe('2025-12-31 23:59');
    expect(chinaTimeAsUtc(lastMillisecond).toISOString()).toBe('2025-12-31T23:59:59.000Z');
  });

  it('give the start and the end of a day in UTC', () => {
    expect(startOfDayInChina('2026-01-01')).toBe(midnight);
    expect(endOfDayInChina('2025-12-31')).toBe(lastMillisecond);
  });
});
