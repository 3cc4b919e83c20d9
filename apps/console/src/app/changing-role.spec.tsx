import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import {
  authenticate,
  changeRole,
  getConsignmentCounts,
  getStatistic,
  getEnumValues,
  getRawMateriaConsignInfoList,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  listConsignments,
  logout,
} from '#contract';
import '../i18n/language.js';
import { sidebarOpen } from '../lib/preferences.js';
import { currentFailure } from '../lib/failures.js';
import { queryClient } from '../lib/queries.js';
import { signOutLocally, userQuery } from '../lib/session.js';
import { readToken, storeToken } from '../lib/token.js';
import { client, laboratory } from '../testing/render.js';
import { dashboardWith } from '../testing/dashboard.js';
import { statusNames } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';

let server: StubServer;
const open = (at: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={routes} />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
const menu = async () =>
  within(await screen.findByRole('navigation', { name: '主菜单' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => {
  window.innerWidth = 1440;
  localStorage.clear();
  queryClient.clear();
  sidebarOpen.set(true);
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getStatistic, dashboardWith());
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getRawMateriaConsignInfoList, { items: [], totalCount: 0 });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(logout, true);
});
afterEach(() => {
  cleanup();
  currentFailure.set(null);
  signOutLocally();
});

describe('a change of role', () => {
  it('ROLE-011 a local logout sends no request, and the next user gets a new token, user data and menu', async () => {
    storeToken('of the client', false);
    server.respondWith(getUserInfo, client);
    open('/dashboard');
    const initialMenu = await menu();
    expect(initialMenu).toEqual(
      expect.arrayContaining([
        '首页',
        '预委托单打印',
        '原材料预委托',
        '现场检测预约',
        '交竣工检测预约',
        '检测机构',
        '报告进度查询',
      ]),
    );
    expect(initialMenu).not.toContain('来样与预约');

    await act(async () => signOutLocally());
    expect([readToken(), queryClient.getQueryData(userQuery.queryKey), server.requestsTo(logout).length]).toEqual([
      null,
      undefined,
      0,
    ]);

    server.respondWith(authenticate, { accessToken: 'of the laboratory', expireInSeconds: 604800 });
    server.respondWith(getUserInfo, laboratory);
    cleanup();
    open('/login');
    await userEvent.type(await screen.findByLabelText('用户名'), 'lab1');
    await userEvent.type(screen.getByLabelText('密码'), 'Consign-2026!');
    await userEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByText('您好，周敏');
    expect(readToken()).toBe('of the laboratory');
    expect(server.requestsTo(getUserInfo).map(({ headers }) => headers['Authorization'])).toEqual([
      'Bearer of the client',
      'Bearer of the laboratory',
    ]);
    const changedMenu = await menu();
    expect(changedMenu).toEqual(expect.arrayContaining(['首页', '来样与预约', '报告进度']));
    expect(changedMenu).not.toContain('原材料预委托');
  });

  it('AU-009 to one of several roles replaces the token, loads the user again and shows only the menu of that role', async () => {
    const auditor = {
      ...client,
      roles: ['admin', 'auditor'],
      allRoles: ['admin', 'auditor'],
      unitId: null,
      unitType: null,
    };
    storeToken('of both', false);
    server.handle(getUserInfo, ({ headers }) =>
      headers['Authorization'] === 'Bearer of one' ? { ...auditor, roles: ['auditor'] } : auditor,
    );
    server.respondWith(changeRole, { accessToken: 'of one', expireInSeconds: 86_400 });
    open('/dashboard');
    expect(await menu()).toEqual(expect.arrayContaining(['角色管理', '委托单位管理']));
    await userEvent.click(screen.getByRole('button', { name: '账号菜单' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '审计员' }));
    await waitFor(async () => expect(await menu()).not.toContain('角色管理'));
    expect([readToken(), server.requestsTo(changeRole)[0]?.body, server.requestsTo(getUserInfo).length]).toEqual([
      'of one',
      { roleName: 'auditor' },
      2,
    ]);
    expect(await menu()).toContain('事件日志');
  });

  it('to a role made by the administrator adds the screens of its permissions to the menu', async () => {
    storeToken('of the client', false);
    server.respondWith(getUserInfo, {
      ...client,
      roles: [...client.roles, '值班员'],
      permissions: ['Jobs.Read', 'Projects.Manage'],
    });
    open('/dashboard');
    expect(await menu()).toEqual(expect.arrayContaining(['原材料预委托', '工程项目管理', '后台任务']));
    expect(await menu()).not.toContain('角色管理');
  });
});

describe('an unknown user', () => {
  it('AU-011 loses the token and is sent to the login, and a user without a role gets no menu', async () => {
    storeToken('of nobody', false);
    server.respondWith(getUserInfo, null as never);
    open('/dashboard');
    await screen.findByRole('heading', { name: '登录' });
    expect(await screen.findByText('Verification failed, please login again')).toBeTruthy();
    expect(readToken()).toBeNull();
    cleanup();
    currentFailure.set(null);
    queryClient.clear();
    storeToken('without a role', false);
    server.respondWith(getUserInfo, { ...client, roles: [] });
    open('/dashboard');
    expect((await screen.findAllByText(/^roles must be a non-null array/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
  });
});
