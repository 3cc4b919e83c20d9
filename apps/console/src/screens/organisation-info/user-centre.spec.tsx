import { BlueprintProvider } from '@blueprintjs/core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import {
  getConsignmentCounts,
  getEnumValues,
  getStatistic,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  getUsers,
  listConsignments,
  type UserInfo,
} from '#contract';
import { App } from '../../app/app.js';
import { routes } from '../../app/features.js';
import { decideRoute } from '../../app/guard.js';
import { isInMenu, filterRoutesByRole, flattenScreens } from '../../app/route-registry.js';
import '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { isTestingUnit } from '../../lib/session.js';
import { clearToken, storeToken } from '../../lib/token.js';
import { userManagerPath, USERS } from '../../lib/paths.js';
import { dashboardWith } from '../../testing/dashboard.js';
import { Address } from '../../testing/list-server.js';
import { administrator, client, laboratory } from '../../testing/render.js';
import { statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';

const LAB_CENTRE = '/UserCenter/testingOrganization';
const CLIENT_CENTRE = '/UserCenter/ConsginUnitCenter';
let server: StubServer;
let address: string;
const open = (user: UserInfo, at = '/dashboard') => {
  storeToken('a token', false);
  server.respondWith(getUserInfo, user);
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={routes} />
          <Address
            onChange={(newAddress) => {
              address = decodeURIComponent(newAddress);
            }}
          />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
const go = (pathname: string, user: UserInfo) => decideRoute(routes, { pathname, search: '', hash: '' }, true, user);
const usersPath = (user: UserInfo, type: 1 | 2) => userManagerPath(user.unitName, user.unitId ?? '', type);
const menu = async () =>
  within(await screen.findByRole('navigation', { name: '主菜单' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const accountMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '账号菜单' }));
  await screen.findByRole('menuitem', { name: '退出登录' });
};

beforeEach(() => {
  window.innerWidth = 1440;
  localStorage.clear();
  queryClient.clear();
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getStatistic, dashboardWith());
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(getUsers, { items: [], totalCount: 0 });
});
afterEach(() => {
  cleanup();
  clearToken();
});

describe('the user centre', () => {
  it.each([
    ['a laboratory', laboratory, 1, LAB_CENTRE, CLIENT_CENTRE],
    ['a company', client, 2, CLIENT_CENTRE, LAB_CENTRE],
  ] as const)(
    'NAV-008 of %s consists of its own centre and its users; the other centre redirects to /401',
    async (_, user, type, ownCentre, otherCentre) => {
      expect(go(ownCentre, user)).toMatchObject({ kind: 'show', entry: { path: ownCentre } });
      expect(go(otherCentre, user)).toMatchObject({ kind: 'go', to: '/401' });
      expect(go(USERS, user)).toEqual({ kind: 'go', to: usersPath(user, type) });
      open(user, USERS);
      expect(await screen.findByRole('heading', { level: 1, name: `用户 · ${user.unitName}` })).toBeTruthy();
      expect([address, server.requestsTo(getUsers)[0]?.query['unitId']]).toEqual([
        decodeURIComponent(usersPath(user, type)),
        user.unitId,
      ]);
      cleanup();
      open(user, otherCentre);
      await waitFor(() => expect(address).toBe('/401'));
    },
  );

  it('NAV-008 is closed to an auditor: all its pages redirect to /401', () => {
    const auditor = { ...administrator, roles: ['auditor'] };
    for (const path of [LAB_CENTRE, CLIENT_CENTRE, USERS, usersPath(client, 2)])
      expect([path, go(path, auditor)]).toMatchObject([path, { kind: 'go', to: '/401' }]);
  });
});

describe('menu and routes', () => {
  it('US-002 ROLE-003 of a laboratory: business pages, notices, catalogue, organisation info, users and its user centre', async () => {
    open(laboratory);
    expect(await menu()).toEqual([
      '首页',
      '来样与预约',
      '报告进度',
      '公告管理',
      '样品与参数',
      '参数包管理',
      '附件类型',
      '未开展参数需求',
      '实验室系统',
      '事件目录',
      '机构信息',
      '用户管理',
    ]);
    expect([laboratory, client, administrator].map(isTestingUnit)).toEqual([true, false, false]);
    await accountMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: '用户中心' }));
    await waitFor(() => expect(address).toBe(LAB_CENTRE));
  });

  it('US-002 ROLE-004 of a client: printing, consignments, queries and the user centre; audit and system pages redirect to /401', async () => {
    open(client);
    expect(await menu()).toEqual([
      '首页',
      '预委托单打印',
      '原材料预委托',
      '现场检测预约',
      '交竣工检测预约',
      '检测机构',
      '报告进度查询',
      '实验室系统',
      '事件目录',
      '单位信息',
      '用户管理',
    ]);
    await accountMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: '用户中心' }));
    await waitFor(() => expect(address).toBe(CLIENT_CENTRE));
    const forbiddenScreens = flattenScreens(routes).filter(
      ({ path }) => /^\/(BusinessManagement|SystemManager)\//.test(path) || path.toLowerCase().includes('audit'),
    );
    expect(forbiddenScreens.length).toBeGreaterThan(5);
    for (const { path } of forbiddenScreens)
      expect([path, go(path.replaceAll(/:\w+\??/g, 'x'), client)]).toMatchObject([path, { kind: 'go', to: '/401' }]);
  });

  it('US-002 ROLE-002 of the administrator: all routes and menu entries, no user centre, and / redirects to the dashboard', async () => {
    const all = flattenScreens(routes).map(({ path }) => path);
    expect(flattenScreens(filterRoutesByRole(routes, ['admin'])).map(({ path }) => path)).toEqual(all);
    expect(
      flattenScreens(routes)
        .filter(({ menu: entry }) => entry)
        .every((entry) => isInMenu(entry, ['admin'])),
    ).toBe(true);
    for (const path of ['/SystemManager/TestUnitManager', '/SystemManager/ConsginUnitManager', USERS])
      expect([path, go(path, administrator)]).toMatchObject([path, { kind: 'show', entry: { path } }]);
    open(administrator);
    expect(await menu()).toEqual(
      expect.arrayContaining([
        '检测单位管理',
        '委托单位管理',
        '工程项目管理',
        '操作说明管理',
        '公告管理',
        '角色管理',
        '用户管理',
      ]),
    );
    await accountMenu();
    expect(screen.queryByRole('menuitem', { name: '用户中心' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(within(screen.getByRole('banner')).getByRole('link').getAttribute('href')).toBe('/');
    expect(go('/', administrator)).toEqual({ kind: 'go', to: '/dashboard' });
  });
});
