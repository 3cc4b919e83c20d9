import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  changePassword,
  chooseNotificationChannels,
  getExternalAuthenticationProviders,
  getLabSystemCode,
  getMessages,
  getNotificationChoices,
  getPersonalData,
  getThirdList,
  type PersonalData,
  renewLabSystemCode,
  signOutEverywhere,
  type ThirdBinding,
  unBindThird,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import '../../i18n/language.js';
import { readToken, storeToken } from '../../lib/token.js';
import { Address } from '../../testing/list-server.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import AccountPage from './account.page.js';
import { ACCOUNT } from '../../lib/paths.js';

const personalData: PersonalData = {
  userId: client.userId,
  userName: 'client1',
  takenAt: '2026-03-02T01:00:00.000Z',
  profiles: [{ since: '2026-03-01T01:00:00.000Z', name: '陈志远', phone: '13900001001', email: '', description: '' }],
  unit: { id: client.unitId ?? '', name: client.unitName },
  roles: [ROLE.client],
  isActive: true,
  lastLoginTime: '2026-03-02T01:00:00.000Z',
  thirdParties: [],
  messages: [],
  notifications: [],
  notificationChoices: {
    submitted: [],
    rejected: ['email'],
    returned: ['email'],
    confirmed: [],
    parametersCompleted: [],
    reportReady: ['email'],
    unitRegistered: [],
    unitOpened: ['email', 'sms'],
    unitRefused: ['email', 'sms'],
    endpointDisabled: ['email'],
  },
  namedIn: [],
  readings: [],
};
const message = {
  id: 'm-1',
  sendSource: 'platform',
  msgContent: '您的验证码是 ******，5 分钟内有效。',
  msgType: 'verification-code',
  sendTime: '2026-03-02T01:00:00.000Z',
  acceptUserID: client.userId,
  acceptPhone: '13900001001',
  acceptUserNameFriendly: '陈志远',
  acceptUnitID: client.unitId,
  isPrivate: true,
  sendStatus: 1 as const,
  failure: '',
};

const choices = { choices: personalData.notificationChoices, known: { email: true, sms: false } };

let server: StubServer;
let address: string;
let bound: ThirdBinding[];
const open = (user: UserInfo = client) =>
  renderConsole(
    <>
      <Routes>
        <Route path={ACCOUNT} element={<AccountPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address
        onChange={(newAddress) => {
          address = newAddress;
        }}
      />
    </>,
    { user, at: ACCOUNT },
  );
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));
const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);

beforeEach(() => {
  bound = [];
  server = stubServer();
  server.respondWith(getPersonalData, personalData);
  server.respondWith(getExternalAuthenticationProviders, [{ name: 'Weixin', clientId: 'wx' }]);
  server.respondWith(getThirdList, () => bound);
  server.respondWith(getMessages, {
    items: [message, { ...message, id: 'm-2', sendStatus: 2, failure: 'ETIMEDOUT' }],
    totalCount: 2,
  });
  server.respondWith(getNotificationChoices, choices);
  storeToken('mine', false);
});
afterEach(cleanup);

describe('the account page', () => {
  it('shows the user’s own data and sent messages, and requests data only for that user', async () => {
    open();
    expect(await screen.findByText('13900001001')).toBeTruthy();
    expect(server.requestsTo(getPersonalData)[0]?.query).toEqual({ userId: client.userId });
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/已发送$/),
      expect.stringMatching(/发送服务没有接收（ETIMEDOUT）发送失败$/),
    ]);
    expect(screen.queryByText('检测系统对接码')).toBeNull();
  });

  it('changes the password once the input is valid, and opens the sign-in page', async () => {
    server.respondWith(changePassword, true);
    open();
    await press('修改密码');
    expect(screen.getByText('请输入当前密码')).toBeTruthy();
    await type(/^当前密码/, 'Consign-2026!');
    await type(/^新密码/, 'Bridges-2027!');
    await type(/^确认密码/, 'Bridges');
    await press('修改密码');
    expect([screen.getByText('两次输入的密码不一致') !== null, server.requestsTo(changePassword)]).toEqual([true, []]);
    await type(/^确认密码/, '-2027!');
    await press('修改密码');
    await waitFor(() => expect(address).toBe('/login'));
    expect([server.requestsTo(changePassword)[0]?.body, readToken()]).toEqual([
      { currentPassword: 'Consign-2026!', newPassword: 'Bridges-2027!' },
      null,
    ]);
  });

  it('signs out on all devices after confirmation, including this one, and opens the sign-in page', async () => {
    server.respondWith(signOutEverywhere, true);
    open();
    await press('退出所有设备');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/包括这里/)).toBeTruthy();
    expect([server.requestsTo(signOutEverywhere), readToken()]).toEqual([[], 'mine']);
    await userEvent.click(dialog.getByRole('button', { name: '退出所有设备' }));
    await waitFor(() => expect(address).toBe('/login'));
    expect([server.requestsTo(signOutEverywhere).length, readToken()]).toEqual([1, null]);
  });

  it('shows an error on the page when the current password is wrong, and stays signed in', async () => {
    server.refuse(changePassword, { status: 400, code: 'PASSWORD_WRONG', message: '密码错误' });
    open();
    await screen.findByText('13900001001');
    await type(/^当前密码/, 'wrong');
    await type(/^新密码/, 'Bridges-2027!');
    await type(/^确认密码/, 'Bridges-2027!');
    await press('修改密码');
    expect((await screen.findByRole('alert')).textContent).toBe('密码错误');
    expect([address, readToken()]).toEqual([ACCOUNT, 'mine']);
  });

  it('saves the channels of each notification; a channel without a known address is disabled', async () => {
    server.handle(chooseNotificationChannels, ({ body }) => ({
      ...choices,
      ...(body as Pick<typeof choices, 'choices'>),
    }));
    open();
    const table = within(await screen.findByRole('table', { name: '消息通知' }));
    expect(table.getAllByRole('row')).toHaveLength(7);
    const box = (name: string) => table.getByRole<HTMLInputElement>('checkbox', { name });
    expect(
      [box('委托审核不通过 站内'), box('委托审核不通过 电子邮箱'), box('委托审核不通过 短信')].map(
        ({ checked, disabled }) => [checked, disabled],
      ),
    ).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
    await userEvent.click(box('样品已确认收样 电子邮箱'));
    expect(await screen.findByText('通知方式已保存')).toBeTruthy();
    expect(box('样品已确认收样 电子邮箱').checked).toBe(true);
    expect(server.requestsTo(chooseNotificationChannels).map(({ body }) => (body as typeof choices).choices)).toEqual([
      { ...personalData.notificationChoices, confirmed: ['email'] },
    ]);
  });

  it('shows a bound identity and unbinds it after confirmation', async () => {
    bound = [
      {
        userID: client.userId,
        thirdType: 'Weixin',
        unionFriendlyName: '工友',
        uniionHeadImage: 'https://thirdwx.qlogo.cn/head.png',
      },
    ];
    server.handle(unBindThird, () => {
      bound = [];
      return true as const;
    });
    open();
    expect(await screen.findByText('工友')).toBeTruthy();
    // A picture of another host is stopped by the content security policy.
    expect([screen.getByText('工').className, document.querySelector('.account-binding img')]).toEqual([
      'initial',
      null,
    ]);
    await press('解除绑定 微信');
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: '解除绑定' })).getByRole('button', { name: '解除绑定' }),
    );
    expect(await screen.findByRole('button', { name: '绑定 微信' })).toBeTruthy();
    expect(server.requestsTo(unBindThird)[0]?.body).toEqual({ thirdType: 'Weixin' });
  });

  it('downloads a copy of the stored personal data', async () => {
    const createObjectUrl = jest.fn<(blob: Blob) => string>(() => 'blob:copy');
    Object.assign(URL, { createObjectURL: createObjectUrl, revokeObjectURL: () => undefined });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open();
    await press('下载副本');
    expect([
      clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).download),
      createObjectUrl.mock.calls[0]?.[0].type,
    ]).toEqual([['client1.json'], 'application/json']);
    clicked.mockRestore();
  });
});

it('a unit manager of a laboratory can show the lab system code, renew it, and disable it with a reason', async () => {
  let authCode: string | null = 'first-code';
  server.respondWith(getLabSystemCode, () => ({ authCode }));
  server.handle(renewLabSystemCode, ({ body }) => {
    authCode = (body as { enabled: boolean }).enabled ? 'second-code' : null;
    return { authCode };
  });
  open(laboratory);
  await screen.findByText('检测系统对接码');
  expect(server.requestsTo(getLabSystemCode)).toEqual([]);
  await press('显示对接码');
  expect(await screen.findByText('first-code')).toBeTruthy();
  await press('重新生成');
  await userEvent.click(
    within(await screen.findByRole('alertdialog', { name: '重新生成' })).getByRole('button', { name: '重新生成' }),
  );
  expect(await screen.findByText('second-code')).toBeTruthy();
  await press('停用');
  const dialog = within(await screen.findByRole('alertdialog', { name: '停用' }));
  await userEvent.type(dialog.getByRole('textbox'), '更换系统');
  await userEvent.click(dialog.getByRole('button', { name: '停用' }));
  expect(await screen.findByText('尚未生成')).toBeTruthy();
  expect(server.requestsTo(renewLabSystemCode).map(({ body }) => body)).toEqual([
    { enabled: true, reason: '' },
    { enabled: false, reason: '更换系统' },
  ]);
});

it('a user who is no unit manager, or who signed in through the lab system, sees why no code is shown', async () => {
  open({ ...laboratory, isUnitManager: false });
  expect(await screen.findByText('对接码由本单位的单位管理员查看和生成。')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '显示对接码' })).toBeNull();
  cleanup();
  open({ ...laboratory, isUnitManager: false, via: 'labSystem' });
  expect(await screen.findByText(/您通过检测机构系统登录/)).toBeTruthy();
  expect(server.requestsTo(getLabSystemCode)).toEqual([]);
});

it('a unit manager sees a warning when the creator of the code is no longer a unit manager', async () => {
  server.respondWith(getLabSystemCode, { authCode: 'old-code', hasLapsed: true });
  open(laboratory);
  await press('显示对接码');
  expect((await screen.findByRole('alert')).textContent).toContain('生成此码的人已不是单位管理员');
});
