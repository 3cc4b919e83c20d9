import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addReportApply,
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getBuSampleInfoListByConsignId,
  getEnumValues,
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
  getReportEvaluation,
  getReportFile,
  getReportScheduleCountingNew,
  getReportScheduleNew,
  getUnitDetail,
  listReportVideos,
  publishReport,
  registerReport,
  reportMailNumberSetting,
  type ReportScheduleItem,
  updateReportStatusNew,
  withdrawReport,
} from '#contract';
import '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import { listColumns } from '../../lib/preferences.js';
import { sampleRowWith, unitDetail } from '../../testing/consignment.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { progressRowWith, reportRowWith, reportStatusNames, scheduledReportWith } from '../../testing/report-rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import ReportListPage from './report-list-page.js';
import ReportSchedulePage from './report-schedule-page.js';

const user = userEvent.setup({ pointerEventsCheck: 0 });
const SCHEDULE = '/TestingOrgSearch/reportSchedule';
const LIST = '/BusinessManagement/reportList';
const pdf = { name: '检测报告.pdf', size: 2048 };

let server: StubServer;
/** The data of each list; the service responds as the calls do, filtered and counted. */
let byConsignment: ReportScheduleItem[];
let byReport: ReportScheduleItem[];

const pageOf = (rows: readonly ReportScheduleItem[], query: Record<string, string>) => {
  const statuses = (query['reportStatus'] ?? '').split(',').filter(Boolean).map(Number);
  const all = rows.filter(
    (row) =>
      `${row.reportNumber}${row.consignCode}`.includes(query['keyword'] ?? '') &&
      (statuses.length === 0 || statuses.includes(row.reportStatus)),
  );
  const skip = Number(query['skipCount'] ?? 0);
  return { items: all.slice(skip, skip + Number(query['maxResultCount'] ?? 10)), totalCount: all.length };
};
const countByStatus = (rows: readonly ReportScheduleItem[]) =>
  [...new Set(rows.map(({ reportStatus }) => reportStatus))].map((reportStatus) => ({
    reportStatus,
    count: rows.filter((row) => row.reportStatus === reportStatus).length,
  }));

beforeEach(() => {
  // jsdom has no layout, so it has nowhere to scroll.
  Element.prototype.scrollIntoView ??= () => undefined;
  localStorage.clear();
  listColumns.set({});
  server = stubServer();
  [byConsignment, byReport] = [[], []];
  server.respondWith(getReportConsignScheduleNew, ({ query }) => pageOf(byConsignment, query));
  server.respondWith(getReportScheduleNew, ({ query }) => pageOf(byReport, query));
  server.respondWith(getReportConsignScheduleCountingNew, () => countByStatus(byConsignment));
  server.respondWith(getReportScheduleCountingNew, () => countByStatus(byReport));
  server.respondWith(getEnumValues, reportStatusNames);
});
afterEach(cleanup);

const showClient = async (search = '') => {
  renderConsole(<ReportSchedulePage />, { at: `${SCHEDULE}${search}`, user: client });
  await screen.findByText(/共 \d+ 条/);
};
const showLab = async (search = '') => {
  renderConsole(<ReportListPage />, { at: `${LIST}${search}`, user: laboratory });
  await screen.findByText(/共 \d+ 条/);
};
const rowOf = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement);
const chooseAction = async (text: string, action: string | RegExp) => {
  await user.click(rowOf(text).getByRole('button', { name: /的操作/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const tab = (name: string) =>
  within(screen.getByRole('group', { name: '报告状态' })).getByRole('button', { name: new RegExp(`^${name}`) });
const ELEVEN = [
  'testUnitName',
  'mailNumber',
  'consignCode',
  'preStatus',
  'consignUnitName',
  'projectName',
  'testContent',
  'acceptTime',
  'reportSchedule',
  'consignFormaNumber',
  'reportNumber',
];

describe('the progress lists', () => {
  it.each([
    ['reportSchedule', ReportSchedulePage, client, `${SCHEDULE}?by=report`, 'reports-client-report'],
    ['reportList', ReportListPage, laboratory, LIST, 'reports-lab-report'],
  ] as const)(
    'LS-008 with three reports in two statuses, %s shows the eleven fields and the count in each tab',
    async (_, Page, account, at, columnsKey) => {
      listColumns.set({ [columnsKey]: ELEVEN });
      byReport = [
        reportRowWith(
          { reportNumber: 'BG-1', reportStatus: 40, mailNumber: 'SF-1', file: pdf },
          { reportSchedule: '已发布', consignFormaNumber: 'WT-9', acceptTime: '2020-03-05T04:00:00.000Z' },
        ),
        reportRowWith({ reportNumber: 'BG-2', reportStatus: 20 }),
        reportRowWith({ reportNumber: 'BG-3', reportStatus: 20 }),
      ];
      renderConsole(<Page />, { at, user: account });
      await screen.findByText('共 3 条，第 1–3 条');
      const row = rowOf('BG-1');
      for (const text of [
        '浙东交通工程检测中心有限公司',
        'SF-1',
        'TU001-2026-00001',
        '已收样',
        '云岭交通建设集团第三工程公司',
        '云岭至安溪高速公路工程',
        '普通硅酸盐水泥',
        '2020-03-05',
        '已发布',
        'WT-9',
      ])
        expect(row.getByText(text)).toBeTruthy();
      const ticked = row.getByRole<HTMLInputElement>('checkbox');
      expect(ticked.checked).toBe(false);
      await user.click(ticked);
      expect(ticked.checked).toBe(true);
      await waitFor(() => expect(tab('已发布').textContent).toBe('已发布1'));
      expect([tab('编制中').textContent, tab('已签发').textContent, tab('全部').textContent]).toEqual([
        '编制中2',
        '已签发0',
        '全部3',
      ]);
      await user.click(tab('编制中'));
      await screen.findByText('共 2 条，第 1–2 条');
      expect(server.requestsTo(getReportScheduleNew).at(-1)?.query['reportStatus']).toBe('20');
    },
  );

  it('keep keyword, status, page and grouping in the address', async () => {
    byReport = Array.from({ length: 14 }, (_, index) => reportRowWith({ reportNumber: `BG-${index}` }));
    byConsignment = [progressRowWith([scheduledReportWith()], { consignCode: 'C-1' })];
    await showLab('?q=BG&status=10&page=2');
    expect(screen.getByText('共 14 条，第 13–14 条')).toBeTruthy();
    expect(server.requestsTo(getReportScheduleNew).at(-1)?.query).toMatchObject({
      keyword: 'BG',
      reportStatus: '10',
      skipCount: '12',
      maxResultCount: '12',
    });
    await user.click(screen.getByRole('button', { name: '按委托' }));
    expect((await screen.findAllByText(/没有符合条件的报告/)).length).toBe(1);
    await user.click(screen.getByRole('button', { name: '清空筛选' }));
    expect(await screen.findByText('C-1')).toBeTruthy();
  });

  it('can be operated by keyboard and link to the consignment', async () => {
    byReport = [reportRowWith({ reportNumber: 'BG-1' }), reportRowWith({ reportNumber: 'BG-2' }, { consignType: 2 })];
    await showLab();
    await user.keyboard('jjx');
    expect(rowOf('BG-2').getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await user.keyboard('{Enter}');
    const details = await screen.findByRole('dialog');
    expect(within(details).getByText('BG-2')).toBeTruthy();
    await waitFor(() => expect(details.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('/BG-1');
    await screen.findByText('共 1 条，第 1–1 条');
    expect(rowOf('BG-1').getByRole('link').getAttribute('href')).toBe(
      `/BusinessManagement/auditConsignInfo?id=${byReport[0]?.consignId}&consignType=1&pageSource=4`,
    );
  });

  it('show a hint when they are empty, and an error without an alert when they cannot be read', async () => {
    renderConsole(<ReportSchedulePage />, { at: SCHEDULE, user: client });
    expect(await screen.findByText('检测单位确认收样后，报告进度会出现在这里。')).toBeTruthy();
    cleanup();
    server.refuse(getReportConsignScheduleNew, { status: 500, message: '服务器内部错误' });
    renderConsole(<ReportSchedulePage />, { at: SCHEDULE, user: client });
    expect(await screen.findByText('报告进度没有加载出来')).toBeTruthy();
    expect(currentFailure.get()).toBeNull(); // no alert over it
  });
});

describe('an auditor', () => {
  it('sees the progress of every report, with a note that files are not shown to the role', async () => {
    byConsignment = [
      progressRowWith([scheduledReportWith({ reportNumber: 'BG-1', reportStatus: 40, file: null })], {
        consignCode: 'C-1',
        reportStatus: 40,
        progress: 100,
      }),
    ];
    renderConsole(<ReportSchedulePage />, { at: SCHEDULE, user: { ...client, roles: ['auditor'], unitId: null } });
    await screen.findByText(/共 \d+ 条/);
    await user.click(rowOf('C-1').getByRole('button', { name: '报告明细' }));
    expect(await screen.findByText('文件含有姓名、电话等个人信息，不向当前角色显示')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /下载/ })).toBeNull();
  });
});

const openReports = async (code: string) => {
  await user.click(rowOf(code).getByRole('button', { name: `${code} 的操作` }));
  await user.click(await screen.findByRole('menuitem', { name: /报告明细/ }));
};

describe('a client', () => {
  it('sees the progress of a consignment, downloads a published report and applies for a missing one', async () => {
    const published = scheduledReportWith({ reportNumber: 'BG-1', reportStatus: 40, file: pdf });
    byConsignment = [
      progressRowWith([published], { consignCode: 'C-1', reportStatus: 40, reportSchedule: '已发布', progress: 100 }),
      progressRowWith([], { consignCode: 'C-2' }),
    ];
    server.respondWith(getReportFile, { ...pdf, url: '/api/v1/documents/ticket' });
    server.respondWith(addReportApply, true);
    const saved: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.getAttribute('href')} ${this.download}`);
    });
    await showClient();
    expect(rowOf('C-1').getByText('已发布')).toBeTruthy();
    await user.click(rowOf('C-1').getByRole('button', { name: '下载' }));
    await waitFor(() => expect(saved).toEqual(['/api/v1/documents/ticket 检测报告.pdf']));
    expect(server.requestsTo(getReportFile)[0]?.query['id']).toBe(published.reportId);
    click.mockRestore();

    await user.click(rowOf('C-2').getByRole('button', { name: '申请报告' }));
    await user.type(await screen.findByRole('textbox', { name: /申请说明/ }), '加急');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '申请报告' }));
    await waitFor(() =>
      expect(server.requestsTo(addReportApply)[0]?.body).toEqual({
        consignId: byConsignment[1]?.consignId,
        reportCount: 1,
        remark: '加急',
      }),
    );
    expect(await screen.findByText('申请已提交')).toBeTruthy();
  });

  it('PRE-019 uses the laboratory system for viewing a report, videos and evaluation, and sends a video request and a problem once', async () => {
    const report = scheduledReportWith({ reportNumber: 'BG-1', reportStatus: 40, file: pdf });
    byConsignment = [progressRowWith([report], { consignCode: 'C-1', reportStatus: 40 })];
    server.respondWith(getUnitDetail, unitDetail(true));
    server.respondWith(checkReportPdf, { exists: false, url: null });
    server.respondWith(listReportVideos, [
      { id: '1', name: '抗压', url: 'https://lims.example.com/1.mp4' },
      { id: '2', name: '抗折', url: null },
    ]);
    server.respondWith(applyForReportVideo, true);
    server.respondWith(checkReportIssue, { isForwarded: true, isIssued: true });
    server.respondWith(getReportEvaluation, { address: 'https://lims.example.com/evaluate/7' });
    const openedUrls: string[] = [];
    const open = jest.spyOn(window, 'open').mockImplementation((address) => {
      openedUrls.push(String(address));
      return null;
    });
    await showClient();
    await openReports('C-1');
    await user.click(await screen.findByRole('button', { name: '查看报告' }));
    expect(await screen.findByText('该报告还没有可以查看的文件')).toBeTruthy();
    server.respondWith(checkReportPdf, { exists: true, url: '/api/v1/documents/ticket' });
    await user.click(screen.getByRole('button', { name: '查看报告' }));
    await waitFor(() => expect(openedUrls).toEqual([`${location.origin}/api/v1/documents/ticket`]));
    expect(server.requestsTo(checkReportPdf)[0]).toMatchObject({ headers: { 'Unit-Code': 'JC01' } });

    await user.click(screen.getByRole('button', { name: '检测视频' }));
    expect((await screen.findByRole('button', { name: '观看' })).getAttribute('href')).toBe(
      'https://lims.example.com/1.mp4',
    );
    await user.click(screen.getByRole('button', { name: '申请视频' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '申请视频' }));
    expect(await screen.findByText('已向检测单位申请视频')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: '反馈问题' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByRole('textbox'), '样品编号有误');
    await user.click(dialog.getByRole('button', { name: '反馈问题' }));
    expect(await screen.findByText('问题已发给检测单位')).toBeTruthy();
    expect(
      [...server.requestsTo(applyForReportVideo), ...server.requestsTo(checkReportIssue)].map(({ body }) => body),
    ).toEqual([
      { reportId: report.reportId, remark: '' },
      { reportId: report.reportId, content: '样品编号有误' },
    ]);

    await user.click(screen.getByRole('button', { name: '评价' }));
    await waitFor(() => expect(openedUrls.at(-1)).toBe('https://lims.example.com/evaluate/7'));
    expect(server.requestsTo(getReportEvaluation)[0]?.query['id']).toBe(report.reportId);
    open.mockRestore();
  });

  it('has none of these actions if the laboratory has no system', async () => {
    byConsignment = [progressRowWith([scheduledReportWith({ reportStatus: 40, file: pdf })], { consignCode: 'C-1' })];
    server.respondWith(getUnitDetail, unitDetail(false));
    await showClient();
    await openReports('C-1');
    await waitFor(() => expect(server.requestsTo(getUnitDetail)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: '评价' })).toBeNull();
  });

  it('sees the progress of an unpublished report, but no file and no action of the laboratory', async () => {
    byConsignment = [
      progressRowWith([scheduledReportWith({ reportNumber: 'BG-1', reportStatus: 30 })], {
        consignCode: 'C-1',
        reportStatus: 30,
        reportSchedule: '已签发 75%',
        progress: 75,
      }),
    ];
    await showClient();
    await user.click(rowOf('C-1').getByRole('button', { name: /的操作/ }));
    const actions = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(actions).toEqual(['报告明细', '下载报告报告已签发，发布后才能下载', '申请报告']);
    await user.click(screen.getByRole('menuitem', { name: /报告明细/ }));
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByText('BG-1')).toBeTruthy();
    expect(details.getByText('报告已签发，发布后才能下载')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '登记报告' })).toBeNull();
  });
});

describe('a laboratory', () => {
  it('registers a report for samples of a received consignment', async () => {
    const samples = [
      sampleRowWith({ testUnitSampleName: '水泥', specificationType: '' }),
      sampleRowWith({ testUnitSampleName: '钢筋', specificationType: '' }),
    ];
    byConsignment = [progressRowWith([], { consignCode: 'C-1' })];
    byReport = [reportRowWith({ reportNumber: 'BG-0' })];
    server.respondWith(getBuSampleInfoListByConsignId, samples);
    server.respondWith(registerReport, { reportId: 'r-1', revision: 0, reportStatus: 10 });
    await showLab();
    await user.click(screen.getByRole('button', { name: '登记报告' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: '登记报告' }));
    expect(await dialog.findByText('请选择委托')).toBeTruthy();
    expect(dialog.getByText('请输入报告编号')).toBeTruthy();
    await user.click(await dialog.findByRole('radio', { name: /C-1/ }));
    await user.click(await dialog.findByRole('checkbox', { name: '钢筋' }));
    await user.type(dialog.getByRole('textbox', { name: /报告编号/ }), 'BG-7');
    await user.click(dialog.getByRole('button', { name: '登记报告' }));
    await waitFor(() =>
      expect(server.requestsTo(registerReport)[0]?.body).toEqual({
        consignId: byConsignment[0]?.consignId,
        sampleIds: [samples[0]?.id],
        reportNumber: 'BG-7',
      }),
    );
    expect(await screen.findByText('报告已登记')).toBeTruthy();
  });

  it('sees the server’s message in the open dialog when the report number is already used', async () => {
    byConsignment = [progressRowWith([], { consignCode: 'C-1' })];
    server.respondWith(getBuSampleInfoListByConsignId, [sampleRowWith()]);
    server.refuse(registerReport, { status: 409, message: '报告编号“BG-7”已被使用' });
    await showLab('?by=consignment');
    await user.click(rowOf('C-1').getByRole('button', { name: '登记报告' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('checkbox');
    await user.type(dialog.getByRole('textbox', { name: /报告编号/ }), 'BG-7');
    await user.click(dialog.getByRole('button', { name: '登记报告' }));
    expect(await dialog.findByText('报告编号“BG-7”已被使用')).toBeTruthy();
  });

  it('sets one mail number for several reports, and sees which reports cannot have one', async () => {
    byReport = [
      reportRowWith({ reportNumber: 'BG-1', reportStatus: 40, file: pdf }),
      reportRowWith({ reportNumber: 'BG-2' }),
      reportRowWith({ reportNumber: 'BG-3', reportStatus: 90 }),
    ];
    server.respondWith(reportMailNumberSetting, true);
    await showLab();
    for (const number of ['BG-1', 'BG-2', 'BG-3']) await user.click(rowOf(number).getByRole('checkbox'));
    const bar = within(screen.getByRole('region', { name: '已选 3 条' }));
    expect(bar.getByText('1 份不能填写邮寄单号：已作废，不能填写邮寄单号')).toBeTruthy();
    await user.click(bar.getByRole('button', { name: '填写邮寄单号（2）' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: '保存' }));
    expect(await dialog.findByText('请输入邮寄单号')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: /邮寄单号/ }), 'SF-9');
    await user.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(reportMailNumberSetting)[0]?.body).toEqual({
        reportIds: [byReport[0]?.reportId, byReport[1]?.reportId],
        val: 'SF-9',
      }),
    );
  });

  it('changes a report to an allowed status, publishes it on the revision that was shown, and voids it with a reason', async () => {
    byReport = [reportRowWith({ reportNumber: 'BG-1', file: pdf, revision: 5 })];
    server.respondWith(updateReportStatusNew, true);
    const writtenReport = { reportId: 'r', revision: 6, reportStatus: 40 } as const;
    server.respondWith(publishReport, writtenReport);
    server.respondWith(withdrawReport, writtenReport);
    await showLab();
    await chooseAction('BG-1', /更新进度/);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      '编制中',
      '已签发',
    ]);
    await user.click(dialog.getByRole('radio', { name: '已签发' }));
    await user.click(dialog.getByRole('button', { name: '更新进度' }));
    await waitFor(() =>
      expect(server.requestsTo(updateReportStatusNew)[0]?.body).toEqual({
        reportIds: [byReport[0]?.reportId],
        reportStatus: 30,
      }),
    );

    await user.click(rowOf('BG-1').getByRole('button', { name: '发布' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '发布报告' }));
    await waitFor(() => expect(server.requestsTo(publishReport)[0]?.headers['If-Match']).toBe('"5"'));

    await chooseAction('BG-1', /作废报告/);
    const sure = within(await screen.findByRole('alertdialog', { name: '作废报告' }));
    await user.type(sure.getByRole('textbox'), '数据有误');
    await user.click(sure.getByRole('button', { name: '作废报告' }));
    await waitFor(() => expect(server.requestsTo(withdrawReport)[0]?.body).toEqual({ reason: '数据有误' }));
  });

  it('sees the reason why an action is disabled', async () => {
    byReport = [
      reportRowWith({ reportNumber: 'BG-1', reportStatus: 40, file: pdf }),
      reportRowWith({ reportNumber: 'BG-2' }),
    ];
    await showLab();
    await user.click(rowOf('BG-1').getByRole('button', { name: /的操作/ }));
    expect((await screen.findByRole('menuitem', { name: /上传/ })).textContent).toContain('已发布，不能上传报告');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await user.click(rowOf('BG-2').getByRole('button', { name: /的操作/ }));
    expect((await screen.findByRole('menuitem', { name: /发布报告/ })).textContent).toContain('请先上传报告文件再发布');
  });

  it('sees that a client has applied for a report', async () => {
    byReport = [
      reportRowWith(
        { reportNumber: 'BG-1' },
        { applications: [{ reportId: null, reportCount: 2, remark: '请邮寄', appliedAt: '2026-11-20T08:00:00.000Z' }] },
      ),
    ];
    await showLab();
    expect(rowOf('BG-1').getByText('已申请 1 次')).toBeTruthy();
    await chooseAction('BG-1', /报告明细/);
    expect(within(await screen.findByRole('dialog')).getByText(/请邮寄/)).toBeTruthy();
  });
});
