import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  changeWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookHours,
  listWebhookDeliveries,
  pauseWebhook,
  redeliverWebhook,
  retryWebhookNow,
  revokeWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { WEBHOOK, webhookPath } from '../../lib/paths.js';
import { Address } from '../../testing/list-server.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { deliveryWith, detailOf, WEBHOOK_ID, webhookWith } from '../../testing/webhooks.js';
import WebhookPage from './webhook.page.js';

let webhook: Webhook;
let rows: WebhookDelivery[];
let server: StubServer;
let address: string;

beforeEach(() => {
  window.innerWidth = 1440;
  webhook = webhookWith();
  rows = [
    deliveryWith(1, {
      type: 'consignment.signed.v1',
      state: 'waiting',
      attempts: 4,
      lastStatus: 503,
      lastFailure: 'status',
      nextAt: new Date(Date.now() + 30 * 60_000).toISOString(),
    }),
    deliveryWith(2, { state: 'failed', attempts: 10, lastStatus: null, lastFailure: 'timeout' }),
    deliveryWith(3),
    deliveryWith(4, { isTest: true, consignCode: null, type: 'report.published.v1' }),
  ];
  server = stubServer();
  server.respondWith(getWebhook, () => webhook);
  server.respondWith(listWebhookHours, () => ({
    items: [{ at: new Date().toISOString(), delivered: 286, failed: 18, p95: 812 }],
    lastWeek: { delivered: 1_900, failed: 21 },
  }));
  server.respondWith(listWebhookDeliveries, ({ query: { state, search = '' } }) => ({
    items: rows.filter((row) => (!state || row.state === state) && row.eventId.includes(search)),
    next: null,
  }));
  server.respondWith(getWebhookDelivery, ({ query }) =>
    detailOf(rows.find(({ eventId }) => eventId === query['eventId']) ?? deliveryWith(9)),
  );
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const page = (at = webhookPath(WEBHOOK_ID)) =>
  renderConsole(
    <>
      <Routes>
        <Route path={WEBHOOK} element={<WebhookPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address
        onChange={(newAddress) => {
          address = newAddress;
        }}
      />
    </>,
    { user: laboratory, at },
  );
const table = async () => within(await screen.findByRole('table', { name: '投递' }));
const cells = async () =>
  (await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(1, 4).map(({ textContent }) => textContent));
const panel = async () => within(await screen.findByRole('complementary', { name: '投递详情' }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (action: string) => {
  await press('更多操作 委托入库');
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
};
const idOf = (number: number) => deliveryWith(number).eventId;

describe('the page of a webhook endpoint', () => {
  it('ILIS-006 shows the last 24 hours, the secret and the result of each delivery', async () => {
    page();
    expect(await cells()).toEqual([
      [`已签名TU003-2026-00418${idOf(1)}`, '5034/10', '88'],
      [`委托已提交TU003-2026-00418${idOf(2)}`, '超时10/10', '88'],
      [`委托已提交TU003-2026-00418${idOf(3)}`, '2041/10', '88'],
      [`报告已发布测试${idOf(4)}`, '2041/10', '88'],
    ]);
    expect(screen.getByRole('region', { name: '近 24 小时投递' }).textContent).toContain(
      '送达 286　失败 18　等待 0　最慢一小时 P95 812 ms',
    );
    const latency = screen.getByRole('img', { name: '每小时 P95 用时，最高 812 ms' });
    expect([...latency.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\d\d:00　812 ms$/),
    ]);
    expect(screen.getByText('近 7 天：送达 1,900，失败 21')).toBeTruthy();
    const [code] = (await table()).getAllByRole('link', { name: 'TU003-2026-00418' });
    expect(code?.getAttribute('href')).toBe(`/consignments/${deliveryWith(1).subject}/history`);
    expect(screen.getByText('whsec_…k3Qd')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('opens a delivery beside the list, with its attempts, the response and the body that was sent', async () => {
    page();
    const delivery = await panel();
    const attempts = within(await delivery.findByRole('list', { name: '各次投递' })).getAllByRole('listitem');
    expect(attempts.map(({ dataset: { kind } }) => kind)).toEqual(['bad', 'bad', 'bad', 'bad', 'next', 'far', 'far']);
    expect(attempts.at(-1)?.textContent).toMatch(/^10/);
    expect(delivery.getByText('{"error":"db_failover"}')).toBeTruthy();
    expect(delivery.getByText('新旧两个密钥都签了名')).toBeTruthy();
    expect(delivery.getByRole('group', { name: /^正文/ }).textContent).toContain('"specversion": "1.0"');
    expect(delivery.getByRole('link', { name: '怎样验证' }).getAttribute('href')).toContain('topic=webhook');
    await press('下一条');
    expect(address).toContain(`event=${idOf(2)}`);
    expect((await panel()).getByText(idOf(2))).toBeTruthy();
  });

  it('can be operated with the keys j, x and r, and keeps its filters in the address', async () => {
    server.respondWith(redeliverWebhook, { count: 2, consignments: 1, bytes: 1_200, seconds: 1, deliveredBefore: 1 });
    page();
    await table();
    await userEvent.keyboard('jx');
    await userEvent.keyboard('jx');
    expect(await screen.findByText('已选 2 条')).toBeTruthy();
    await userEvent.keyboard('r');
    expect(await screen.findByRole('radio', { name: '选中的 2 条' })).toBeTruthy();
    await press('取消');
    await press(/^等待重试/);
    await waitFor(async () => expect(await cells()).toHaveLength(1));
    await userEvent.type(screen.getByRole('textbox', { name: '事件 ID 或类型' }), 'nothing');
    expect(await screen.findByText('没有符合条件的投递')).toBeTruthy();
    expect(address).toBe(`/integration/webhooks/${WEBHOOK_ID}?state=waiting&q=nothing`);
    await press('清空筛选');
    await waitFor(async () => expect(await cells()).toHaveLength(4));
  });

  it('redelivers after showing the number and with a reason; if the number has changed, it counts again and sends nothing', async () => {
    let number = 18;
    server.handle(redeliverWebhook, ({ body }) => {
      const { dryRun, expectedCount } = body as { dryRun: boolean; expectedCount?: number };
      return !dryRun && expectedCount !== number
        ? { status: 409, code: 'COUNT_CHANGED', message: '事件数量已变化，现在是 19 个' }
        : { count: number, consignments: 14, bytes: 11_264, seconds: 4, deliveredBefore: 2 };
    });
    page();
    await press('重新投递…');
    const dialog = within(await screen.findByRole('dialog', { name: '重新投递' }));
    expect(await dialog.findByText('涉及 14 条委托，约 11 KB，预计 4秒投完。')).toBeTruthy();
    expect(dialog.getByText(/^2 个事件曾经送达/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '重新投递（18）' }));
    expect(await dialog.findByText('输入内容不能为空')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '数据库切换完成');
    number = 19;
    await userEvent.click(dialog.getByRole('button', { name: '重新投递（18）' }));
    expect(await dialog.findByText('事件数量已变化，现在是 19 个')).toBeTruthy();
    await userEvent.click(await dialog.findByRole('button', { name: '重新投递（19）' }));
    expect(await screen.findByText('正在重新投递 19 个事件')).toBeTruthy();
    const bodies = server.requestsTo(redeliverWebhook).map(({ body }) => body as { dryRun: boolean });
    expect(bodies.filter(({ dryRun }) => !dryRun)).toEqual([
      { failedOnly: true, dryRun: false, reason: '数据库切换完成', expectedCount: 18 },
      { failedOnly: true, dryRun: false, reason: '数据库切换完成', expectedCount: 19 },
    ]);
  });

  it('shows an alert when deliveries fail, and retries one waiting event on request', async () => {
    server.respondWith(retryWebhookNow, () => ({ eventId: idOf(1), webhook }));
    webhook = webhookWith({
      waiting: 18,
      failingSince: new Date().toISOString(),
      lastStatus: 503,
      lastFailure: 'status',
      nextAt: new Date(Date.now() + 60_000).toISOString(),
    });
    page();
    const trouble = within(await screen.findByRole('alert'));
    expect(trouble.getByText(/单位的系统回应 503，18 个事件在等，没有丢失/)).toBeTruthy();
    await userEvent.click(trouble.getByRole('button', { name: '现在重试 委托入库' }));
    await waitFor(() => expect(server.requestsTo(retryWebhookNow)).toHaveLength(1));
    webhook = webhookWith({ state: 'disabled', disabledCause: 'gone', waiting: 3 });
    expect(await screen.findByText(/对方回应 410/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^继续投递/ }).length).toBeGreaterThan(0);
  });

  it('rotates the secret and shows it, and revokes the old secret with a reason', async () => {
    server.respondWith(rotateWebhookSecret, { ...webhookWith(), secret: 'whsec_c2VjcmV0' });
    server.respondWith(revokeWebhookSecret, webhookWith());
    webhook = webhookWith({
      secretIds: [
        { id: 's-new', last4: 'k3Qd', until: null },
        {
          id: '5f0f7a90-0000-4000-8000-000000000001',
          last4: '9fZa',
          until: new Date(Date.now() + 23.5 * 3_600_000).toISOString(),
        },
      ],
    });
    page();
    expect(await screen.findByText('23小时后失效')).toBeTruthy();
    await choose('轮换签名密钥');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '轮换签名密钥' }));
    const secretDialog = within(await screen.findByRole('dialog', { name: '新的签名密钥：委托入库' }));
    expect(secretDialog.getByLabelText('密钥').textContent).toBe('whsec_c2VjcmV0');
    await userEvent.click(secretDialog.getByRole('button', { name: '我已存好' }));
    await press('提前作废…');
    const confirmation = within(await screen.findByRole('alertdialog'));
    expect(confirmation.getByText(/对方收下 286 个事件/)).toBeTruthy();
    await userEvent.type(confirmation.getByRole('textbox', { name: /原因/ }), '已换好');
    await userEvent.click(confirmation.getByRole('button', { name: '提前作废' }));
    await waitFor(() => expect(server.requestsTo(revokeWebhookSecret)[0]?.body).toEqual({ reason: '已换好' }));
  });

  it('sends a test event and shows the response in the same dialog', async () => {
    const testDelivery = deliveryWith(7, { attempts: 0, state: 'waiting', isTest: true });
    rows = [...rows, testDelivery];
    server.respondWith(testWebhook, { eventId: testDelivery.eventId });
    page();
    await press('发送测试事件');
    const dialog = within(await screen.findByRole('dialog', { name: '发送测试事件' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: '事件' }), 'report.published.v1');
    await userEvent.click(dialog.getByRole('button', { name: '发送测试事件' }));
    expect(await dialog.findByText(/正在等对方回应/)).toBeTruthy();
    expect(server.requestsTo(testWebhook)[0]?.body).toEqual({ type: 'report.published.v1' });
    rows = rows.map((row) =>
      row === testDelivery
        ? { ...testDelivery, attempts: 1, lastStatus: 500, lastFailure: 'status', state: 'failed' }
        : row,
    );
    expect(await dialog.findByText('没有送达：500')).toBeTruthy();
    expect(dialog.getByText('{"error":"db_failover"}')).toBeTruthy();
  });

  it('can change, pause and delete the endpoint, the last with a reason and a note of what is lost', async () => {
    webhook = webhookWith({ waiting: 3 });
    server.respondWith(changeWebhook, () => webhook);
    server.respondWith(pauseWebhook, () => webhook);
    server.respondWith(deleteWebhook, true);
    page();
    await press('编辑地址与订阅');
    const form = within(await screen.findByRole('dialog', { name: '保存地址与订阅' }));
    await userEvent.clear(form.getByRole('textbox', { name: /地址/ }));
    await userEvent.type(form.getByRole('textbox', { name: /地址/ }), 'lims');
    await userEvent.click(form.getByRole('radio', { name: '选择事件' }));
    await userEvent.click(form.getByRole('button', { name: '保存地址与订阅' }));
    expect(await form.findByText(/请填写完整的网址/)).toBeTruthy();
    expect(form.getByText('请至少选一类事件')).toBeTruthy();
    await userEvent.clear(form.getByRole('textbox', { name: /地址/ }));
    await userEvent.type(form.getByRole('textbox', { name: /地址/ }), 'https://lims.example.com/new');
    await userEvent.click(form.getByRole('checkbox', { name: /全部报告事件/ }));
    await userEvent.click(form.getByRole('checkbox', { name: '已签名' }));
    await userEvent.click(form.getByRole('button', { name: '保存地址与订阅' }));
    await waitFor(() =>
      expect(server.requestsTo(changeWebhook)[0]?.body).toEqual({
        url: 'https://lims.example.com/new',
        description: '委托入库',
        types: ['report.', 'consignment.signed.v1'],
      }),
    );
    await press('暂停');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '暂停投递' }));
    await waitFor(() => expect(server.requestsTo(pauseWebhook)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await choose('删除回调地址');
    const confirmation = within(await screen.findByRole('alertdialog'));
    expect(confirmation.getByText(/3 个等待的不再投递/)).toBeTruthy();
    await userEvent.type(confirmation.getByRole('textbox', { name: /原因/ }), '换系统');
    await userEvent.click(confirmation.getByRole('button', { name: '删除回调地址' }));
    await waitFor(() => expect(address).toBe('/integration/labSystem'));
    expect(server.requestsTo(deleteWebhook)[0]?.body).toEqual({ reason: '换系统' });
  });

  it('shows a message when there is no delivery, and an error when the endpoint cannot be read', async () => {
    rows = [];
    page();
    expect(await screen.findByText('还没有事件要投递')).toBeTruthy();
    cleanup();
    server.refuse(getWebhook, { status: 404, message: '没有这个回调地址' });
    page();
    expect(await screen.findByText('回调地址没有加载出来')).toBeTruthy();
  });

  it('opens a delivery as a dialog on a phone, in the chosen language', async () => {
    window.innerWidth = 390;
    await act(() => chooseLanguage('en'));
    page();
    await userEvent.click((await screen.findAllByRole('button', { name: 'A signature was given' }))[0] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'A signature was given' })).toBeTruthy();
    await press('Close delivery');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
