import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  changeUserActive,
  createUser,
  deleteUser,
  erasePerson,
  getRecordChanges,
  getUser,
  getUserRoles,
  getUsers,
  resetUserPassword,
  setUnitManager,
  updateUser,
  type UserAccount,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { USER_MANAGER, userManagerPath, USERS } from '../../lib/paths.js';
import { Address } from '../../testing/list-server.js';
import { administrator, client, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import UserManagerPage from './user-manager.page.js';

const PASSWORD = 'Harbour-2027!';
const OWN = client.unitId ?? '';
const account = (some: Partial<UserAccount> = {}): UserAccount => ({
  id: 'u-1',
  userName: 'zhanggong',
  name: '张工',
  fullName: '张工',
  mobile: '13912340001',
  emailAddress: '',
  isActive: true,
  roleNames: [ROLE.client],
  unitId: OWN,
  unitType: 2,
  unitName: client.unitName,
  creationTime: '2026-03-01T02:00:00.000Z',
  lastLoginTime: '2026-03-02T02:30:00.000Z',
  phoneNumber: '13912340001',
  description: '',
  userType: 2,
  isOption: true,
  isCanDeleteUser: some.id !== client.userId,
  isUnitManager: some.id === client.userId,
  isCanActFor: true,
  ...some,
});

let accounts: UserAccount[];
let server: StubServer;
let address: string;
const open = (user: UserInfo = client, at = userManagerPath(client.unitName, OWN, 2)) =>
  renderConsole(
    <>
      <Routes>
        <Route path={USER_MANAGER} element={<UserManagerPage />} />
        <Route path={USERS} element={<UserManagerPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address
        onChange={(newAddress) => {
          address = decodeURIComponent(newAddress);
        }}
      />
    </>,
    { user, at },
  );
const rows = async () => [...(await screen.findByRole('table', { name: '用户列表' })).querySelectorAll('tbody tr')];
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));

beforeEach(() => {
  window.innerWidth = 1440;
  accounts = [
    account(),
    account({ id: 'u-2', userName: 'lisi', name: '李四', isActive: false }),
    account({ id: client.userId, userName: 'client1', name: '陈志远' }),
  ];
  server = stubServer();
  server.respondWith(getUserRoles, { items: [{ id: 'r-1', name: ROLE.client, displayName: '委托单位角色' }] });
  server.respondWith(getUsers, ({ query }) => {
    const matches = accounts.filter(
      ({ name, isActive }) =>
        name.includes(query['search'] ?? '') &&
        (query['isActive'] === undefined || String(isActive) === query['isActive']),
    );
    return { items: matches, totalCount: matches.length };
  });
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

describe('the users of a unit', () => {
  it('are listed with state and role for the unit in the address, and filtered by state', async () => {
    open();
    expect(await rows()).toHaveLength(3);
    expect((await rows())[0]?.textContent).toBe(
      'zhanggong张工13912340001委托单位角色启用2026-03-02 10:302026-03-01编辑停用重置密码删除历史',
    );
    expect((await rows())[2]?.textContent).toMatch(/编辑历史$/);
    expect(server.requestsTo(getUsers)[0]?.query).toMatchObject({ unitId: OWN });
    await userEvent.selectOptions(screen.getByLabelText('状态'), '停用');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address).toContain('state=off');
  });

  it('are listed with the translated labels of built-in roles', async () => {
    await act(() => chooseLanguage('en'));
    open();
    const table = within(await screen.findByRole('table', { name: 'List of users' }));
    expect((await table.findAllByText(/Consigning unit/)).length).toBeGreaterThan(0);
    expect(table.queryByText(new RegExp(ROLE.client))).toBeNull();
  });

  it('US-011 of another unit are closed to a client: the page redirects to /401 and requests no users', async () => {
    open(client, userManagerPath('别的单位', '99999999-0000-4000-8000-000000000009', 2));
    await waitFor(() => expect(address).toBe('/401'));
    expect(server.requestsTo(getUsers)).toEqual([]);
  });

  it('are created once the input is complete; missing fields are reported first', async () => {
    server.respondWith(createUser, { ...account({ id: 'u-9', userName: 'wangwu', name: '王五' }), revision: 0 });
    open();
    await press('新建用户');
    const form = within(await screen.findByRole('dialog', { name: '新建用户' }));
    await userEvent.type(form.getByLabelText(/^确认密码/), 'x');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    for (const text of ['请输入姓名', '请输入正确的手机号', '两次输入的密码不一致'])
      expect(form.getByText(text)).toBeTruthy();
    expect(server.requestsTo(createUser)).toEqual([]);
    expect(form.queryByLabelText(/^角色/)).toBeNull();
    for (const [label, text] of [
      [/^用户名/, ' wangwu '],
      [/^姓名/, '王五'],
      [/^手机号/, '13912340002'],
      [/^密码/, PASSWORD],
    ] as const)
      await userEvent.type(form.getByLabelText(label), text);
    await userEvent.clear(form.getByLabelText(/^确认密码/));
    await userEvent.type(form.getByLabelText(/^确认密码/), PASSWORD);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(createUser)[0]?.body).toEqual({
      userName: 'wangwu',
      name: '王五',
      mobile: '13912340002',
      emailAddress: '',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      unitId: OWN,
      roleNames: [],
    });
  });

  it('show their unit manager; other users can neither reset passwords nor change phone and e-mail of colleagues', async () => {
    accounts = [
      account({ isUnitManager: true, isOption: false, isCanDeleteUser: false, isCanActFor: false }),
      account({ id: 'u-2', userName: 'lisi', name: '李四', isCanActFor: false }),
    ];
    server.respondWith(getUser, { ...account({ id: 'u-2', userName: 'lisi', name: '李四' }), revision: 1 });
    open({ ...client, isUnitManager: false });
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/委托单位角色单位管理员启用.*01历史$/),
      expect.stringMatching(/委托单位角色启用.*01编辑停用删除历史$/),
    ]);
    await press('编辑 lisi');
    const form = within(await screen.findByRole('dialog', { name: '编辑用户' }));
    expect(
      [/^姓名/, /^手机号/, /^电子邮箱/].map((label) => form.getByLabelText<HTMLInputElement>(label).disabled),
    ).toEqual([false, true, true]);
    expect(form.getByText(/^同事的手机号和邮箱只由单位管理员修改/)).toBeTruthy();
    expect(form.getByRole('group', { name: '单位管理员' }).textContent).toMatch(/^单位管理员否/);
    expect(form.queryByRole('button', { name: '设为单位管理员' })).toBeNull();
  });

  it('are made unit managers in their form, and lose that right again with a reason', async () => {
    server.respondWith(getUser, { ...account(), revision: 1 });
    server.handle(setUnitManager, ({ body }) => body as { userId: string; isUnitManager: boolean });
    open();
    await press('编辑 zhanggong');
    const form = within(await screen.findByRole('dialog', { name: '编辑用户' }));
    await userEvent.click(form.getByRole('button', { name: '设为单位管理员' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: '设为单位管理员' }));
    await userEvent.click(confirmation.getByRole('button', { name: '设为单位管理员' }));
    await userEvent.click(await form.findByRole('button', { name: '收回单位管理员' }));
    const withdrawal = within(await screen.findByRole('alertdialog', { name: '收回单位管理员' }));
    await userEvent.click(withdrawal.getByRole('button', { name: '收回单位管理员' }));
    expect(server.requestsTo(setUnitManager)).toHaveLength(1);
    await userEvent.type(withdrawal.getByRole('textbox'), '离职');
    await userEvent.click(withdrawal.getByRole('button', { name: '收回单位管理员' }));
    await form.findByRole('button', { name: '设为单位管理员' });
    expect(server.requestsTo(setUnitManager).map(({ body }) => body)).toEqual([
      { userId: 'u-1', isUnitManager: true, reason: '' },
      { userId: 'u-1', isUnitManager: false, reason: '离职' },
    ]);
  });

  it('are edited in their current state with its revision', async () => {
    server.respondWith(getUser, { ...account({ mobile: '13912340005' }), revision: 7 });
    server.respondWith(updateUser, { ...account(), revision: 8 });
    open();
    await press('编辑 zhanggong');
    const form = within(await screen.findByRole('dialog', { name: '编辑用户' }));
    expect(form.getByLabelText<HTMLInputElement>(/^手机号/).value).toBe('13912340005');
    await userEvent.type(form.getByLabelText(/^姓名/), '师');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateUser)[0]?.body).toEqual({
        id: 'u-1',
        name: '张工师',
        mobile: '13912340005',
        emailAddress: '',
      }),
    );
    expect(server.requestsTo(updateUser)[0]?.headers['If-Match']).toBe('"7"');
  });

  it('are deactivated with a reason, and activated without one', async () => {
    server.respondWith(changeUserActive, { ...account(), revision: 1 });
    open();
    await press('停用 zhanggong');
    const dialog = within(await screen.findByRole('alertdialog', { name: '停用用户' }));
    await userEvent.click(dialog.getByRole('button', { name: '停用用户' }));
    expect(server.requestsTo(changeUserActive)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), '离职');
    await userEvent.click(dialog.getByRole('button', { name: '停用用户' }));
    await waitFor(() =>
      expect(server.requestsTo(changeUserActive)[0]?.body).toEqual({ userId: 'u-1', isActive: false, reason: '离职' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press('启用 lisi');
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: '启用用户' })).getByRole('button', { name: '启用用户' }),
    );
    await waitFor(() =>
      expect(server.requestsTo(changeUserActive)[1]?.body).toEqual({ userId: 'u-2', isActive: true, reason: '' }),
    );
  });

  it('get a new password only with the manager’s own password, and a refusal is shown in the form', async () => {
    server.refuse(resetUserPassword, { status: 400, code: 'PASSWORD_WRONG', message: '密码错误' });
    open();
    await press('重置密码 zhanggong');
    const form = within(await screen.findByRole('dialog', { name: '重置密码 · 张工' }));
    for (const [label, text] of [
      [/^新密码/, PASSWORD],
      [/^确认密码/, PASSWORD],
      [/^您自己的密码/, 'wrong'],
    ] as const)
      await userEvent.type(form.getByLabelText(label), text);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(await form.findByText('密码错误')).toBeTruthy();
    expect(server.requestsTo(resetUserPassword)[0]?.body).toEqual({
      userId: 'u-1',
      userName: 'zhanggong',
      newPassword: PASSWORD,
      adminPassword: 'wrong',
    });
  });

  it('US-010 are those of the unit in the address and are deleted with a reason; a protected user has no delete action', async () => {
    server.respondWith(deleteUser, true);
    open();
    expect((await rows()).every((row) => row.textContent?.includes('编辑'))).toBe(true);
    expect(server.requestsTo(getUsers)[0]?.query).toMatchObject({ unitId: OWN });
    expect(screen.queryByRole('button', { name: '删除 client1' })).toBeNull();
    for (const action of ['停用', '重置密码', '删除'])
      expect(screen.getByRole('button', { name: `${action} zhanggong` })).toBeTruthy();
    await press('删除 zhanggong');
    const form = within(await screen.findByRole('alertdialog', { name: '删除用户' }));
    expect(form.queryByLabelText(/清除其个人信息/)).toBeNull();
    await userEvent.click(form.getByRole('button', { name: '删除用户' }));
    expect(server.requestsTo(deleteUser)).toEqual([]);
    await userEvent.type(form.getByRole('textbox'), '离职');
    await userEvent.click(form.getByRole('button', { name: '删除用户' }));
    await waitFor(() => expect(server.requestsTo(deleteUser)[0]?.query).toEqual({ id: 'u-1', reason: '离职' }));
  });

  it('can be erased with their personal data by the administrator, who gets a list of consignments to review', async () => {
    server.respondWith(erasePerson, {
      keys: 3,
      consignments: 1,
      toReview: [
        { id: 'c-1', consignCode: 'TU001-2026-00007', consignType: 1 },
        { id: 'c-2', consignCode: '', consignType: 2 },
      ],
      toReviewCount: 3,
    });
    open(administrator, USERS);
    await press('删除 zhanggong');
    const form = within(await screen.findByRole('alertdialog', { name: '删除用户' }));
    await userEvent.type(form.getByRole('textbox'), '本人要求');
    await userEvent.click(form.getByLabelText(/清除其个人信息/));
    expect(form.getByText(/不能恢复。$/)).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: '删除用户' }));
    await waitFor(() =>
      expect(server.requestsTo(erasePerson)[0]).toMatchObject({
        query: { userId: 'u-1' },
        body: { reason: '本人要求' },
      }),
    );
    const review = within(await screen.findByRole('dialog', { name: '需要人工核对的委托' }));
    expect(review.getByText(/^个人信息已清除。另有 3 份委托写有“张工”/)).toBeTruthy();
    expect(review.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['TU001-2026-00007', '/preconsign-management/detail?id=c-1&consignType=1&pageSource=1'],
      ['未提交的委托 c-2', '/preconsign-management/detail?id=c-2&consignType=2&pageSource=1'],
    ]);
    expect(review.getByText('此处只列出前 2 份。')).toBeTruthy();
    await userEvent.click(review.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('have a history with changed fields, old and new values and reason', async () => {
    server.respondWith(getRecordChanges, [
      {
        id: '3',
        action: 'UserRolesChanged',
        at: '2026-03-03T08:00:00.000Z',
        by: '周明远',
        reason: '轮岗',
        changes: [{ field: 'roles', about: '', member: '', old: ROLE.auditor, new: ROLE.operator }],
      },
      {
        id: '2',
        action: 'UserProfileChanged',
        at: '2026-03-02T08:00:00.000Z',
        by: '',
        via: 'labSystem',
        reason: '',
        changes: [{ field: 'mobile', about: '', member: '', old: '13912340001', new: '13912340002' }],
      },
    ]);
    open();
    await press('历史 zhanggong');
    const dialog = within(await screen.findByRole('dialog', { name: '历史 · zhanggong' }));
    const cells = (name: string) =>
      within(dialog.getByRole('table', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(await dialog.findByText('原因：轮岗')).toBeTruthy();
    expect(dialog.getByText('通过检测机构系统').closest('li')?.textContent).toContain('修改信息');
    expect([cells('更改角色'), cells('修改信息')]).toEqual([
      ['角色', '审计员', '运维人员'],
      ['手机号', '13912340001', '13912340002'],
    ]);
    expect(server.requestsTo(getRecordChanges)[0]?.query).toMatchObject({ kind: 'user', id: 'u-1' });
    await act(() => chooseLanguage('en'));
    expect(await dialog.findByText('Reason: 轮岗')).toBeTruthy();
  });

  it('show name and state in one column on a phone', async () => {
    window.innerWidth = 360;
    open();
    expect((await rows())[0]?.textContent).toBe('张工zhanggong启用编辑停用重置密码删除历史');
  });
});

describe('the administrator’s list of users', () => {
  it('offers and shows a custom role by its display name, also as the only role of a user', async () => {
    accounts = [account({ roleNames: ['duty'] })];
    server.respondWith(getUserRoles, { items: [{ id: 'r-2', name: 'duty', displayName: '值班员' }] });
    server.respondWith(createUser, { ...account(), revision: 0 });
    open(administrator);
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('值班员'));
    await press('新建用户');
    const form = within(await screen.findByRole('dialog', { name: '新建用户' }));
    await userEvent.selectOptions(form.getByLabelText(/^角色/), '值班员');
    for (const [label, text] of [
      [/^用户名/, 'zhiban1'],
      [/^姓名/, '沈计'],
      [/^手机号/, '13912340002'],
      [/^密码/, PASSWORD],
      [/^确认密码/, PASSWORD],
    ] as const)
      await userEvent.type(form.getByLabelText(label), text);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(createUser)[0]?.body).toMatchObject({ unitId: OWN, roleNames: ['duty'] }),
    );
  });

  it('shows all users with their units, and gives a new user a platform role', async () => {
    server.respondWith(createUser, { ...account({ unitId: null }), revision: 0 });
    open(administrator, USERS);
    expect((await rows())[0]?.textContent).toContain(client.unitName);
    expect(server.requestsTo(getUsers)[0]?.query['unitId']).toBeUndefined();
    await press('新建用户');
    const form = within(await screen.findByRole('dialog', { name: '新建用户' }));
    await userEvent.selectOptions(form.getByLabelText(/^角色/), '审计员');
    for (const [label, text] of [
      [/^用户名/, 'shenji2'],
      [/^姓名/, '沈计'],
      [/^手机号/, '13912340002'],
      [/^密码/, PASSWORD],
      [/^确认密码/, PASSWORD],
    ] as const)
      await userEvent.type(form.getByLabelText(label), text);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(createUser)[0]?.body).toMatchObject({
        userName: 'shenji2',
        unitId: null,
        roleNames: [ROLE.auditor],
      }),
    );
  });
});
