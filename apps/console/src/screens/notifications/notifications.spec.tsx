import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  countNotifications,
  listNotifications,
  listSentNotifications,
  type NotificationView,
  readAllNotifications,
  readNotifications,
  resendNotification,
  type SentNotification,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { timeOfDay } from '../../lib/china-time.js';
import { Address } from '../../testing/list-server.js';
import { administrator, client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { Bell } from './bell.js';
import MessagesPage from './messages.page.js';
import { MESSAGES } from '../../lib/paths.js';

const notificationWith = (some: Partial<NotificationView> = {}): NotificationView => ({
  id: '00000001-0000-4000-8000-000000000000',
  kind: 'rejected',
  consignmentId: 'c-1',
  consignType: 1,
  consignCode: 'TU001-2026-00001',
  consignUnitId: 'u-1',
  consignUnitName: '云岭交通',
  testUnitId: 't-1',
  testUnitName: '浙东检测',
  projectName: '沿海高速',
  reportId: null,
  cause: '资料不全',
  raisedAt: '2026-03-01T08:00:00.000Z',
  isRead: false,
  deliveries: [],
  ...some,
});
const sentRow = (some: Partial<SentNotification> = {}): SentNotification => ({
  ...notificationWith(),
  recipientName: '陈志远',
  isToNobody: false,
  state: 'sent',
  failure: '',
  ...some,
});

let server: StubServer;
let items: NotificationView[];
let rows: SentNotification[];
let address: string;

beforeEach(() => {
  window.innerWidth = 1440;
  server = stubServer();
  items = [
    notificationWith(),
    notificationWith({
      id: '00000002-0000-4000-8000-000000000000',
      kind: 'reportReady',
      cause: '',
      isRead: true,
      raisedAt: '2026-02-28T08:00:00.000Z',
      deliveries: [
        { channel: 'email', state: 'failed', failure: 'NO_ADDRESS', at: '2026-02-28T08:01:00.000Z', isRepeat: false },
      ],
    }),
  ];
  const unreadCount = () => items.filter(({ isRead }) => !isRead).length;
  server.respondWith(countNotifications, () => ({ unreadCount: unreadCount() }));
  server.respondWith(listNotifications, ({ query }) => {
    const visible = query['unread'] ? items.filter(({ isRead }) => !isRead) : items;
    return { items: visible, totalCount: visible.length, unreadCount: unreadCount() };
  });
  server.handle(readNotifications, ({ body }) => {
    items = items.map((item) => ((body as { ids: string[] }).ids.includes(item.id) ? { ...item, isRead: true } : item));
    return true as const;
  });
  server.handle(readAllNotifications, ({ body }) => {
    items = items.map((item) => (item.raisedAt <= (body as { upTo: string }).upTo ? { ...item, isRead: true } : item));
    return true as const;
  });
  rows = [sentRow()];
  server.respondWith(listSentNotifications, ({ query }) => {
    const visible = rows.filter(({ state }) => !query['state'] || state === query['state']);
    const count = (deliveryState: SentNotification['state']) =>
      rows.filter(({ state }) => state === deliveryState).length;
    return {
      items: visible,
      totalCount: visible.length,
      counts: { queued: count('queued'), sent: count('sent'), failed: count('failed') },
    };
  });
});
afterEach(async () => {
  cleanup();
  window.innerWidth = 1440;
  await act(() => chooseLanguage('zh'));
});

const withAddress = (element: React.ReactElement, user: UserInfo, at: string) =>
  renderConsole(
    <>
      {element}
      <Address
        onChange={(newAddress) => {
          address = newAddress;
        }}
      />
    </>,
    { user, at },
  );
const bell = (user: UserInfo = client) => withAddress(<Bell />, user, '/');
const page = (at = MESSAGES, user: UserInfo = client) =>
  withAddress(
    <Routes>
      <Route path={MESSAGES} element={<MessagesPage />} />
      <Route path="*" element={null} />
    </Routes>,
    user,
    at,
  );
const press = (name: string | RegExp) =>
  screen.findByRole('button', { name }).then((button) => userEvent.click(button));

describe('the notification bell', () => {
  it('shows the unread count and the newest messages, and opens the consignment with the keyboard alone', async () => {
    bell();
    const button = await screen.findByRole('button', { name: '消息，1 条未读' });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    const list = await screen.findByRole('list', { name: '最新消息' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/委托审核不通过未读.*结论为不通过：资料不全$/),
      expect.stringMatching(/检测报告已发布/),
    ]);
    const first = within(list).getByRole('button', { name: /委托审核不通过/ });
    first.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address).toBe('/onlineConsign/addConsignInfo?id=c-1'));
    expect(server.requestsTo(readNotifications)[0]?.body).toEqual({ ids: [items[0]?.id] });
    expect(await screen.findByRole('button', { name: '消息，没有未读' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('list', { name: '最新消息' })).toBeNull());
  });

  it.each([
    [laboratory, 'submitted', '/BusinessManagement/auditConsignInfo?id=c-1&consignType=1&pageSource=4'],
    [client, 'reportReady', '/TestingOrgSearch/reportSchedule?q=TU001-2026-00001'],
    [administrator, 'rejected', '/consignments/c-1/history'],
    [administrator, 'unitRegistered', `/SystemManager/TestUnitManager?q=${encodeURIComponent('浙东检测')}`],
    [laboratory, 'unitOpened', '/dashboard'],
  ] as const)('opens the page for role and message kind (case %#)', async (user, kind, path) => {
    items = [notificationWith({ kind, ...(kind.startsWith('unit') ? { consignmentId: '', consignType: null } : {}) })];
    bell(user);
    await press(/^消息/);
    await userEvent.click(within(await screen.findByRole('list', { name: '最新消息' })).getByRole('button'));
    await waitFor(() => expect(address).toBe(path));
  });

  it('marks all messages as read up to the newest one that is shown', async () => {
    bell();
    await press(/^消息/);
    await screen.findByRole('list', { name: '最新消息' });
    await press('全部标为已读');
    expect(await screen.findByRole('button', { name: '消息，没有未读', hidden: true })).toBeTruthy();
    expect(server.requestsTo(readAllNotifications).map(({ body }) => body)).toEqual([
      { upTo: '2026-03-01T08:00:00.000Z' },
    ]);
  });

  it('shows at most 99+, and a message when there is none', async () => {
    items = Array.from({ length: 120 }, (_, n) => notificationWith({ id: `n-${n}` }));
    bell();
    expect((await screen.findByRole('button', { name: '消息，99+ 条未读' })).textContent).toBe('99+');
    cleanup();
    items = [];
    bell();
    await press('消息，没有未读');
    expect(await screen.findByText('还没有消息')).toBeTruthy();
  });

  it.each([
    ['en', 'Messages, 1 unread', 'A consignment was rejected'],
    ['es', 'Mensajes, 1 sin leer', 'Un encargo fue rechazado'],
  ] as const)('is translated into %s', async (language, name, subject) => {
    await act(() => chooseLanguage(language));
    bell();
    await press(name);
    expect(await screen.findByRole('button', { name: new RegExp(subject) })).toBeTruthy();
  });
});

describe('the message centre', () => {
  it('shows the user’s own messages with reason and delivery results; the filter is written to the address', async () => {
    page();
    const list = await screen.findByRole('list', { name: '我的消息' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(within(list).getByText('邮件 发送失败')).toBeTruthy();
    expect(within(list).getByText('接收人没有登记地址')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('只看未读'));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: '我的消息' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(address).toBe(`${MESSAGES}?unread=1`);
    await press('全部标为已读');
    expect(await screen.findByText('没有未读消息')).toBeTruthy();
  });

  it('shows a unit’s messages, filters by failed ones, and sends one again with a reason', async () => {
    rows = [
      sentRow({
        state: 'failed',
        deliveries: [
          { channel: 'email', state: 'failed', failure: 'ETIMEDOUT', at: '2026-03-01T08:01:00.000Z', isRepeat: false },
        ],
      }),
      sentRow({ id: 'n-2', consignCode: 'TU001-2026-00002' }),
    ];
    server.respondWith(resendNotification, true);
    page(`${MESSAGES}?tab=unit`);
    const table = await screen.findByRole('table', { name: '本单位消息列表' });
    expect(within(table).getByText('发送服务没有接收（ETIMEDOUT）')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(await screen.findByRole('option', { name: 'failed (1)' })).toBeTruthy();
    await act(() => chooseLanguage('zh'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '状态' }), '发送失败（1）');
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2));
    expect(address).toBe(`${MESSAGES}?tab=unit&state=failed`);
    await press(/重新发送 邮件 陈志远/);
    const dialog = within(await screen.findByRole('alertdialog', { name: '重新发送' }));
    await userEvent.click(dialog.getByRole('button', { name: '重新发送' }));
    expect(server.requestsTo(resendNotification)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), '网关恢复');
    await userEvent.click(dialog.getByRole('button', { name: '重新发送' }));
    expect(await screen.findByText('已提交，稍后发送')).toBeTruthy();
    expect(server.requestsTo(resendNotification).map(({ body }) => body)).toEqual([
      { id: notificationWith().id, channel: 'email', reason: '网关恢复' },
    ]);
  });

  it('shows from when a message can be sent again within an hour, and offers it afterwards or after a failure', async () => {
    const sentRowAged = (minutes: number, channel: 'email' | 'sms') => ({
      channel,
      state: 'sent' as const,
      failure: '',
      at: new Date(Date.now() - minutes * 60_000).toISOString(),
      isRepeat: false,
    });
    rows = [
      sentRow({ deliveries: [sentRowAged(20, 'email'), sentRowAged(61, 'sms')] }),
      sentRow({
        id: 'n-2',
        consignCode: 'TU001-2026-00002',
        deliveries: [{ ...sentRowAged(1, 'email'), state: 'failed', failure: 'ETIMEDOUT' }],
      }),
    ];
    page(`${MESSAGES}?tab=unit`);
    const table = within(await screen.findByRole('table', { name: '本单位消息列表' }));
    expect(
      table.getByText(`${timeOfDay(new Date(Date.parse(rows[0]?.deliveries[0]?.at ?? '') + 3_600_000))} 后可重发邮件`),
    ).toBeTruthy();
    expect(table.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      '重新发送 短信 陈志远 TU001-2026-00001',
      '重新发送 邮件 陈志远 TU001-2026-00002',
    ]);
  });

  it('shows when a message had no recipient, and can notify again with a reason', async () => {
    rows = [sentRow({ isToNobody: true, recipientName: '', state: 'failed', failure: 'NO_RECIPIENT' })];
    server.respondWith(resendNotification, true);
    page(`${MESSAGES}?tab=unit`, administrator);
    expect(await screen.findByText('无接收人')).toBeTruthy();
    expect(screen.getByText('单位没有可以接收消息的人员')).toBeTruthy();
    await press(/重新通知/);
    const dialog = within(await screen.findByRole('alertdialog', { name: '重新通知' }));
    await userEvent.type(dialog.getByRole('textbox'), '已补录账号');
    await userEvent.click(dialog.getByRole('button', { name: '重新通知' }));
    await waitFor(() =>
      expect(server.requestsTo(resendNotification).map(({ body }) => body)).toEqual([
        { id: notificationWith().id, channel: null, reason: '已补录账号' },
      ]),
    );
  });

  it('shows a unit’s messages as cards on a phone, with the same actions', async () => {
    window.innerWidth = 360;
    rows = [sentRow({ isToNobody: true, recipientName: '', state: 'failed', failure: 'NO_RECIPIENT' })];
    page(`${MESSAGES}?tab=unit`);
    const [card] = within(await screen.findByRole('list', { name: '本单位消息列表' })).getAllByRole('listitem');
    expect(card?.textContent).toContain('TU001-2026-00001无接收人单位没有可以接收消息的人员重新通知');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('hides the unit tab from an auditor, and shows an operator consignment codes and names as hidden', async () => {
    page(`${MESSAGES}?tab=unit`, { ...administrator, roles: [ROLE.auditor] });
    expect(await screen.findByRole('list', { name: '我的消息' })).toBeTruthy();
    expect([screen.queryByRole('tab'), server.requestsTo(listSentNotifications)]).toEqual([null, []]);
    cleanup();
    rows = [sentRow({ consignCode: '', recipientName: '' })];
    page(`${MESSAGES}?tab=unit`, { ...administrator, roles: [ROLE.operator] });
    expect(within(await screen.findByRole('table', { name: '本单位消息列表' })).getAllByText('已隐藏')).toHaveLength(2);
  });

  it('shows an error when messages cannot be read, and loads again on 重试', async () => {
    server.refuse(listNotifications, { status: 503, message: '服务暂时不可用' });
    page();
    expect(await screen.findByText('消息没有加载出来', undefined, { timeout: 10_000 })).toBeTruthy();
    server.respondWith(listNotifications, { items: [], totalCount: 0, unreadCount: 0 });
    await press('重试');
    expect(await screen.findByText('还没有消息')).toBeTruthy();
  });
});
