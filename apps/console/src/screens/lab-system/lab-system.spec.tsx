import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type AccessKey,
  type AccessKeyUsage,
  changeAccessKey,
  type FeedConsumer,
  getConsginUnitById,
  checkLabCatalogue,
  getLabExchanges,
  getTestUnitById,
  listWebhookHours,
  issueAccessKey,
  type LabExchanges,
  type IssuedAccessKey,
  listAccessKeys,
  listAccessKeyUsage,
  listFeedConsumers,
  listOutgoingCalls,
  listWebhooks,
  type OutgoingCall,
  registerWebhook,
  resendOutgoingCall,
  revokeAccessKey,
  rotateAccessKey,
  type Webhook,
  type LabCallHealth,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { LAB_SYSTEM } from '../../lib/paths.js';
import { hiddenFirstSteps } from '../../lib/preferences.js';
import { administrator, client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { WEBHOOK_ID, webhookWith } from '../../testing/webhooks.js';
import LabSystemPage from './lab-system.page.js';

const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const keyWith = (number: number, changes: Partial<AccessKey> = {}): AccessKey => ({
  id: `8f2c41a${number}-0000-4000-8000-000000000000`,
  name: 'LIMS 主服务',
  scopes: ['events:read', 'status:write'],
  createdAt: ago(10 * DAY_MS),
  createdBy: '沈惠兰',
  lastUsedAt: null,
  expiresAt: null,
  previousUntil: null,
  revokedAt: null,
  revokedBy: '',
  revokeReason: '',
  ...changes,
});
const withSecret = (key: AccessKey): IssuedAccessKey => ({ ...key, secret: `lk_${key.id}_${'s'.repeat(43)}` });
const reader = (name: string, changes: Partial<FeedConsumer> = {}): FeedConsumer => ({
  kind: 'key',
  id: name,
  name,
  position: 'cursor',
  lagEvents: 0,
  lagSeconds: 0,
  ...changes,
});

let keys: AccessKey[];
let usage: AccessKeyUsage[];
let readers: FeedConsumer[];
let webhooks: Webhook[];
let outgoingCalls: OutgoingCall[];
let exchanges: LabExchanges;
let server: StubServer;

beforeEach(() => {
  window.innerWidth = 1440;
  hiddenFirstSteps.set([]);
  keys = [];
  usage = [];
  readers = [];
  webhooks = [];
  outgoingCalls = [];
  exchanges = { system: null, hours: [], refused: [], calls: [] };
  server = stubServer();
  server.respondWith(listAccessKeys, () => ({ items: keys }));
  server.respondWith(listAccessKeyUsage, () => ({ limit: 600, items: usage }));
  server.respondWith(listFeedConsumers, () => ({ items: readers }));
  server.respondWith(getLabExchanges, () => exchanges);
  server.respondWith(listOutgoingCalls, ({ query: { state } }) => {
    const items = outgoingCalls.filter((call) => !state || call.state === state);
    return { items, totalCount: items.length };
  });
  server.respondWith(listWebhooks, () => ({ items: webhooks }));
  server.respondWith(listWebhookHours, () => ({
    items: [{ at: new Date().toISOString(), delivered: 1_284, failed: 18, p95: 812 }],
    lastWeek: { delivered: 9_120, failed: 41 },
  }));
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const page = (user = laboratory, at = LAB_SYSTEM) => renderConsole(<LabSystemPage />, { user, at });
const step = async (title: string) =>
  (await screen.findByRole('heading', { name: new RegExp(`^${title}`) })).closest('li');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (row: string, action: string) => {
  await press(`更多操作 ${row}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
};
const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole(/撤销|轮换/.test(String(name)) ? 'alertdialog' : 'dialog', { name }));

describe('the page of a unit without a connected system', () => {
  it('ILIS-006 guides through three steps, each ticked once it is done; a new key stays shown until the user confirms it', async () => {
    server.respondWith(issueAccessKey, ({ body }) => {
      const { name, scopes, expiresAt } = body as Pick<AccessKey, 'name' | 'scopes' | 'expiresAt'>;
      keys = [keyWith(1, { name, scopes, expiresAt })];
      return withSecret(keyWith(1, { name, scopes, expiresAt }));
    });
    page();
    expect((await step('新建接口密钥'))?.dataset['done']).toBeUndefined();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(/-d limit=1/)).toBeTruthy();

    await press('新建接口密钥');
    const dialogBox = await dialog('新建接口密钥');
    await userEvent.click(dialogBox.getByRole('button', { name: '新建接口密钥' }));
    expect(await dialogBox.findByText('请填写名称')).toBeTruthy();
    expect(server.requestsTo(issueAccessKey)).toEqual([]);
    await userEvent.type(dialogBox.getByRole('textbox', { name: /名称/ }), 'LIMS 主服务');
    await userEvent.click(dialogBox.getByRole('checkbox', { name: /status:write/ }));
    await userEvent.click(dialogBox.getByRole('button', { name: '新建接口密钥' }));

    const secretDialog = await dialog('密钥已建好：LIMS 主服务');
    expect(secretDialog.getByLabelText('密钥').textContent).toBe(withSecret(keyWith(1)).secret);
    expect(secretDialog.getByText(/记入历史/)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(secretDialog.getByRole('button', { name: '关闭对话框' }));
    expect(screen.getByRole('dialog', { name: /密钥已建好/ })).toBeTruthy();
    await userEvent.click(secretDialog.getByRole('button', { name: '我已存好' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(issueAccessKey)).toEqual([
      expect.objectContaining({
        body: { name: 'LIMS 主服务', scopes: ['events:read', 'consignments:read', 'status:write'], expiresAt: null },
        headers: expect.objectContaining({ 'Idempotency-Key': expect.stringMatching(/./) }),
      }),
    ]);

    await waitFor(async () => expect((await step('新建接口密钥'))?.dataset['done']).toBe('true'));
    expect(screen.getByText('正在等待请求')).toBeTruthy();
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    await waitFor(async () => expect((await step('取到第一条事件'))?.dataset['done']).toBe('true'));
    expect((await step('新建回调地址'))?.dataset['done']).toBeUndefined();
    readers = [reader('LIMS 主服务')];
    await waitFor(() => expect(screen.queryByRole('heading', { name: /^新建回调地址/ })).toBeNull());
    expect(screen.getByText('都已读到末端')).toBeTruthy();
  });

  it('can hide the steps when a key is in use but the last steps are not done', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    page();
    await press('收起接入步骤');
    expect(screen.queryByRole('heading', { name: /^取到第一条事件/ })).toBeNull();
    cleanup();
    page();
    expect(await screen.findByRole('table', { name: '接口密钥' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /^取到第一条事件/ })).toBeNull();
  });

  it('offers a consigning unit only the scopes events:read, consignments:read and webhooks:manage', async () => {
    page(client);
    await press('新建接口密钥');
    const dialogBox = await dialog('新建接口密钥');
    expect(
      dialogBox.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('.scope')?.textContent),
    ).toEqual(['events:read', 'consignments:read', 'webhooks:manage']);
  });
});

describe('the access keys of a unit', () => {
  beforeEach(() => {
    keys = [
      keyWith(1, { lastUsedAt: ago(60_000) }),
      keyWith(2, {
        name: '快递登记',
        lastUsedAt: ago(2 * DAY_MS),
        expiresAt: new Date(Date.now() + 5.5 * DAY_MS).toISOString(),
      }),
      keyWith(3, { name: '旧 LIMS', lastUsedAt: ago(143 * DAY_MS) }),
      keyWith(4, { name: '离职', revokedAt: ago(DAY_MS), revokedBy: '沈惠兰', revokeReason: '人员离职' }),
    ];
    readers = [reader('LIMS 主服务')];
  });

  it('show last use and expiry, and suggest rotating or revoking', async () => {
    page();
    const table = within(await screen.findByRole('table', { name: '接口密钥' }));
    const cells = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).slice(0, 5));
    expect(cells).toEqual([
      ['LIMS 主服务lk_8f2c41a1…', 'events:readstatus:write', '1 小时内', '长期', '轮换'],
      ['快递登记lk_8f2c41a2…', 'events:readstatus:write', '2天前', '5天后到期', '轮换'],
      ['旧 LIMSlk_8f2c41a3…', 'events:readstatus:write', '143 天未用建议撤销', '长期', '撤销'],
    ]);
    await press('已撤销 1 个');
    expect(await screen.findByText(/由沈惠兰撤销：人员离职/)).toBeTruthy();
  });

  it('ILIS-006 are rotated with a reason, and the new secret is shown', async () => {
    server.respondWith(rotateAccessKey, withSecret(keyWith(1)));
    page();
    await choose('LIMS 主服务', '轮换');
    const dialogBox = await dialog('轮换密钥');
    await userEvent.click(dialogBox.getByRole('button', { name: '轮换密钥' }));
    expect(server.requestsTo(rotateAccessKey)).toEqual([]);
    await userEvent.type(dialogBox.getByRole('textbox', { name: /原因/ }), '定期更换');
    await userEvent.click(dialogBox.getByRole('button', { name: '轮换密钥' }));
    const secretDialog = within(await screen.findByRole('dialog', { name: '密钥已轮换：LIMS 主服务' }));
    expect(secretDialog.getByLabelText('密钥').textContent).toMatch(/^lk_/);
    expect(server.requestsTo(rotateAccessKey)[0]?.body).toEqual({ reason: '定期更换', overlapHours: 24 });
  });

  it('show the requests of the last 15 minutes, and per minute in a dialog', async () => {
    keys = keys.slice(0, 2).map((key) => ({ ...key, previousUntil: new Date(Date.now() + DAY_MS).toISOString() }));
    const [first, second] = keys;
    const counts = (...last: number[]) => [...Array.from({ length: 15 - last.length }, () => 0), ...last];
    const none = { lastAt: null, refused: counts(), byPrevious: 0 };
    usage = [
      { ...none, keyId: first?.id ?? '', lastAt: ago(60_500), requests: counts(1_200, 4), byPrevious: 7 },
      { ...none, keyId: second?.id ?? '', lastAt: ago(500), requests: counts(5, 2), refused: counts(3, 0) },
    ];
    page();
    expect(await screen.findByText('15 分钟 1,204 次')).toBeTruthy();
    expect(screen.getByText('1分钟前')).toBeTruthy();
    expect(screen.getByText('近来 3 次被拒')).toBeTruthy();
    await choose('LIMS 主服务', '使用记录');
    const usageDialog = await dialog('使用记录：LIMS 主服务');
    expect(usageDialog.getByRole('img', { name: '近 15 分钟 1,204 次请求，0 次被拒' })).toBeTruthy();
    expect(usageDialog.getByText('7 次')).toBeTruthy();
    expect(usageDialog.getByText('每分钟 600 次')).toBeTruthy();
  });

  it('show until when the previous secret is valid, and meanwhile can only be rotated without an overlap', async () => {
    server.respondWith(rotateAccessKey, withSecret(keyWith(1)));
    keys = [keyWith(1, { lastUsedAt: ago(60_000), previousUntil: new Date(Date.now() + DAY_MS / 2).toISOString() })];
    page();
    expect(await screen.findByText(/^旧密钥可用到 /)).toBeTruthy();
    await choose('LIMS 主服务', '轮换');
    const dialogBox = await dialog('轮换密钥');
    expect(dialogBox.getByRole('radio', { name: '再用 24 小时' })).toHaveProperty('disabled', true);
    await userEvent.type(dialogBox.getByRole('textbox', { name: /原因/ }), '泄露');
    await userEvent.click(dialogBox.getByRole('button', { name: '轮换密钥' }));
    await waitFor(() =>
      expect(server.requestsTo(rotateAccessKey)[0]?.body).toEqual({ reason: '泄露', overlapHours: 0 }),
    );
  });

  it('ILIS-006 are renamed, and their scopes are changed with a reason after a warning about removed scopes', async () => {
    server.respondWith(changeAccessKey, ({ body }) => keyWith(1, body as Partial<AccessKey>));
    page();
    await choose('LIMS 主服务', '改名');
    let dialogBox = await dialog('改名');
    await userEvent.clear(dialogBox.getByRole('textbox', { name: /名称/ }));
    await userEvent.type(dialogBox.getByRole('textbox', { name: /名称/ }), '报告中心');
    await userEvent.click(dialogBox.getByRole('button', { name: '改名' }));
    expect(await screen.findByText('已改名为“报告中心”')).toBeTruthy();

    await choose('LIMS 主服务', '改权限范围');
    dialogBox = await dialog('改权限范围');
    await userEvent.click(dialogBox.getByRole('checkbox', { name: /status:write/ }));
    expect(dialogBox.getByText(/下一次请求就会被拒绝：status:write/)).toBeTruthy();
    await userEvent.click(dialogBox.getByRole('button', { name: '改权限范围' }));
    expect(server.requestsTo(changeAccessKey)).toHaveLength(1);
    await userEvent.type(dialogBox.getByRole('textbox', { name: /原因/ }), '不再推送');
    await userEvent.click(dialogBox.getByRole('button', { name: '改权限范围' }));
    await waitFor(() =>
      expect(server.requestsTo(changeAccessKey).map(({ body }) => body)).toEqual([
        { name: '报告中心' },
        { scopes: ['events:read'], reason: '不再推送' },
      ]),
    );
  });

  it('ILIS-006 that were used within a day are revoked only after typing their name; others need only a reason', async () => {
    server.respondWith(revokeAccessKey, true);
    page();
    await choose('LIMS 主服务', '撤销密钥');
    let dialogBox = await dialog('撤销密钥');
    expect(dialogBox.getByText('1分钟前还在使用。')).toBeTruthy();
    await userEvent.type(dialogBox.getByRole('textbox', { name: /原因/ }), '泄露');
    await userEvent.type(dialogBox.getByRole('textbox', { name: /输入名称/ }), 'LIMS');
    await userEvent.click(dialogBox.getByRole('button', { name: '撤销密钥' }));
    expect(await dialogBox.findByText('与名称不一致')).toBeTruthy();
    expect(server.requestsTo(revokeAccessKey)).toEqual([]);
    await userEvent.type(dialogBox.getByRole('textbox', { name: /输入名称/ }), ' 主服务');
    await userEvent.click(dialogBox.getByRole('button', { name: '撤销密钥' }));
    expect(await screen.findByText('已撤销“LIMS 主服务”')).toBeTruthy();

    await press('撤销 旧 LIMS');
    dialogBox = await dialog('撤销密钥');
    expect(dialogBox.queryByRole('textbox', { name: /输入名称/ })).toBeNull();
    await userEvent.type(dialogBox.getByRole('textbox', { name: /原因/ }), '停用');
    await userEvent.click(dialogBox.getByRole('button', { name: '撤销密钥' }));
    await waitFor(() =>
      expect(server.requestsTo(revokeAccessKey).map(({ body }) => body)).toEqual([
        { reason: '泄露' },
        { reason: '停用' },
      ]),
    );
  });
});

describe('the webhook endpoints of a unit', () => {
  beforeEach(() => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
  });

  it('ILIS-006 are listed with the results of the last day, failing ones first, and an alert names the failing endpoint', async () => {
    webhooks = [
      webhookWith({ description: '报告中心', types: ['report.'], lastDeliveredAt: ago(60_000) }),
      webhookWith({
        id: '0b8e2a52-6a0f-4d6d-9a51-0c4a9d3f7d11',
        waiting: 18,
        failingSince: ago(3_600_000),
        lastFailure: 'timeout',
        nextAt: ago(-7.5 * 60_000),
      }),
      webhookWith({ id: '0b8e2a52-6a0f-4d6d-9a51-0c4a9d3f7d12', description: '', state: 'paused', waiting: 212 }),
    ];
    page();
    const table = within(await screen.findByRole('table', { name: '回调地址' }));
    await waitFor(() => expect(table.getAllByText('98.6%')).toHaveLength(3));
    expect(table.getAllByText('最慢一小时 P95 812 ms')).toHaveLength(3);
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replace(/\d\d:\d\d(:\d\d)?/, '时')),
        )
        .map(([name, , , state, next, action]) => [name, state, next, action]),
    ).toEqual([
      ['委托入库 全部 21 类事件lims.example.com/hooks/consignments', '未送达 18', '时7分钟后', '查看失败'],
      [
        'lims.example.com/hooks/consignments 全部 21 类事件lims.example.com/hooks/consignments',
        '已暂停',
        '—积压 212 条',
        '继续',
      ],
      [
        '报告中心 全部报告事件 5 类lims.example.com/hooks/consignments',
        '正常',
        expect.stringMatching(/送达$/),
        '查看投递',
      ],
    ]);
    expect(screen.getByRole('alert').textContent).toMatch(
      /“委托入库”从 .* 起没有收下事件：超时，18 个事件在等，没有丢失。/,
    );
    expect(screen.getByRole('link', { name: '查看失败' }).getAttribute('href')).toBe(
      '/integration/webhooks/0b8e2a52-6a0f-4d6d-9a51-0c4a9d3f7d11?state=waiting',
    );
    expect(screen.getByText('3,852')).toBeTruthy();
  });

  it('are added with an address and the events that they receive, and the secret is shown', async () => {
    server.respondWith(registerWebhook, { ...webhookWith(), secret: 'whsec_c2VjcmV0' });
    page();
    await userEvent.click((await screen.findAllByRole('button', { name: '新建回调地址' }))[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog', { name: '新建回调地址' }));
    await userEvent.type(form.getByRole('textbox', { name: /名称/ }), '委托入库');
    await userEvent.type(form.getByRole('textbox', { name: /地址/ }), 'https://lims.example.com/hooks');
    await userEvent.click(form.getByRole('button', { name: '新建回调地址' }));
    const secretDialog = within(await screen.findByRole('dialog', { name: '回调地址已建好：委托入库' }));
    expect(secretDialog.getByLabelText('密钥').textContent).toBe('whsec_c2VjcmV0');
    expect(server.requestsTo(registerWebhook)[0]).toMatchObject({
      body: { url: 'https://lims.example.com/hooks', description: '委托入库', types: [] },
      headers: { 'Idempotency-Key': expect.stringMatching(/./) },
    });
    webhooks = [webhookWith()];
    await userEvent.click(secretDialog.getByRole('button', { name: '我已存好' }));
    expect((await screen.findByRole('link', { name: '委托入库' })).getAttribute('href')).toBe(
      `/integration/webhooks/${WEBHOOK_ID}`,
    );
  });
});

describe('outgoing calls of the platform to a laboratory system', () => {
  it('EM-006 are listed with state and last failure, filtered by state, and sent again on request', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    const callWith = (number: number, changes: Partial<OutgoingCall>): OutgoingCall => ({
      id: `call-${number}`,
      kind: 'message',
      consignmentId: '11111111-1111-4111-8111-111111111111',
      consignCode: `TU001-2026-0000${number}`,
      state: 'delivered',
      attempts: 1,
      requestedAt: ago(60_000),
      lastAt: ago(60_000),
      lastStatus: 200,
      lastFailure: null,
      lastMs: 88,
      ...changes,
    });
    outgoingCalls = [
      callWith(1, {}),
      callWith(2, { kind: 'bill', state: 'failed', attempts: 8, lastStatus: 404, lastFailure: 'status' }),
    ];
    server.respondWith(resendOutgoingCall, callWith(2, { state: 'waiting' }));
    page();
    const table = async () => within(await screen.findByRole('table', { name: '平台发往单位' }));
    const rowTexts = async () =>
      (await table())
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).slice(0, 3));
    expect(await rowTexts()).toEqual([
      ['通知提交TU001-2026-00001', '已送达', '1'],
      ['取委托单TU001-2026-00002', '已放弃回应 404', '8'],
    ]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '状态' }), 'failed');
    await waitFor(async () => expect(await rowTexts()).toHaveLength(1));
    await press('重新发送 取委托单 TU001-2026-00002');
    const dialogBox = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialogBox.getByRole('button', { name: '重新发送' }));
    expect(await screen.findByText('正在重新发送 取委托单 TU001-2026-00002')).toBeTruthy();
    expect(server.requestsTo(resendOutgoingCall)[0]).toMatchObject({ query: { callId: 'call-2' }, body: {} });
  });
});

describe('pushes and responses of a laboratory system', () => {
  const refusedWith = (changes: Partial<LabExchanges['refused'][number]> = {}): LabExchanges['refused'][number] => ({
    push: 'PushConsignStatus',
    at: ago(60_000),
    firstAt: ago(60_000),
    times: 1,
    keyName: 'LIMS 主服务',
    consignmentId: '11111111-1111-4111-8111-111111111111',
    consignCode: 'TU001-2026-00001',
    reportNumber: '',
    others: 0,
    status: 409,
    code: 'TRANSITION_NOT_ALLOWED',
    reason: '委托 TU001-2026-00001 不能变为“已收样”：待审核，不能收样',
    fields: [],
    ...changes,
  });

  it('ILIS-006 are listed if refused, with call, key, consignment and reason', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    exchanges.hours = [{ at: ago(0), accepted: 62, refused: 2 }];
    exchanges.refused = [
      refusedWith({ times: 3, others: 2 }),
      refusedWith({
        keyName: null,
        consignmentId: null,
        consignCode: '',
        status: 400,
        reason: '请求数据不正确',
        fields: ['consignStatus'],
      }),
      ...Array.from({ length: 5 }, (_, n) => refusedWith({ firstAt: ago(n * DAY_MS), reason: `原因 ${n}` })),
    ];
    page();
    const table = within(await screen.findByRole('table', { name: '未接受的回传' }));
    const rows = () =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    expect(rows().slice(0, 2)).toEqual([
      [
        '推送状态TU001-2026-00001 等 2 条',
        '委托 TU001-2026-00001 不能变为“已收样”：待审核，不能收样 409',
        'LIMS 主服务',
        expect.stringMatching(/3 次$/),
      ],
      ['推送状态没有对应的委托', '请求数据不正确 consignStatus 400', '单位授权码', expect.stringMatching(/\d$/)],
    ]);
    expect(rows()).toHaveLength(5);
    await press('显示全部 7 条');
    expect(rows()).toHaveLength(7);
    expect(table.getAllByRole('link', { name: 'TU001-2026-00001' })[0]?.getAttribute('href')).toContain(
      '11111111-1111-4111-8111-111111111111',
    );
    expect(screen.getByText('2 次未接受')).toBeTruthy();
    expect(screen.getByText('64')).toBeTruthy();
  });

  it('ILIS-012 show which calls fail, since when and why, and which work', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    const well = { lastAt: ago(0), lastMs: 128, lastStatus: 200, successAt: ago(0), failureAt: null };
    exchanges.calls = [
      {
        ...well,
        kind: 'catalogue',
        lastMs: 5_002,
        lastStatus: null,
        failureAt: ago(0),
        failure: 'timeout',
        failureStatus: null,
        failingSince: ago(60_000),
      },
      { ...well, kind: 'bill', failure: null, failureStatus: null, failingSince: null },
    ];
    page();
    const card = (await screen.findByRole('heading', { name: '单位系统的应答' })).closest('section');
    expect([...(card?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^目录系统.+ 起失败最近应答没有应答 · 5,002 ms最近成功.+最近失败.+ 超时$/),
      expect.stringMatching(/^取委托单正常最近应答200 · 128 ms最近成功.+最近失败无$/),
    ]);
    await act(() => chooseLanguage('en'));
    expect(await screen.findByRole('heading', { name: 'Answers of the unit’s system' })).toBeTruthy();
  });

  it('ILIS-012 UN-021 show an alert for a failing catalogue, which can be checked immediately', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    exchanges.system = { address: 'https://lims.example.com', code: 'MHGH_1003' };
    const failing: LabCallHealth = {
      kind: 'catalogue',
      lastAt: ago(0),
      lastMs: 40,
      lastStatus: 503,
      successAt: null,
      failureAt: ago(0),
      failure: 'status',
      failureStatus: 503,
      failingSince: ago(60_000),
    };
    exchanges.calls = [failing];
    let hasSample = false;
    server.respondWith(checkLabCatalogue, () => {
      exchanges.calls = [{ ...failing, failingSince: null, successAt: ago(0) }];
      const sample = hasSample ? { name: '普通硅酸盐水泥', parameters: 21 } : null;
      return { qualifications: 3, rawMaterialCategories: 40, onSiteCategories: 5, sample, ms: 1_280 };
    });
    page();
    const strip = within(await screen.findByRole('alert'));
    expect(strip.getByText(/^目录系统从 .+ 起没有正常应答（回应 503）：$/)).toBeTruthy();
    expect(screen.getByText('MHGH_1003')).toBeTruthy();
    await userEvent.click(strip.getByRole('button', { name: '立即核对' }));
    expect(await screen.findByText(/但没有取到样品/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/起没有正常应答/)).toBeNull());
    hasSample = true;
    await press('立即核对');
    expect(
      await screen.findByText('目录系统正常：3 项资质、45 个分类，“普通硅酸盐水泥”有 21 项参数，共用时 1,280 ms'),
    ).toBeTruthy();
    server.refuse(checkLabCatalogue, { status: 502, message: '检测机构的系统没有应答' });
    await press('立即核对');
    expect(await screen.findByText('检测机构的系统没有应答')).toBeTruthy();
  });

  it('are not requested on the page of a consigning unit', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    page(client);
    await screen.findByRole('table', { name: '接口密钥' });
    expect(server.requestsTo(getLabExchanges)).toEqual([]);
  });
});

describe('the lab system page', () => {
  it('EM-010 shows how far each reader has read, the one that lags most first', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    readers = [
      reader('LIMS 主服务'),
      reader('ERP 财务', { lagEvents: 36, lagSeconds: 24 * 60 }),
      reader('报告中心', { kind: 'webhook', position: null, lagEvents: 1_200, lagSeconds: 90_000 }),
    ];
    page();
    const list = (await screen.findByText('落后 36 条 · 24分钟')).closest('ul');
    expect([...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '报告中心推送还没有确认位置，共 1,200 条',
      'ERP 财务拉取落后 36 条 · 24分钟',
      'LIMS 主服务拉取实时',
    ]);
  });

  it('can pause its refresh, and shows the other cards when one fails', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    server.refuse(listFeedConsumers, { status: 503, message: '服务暂不可用，请稍后再试' });
    page();
    expect(await screen.findByRole('table', { name: '接口密钥' })).toBeTruthy();
    expect(await screen.findByText('读取位置没有加载出来')).toBeTruthy();
    await press('暂停刷新');
    expect(screen.getByRole('button', { name: '继续刷新' }).getAttribute('aria-pressed')).toBe('true');
    await press('继续刷新');
  });

  it('ILIS-006 shows an administrator the unit in its address, testing or consigning; without one it links to the unit lists', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    page(administrator);
    expect(await screen.findByText('看哪个单位的连接')).toBeTruthy();
    expect(screen.getByRole('link', { name: '委托单位管理' }).getAttribute('href')).toContain('ConsginUnitManager');
    expect(server.received).toEqual([]);
    cleanup();
    server.refuse(getTestUnitById, { status: 404, message: '没有这个单位' });
    server.respondWith(getConsginUnitById, { id, name: '云岭三公司' } as never);
    page(administrator, `${LAB_SYSTEM}?unitId=${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: /云岭三公司/ })).toBeTruthy();
    // The unit is not that of the user.
    expect(document.body.textContent).not.toMatch(/贵单位|您的/);
    await waitFor(() => expect(server.requestsTo(listAccessKeys)[0]?.query).toEqual({ unitId: id }));
    await press('新建接口密钥');
    expect((await dialog('新建接口密钥')).queryByRole('checkbox', { name: /status:write/ })).toBeNull();
  });

  it('is translated, including the lines of the sample command that set its variables', async () => {
    await act(() => chooseLanguage('en'));
    page();
    expect(await screen.findByRole('heading', { name: 'Connect the unit’s system' })).toBeTruthy();
    const command = () =>
      [...document.querySelectorAll('pre')].map((box) => box.textContent).find((text) => text.includes('curl')) ?? '';
    expect(command()).toContain(
      `export PLATFORM='${location.origin}'\nexport ACCESS_KEY='the key of step 1'\ncurl -G "$PLATFORM/api/v1/feed"`,
    );
    await act(() => chooseLanguage('es'));
    expect(await screen.findByRole('heading', { name: 'Conecte el sistema de la entidad' })).toBeTruthy();
    expect(command()).toContain("export ACCESS_KEY='la clave del paso 1'");
  });
});
