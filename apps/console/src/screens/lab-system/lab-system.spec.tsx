import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type AccessKey,
  type FeedConsumer,
  getConsginUnitById,
  getTestUnitById,
  issueAccessKey,
  type IssuedAccessKey,
  listAccessKeys,
  listFeedConsumers,
  revokeAccessKey,
  rotateAccessKey,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { LAB_SYSTEM } from '../../lib/integration-places.js';
import { hiddenFirstSteps } from '../../lib/preferences.js';
import { administrator, client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
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
let readers: FeedConsumer[];
let server: StubServer;

beforeEach(() => {
  window.innerWidth = 1440;
  hiddenFirstSteps.set([]);
  keys = [];
  readers = [];
  server = stubServer();
  server.answers(listAccessKeys, () => ({ items: keys }));
  server.answers(listFeedConsumers, () => ({ items: readers }));
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const page = (user = laboratory, at = LAB_SYSTEM) => renderConsole(<LabSystemPage />, { user, at });
const step = async (title: string) =>
  (await screen.findByRole('heading', { name: new RegExp(`^${title}`) })).closest('li');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (row: string, verb: string) => {
  await press(`更多操作 ${row}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${verb}`) }));
};
const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole(/撤销|轮换/.test(String(name)) ? 'alertdialog' : 'dialog', { name }));

describe('a unit without a system', () => {
  it('ILIS-006 is led by three steps, each ticked by what arrived; the key is shown once and only its keeper goes on', async () => {
    server.answers(issueAccessKey, ({ body }) => {
      const { name, scopes, expiresAt } = body as Pick<AccessKey, 'name' | 'scopes' | 'expiresAt'>;
      keys = [keyWith(1, { name, scopes, expiresAt })];
      return withSecret(keyWith(1, { name, scopes, expiresAt }));
    });
    page();
    expect((await step('新建接口密钥'))?.dataset['done']).toBeUndefined();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(/-d limit=1/)).toBeTruthy();

    await press('新建接口密钥');
    const asking = await dialog('新建接口密钥');
    await userEvent.click(asking.getByRole('button', { name: '新建接口密钥' }));
    expect(await asking.findByText('请填写名称')).toBeTruthy();
    expect(server.of(issueAccessKey)).toEqual([]);
    await userEvent.type(asking.getByRole('textbox', { name: /名称/ }), 'LIMS 主服务');
    await userEvent.click(asking.getByRole('checkbox', { name: /status:write/ }));
    await userEvent.click(asking.getByRole('button', { name: '新建接口密钥' }));

    const shown = await dialog('密钥已建好：LIMS 主服务');
    expect(shown.getByLabelText('密钥').textContent).toBe(withSecret(keyWith(1)).secret);
    expect(shown.getByText(/记入历史/)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(shown.getByRole('button', { name: '关闭对话框' }));
    expect(screen.getByRole('dialog', { name: /密钥已建好/ })).toBeTruthy();
    await userEvent.click(shown.getByRole('button', { name: '我已存好' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.of(issueAccessKey)).toEqual([
      expect.objectContaining({
        body: { name: 'LIMS 主服务', scopes: ['events:read', 'consignments:read', 'status:write'], expiresAt: null },
        headers: expect.objectContaining({ 'Idempotency-Key': expect.stringMatching(/./) }),
      }),
    ]);

    await waitFor(async () => expect((await step('新建接口密钥'))?.dataset['done']).toBe('true'));
    expect(screen.getByText('正在等您的请求')).toBeTruthy();
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    await waitFor(async () => expect((await step('取到第一条事件'))?.dataset['done']).toBe('true'));
    expect((await step('新建回调地址'))?.dataset['done']).toBeUndefined();
    readers = [reader('LIMS 主服务')];
    await waitFor(() => expect(screen.queryByRole('heading', { name: /^新建回调地址/ })).toBeNull());
    expect(screen.getByText('都已读到末端')).toBeTruthy();
  });

  it('may put the steps away when its system is at work without the last', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    page();
    await press('收起接入步骤');
    expect(screen.queryByRole('heading', { name: /^取到第一条事件/ })).toBeNull();
    cleanup();
    page();
    expect(await screen.findByRole('table', { name: '接口密钥' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /^取到第一条事件/ })).toBeNull();
  });

  it('that is a consigning unit is offered nothing that writes', async () => {
    page(client);
    await press('新建接口密钥');
    const asking = await dialog('新建接口密钥');
    expect(
      asking.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('.scope')?.textContent),
    ).toEqual(['events:read', 'consignments:read', 'webhooks:manage']);
  });
});

describe('the keys of a unit', () => {
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

  it('say when each was used and ends, and offer first what is due', async () => {
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

  it('ILIS-006 are rotated for a reason, and the new secret is shown once', async () => {
    server.answers(rotateAccessKey, withSecret(keyWith(1)));
    page();
    await choose('LIMS 主服务', '轮换');
    const asking = await dialog('轮换密钥');
    await userEvent.click(asking.getByRole('button', { name: '轮换密钥' }));
    expect(server.of(rotateAccessKey)).toEqual([]);
    await userEvent.type(asking.getByRole('textbox', { name: /原因/ }), '定期更换');
    await userEvent.click(asking.getByRole('button', { name: '轮换密钥' }));
    const shown = within(await screen.findByRole('dialog', { name: '密钥已轮换：LIMS 主服务' }));
    expect(shown.getByLabelText('密钥').textContent).toMatch(/^lk_/);
    expect(server.of(rotateAccessKey)[0]?.body).toEqual({ reason: '定期更换' });
  });

  it('ILIS-006 that were used within a day are revoked only by who types their name; others for a reason alone', async () => {
    server.answers(revokeAccessKey, true);
    page();
    await choose('LIMS 主服务', '撤销密钥');
    let asking = await dialog('撤销密钥');
    expect(asking.getByText('1分钟前还在使用。')).toBeTruthy();
    await userEvent.type(asking.getByRole('textbox', { name: /原因/ }), '泄露');
    await userEvent.type(asking.getByRole('textbox', { name: /输入名称/ }), 'LIMS');
    await userEvent.click(asking.getByRole('button', { name: '撤销密钥' }));
    expect(await asking.findByText('与名称不一致')).toBeTruthy();
    expect(server.of(revokeAccessKey)).toEqual([]);
    await userEvent.type(asking.getByRole('textbox', { name: /输入名称/ }), ' 主服务');
    await userEvent.click(asking.getByRole('button', { name: '撤销密钥' }));
    expect(await screen.findByText('已撤销“LIMS 主服务”')).toBeTruthy();

    await press('撤销 旧 LIMS');
    asking = await dialog('撤销密钥');
    expect(asking.queryByRole('textbox', { name: /输入名称/ })).toBeNull();
    await userEvent.type(asking.getByRole('textbox', { name: /原因/ }), '停用');
    await userEvent.click(asking.getByRole('button', { name: '撤销密钥' }));
    await waitFor(() =>
      expect(server.of(revokeAccessKey).map(({ body }) => body)).toEqual([{ reason: '泄露' }, { reason: '停用' }]),
    );
  });
});

describe('the page of connections', () => {
  it('EM-010 shows how far each reader has come, the latest first', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    readers = [
      reader('LIMS 主服务'),
      reader('ERP 财务', { lagEvents: 36, lagSeconds: 24 * 60 }),
      reader('报告中心', { kind: 'webhook', position: null, lagEvents: 1_200, lagSeconds: 90_000 }),
    ];
    page();
    const list = (await screen.findByText('落后 36 条 · 24分钟')).closest('ul');
    expect([...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '报告中心推送还没有读过，共 1,200 条',
      'ERP 财务拉取落后 36 条 · 24分钟',
      'LIMS 主服务拉取实时',
    ]);
  });

  it('stands still while its user wants it to, and a card that fails leaves the others', async () => {
    keys = [keyWith(1, { lastUsedAt: ago(1_000) })];
    server.refuses(listFeedConsumers, { status: 503, message: '服务暂不可用，请稍后再试' });
    page();
    expect(await screen.findByRole('table', { name: '接口密钥' })).toBeTruthy();
    expect(await screen.findByText('读取位置没有加载出来')).toBeTruthy();
    await press('暂停刷新');
    expect(screen.getByRole('button', { name: '继续刷新' }).getAttribute('aria-pressed')).toBe('true');
    await press('继续刷新');
  });

  it('ILIS-006 is an administrator’s for the unit its address names, of either kind; without one it leads to the lists', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    page(administrator);
    expect(await screen.findByText('看哪个单位的连接')).toBeTruthy();
    expect(screen.getByRole('link', { name: '委托单位管理' }).getAttribute('href')).toContain('ConsginUnitManager');
    expect(server.received).toEqual([]);
    cleanup();
    server.refuses(getTestUnitById, { status: 404, message: '没有这个单位' });
    server.answers(getConsginUnitById, { id, name: '云岭三公司' } as never);
    page(administrator, `${LAB_SYSTEM}?unitId=${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: /云岭三公司/ })).toBeTruthy();
    await waitFor(() => expect(server.of(listAccessKeys)[0]?.query).toEqual({ unitId: id }));
    await press('新建接口密钥');
    expect((await dialog('新建接口密钥')).queryByRole('checkbox', { name: /status:write/ })).toBeNull();
  });

  it('is said in every language', async () => {
    await act(() => chooseLanguage('en'));
    page();
    expect(await screen.findByRole('heading', { name: 'Connect your system' })).toBeTruthy();
    await act(() => chooseLanguage('es'));
    expect(await screen.findByRole('heading', { name: 'Conecte su sistema' })).toBeTruthy();
  });
});
