import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import {
  getHistory,
  getHistoryProof,
  getHistoryProofFile,
  getHistoryRecord,
  getHistoryState,
  type HistoryChangeView,
  type HistoryState,
} from '#contract';
import { ROLE } from '#events';
import { HISTORY, historyPath } from '../../lib/paths.js';
import '../../i18n/language.js';
import { historyPage, historyRow, historyRows, historyState } from '../../testing/history.js';
import { client, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import HistoryPage from './history.page.js';

const ID = '722e2680-0998-56d3-9f2f-bc9acdd0ea2a';
const auditor = { ...client, roles: [ROLE.auditor], unitId: null, unitType: null };
const changeOf = (some: Partial<HistoryChangeView> = {}): HistoryChangeView => ({
  path: 'samples.a.testGroupCount',
  part: 'sample',
  sampleId: 'a',
  title: '样品 1 · 普通硅酸盐水泥',
  label: 'testGroupCount',
  name: '检测组数',
  how: 'changed',
  old: '1 组',
  new: '2 组',
  ...some,
});

let server: StubServer;
let copied: string[];

beforeEach(() => {
  server = stubServer();
  copied = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  server.respondWith(getHistory, historyPage());
  // Declared before the revisions, because the stub would take "proof" for one.
  server.respondWith(getHistoryProof, {
    stream: `consignment-${ID}`,
    algorithm: 'SHA-256, RFC 8785',
    events: 7,
    headHash: '6'.repeat(64),
    verifiedAt: '2026-11-20T02:00:00.000Z',
    broken: null,
  });
  server.respondWith(getHistoryState, ({ query }) =>
    historyState(historyRows()[Number(query['revision'])] ?? historyRow(0, 'ConsignmentCreated')),
  );
});
afterEach(cleanup);

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const open = (query = '', user = client) =>
  renderConsole(
    <>
      <Routes>
        <Route path={HISTORY} element={<HistoryPage />} />
      </Routes>
      <Address />
    </>,
    { at: `${historyPath(ID)}${query}`, user },
  );
// By selector where a timeline may be long, because computing roles of hundreds of buttons takes seconds.
const heading = (text: string) =>
  waitFor(() => expect(document.querySelector('.moment-head h2')?.textContent).toContain(text));
const entry = (n: number) => document.querySelector(`.history-entry[data-revision="${n - 1}"]`) as HTMLElement;
const button = (text: string) => screen.getByText(text).closest('button') as HTMLElement;
const address = () => screen.getByTestId('address').textContent;
const press = (key: string, target: Element | Document = document) =>
  act(() => void fireEvent.keyDown(target, { key, code: key }));

describe('the timeline', () => {
  it('lists every event in business terms by day, newest first', async () => {
    open();
    await heading('第 7 版 · 提交委托');
    const list = screen.getByRole('list', { name: '时间线' });
    expect(
      within(list)
        .getAllByRole('heading')
        .map((day) => day.textContent),
    ).toEqual(['11 月 19 日 星期四', '11 月 18 日 星期三']);
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.querySelector('.strong')?.textContent),
    ).toEqual(['提交委托', '修改样品', '审核不通过', '提交委托', '添加样品', '修改见证人', '创建委托']);
    expect(entry(5).textContent).toContain('周敏（检测单位）请增加凝结时间');
    expect(entry(6).textContent).toContain('预估费用 90.00 → 1,320.00 元');
    expect(entry(5).querySelector('.event-icon')?.getAttribute('data-tone')).toBe('sentBack');
    expect(entry(7).getAttribute('aria-current')).toBe('step');
  });

  it('marks what was done through the laboratory system, in the list and in the heading of the revision', async () => {
    const rows = historyRows().map((row) => (row.revision === 4 ? { ...row, via: 'labSystem' as const } : row));
    server.respondWith(getHistory, historyPage(rows));
    server.respondWith(getHistoryState, ({ query }) =>
      historyState(rows[Number(query['revision'])] ?? historyRow(0, 'ConsignmentCreated')),
    );
    open('?revision=4');
    await heading('第 5 版');
    expect(
      screen.getAllByText(/通过检测机构系统/).map((mark) => mark.closest('.history-entry, .moment-head') !== null),
    ).toEqual([true, true]);
    expect(entry(5).textContent).toContain('通过检测机构系统');
    expect(entry(4).textContent).not.toContain('通过检测机构系统');
  });

  it('can be limited to status changes, and shows a message when there are none', async () => {
    server.respondWith(getHistory, ({ query }) =>
      query['statusOnly'] === 'true' ? historyPage(historyRows(), { items: [] }) : historyPage(),
    );
    open();
    await heading('第 7 版');
    await userEvent.click(screen.getByRole('checkbox', { name: '只看状态变化' }));
    expect(await screen.findByText('这一段里没有状态变化。')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '显示全部记录' }));
    await waitFor(() => expect(entry(5)).toBeTruthy());
  });

  it('of a long history lists the rows around the linked revision and can load the others', async () => {
    const rows = Array.from({ length: 2001 }, (_, revision) => historyRow(revision, 'ConsignmentSaved'));
    server.respondWith(getHistory, ({ query }) => {
      const before = Number(query['before'] ?? 2001);
      const items = rows
        .filter(({ revision }) => revision < before)
        .slice(-200)
        .toReversed();
      return historyPage(rows, {
        items,
        older: items.at(-1)?.revision || null,
        newer: before <= 2000 ? Math.min(before + 200, 2001) : null,
      });
    });
    server.respondWith(getHistoryState, ({ query }) =>
      historyState(rows[Number(query['revision'])] ?? historyRow(0, 'ConsignmentSaved'), { head: 2000 }),
    );
    open('?revision=1000');
    await heading('第 1001 版');
    expect(entry(1001).getAttribute('aria-current')).toBe('step');
    expect(document.querySelectorAll('.scrubber-line i')).toHaveLength(0);
    fireEvent.click(button('更新的记录'));
    await waitFor(() => expect(entry(1301)).toBeTruthy());
    fireEvent.click(button('更早的记录'));
    await waitFor(() => expect(entry(1001)).toBeTruthy());
    press('End');
    await heading('第 2001 版');
    await waitFor(() => expect(entry(2001).getAttribute('aria-current')).toBe('step'));
    expect(screen.queryByText('更新的记录')).toBeNull();
  });
});

describe('navigation between revisions', () => {
  it('works with the keys ←, →, Home and End, and updates the address', async () => {
    open();
    await heading('第 7 版');
    press('ArrowLeft');
    await heading('第 6 版 · 修改样品');
    expect(address()).toBe('?revision=5');
    press('Home');
    await heading('第 1 版 · 创建委托');
    press('ArrowLeft');
    expect(address()).toBe('?revision=0');
    press('ArrowRight');
    await heading('第 2 版');
    press('End');
    await heading('第 7 版');
    for (let times = 0; times < 3; times++) fireEvent.keyDown(document, { key: 'ArrowLeft', code: 'ArrowLeft' });
    await heading('第 4 版');
  });

  it('works with ↓ in the timeline, which is a single tab stop', async () => {
    open('?revision=4');
    await heading('第 5 版');
    expect(
      within(screen.getByRole('list', { name: '时间线' }))
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([entry(5)]);
    press('ArrowDown', entry(5));
    await heading('第 4 版');
    expect(document.activeElement).toBe(entry(4));
  });

  it('works with the slider, which alone handles its keys, and marks a rejection with a red dot', async () => {
    open('?revision=3');
    await heading('第 4 版');
    const scrubber = screen.getByRole('slider', { name: '选择版本' });
    expect([
      scrubber.getAttribute('aria-valuetext'),
      [...document.querySelectorAll('.scrubber-line i')].map((dot) => dot.hasAttribute('data-sent-back')),
    ]).toEqual(['第 4 版，共 7 版', [false, false, false, false, true, false, false]]);
    press('ArrowRight', scrubber);
    expect(address()).toBe('?revision=3');
    fireEvent.change(scrubber, { target: { value: '4' } });
    await heading('第 5 版 · 审核不通过');
  });
});

describe('a past revision of a consignment', () => {
  const edited: Partial<HistoryState> = {
    changes: [
      changeOf(),
      changeOf({ path: 'p', label: 'parameter', name: '检测参数', how: 'added', old: null, new: '凝结时间' }),
      changeOf({ path: 'x', label: 'memo', name: '备注', old: '急', new: null }),
      changeOf({
        path: 't',
        part: 'totals',
        sampleId: null,
        title: '委托合计',
        label: 'estimatedFee',
        name: '预估费用合计',
        old: '90.00 元',
        new: '1,320.00 元',
      }),
    ],
    answers: { revision: 4, at: '2026-11-19T01:04:00.000Z', userName: '周敏', remark: '请增加凝结时间' },
  };
  const withEdit = () =>
    server.respondWith(getHistoryState, ({ query }) =>
      historyState(
        historyRows()[Number(query['revision'])] ?? historyRow(0, 'ConsignmentCreated'),
        query['revision'] === '5' ? edited : {},
      ),
    );

  it('shows changed fields with old and new value, and the audit that the change answers', async () => {
    withEdit();
    open('?revision=5');
    const table = await screen.findByRole('table', { name: '样品 1 · 普通硅酸盐水泥' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [
          row.querySelector('th')?.textContent,
          row.querySelector('del')?.textContent ?? null,
          row.querySelector('ins')?.textContent ?? null,
        ]),
    ).toEqual([
      ['检测组数', '1 组', '2 组'],
      ['检测参数', null, '+ 新增 凝结时间'],
      ['备注', '急', null],
    ]);
    expect(screen.getByText(/比上一版改动 3 处/)).toBeTruthy();
    expect(screen.getByText('请增加凝结时间', { selector: '.answers span' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '看第 5 版' }));
    await heading('第 5 版 · 审核不通过');
  });

  it('can be read completely, section by section', async () => {
    withEdit();
    open('?revision=5');
    await userEvent.click(await screen.findByRole('checkbox', { name: '只看改动' }));
    for (const section of ['基本信息', '样品', '委托附件'])
      expect(screen.getByRole('heading', { level: 3, name: section })).toBeTruthy();
    expect(screen.getByText('云岭至安溪高速公路工程')).toBeTruthy();
    expect(screen.getByText('当时没有附件')).toBeTruthy();
  });

  it('can be compared with the current state, and the copied link contains the comparison', async () => {
    open('?revision=5');
    await heading('第 6 版');
    await userEvent.click(screen.getByRole('button', { name: '与当前比' }));
    await waitFor(() => expect(server.requestsTo(getHistoryState).at(-1)?.query).toMatchObject({ against: 'now' }));
    expect(address()).toBe('?revision=5&against=now');
    await userEvent.click(screen.getByRole('button', { name: '复制链接' }));
    expect(new URL(copied[0] ?? '').searchParams.toString()).toBe('revision=5&against=now');
    await userEvent.click(screen.getByRole('button', { name: '与上一版比' }));
    await waitFor(() => expect(address()).toBe('?revision=5'));
  });

  it('can be shown as its raw record', async () => {
    server.respondWith(getHistoryRecord, {
      id: 'e-5',
      stream: `consignment-${ID}`,
      revision: 5,
      position: '1',
      type: 'SampleSaved',
      data: { sample: { testGroupCount: 2 } },
      metadata: {},
    });
    open('?revision=5');
    await userEvent.click(await screen.findByRole('button', { name: '原始记录' }));
    const record = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '原始记录' });
    expect(JSON.parse(record.value)).toMatchObject({ type: 'SampleSaved', data: { sample: { testGroupCount: 2 } } });
  });

  it('that is not visible to the user offers a button to the newest revision', async () => {
    server.handle(getHistoryState, ({ query }) =>
      query['revision'] === '1'
        ? { status: 404, code: 'NO_SUCH_REVISION', message: '没有这一版，或不向您的单位显示' }
        : historyState(historyRows()[6] ?? historyRow(6, 'ConsignmentCommitted')),
    );
    open('?revision=1');
    await userEvent.click(await screen.findByRole('button', { name: '看最新一版' }));
    await heading('第 7 版');
  });

  it('shows an error when the history cannot be loaded, and loads again on 重试', async () => {
    server.refuse(getHistory, { status: 503, code: 'UNAVAILABLE', message: '服务暂时不可用' });
    open();
    expect(await screen.findByText('委托历史没有加载出来', undefined, { timeout: 10_000 })).toBeTruthy();
    server.respondWith(getHistory, historyPage());
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await heading('第 7 版');
  });
});

describe('the proof of a history', () => {
  it('states that all records are verified and unchanged', async () => {
    open();
    expect(await screen.findByText('7 条记录已核验，未被改动')).toBeTruthy();
    expect(await screen.findByText('哈希链连续')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '复制摘要' }));
    expect(copied).toEqual(['6'.repeat(64)]);
    expect(screen.queryByRole('button', { name: '导出核验凭证' })).toBeNull();
  });

  it('names the first unproven revision, both before it and on it', async () => {
    server.respondWith(getHistoryProof, {
      stream: `consignment-${ID}`,
      algorithm: 'SHA-256, RFC 8785',
      events: 4,
      headHash: '6'.repeat(64),
      verifiedAt: '2026-11-20T02:00:00.000Z',
      broken: { revision: 4, problem: 'content does not match its hash' },
    });
    open('?revision=3');
    expect(await screen.findByText('从第 5 版起不能证明')).toBeTruthy();
    expect(await screen.findByText('哈希链连续')).toBeTruthy();
    press('ArrowRight');
    expect(await screen.findByText('哈希链在第 5 版断开')).toBeTruthy();
    expect(screen.getByText('content does not match its hash')).toBeTruthy();
  });

  it('can be downloaded as a file by an auditor', async () => {
    const blobs: Blob[] = [];
    URL.createObjectURL = jest.fn((blob: Blob) => {
      blobs.push(blob);
      return 'blob:proof';
    }) as typeof URL.createObjectURL;
    URL.revokeObjectURL = jest.fn() as typeof URL.revokeObjectURL;
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.respondWith(getHistoryProofFile, {
      format: 'consign-proof/1',
      algorithm: 'SHA-256, RFC 8785',
      stream: `consignment-${ID}`,
      logId: 'l',
      exportedAt: '2026-11-20T02:00:00.000Z',
      headHash: '6'.repeat(64),
      events: [],
    });
    open('', auditor);
    await userEvent.click(await screen.findByRole('button', { name: '导出核验凭证' }));
    expect(await screen.findByText(/凭证已保存/)).toBeTruthy();
    expect([blobs.length, saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)]).toEqual([
      1,
      ['proof-TU001-2026-00031.json'],
    ]);
    saved.mockRestore();
  });
});
