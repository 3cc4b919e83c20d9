import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getEnumValues, getStatistic, listConsignments, listJobs, type ResultOf, type UserInfo } from '#contract';
import '../../i18n/language.js';
import { dashboardWith, statusCounts } from '../../testing/dashboard.js';
import { administrator, client, laboratory, renderConsole } from '../../testing/render.js';
import { rowWith, statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import HomePage from './home-page.js';

const RAW = '/onlineConsign/rawMateriaConsignInfo';
const INCOMING = '/BusinessManagement/preManagement';
let server: StubServer;
type Jobs = ResultOf<typeof listJobs>;
const jobsWith = (failingEndpoints: Jobs['failingEndpoints']): Jobs => ({
  items: [],
  totalCount: 0,
  counts: { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 },
  reconciled: [],
  warnings: [],
  failingEndpoints,
});

beforeEach(() => {
  window.innerWidth = 1440;
  server = stubServer();
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getStatistic, dashboardWith());
  server.respondWith(listJobs, jobsWith([]));
});
afterEach(cleanup);

const show = async (user: UserInfo, at = '/dashboard') => {
  renderConsole(<HomePage />, { user, at });
  await screen.findByText(/^数据截至/);
};
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const card = (title: string) =>
  screen.getByRole('heading', { name: title }).closest<HTMLElement>('section') ?? document.body;

describe('the workbench of a client', () => {
  it('counts what waits for the client’s unit, and each number links to the list of its type', async () => {
    server.respondWith(
      getStatistic,
      dashboardWith({
        byStatus: statusCounts({ '40/1': 3, '80/2': 2, '20/1': 4 }),
        submitted: { thisMonth: 9, lastMonthSoFar: 4, last30Days: 0, thirtyDaysBefore: 0 },
        audits: { audited: 8, passedAtOnce: 7 },
      }),
    );
    await show(client);
    const waitingFigure = screen.getByText('5').closest<HTMLElement>('.figure') ?? document.body;
    expect(linksIn(waitingFigure)).toEqual([
      ['原材料 3', `${RAW}?status=40,70,80,90`],
      ['现场 2', '/onlineConsign/sitePreConsignInfo?status=40,70,80,90'],
    ]);
    await within(waitingFigure).findByText('3 审核不通过，2 待签名');
    // One list contains everything behind the second figure, so the whole card is its link.
    expect(screen.getByRole('link', { name: /^检测单位处理中\s*4/ }).getAttribute('href')).toBe(`${RAW}?status=20,30`);
    expect(screen.getByText('较上月同期 +5')).toBeTruthy();
    expect(screen.getByText('87.5%')).toBeTruthy();
    expect(linksIn(screen.getByRole('list', { name: '当前各状态' })).find(([text]) => text === '审核不通过3')).toEqual([
      '审核不通过3',
      `${RAW}?status=40`,
    ]);
  });

  it('lists returned consignments with the reason and the required action', async () => {
    server.respondWith(listConsignments, {
      items: [
        rowWith({ consignStatus: 40, rollbackCause: '缺资料', id: 'c-1' }),
        rowWith({ consignStatus: 80, consignType: 2, id: 'c-2' }),
      ],
      totalCount: 2,
    });
    await show(client);
    const table = await screen.findByRole('table', { name: '需要您处理' });
    expect(within(table).getByText('原因：缺资料')).toBeTruthy();
    expect(within(table).getByRole('link', { name: '修改' }).getAttribute('href')).toBe(
      '/onlineConsign/addConsignInfo?id=c-1',
    );
    expect(within(table).getByRole('link', { name: '签名' }).getAttribute('href')).toContain(
      '/onlineConsign/addSitePreConsignInfo?id=c-2',
    );
    expect(server.requestsTo(listConsignments)[0]?.query).toMatchObject({ consignStatuses: '40,70,80,90' });
  });

  it('can be limited to one consignment type', async () => {
    await show(client);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '委托类型' }), '现场');
    await screen.findByText(/^数据截至/);
    expect(server.requestsTo(getStatistic).map(({ query }) => query['consignType'])).toEqual([undefined, '2']);
    expect(server.requestsTo(listConsignments).at(-1)?.query['consignType']).toBe('2');
  });

  it('shows an error when it cannot be loaded, and loads again on 重试', async () => {
    server.refuse(getStatistic, { status: 503, message: '正在准备' });
    renderConsole(<HomePage />, { user: client, at: '/dashboard' });
    expect(await screen.findByText('工作台没有加载出来')).toBeTruthy();
    server.respondWith(getStatistic, dashboardWith());
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('没有等您处理的委托')).toBeTruthy();
  });
});

describe('the workbench of a testing unit', () => {
  it('shows how long the oldest consignment has waited, and links to the list with all types', async () => {
    server.respondWith(
      getStatistic,
      dashboardWith({
        byStatus: statusCounts({ '20/1': 5, '20/2': 2, '30/1': 1 }),
        oldestAwaitingAudit: '2026-11-19T00:00:00.000Z',
        receivedToday: 4,
      }),
    );
    await show(laboratory);
    expect(screen.getByRole('link', { name: /^待审核\s*7/ }).getAttribute('href')).toBe(
      `${INCOMING}?status=20&sort=commitConsignTime&order=asc`,
    );
    expect(screen.getByText('2 天 2 时').className).toContain('danger-text');
    expect(screen.getByRole('button', { name: '处理来样（7）' })).toBeTruthy();
    expect(screen.getByText('今日已收样').closest('.figure')?.textContent).toContain('4');
  });

  it('shows volume, turnaround time and waiting time, with links to the matching lists', async () => {
    const base = dashboardWith();
    const weeks = base.weeks.map((week, index) =>
      index === 11
        ? {
            ...week,
            byType: [
              { consignType: 1 as const, count: 6 },
              { consignType: 2 as const, count: 2 },
              { consignType: 3 as const, count: 0 },
            ],
          }
        : week,
    );
    const ageing = base.ageing.map((age) =>
      age.toHours === null
        ? { ...age, byStatus: [{ consignStatus: 20 as const, consignType: 1 as const, count: 3 }] }
        : age,
    );
    server.respondWith(getStatistic, {
      ...base,
      weeks,
      ageing,
      turnaround: [
        { step: 'audit', count: 12, medianHours: 3.44, ninetyPercentHours: 12.6 },
        { step: 'receipt', count: 0, medianHours: null, ninetyPercentHours: null },
      ],
    });
    await show(laboratory);
    const volume = within(card('每周委托量')).getByRole('table', { name: '每周委托量（条）' });
    expect(within(volume).getByRole('row', { name: /^11\/16/ }).textContent).toBe('11/16–11/226208');
    expect(
      within(volume)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`${INCOMING}?type=1&from=2026-11-16&to=2026-11-22`, `${INCOMING}?type=2&from=2026-11-16&to=2026-11-22`]);
    const times = within(card('各环节用时（小时）')).getByRole('table');
    expect(
      within(times)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['提交 → 审核3.41312 条', '审核 → 收样暂无暂无0 条']);
    expect(linksIn(screen.getByRole('list', { name: '停留时间' })).at(-1)).toEqual([
      '7 天以上3',
      `${INCOMING}?status=20,30&sort=commitConsignTime&order=asc`,
    ]);
  });
});

describe('the workbench of the platform', () => {
  const platform = {
    consigningUnits: { active: 2, all: 8 },
    testingUnits: { active: 1, all: 2 },
    laboratories: [
      {
        testUnitId: 't1',
        testUnitName: '浙东检测',
        submitted: 20,
        awaitingAudit: 8,
        audited: 16,
        passedAtOnce: 12,
        medianAuditHours: 6.52,
      },
      {
        testUnitId: 't2',
        testUnitName: '江淮检测',
        submitted: 0,
        awaitingAudit: 0,
        audited: 0,
        passedAtOnce: 0,
        medianAuditHours: null,
      },
    ],
  };

  it('compares the laboratories, and lists stopped views and failed jobs as needing attention', async () => {
    const base = dashboardWith();
    server.respondWith(getStatistic, {
      ...base,
      platform,
      attention: {
        stoppedViews: [{ name: 'projects', since: '2026-11-21T01:00:00.000Z' }],
        failedJobs: 2,
        waitingUnits: { consigning: 2, testing: 1 },
      },
    });
    await show(administrator);
    expect(
      within(screen.getByRole('table', { name: '检测单位' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['浙东检测20875.0%6.5', '江淮检测00——']);
    expect(
      within(card('需要关注'))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('.strong')?.textContent),
    ).toEqual(['视图“projects”已停止更新', '2 个后台任务失败']);
    expect(screen.getByText('没有委托：江淮检测')).toBeTruthy();
    expect(screen.getByRole('link', { name: '委托单位 2' }).getAttribute('href')).toBe(
      '/SystemManager/ConsginUnitManager?state=waiting',
    );
    expect(screen.getByRole('link', { name: '检测单位 1' }).getAttribute('href')).toBe(
      '/SystemManager/TestUnitManager?state=waiting',
    );
  });

  it('lists failing webhook endpoints with their unit, with a link that the role may open', async () => {
    const failing = {
      webhookId: 'w-1',
      unitId: 'u-1',
      unitName: '闽海港航工程检测有限公司',
      host: 'lims.example.com',
      state: 'active' as const,
      disabledCause: null,
      failingSince: '2026-11-24T02:02:11.000Z',
      lastStatus: 503,
      lastFailure: 'status' as const,
      waiting: 18,
      nextAt: null,
    };
    server.respondWith(
      listJobs,
      jobsWith([failing, { ...failing, webhookId: 'w-2', unitName: '江淮检测', state: 'disabled' }]),
    );
    const noAttention = { stoppedViews: [], failedJobs: 0, waitingUnits: { consigning: 0, testing: 0 } };
    server.respondWith(getStatistic, dashboardWith({ platform, attention: noAttention }));
    await show(administrator);
    await screen.findByRole('heading', { name: '收不到事件的回调地址' });
    const lines = within(card('收不到事件的回调地址')).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '闽海港航工程检测有限公司lims.example.com 自 2026-11-24 10:02:11 起连续失败 · 18 个事件在等看投递',
      '江淮检测lims.example.com 已停用 · 18 个事件在等看投递',
    ]);
    expect(screen.getByRole('link', { name: '看投递 江淮检测' }).getAttribute('href')).toBe(
      '/integration/webhooks/w-2?unitId=u-1',
    );
    cleanup();
    renderConsole(<HomePage />, { user: { ...administrator, roles: ['operator'] }, at: '/dashboard' });
    expect((await screen.findByRole('link', { name: '看记录 江淮检测' })).getAttribute('href')).toBe(
      '/operations/events?stream=webhook-w-2',
    );
  });

  it('shows that all is well, and shows an auditor no operations data', async () => {
    server.respondWith(
      getStatistic,
      dashboardWith({
        platform,
        attention: { stoppedViews: [], failedJobs: 0, waitingUnits: { consigning: 0, testing: 0 } },
      }),
    );
    await show(administrator);
    expect(within(card('需要关注')).getByText('视图和后台任务运行正常，没有久等的委托。')).toBeTruthy();
    expect(screen.queryByText('注册等待开通')).toBeNull();
    cleanup();
    server.respondWith(getStatistic, dashboardWith({ platform }));
    await show({ ...administrator, roles: ['auditor'] });
    expect(screen.queryByRole('heading', { name: '需要关注' })).toBeNull();
  });
});
