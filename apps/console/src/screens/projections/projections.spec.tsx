import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  cancelRebuild,
  dropBuild,
  getViewOperations,
  listProjections,
  listRowRebuilds,
  listSetAside,
  pauseRebuild,
  rebuildConsignmentRows,
  rebuildView,
  restartView,
  retrySetAside,
  switchBack,
  switchBuild,
  type ViewBuild,
  type ViewStatusList,
  type ViewStatus,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import ProjectionsPage from './projections-page.js';

const HEAD = '00000000000004114318';
const EVENT = '3b1c8a52-7a7e-5d7c-9a41-000000000001';
const build = (changes: Partial<ViewBuild> = {}): ViewBuild => ({
  build: 'b1',
  role: 'live',
  position: HEAD,
  rows: 184_206,
  writtenAt: '2026-11-20T02:42:06.000Z',
  failure: null,
  share: 1,
  rate: 38,
  secondsLeft: null,
  ...changes,
});
const view = (changes: Partial<ViewStatus> = {}): ViewStatus => ({
  name: 'consignmentList',
  version: 3,
  revision: 4,
  state: 'live',
  setAside: 0,
  lag: { events: 0, isCapped: false, seconds: null },
  rates: [1, 3, 2],
  builds: [build()],
  comparison: null,
  ...changes,
});
const comparison: NonNullable<ViewStatus['comparison']> = {
  build: 'b2',
  against: 'b1',
  position: HEAD,
  rows: 184_206,
  onlyOld: 0,
  onlyNew: 3,
  different: 13,
  samples: [
    {
      id: 'row-1',
      difference: 'different',
      fields: [
        { field: 'sampleCount', old: '7', new: '1', hidden: false },
        { field: 'projectName', old: null, new: null, hidden: true },
      ],
    },
    { id: 'row-2', difference: 'onlyNew', fields: [] },
  ],
};

let server: StubServer;
let views: ViewStatus[];
beforeEach(() => {
  server = stubServer();
  views = [view(), view({ name: 'reportList', version: 2 })];
  server.respondWith(listProjections, (): ViewStatusList => ({
    countedAt: '2026-11-20T02:42:08.000Z',
    head: HEAD,
    rate: 42,
    views,
  }));
  server.respondWith(listRowRebuilds, { items: [] });
  server.respondWith(getViewOperations, { items: [] });
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const open = async () => {
  renderConsole(<ProjectionsPage />, { user: administrator, at: '/operations/projections' });
  return screen.findByRole('table', { name: '视图' });
};
const rowOf = (name: RegExp) => screen.getByRole('row', { name });
const confirm = async (action: string, reason = '字段显示错误') => {
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /原因/ }), reason);
  await userEvent.click(within(dialog).getByRole('button', { name: action }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};
const sentTo = (operation: Parameters<StubServer['requestsTo']>[0]) =>
  server.requestsTo(operation).map(({ query, body }) => ({ query, body }));

describe('the list of views', () => {
  it('shows lag, rate, rows and the last write by the clock of the service', async () => {
    await open();
    expect(rowOf(/委托列表/).textContent).toMatch(/委托列表consignmentListv3实时038.*184,2062 秒前重建/);
    expect(screen.getByText('4,114,318')).toBeTruthy();
    expect(screen.getByText('42 条/秒')).toBeTruthy();
    expect(screen.getByText('2 / 2')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: '名称' }), '报告');
    await waitFor(() => expect(screen.queryByRole('row', { name: /委托列表/ })).toBeNull());
  });

  it('shows an alert for a stopped view, with a link to the event and a retry', async () => {
    const failure = {
      position: '00000000000004113906',
      message: '样品费用应为数字，实际为空',
      at: '2026-11-20T02:16:00.000Z',
      event: { id: EVENT, stream: 'consignment-1', revision: 3, type: 'BillGenerated' },
    };
    views = [
      view({
        name: 'unitSettings',
        state: 'stopped',
        lag: { events: 1_000, isCapped: true, seconds: 1_560 },
        builds: [build({ failure })],
      }),
    ];
    server.respondWith(restartView, { revision: 5 });
    await open();
    const note = screen.getByRole('alert');
    expect(note.textContent).toContain('“单位设置”在一条事件处停止：样品费用应为数字，实际为空');
    expect(within(note).getByRole('link', { name: '查看事件' }).getAttribute('href')).toBe(
      `/operations/events?event=${EVENT}`,
    );
    expect(rowOf(/单位设置/).textContent).toContain('已停止1,000+');
    expect(screen.getByText('26 分钟')).toBeTruthy();
    await userEvent.click(within(note).getByRole('button', { name: '从断点重试' }));
    await confirm('从断点重试', '已修复');
    expect(sentTo(restartView)).toEqual([{ query: { view: 'unitSettings' }, body: { build: 'b1', reason: '已修复' } }]);
  });

  it('warns of a view that sets streams aside; its panel lists them with the event and retries them with a reason', async () => {
    views = [view({ setAside: 2 }), view({ name: 'reportList' })];
    const entry = {
      stream: 'consignment-1',
      revision: 3,
      position: HEAD,
      eventId: EVENT,
      type: 'BillGenerated',
      error: 'TypeError',
      since: '2026-11-20T02:16:00.000Z',
      triedAt: '2026-11-20T02:16:00.000Z',
      tries: 4,
    };
    server.respondWith(listSetAside, { items: [entry, { ...entry, stream: 'consignment-2' }] });
    server.respondWith(retrySetAside, { revision: 5 });
    await open();
    const note = screen.getByText(/“委托列表”搁置了 2 条数据流/).closest('.note') as HTMLElement;
    expect(screen.getByText('1 个有搁置')).toBeTruthy();
    await userEvent.click(within(note).getByRole('button', { name: '全部重试' }));
    await confirm('重试搁置的数据', '已修复');
    await userEvent.click(within(note).getByRole('button', { name: '查看' }));
    const aside = await screen.findByRole('region', { name: '搁置的数据流' });
    const event = await within(aside).findAllByRole('link', { name: 'BillGenerated，第 3 条' });
    expect(event[0]?.getAttribute('href')).toBe(`/operations/events?event=${EVENT}`);
    expect(aside.textContent).toMatch(/consignment-1.*TypeError.*已试 4 次/);
    await userEvent.click(within(aside).getByRole('button', { name: '重试 consignment-2' }));
    await confirm('重试搁置的数据', '已修复');
    expect(sentTo(retrySetAside)).toEqual([
      { query: { view: 'consignmentList' }, body: { reason: '已修复' } },
      { query: { view: 'consignmentList' }, body: { stream: 'consignment-2', reason: '已修复' } },
    ]);
  });

  it('the panel shows how far a view lags and since when, in the user’s language', async () => {
    views = [view({ setAside: 1, lag: { events: 5, isCapped: false, seconds: 120 } })];
    server.respondWith(listSetAside, { items: [] });
    await open();
    const note = screen.getByText(/“委托列表”搁置了 1 条数据流/).closest('.note') as HTMLElement;
    await userEvent.click(within(note).getByRole('button', { name: '查看' }));
    expect(await screen.findByText(/^5，最早一条在 2 分钟\s?前$/)).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(await screen.findByText(/^5, the oldest was recorded 2 min.* ago$/)).toBeTruthy();
  });

  it('shows an error when the service does not respond, and loads again on 重试', async () => {
    server.disconnect(listProjections);
    renderConsole(<ProjectionsPage />, { user: administrator });
    expect(await screen.findByRole('heading', { name: '视图没有加载出来' })).toBeTruthy();
    server.respondWith(listProjections, { countedAt: '2026-11-20T02:42:08.000Z', head: HEAD, rate: null, views });
    await userEvent.click(screen.getByRole('button', { name: /重试/ }));
    expect(await screen.findByRole('table', { name: '视图' })).toBeTruthy();
  });
});

describe('a rebuild', () => {
  it('requires a reason', async () => {
    server.respondWith(rebuildView, { revision: 5 });
    await open();
    await userEvent.click(within(rowOf(/委托列表/)).getByRole('button', { name: '重建 委托列表' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '重建视图' }));
    expect(server.requestsTo(rebuildView)).toEqual([]);
    await confirm('重建视图');
    expect(sentTo(rebuildView)).toEqual([{ query: { view: 'consignmentList' }, body: { reason: '字段显示错误' } }]);
  });

  it('shows progress, rate and remaining time while it runs, and can be paused and cancelled', async () => {
    views = [
      view({
        builds: [
          build(),
          build({ build: 'b2', role: 'rebuilding', share: 0.707, rows: 130_000, rate: 18_240, secondsLeft: 66 }),
        ],
      }),
    ];
    server.respondWith(pauseRebuild, { revision: 5 });
    server.respondWith(cancelRebuild, { revision: 6 });
    await open();
    expect(rowOf(/委托列表/).textContent).toContain('重建中');
    expect(screen.getByText('70.7%').parentElement?.textContent).toBe(
      '70.7%130,000 行18,240 条/秒，预计还需 1 分 6 秒',
    );
    expect(screen.getByRole('list').textContent).toContain('回放历史进行中');
    await userEvent.click(screen.getByRole('button', { name: '暂停' }));
    await confirm('暂停重建');
    await userEvent.click(screen.getByRole('button', { name: '取消重建' }));
    await confirm('取消重建');
    expect([sentTo(pauseRebuild).length, sentTo(cancelRebuild).length]).toEqual([1, 1]);
  });

  it('waits for a decision and shows the differences, with values of numbers but without the contents of texts', async () => {
    views = [view({ builds: [build(), build({ build: 'b2', role: 'compared' })], comparison })];
    server.respondWith(switchBuild, { revision: 5 });
    server.respondWith(dropBuild, { revision: 6 });
    await open();
    expect(screen.getByText('16 行不同')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '查看差异' }));
    const samples = within(screen.getByRole('table', { name: '查看差异' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(samples.slice(1)).toEqual(['row-1sampleCount71', 'projectName文字不同', 'row-2仅新版有']);
    await userEvent.click(screen.getByRole('button', { name: '切换到新版' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('新旧数据有 16 行不同');
    await confirm('切换到新版');
    await userEvent.click(screen.getByRole('button', { name: '删除新版' }));
    await confirm('删除新版');
    expect([sentTo(switchBuild).length, sentTo(dropBuild)[0]?.body]).toEqual([
      1,
      { build: 'b2', reason: '字段显示错误' },
    ]);
  });

  it('can be reverted while the old build still exists', async () => {
    views = [view({ builds: [build({ build: 'b2' }), build({ build: 'b1', role: 'kept' })], comparison })];
    server.respondWith(switchBack, { revision: 5 });
    await open();
    await userEvent.click(screen.getByRole('button', { name: '切回旧版' }));
    await confirm('切回旧版');
    expect(sentTo(switchBack)).toHaveLength(1);
    expect(within(rowOf(/委托列表/)).getByRole('button', { name: '重建 委托列表' })).toBeTruthy();
  });

  it('keeps its dialog open with the reason when it is refused', async () => {
    server.refuse(rebuildView, {
      status: 409,
      message: '该视图正在重建，请先完成切换或取消重建',
      code: 'REBUILD_RUNNING',
    });
    await open();
    await userEvent.click(within(rowOf(/报告列表/)).getByRole('button', { name: '重建 报告列表' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /原因/ }), '试一试');
    await userEvent.click(within(dialog).getByRole('button', { name: '重建视图' }));
    expect(await within(dialog).findByText('该视图正在重建，请先完成切换或取消重建')).toBeTruthy();
  });
});

describe('the panel of a view', () => {
  it('shows its rows, and who did what with the view and why', async () => {
    server.respondWith(getViewOperations, {
      items: [
        {
          eventId: EVENT,
          at: '2026-11-20T02:00:00.000Z',
          userName: '周明远',
          type: 'RebuildRequested',
          build: 'b1',
          reason: '字段显示错误',
        },
      ],
    });
    await open();
    await userEvent.click(screen.getByRole('button', { name: '查看 委托列表' }));
    const panel = await screen.findByLabelText('视图详情', { selector: '[role=group]' });
    expect(panel.textContent).toContain('184,206');
    const operation = (await within(panel).findByText('周明远')).closest('li');
    expect(operation?.textContent).toMatch(/重建周明远.*字段显示错误/);
    expect(within(panel).getByRole('link', { name: '全部记录' }).getAttribute('href')).toBe(
      '/operations/events?stream=operations-view-consignmentList',
    );
  });
});

describe('rebuilding the rows of one consignment', () => {
  it('takes a consignment code and a reason, and shows the result', async () => {
    server.respondWith(rebuildConsignmentRows, { requestId: 'r1', consignmentId: EVENT });
    await open();
    await userEvent.click(screen.getByRole('button', { name: '重建一条委托的数据' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '重建数据' }));
    expect(within(dialog).getByText('请填写委托编号或 ID')).toBeTruthy();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /委托编号或 ID/ }), 'TU001-2026-00007');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /原因/ }), '列表缺少样品');
    server.respondWith(listRowRebuilds, {
      items: [
        {
          requestId: 'r1',
          consignmentId: EVENT,
          reason: '列表缺少样品',
          at: '2026-11-20T02:00:00.000Z',
          userName: '周明远',
          state: 'done',
          views: [
            { view: 'consignmentList', rows: 1, changed: 1 },
            { view: 'sampleIndex', rows: 3, changed: 0 },
          ],
          message: '',
        },
      ],
    });
    await userEvent.click(within(dialog).getByRole('button', { name: '重建数据' }));
    expect(await screen.findByText('2 个视图，4 行，修正 1 行')).toBeTruthy();
    expect(sentTo(rebuildConsignmentRows)).toEqual([
      { query: {}, body: { consignment: 'TU001-2026-00007', reason: '列表缺少样品' } },
    ]);
  });
});
