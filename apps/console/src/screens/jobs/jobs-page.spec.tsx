import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  cancelJob,
  cancelJobs,
  getJob,
  type JobDetail,
  type JobRow,
  type JobState,
  listJobs,
  type ResultOf,
  retryJob,
  retryJobs,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { JOBS } from '../../lib/paths.js';
import { Address } from '../../testing/list-server.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import JobsPage from './jobs-page.js';

const operator: UserInfo = { ...administrator, roles: [ROLE.operator], userName: 'operator' };
const row = (number: number, changes: Partial<JobRow> = {}): JobRow => ({
  id: `0000000${number}-0000-4000-8000-000000000000.notify-witness`,
  name: 'notify-witness',
  state: 'failed',
  attempts: 8,
  maxAttempts: 8,
  progress: 0,
  error: 'connect ECONNREFUSED 10.0.0.7:25',
  createdAt: '2026-03-01T08:00:00.000Z',
  runAt: '2026-03-01T08:00:00.000Z',
  startedAt: '2026-03-01T08:02:00.000Z',
  finishedAt: '2026-03-01T08:02:04.200Z',
  consignmentId: '11111111-1111-4111-8111-111111111111',
  consignCode: `TU001-2026-0000${number}`,
  eventId: `0000000${number}-0000-4000-8000-000000000000`,
  ...changes,
});
type Concerns = Pick<ResultOf<typeof listJobs>, 'warnings' | 'reconciled' | 'failingEndpoints'>;
let rows: JobRow[];
let concerns: Concerns;
let server: StubServer;
let address: string;
const countOf = (state: JobState) => rows.filter((job) => job.state === state).length;
const detailOf = (job: JobRow): JobDetail => ({
  ...job,
  payload: { requestId: job.eventId },
  cause: null,
  orders: [
    {
      type: 'JobsRetried',
      at: '2026-03-02T08:00:00.000Z',
      userId: 'u',
      userName: '',
      reason: '网关恢复后重试',
      eventId: 'e',
    },
  ],
});

beforeEach(() => {
  window.innerWidth = 1440;
  concerns = { warnings: [], reconciled: [], failingEndpoints: [] };
  rows = [
    row(1),
    row(2, { error: 'No witness who can be reached has still to sign.' }),
    row(3, { name: 'render-pdf', state: 'active', progress: 40, error: null, finishedAt: null }),
    row(4, {
      name: 'build-ledger',
      state: 'waiting',
      attempts: 0,
      error: null,
      startedAt: null,
      finishedAt: null,
      consignmentId: null,
      consignCode: '',
    }),
    row(5, { state: 'waiting', attempts: 2, finishedAt: null }),
    row(6, { state: 'done', error: null }),
  ];
  server = stubServer();
  server.respondWith(listJobs, ({ query: { state, name, consignment } }) => {
    const scoped = rows.filter(
      (job) => (!name || job.name === name) && (!consignment || job.consignCode === consignment),
    );
    const matches = scoped.filter((job) => !state || job.state === state);
    return {
      items: matches,
      totalCount: matches.length,
      ...concerns,
      counts: {
        waiting: countOf('waiting'),
        active: countOf('active'),
        done: countOf('done'),
        failed: scoped.filter((job) => job.state === 'failed').length,
        cancelled: countOf('cancelled'),
      },
    };
  });
  server.respondWith(getJob, ({ query }) => detailOf(rows.find(({ id }) => id === query['jobId']) ?? row(1)));
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const page = (at = JOBS, user = operator) =>
  renderConsole(
    <>
      <JobsPage />
      <Address
        onChange={(newAddress) => {
          address = decodeURIComponent(newAddress);
        }}
      />
    </>,
    { user, at },
  );
const table = () => screen.findByRole('table', { name: '后台任务列表' });
const cells = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((each) =>
      [...each.querySelectorAll('td')]
        .map(({ textContent }) => textContent)
        .slice(0, 5)
        .join('|'),
    );
const box = async () => within(await screen.findByRole('alertdialog'));

describe('the list of jobs', () => {
  it('warns of possible loss of jobs, restored or overdue jobs and failing endpoints, and of nothing if all is well', async () => {
    const at = new Date().toISOString();
    concerns = {
      warnings: [{ code: 'EVICTION_POLICY', found: 'allkeys-lru', wanted: 'noeviction' }],
      reconciled: [
        { name: 'render-pdf', at, overdue: 0, putBack: 16, putBackAt: at },
        { name: 'notify-witness', at, overdue: 3, putBack: 2, putBackAt: '2026-03-01T08:00:00.000Z' },
        { name: 'send-code', at, overdue: 0, putBack: 0, putBackAt: null },
      ],
      failingEndpoints: [
        {
          webhookId: 'w-1',
          unitId: 'u-1',
          unitName: '浙东检测',
          host: 'lims.example.com',
          state: 'disabled',
          disabledCause: 'exhausted',
          failingSince: at,
          lastStatus: null,
          lastFailure: 'timeout',
          waiting: 3,
          nextAt: null,
        },
      ],
    };
    page();
    const concernList = within(await screen.findByRole('status', { name: '需要处理的情况' }));
    expect(concernList.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Redis 可能会丢弃任务：maxmemory-policy 为 allkeys-lru，应设为 noeviction。',
      '通知见证人：3 个任务等待过久，请检查后台服务。',
      expect.stringMatching(/^生成委托单 PDF：共 16 个任务曾丢失并已重新排队，最近一次 /),
      '浙东检测的回调地址 lims.example.com 已停用（超时），3 个事件没有送达。',
    ]);
    cleanup();
    concerns = { warnings: [], reconciled: [], failingEndpoints: [] };
    page();
    await table();
    expect(screen.queryByText(/丢失/)).toBeNull();
  });

  it('shows the purpose, the progress and the error of each job', async () => {
    page();
    expect(await cells()).toEqual([
      '通知见证人|TU001-2026-00001|失败|8 / 8|connect ECONNREFUSED 10.0.0.7:25',
      '通知见证人|TU001-2026-00002|失败|8 / 8|没有可以联系到的待签名见证人',
      '生成委托单 PDF|TU001-2026-00003|进行中|8 / 8|40%',
      '导出单位台账|—|排队|0 / 8|—',
      expect.stringMatching(/^通知见证人\|TU001-2026-00005\|等待重试\|2 \/ 8\|connect .*:25，\d.* 再试$/),
      '通知见证人|TU001-2026-00006|已完成|8 / 8|—',
    ]);
    await act(() => chooseLanguage('en'));
    expect((await screen.findByText(/^again at /)).closest('td')?.textContent).toMatch(/^connect .*:25, again at \d/);
    await act(() => chooseLanguage('zh'));
    expect(screen.getByRole('group', { name: '任务状态' }).textContent).toBe('全部6失败2进行中1排队2已完成1已取消0');
    expect(
      screen.getAllByRole('button', { name: /^(重试|取消) / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual([
      '重试 通知见证人 TU001-2026-00001',
      '重试 通知见证人 TU001-2026-00002',
      '取消 生成委托单 PDF TU001-2026-00003',
      '取消 导出单位台账',
      '取消 通知见证人 TU001-2026-00005',
    ]);
  });

  it('is filtered by state, type and consignment code, which are written to the address', async () => {
    page();
    await userEvent.click(await screen.findByRole('button', { name: /^失败/ }));
    await waitFor(async () => expect((await cells()).length).toBe(2));
    await userEvent.selectOptions(screen.getByLabelText('任务'), '通知见证人');
    await userEvent.type(screen.getByLabelText('委托编号'), 'TU001-2026-00002');
    await waitFor(async () => expect((await cells()).length).toBe(1));
    expect(address).toBe(`${JOBS}?state=failed&name=notify-witness&consignment=TU001-2026-00002`);
    await userEvent.clear(screen.getByLabelText('委托编号'));
    await userEvent.type(screen.getByLabelText('委托编号'), 'TU009');
    await userEvent.click(await screen.findByRole('button', { name: '清空筛选' }));
    await waitFor(async () => expect((await cells()).length).toBe(6));
  });

  it('shows a message when it is empty, and an error when it cannot be read', async () => {
    rows = [];
    page();
    expect(await screen.findByText('还没有后台任务')).toBeTruthy();
    cleanup();
    server.refuse(listJobs, { status: 503, message: '服务暂不可用，请稍后再试' });
    page();
    expect(await screen.findByText('任务没有加载出来')).toBeTruthy();
    expect(screen.getByText(/服务暂不可用/)).toBeTruthy();
  });
});

describe('a job', () => {
  it('opens beside the list with its error and its history', async () => {
    page();
    await userEvent.click(await screen.findByRole('button', { name: '查看 通知见证人 TU001-2026-00001' }));
    const panel = within(await screen.findByRole('complementary', { name: '任务' }));
    expect(await panel.findByText('8 次尝试均失败')).toBeTruthy();
    expect(panel.getByText('网关恢复后重试')).toBeTruthy();
    expect(panel.getByText('4.2 秒')).toBeTruthy();
    expect(panel.queryByRole('link', { name: 'TU001-2026-00001' })).toBeNull();
    expect(address).toBe(`${JOBS}?job=${row(1).id}`);
    await userEvent.click(panel.getByRole('button', { name: '关闭详情' }));
    await waitFor(() => expect(address).toBe(JOBS));
  });

  it('shows an administrator a link to the history of its consignment', async () => {
    page(`${JOBS}?job=${row(1).id}`, administrator);
    expect((await screen.findByRole('link', { name: 'TU001-2026-00001' })).getAttribute('href')).toBe(
      '/consignments/11111111-1111-4111-8111-111111111111/history',
    );
  });

  it('is retried with an idempotency key after a reason is given', async () => {
    server.respondWith(retryJob, ({ query }) => {
      rows = rows.map((job) =>
        job.id === query['jobId'] ? { ...job, state: 'waiting', attempts: 0, error: null } : job,
      );
      return { count: 1 };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: '重试 通知见证人 TU001-2026-00001' }));
    const dialog = await box();
    await userEvent.click(dialog.getByRole('button', { name: '重试任务' }));
    expect(await dialog.findByText('输入内容不能为空')).toBeTruthy();
    expect(server.requestsTo(retryJob)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '邮件网关已恢复');
    await userEvent.click(dialog.getByRole('button', { name: '重试任务' }));
    expect(await screen.findByText('已重新排队 1 个任务')).toBeTruthy();
    expect(server.requestsTo(retryJob)).toEqual([
      expect.objectContaining({
        query: { jobId: row(1).id },
        body: { reason: '邮件网关已恢复' },
        headers: expect.objectContaining({ 'Idempotency-Key': expect.stringMatching(/./) }),
      }),
    ]);
    await waitFor(async () => expect((await cells())[0]).toBe('通知见证人|TU001-2026-00001|排队|0 / 8|—'));
  });

  it('in the waiting state is cancelled after a reason is given', async () => {
    server.respondWith(cancelJob, { count: 1 });
    page();
    await userEvent.click(await screen.findByRole('button', { name: '取消 导出单位台账' }));
    await userEvent.type((await box()).getByRole('textbox', { name: /原因/ }), '客户已不需要');
    await userEvent.click((await box()).getByRole('button', { name: '取消任务' }));
    expect(await screen.findByText('已取消 1 个任务')).toBeTruthy();
    expect(server.requestsTo(cancelJob)[0]?.body).toEqual({ reason: '客户已不需要' });
  });
});

describe('bulk actions on jobs', () => {
  it('retry only the number of jobs that was shown, and show the new number when it has changed', async () => {
    server.handle(retryJobs, ({ body }) => {
      const { expectedCount } = body as { expectedCount: number };
      return expectedCount === 2
        ? { status: 409, code: 'JOBS_CHANGED', message: '任务数量已变化，现在是 3 个，请核对后再操作' }
        : { count: expectedCount };
    });
    page(`${JOBS}?name=notify-witness`);
    await userEvent.click(await screen.findByRole('button', { name: '重试全部失败（2）' }));
    let dialog = await box();
    expect(dialog.getByText('“通知见证人”中，共 2 个失败任务，将全部重新排队。')).toBeTruthy();
    rows = [...rows, row(7)];
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '网关恢复');
    await userEvent.click(dialog.getByRole('button', { name: '重试 2 个任务' }));
    expect(await dialog.findByText('任务数量已变化，现在是 3 个，请核对后再操作')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '取消' }));

    await userEvent.click(await screen.findByRole('button', { name: '重试全部失败（3）' }));
    dialog = await box();
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '网关恢复');
    await userEvent.click(dialog.getByRole('button', { name: '重试 3 个任务' }));
    expect(await screen.findByText('已重新排队 3 个任务')).toBeTruthy();
    expect(server.requestsTo(retryJobs).map(({ body }) => body)).toEqual([
      { name: 'notify-witness', expectedCount: 2, reason: '网关恢复' },
      { name: 'notify-witness', expectedCount: 3, reason: '网关恢复' },
    ]);
  });

  it('cancel waiting jobs after showing their number', async () => {
    server.respondWith(cancelJobs, { count: 2 });
    page();
    await userEvent.click(await screen.findByRole('button', { name: '取消全部排队（2）' }));
    const dialog = await box();
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '切换网关');
    await userEvent.click(dialog.getByRole('button', { name: '取消 2 个任务' }));
    expect(await screen.findByText('已取消 2 个任务')).toBeTruthy();
    expect(server.requestsTo(cancelJobs)[0]?.body).toEqual({ expectedCount: 2, reason: '切换网关' });
  });
});
