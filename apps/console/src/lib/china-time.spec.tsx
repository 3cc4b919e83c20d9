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

describe('times in the console', () => {
  it('are shown as China time', () => {
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

  it('use the year and the day in China', () => {
    const newYear = new Date('2026-12-31T16:05:00Z');
    expect(shortTime('2026-12-31T16:01:00Z', newYear)).toBe('01-01 00:01');
    expect(shortTime('2026-12-31T15:59:00Z', newYear)).toBe('2026-12-31');
    expect(savedAtText('2026-12-31T16:01:00Z', newYear)).toBe('00:01');
    expect(savedAtText('2026-12-31T15:59:00Z', newYear)).toBe('2026-12-31');
  });

  it('are read as China time if they have no time zone', () => {
    expect(parseChinaTime('2026-11-25T01:30').toISOString()).toBe('2026-11-24T17:30:00.000Z');
    expect(parseChinaTime('2026-11-25').toISOString()).toBe('2026-11-24T16:00:00.000Z');
    expect(parseChinaTime('2027-01-05T09:00:00+08:00').toISOString()).toBe('2027-01-05T01:00:00.000Z');
    expect(eventLogQuery(readFilters(new URLSearchParams('from=2026-11-25T01:30&to=2026-11-25T01:30')))).toEqual({
      from: '2026-11-24T17:30:00.000Z',
      to: '2026-11-24T17:30:59.999Z',
    });
  });

  it('name a photo by China time', () => {
    expect(fileNameFor('image.jpg', { kindName: '照片', time: new Date(NIGHT), existingNames: [] })).toBe(
      '照片-20261125-013008.jpg',
    );
  });
});

describe('the notice of the time zone', () => {
  it('is shown in every language if the browser has another time zone', async () => {
    browserAt(-6);
    render(<ZoneNotice />);
    expect(screen.getByText('所有时间为北京时间')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(screen.getByText('All times are Beijing time (UTC+8)')).toBeTruthy();
    await act(() => chooseLanguage('es'));
    expect(screen.getByText('Todas las horas son de Pekín (UTC+8)')).toBeTruthy();
  });

  it('is not shown if the browser has China’s time zone', () => {
    browserAt(8);
    expect(render(<ZoneNotice />).container.textContent).toBe('');
  });
});
