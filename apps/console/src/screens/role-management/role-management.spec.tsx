import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getRecordChanges, getRoles, getUsers, type RoleRow, setUserRoles, type UserAccount } from '#contract';
import { ROLE } from '#events';
import '../../i18n/language.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { ROLE_MANAGER } from './routes.js';
import RoleManagerPage from './role-manager.page.js';

const role: RoleRow = {
  id: 'r-1',
  revision: 1,
  name: '任务查看员',
  displayName: '任务查看员',
  normalizedName: '任务查看员',
  description: '',
  permissions: ['Jobs.Read'],
  isStatic: false,
  isDefault: false,
  users: 0,
};
const account = (number: number): UserAccount => ({
  id: `u-${number}`,
  userName: `user${number}`,
  name: `员工${number}`,
  fullName: `员工${number}`,
  mobile: '13912340001',
  emailAddress: '',
  isActive: true,
  roleNames: [ROLE.operator],
  unitId: null,
  unitType: null,
  unitName: '',
  creationTime: '2026-03-01T02:00:00.000Z',
  lastLoginTime: null,
  phoneNumber: '13912340001',
  description: '',
  userType: null,
  isOption: true,
  isCanDeleteUser: true,
  isUnitManager: false,
  isCanActFor: true,
});

let accounts: UserAccount[];
let server: StubServer;
beforeEach(() => {
  window.innerWidth = 1440;
  accounts = Array.from({ length: 1200 }, (_, number) => account(number));
  server = stubServer();
  server.respondWith(getRoles, { items: [role] });
  server.respondWith(getUsers, ({ query }) => {
    const matches = accounts.filter(({ name }) => name.includes(query['search'] ?? ''));
    return { items: matches.slice(0, Number(query['maxResultCount'])), totalCount: matches.length };
  });
});
afterEach(cleanup);
const open = async (action: string) => {
  renderConsole(<RoleManagerPage />, { user: administrator, at: ROLE_MANAGER });
  await userEvent.click(await screen.findByRole('button', { name: `${action} 任务查看员` }));
  return within(await screen.findByRole('dialog'));
};

describe('the members of a role', () => {
  it('can be searched among all accounts on the server, and an account is granted the role', async () => {
    server.respondWith(setUserRoles, ({ body }) => {
      const { userId, roleNames } = body as { userId: string; roleNames: string[] };
      accounts = accounts.map((account) => (account.id === userId ? { ...account, roleNames } : account));
      return { userId, roleNames };
    });
    const dialog = await open('成员');
    expect(await dialog.findByText('只显示前 20 个账号，其他账号请按姓名或用户名查找。')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('按姓名或用户名查找'), '员工1199');
    await userEvent.click(await dialog.findByRole('button', { name: '授予 员工1199' }));
    expect(dialog.queryByText(/只显示前/)).toBeNull();
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: '授予角色' })).getByRole('button', { name: '授予角色' }),
    );
    expect(await dialog.findByRole('button', { name: '收回 员工1199' })).toBeTruthy();
    expect(server.requestsTo(setUserRoles)[0]?.body).toMatchObject({
      userId: 'u-1199',
      roleNames: [ROLE.operator, '任务查看员'],
    });
    expect(server.requestsTo(getUsers).at(-1)?.query).toMatchObject({ search: '员工1199', isActive: 'true' });
  });
});

describe('the history of a role', () => {
  it('shows removed permissions and the reason', async () => {
    server.respondWith(getRecordChanges, [
      {
        id: '1',
        action: 'RoleChanged',
        at: '2026-03-02T08:00:00.000Z',
        by: '周明远',
        reason: '不再看任务',
        changes: [{ field: 'permissions', about: '查看后台任务', member: '', old: '查看后台任务', new: '' }],
      },
    ]);
    const dialog = await open('历史');
    expect(await dialog.findByText('修改角色')).toBeTruthy();
    expect(dialog.getByText('原因：不再看任务')).toBeTruthy();
    expect(
      within(dialog.getByRole('table', { name: '修改角色' }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['查看后台任务 · 权限', '查看后台任务', '—']);
    await waitFor(() =>
      expect(server.requestsTo(getRecordChanges)[0]?.query).toMatchObject({ kind: 'role', id: 'r-1' }),
    );
  });
});
