import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { act } from 'react';
import '../i18n/language.js';
import { ZoneNotice } from '../components/zone-notice.js';
import { savedAtText } from '../screens/consignment-form/drafts/drafts.js';
import { eventLogQuery, readFilters } from '../screens/event-log/event-filter-bar.js';
import { chooseLanguage } from '../i18n/language.js';
import { fileNameFor } from '../mobile/files/use-queue.js';
import { chinaDay, dateTime, parseChinaTime, shortTime, timeOfDay, weekdayOf } from './china-time.js';

/** 01:30 in China, when it is the day before in Greenwich and in Mexico. */
const NIGHT = '2026-11-24T17:30:08.000Z';
const browserAt = (hours: number) => jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-hours * 60);

afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  await act(() => chooseLanguage('zh'));
});

describe('times of the console', () => {
  it('are shown as clocks in China show them', () => {
    expect([dateTime(NIGHT), timeOfDay(NIGHT), shortTime(NIGHT, new Date('2026-12-01T00:00:00Z'))]).toEqual([
      '2026-11-25 01:30:08',
      '01:30',
      '11-25 01:30',
    ]);
    expect([chinaDay(NIGHT), chinaDay('2026-11-24T15:59:59Z'), weekdayOf('2026-11-25')]).toEqual([
      '2026-11-25',
      '2026-11-24',
      3,
    ]);
    expect(chinaDay('')).toBe('');
  });

  it('belong to the year and the day in China', () => {
    const newYear = new Date('2026-12-31T16:05:00Z');
    expect(shortTime('2026-12-31T16:01:00Z', newYear)).toBe('01-01 00:01');
    expect(shortTime('2026-12-31T15:59:00Z', newYear)).toBe('2026-12-31');
    expect(savedAtText('2026-12-31T16:01:00Z', newYear)).toBe('00:01');
    expect(savedAtText('2026-12-31T15:59:00Z', newYear)).toBe('2026-12-31');
  });

  it('are read as times of China where they come without a zone', () => {
    expect(parseChinaTime('2026-11-25T01:30').toISOString()).toBe('2026-11-24T17:30:00.000Z');
    expect(parseChinaTime('2026-11-25').toISOString()).toBe('2026-11-24T16:00:00.000Z');
    expect(parseChinaTime('2027-01-05T09:00:00+08:00').toISOString()).toBe('2027-01-05T01:00:00.000Z');
    expect(eventLogQuery(readFilters(new URLSearchParams('from=2026-11-25T01:30&to=2026-11-25T01:30')))).toEqual({
      from: '2026-11-24T17:30:00.000Z',
      to: '2026-11-24T17:30:59.999Z',
    });
  });

  it('name a photo by the time in China', () => {
    expect(fileNameFor('image.jpg', { what: '照片', at: new Date(NIGHT), taken: [] })).toBe('照片-20261125-013008.jpg');
  });
});

describe('the notice of the zone', () => {
  it('is shown where clocks differ, in every language', async () => {
    browserAt(-6);
    render(<ZoneNotice />);
    expect(screen.getByText('所有时间为北京时间')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(screen.getByText('All times are Beijing time (UTC+8)')).toBeTruthy();
    await act(() => chooseLanguage('es'));
    expect(screen.getByText('Todas las horas son de Pekín (UTC+8)')).toBeTruthy();
  });

  it('is not shown where clocks are those of China', () => {
    browserAt(8);
    expect(render(<ZoneNotice />).container.textContent).toBe('');
  });
});
