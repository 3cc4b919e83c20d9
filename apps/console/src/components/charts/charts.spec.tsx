import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { chooseLanguage } from '../../i18n/language.js';
import { Bars, Range } from './small-charts.js';
import { Columns, roundedAxisMax } from './columns.js';

afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

describe('a column chart', () => {
  it('has a rounded axis maximum whose half is a whole number', () => {
    const tops = [0, 1, 2, 3, 5, 9, 11, 33, 41, 62, 150, 999, 4812].map(roundedAxisMax);
    expect(tops).toEqual([2, 2, 2, 4, 6, 10, 20, 40, 50, 80, 200, 1000, 5000]);
    expect(tops.every((top) => Number.isInteger(top / 2))).toBe(true);
  });

  it('draws parts in proportion from zero, labels the last total, and has a table of the same numbers', () => {
    const columns = [
      { key: 'a', label: '11/9', fullLabel: '11/9–11/15', parts: { '1': { value: 2, to: '/a' }, '2': { value: 0 } } },
      {
        key: 'b',
        label: '11/16',
        fullLabel: '11/16–11/22',
        parts: { '1': { value: 1, to: '/b' }, '2': { value: 3, to: '/c' } },
      },
    ];
    const { container } = render(
      <MemoryRouter>
        <Columns
          title="每周"
          unit="条"
          heads={{ column: '周', total: '合计' }}
          series={[
            { key: '1', label: '甲', colour: 'red' },
            { key: '2', label: '乙', colour: 'blue' },
          ]}
          columns={columns}
        />
      </MemoryRouter>,
    );
    const [half, quarter, threeQuarters] = [...container.querySelectorAll('svg a rect')].map(
      (rect) => Number(rect.getAttribute('height')) + 1,
    );
    expect([half, threeQuarters]).toEqual([2 * (quarter ?? 0), 3 * (quarter ?? 0)]);
    expect(container.querySelector('.chart-label')?.textContent).toBe('4');
    const table = screen.getByRole('table', { name: '每周（条）' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['周甲乙合计', '11/9–11/15202', '11/16–11/22134']);
    // The drawing is for the mouse; keyboard and screen reader use the table.
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    expect([...container.querySelectorAll('svg a')].every((link) => link.getAttribute('tabindex') === '-1')).toBe(true);
  });
});

it.each([
  ['zh', '每周（条）', '用时（小时）'],
  ['en', '每周 (条)', '用时 (小时)'],
  ['es', '每周 (条)', '用时 (小时)'],
] as const)(
  'column and range charts name their unit in the brackets of the language: %s',
  async (language, columns, range) => {
    await chooseLanguage(language);
    render(
      <>
        <Columns title="每周" unit="条" heads={{ column: '周', total: '合计' }} series={[]} columns={[]} />
        <Range
          title="用时"
          unit="小时"
          heads={{ step: '步骤', median: '中位数', p90: '最长', cases: '件数' }}
          none="—"
          rows={[]}
          format={String}
        />
      </>,
    );
    expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([columns, range]);
    expect(screen.getAllByRole('table')).toHaveLength(2);
    for (const name of [columns, range]) expect(screen.getByRole('table', { name })).toBeTruthy();
  },
);

describe('a bar chart', () => {
  it('has one link for each bar with one list and a link for each part of a bar with several lists', () => {
    const part = (key: string, value: number) => ({ key, label: key, value, to: `/${key}` });
    render(
      <MemoryRouter>
        <Bars
          title="状态"
          bars={[
            { key: 'x', label: '待审核', colour: 'red', parts: [part('raw', 3), part('site', 0)] },
            { key: 'y', label: '待收样', colour: 'red', parts: [part('raw', 1), part('site', 2)] },
          ]}
        />
      </MemoryRouter>,
    );
    const [singleItem, several] = within(screen.getByRole('list', { name: '状态' })).getAllByRole('listitem');
    expect(
      within(singleItem ?? document.body)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['待审核3', '/raw']]);
    expect(
      within(several ?? document.body)
        .getAllByRole('link')
        .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['待收样 raw 1', '/raw'],
      ['待收样 site 2', '/site'],
    ]);
    expect(several?.textContent).toBe('待收样3');
  });
});
