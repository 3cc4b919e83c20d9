import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, useEffect, useState } from 'react';
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import {
  authenticate,
  countNotifications,
  getConsignLog,
  getConsignmentCounts,
  getStatistic,
  getEnumValues,
  getRawMateriaConsignInfoList,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  listConsignments,
  listJobs,
  listProjections,
  logout,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import { chooseLanguage } from '../i18n/language.js';
import { PageHeader } from '../components/page-header.js';
import { errorLog, currentFailure, reportFailure } from '../lib/failures.js';
import { callOperation } from '../lib/http.js';
import { browserPage } from '../lib/lazy-part.js';
import { sidebarOpen } from '../lib/preferences.js';
import { queryClient } from '../lib/queries.js';
import { clearToken, readToken, storeToken } from '../lib/token.js';
import { administrator, client } from '../testing/render.js';
import { dashboardWith } from '../testing/dashboard.js';
import { statusNames } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';
import type { RouteEntry } from './route-registry.js';

let mounted: string[];
const InputScreen = ({ name }: { name: string }) => {
  const [text, setText] = useState('');
  useEffect(() => void mounted.push(name), [name]);
  return (
    <>
      <PageHeader />
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
};
const screenOf = (name: string) => lazy(() => Promise.resolve({ default: () => <InputScreen name={name} /> }));
/** The console's own screens, and three to type into: kept, without a title, not kept. */
const registry: RouteEntry[] = [
  ...routes,
  { path: '/kept', title: () => '保留页', element: screenOf('kept'), parent: '/onlineConsign/rawMateriaConsignInfo' },
  { path: '/untitled', element: screenOf('untitled') },
  { path: '/uncached', title: () => '不缓存页', element: screenOf('uncached'), noCache: true },
  { path: '/TestUnitManager', roles: [ROLE.admin], element: screenOf('units') },
];

let server: StubServer;
let currentLocation: Location;
let navigate: NavigateFunction;
const Place = () => {
  const [location, move] = [useLocation(), useNavigate()];
  useEffect(() => {
    currentLocation = location;
    navigate = move;
  }, [location, move]);
  return null;
};
const open = (at: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={registry} />
          <Place />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
const signedIn = (user: UserInfo = client) => {
  storeToken('a token', false);
  server.respondWith(getUserInfo, user);
  server.respondWith(countNotifications, { unreadCount: 0 });
};
const go = (to: string) => act(async () => navigate(to));
const address = () => `${currentLocation.pathname}${currentLocation.search}`;
const tabs = () =>
  within(screen.getByRole('navigation', { name: '已打开的页面' }))
    .getAllByRole('link')
    .map((tab) => tab.textContent);

// Other test files of this worker may have left unsaved work in a store, about which signing out would ask.
const { indexedDB: storage } = globalThis;
const setStorage = (value: unknown) =>
  Object.defineProperty(globalThis, 'indexedDB', { value, configurable: true, writable: true });

beforeEach(() => {
  setStorage(undefined);
  window.innerWidth = 1440;
  localStorage.clear();
  clearToken();
  queryClient.clear();
  currentFailure.set(null);
  errorLog.set([]);
  sidebarOpen.set(true);
  mounted = [];
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getStatistic, dashboardWith());
  for (const list of [listConsignments, getRawMateriaConsignInfoList])
    server.respondWith(list, { items: [], totalCount: 0 });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(listJobs, {
    items: [],
    totalCount: 0,
    counts: { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 },
    reconciled: [],
    warnings: [],
    failingEndpoints: [],
  });
  server.respondWith(listProjections, {
    countedAt: '2026-03-01T08:00:00.000Z',
    head: '0'.repeat(20),
    rate: null,
    views: [],
  });
});
afterEach(async () => {
  cleanup();
  setStorage(storage);
  await act(() => chooseLanguage('zh'));
});

describe('the console', () => {
  it('AU-003 sends a user without a token to the login, and then to the requested page with its query', async () => {
    open('/onlineConsign/rawMateriaConsignInfo?x=1');
    await screen.findByRole('heading', { name: '登录' });
    expect(address()).toBe('/login?redirect=%2FonlineConsign%2FrawMateriaConsignInfo%3Fx%3D1');
    server.respondWith(authenticate, { accessToken: 'fresh', expireInSeconds: 604800 });
    server.respondWith(getUserInfo, client);
    await userEvent.type(screen.getByLabelText('用户名'), ' client1 ');
    await userEvent.type(screen.getByLabelText('密码'), 'Consign-2026!');
    await userEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByRole('heading', { name: '原材料预委托' });
    expect(address()).toBe('/onlineConsign/rawMateriaConsignInfo?x=1');
    expect(server.requestsTo(authenticate)[0]?.body).toEqual({
      UserNameOrEmailAddress: 'client1',
      password: 'Consign-2026!',
      RememberClient: false,
    });
  });

  it('AU-004 ERR-005 shows the server’s message on the login page and stays there', async () => {
    server.refuse(getTestUnitInfoByConsignPlatURL, { status: 500, message: '服务器内部错误', details: 'x' });
    server.refuse(authenticate, { status: 400, message: '用户名或密码错误', details: '用户名或密码错误' });
    open('/login');
    await userEvent.type(await screen.findByLabelText('用户名'), 'client1');
    await userEvent.type(screen.getByLabelText('密码'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: '登录' }));
    expect((await screen.findByRole('alert')).textContent).toBe('用户名或密码错误');
    expect(readToken()).toBeNull();
    expect(address()).toBe('/login');
    expect(screen.getByText('公路水运检测公共服务平台')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('ROLE-007 loads the user once before a page is shown, and leads from another role’s screen to /401', async () => {
    signedIn();
    open('/dashboard');
    await screen.findByRole('heading', { name: '工作台' });
    expect(server.requestsTo(getUserInfo)).toHaveLength(1);
    await go('/TestUnitManager');
    expect(await screen.findByText('您的角色不能打开这个页面')).toBeTruthy();
    expect(address()).toBe('/401');
    expect(mounted).toEqual([]);
  });

  it('NAV-004 leads / to the dashboard, mounts the target of /redirect again, and shows /404 for an unknown address', async () => {
    signedIn();
    open('/');
    await screen.findByRole('heading', { name: '工作台' });
    expect(address()).toBe('/dashboard');
    await go('/kept');
    await userEvent.type(await screen.findByLabelText('kept'), 'typed');
    await go('/redirect/kept');
    await waitFor(() => expect((screen.getByLabelText('kept') as HTMLInputElement).value).toBe(''));
    expect([address(), mounted]).toEqual(['/kept', ['kept', 'kept']]);
    await go('/no-such-page');
    expect(await screen.findByText('没有这个页面')).toBeTruthy();
    expect(screen.getByText('/no-such-page')).toBeTruthy();
  });

  it('signs the user out by the menu, calls the server and removes the token', async () => {
    signedIn();
    server.respondWith(logout, true);
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: '账号菜单' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await screen.findByRole('heading', { name: '登录' });
    expect(server.requestsTo(logout)).toHaveLength(1);
    expect(readToken()).toBeNull();
  });
});

describe('the shell', () => {
  it('AU-012 NAV-012 shows the default name, the user, the menu of the role, a fullscreen warning and the error count', async () => {
    signedIn(administrator);
    open('/dashboard');
    expect(await screen.findByText('公路水运检测公共服务平台')).toBeTruthy();
    expect(screen.getByText('您好，平台管理员')).toBeTruthy();
    expect(screen.getByText('未关联单位')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '全屏' }));
    expect(await screen.findByText('您的浏览器不支持全屏')).toBeTruthy();
    act(() => reportFailure(new Error('M')));
    await userEvent.click(await screen.findByRole('button', { name: '知道了' }));
    expect(screen.getByRole('button', { name: '错误记录，1 条' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '账号菜单' }));
    expect(await screen.findByRole('menuitem', { name: '退出登录' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: '用户中心' })).toBeNull();
  });

  it('ROLE-005 shows only unrestricted screens to an unknown role', async () => {
    signedIn({ ...client, roles: ['X'] });
    open('/dashboard');
    const menu = await screen.findByRole('navigation', { name: '主菜单' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['首页']);
    await userEvent.click(screen.getByRole('button', { name: '账号菜单' }));
    await screen.findByRole('menuitem', { name: '退出登录' });
    expect(screen.queryByRole('menuitem', { name: '用户中心' })).toBeNull();
  });

  it('NAV-014 keeps views and their input by path, and closes or refreshes them by the menu of a tab', async () => {
    signedIn();
    open('/kept');
    await userEvent.type(await screen.findByLabelText('kept'), '写了一半');
    await go('/untitled');
    await screen.findByLabelText('untitled');
    await go('/uncached');
    await userEvent.type(await screen.findByLabelText('uncached'), '不留');
    await go('/kept?again=1');
    expect((screen.getByLabelText('kept') as HTMLInputElement).value).toBe('写了一半');
    expect(tabs()).toEqual(['首页', '保留页', 'no-name', '不缓存页']);
    await go('/uncached');
    expect(((await screen.findByLabelText('uncached')) as HTMLInputElement).value).toBe('');
    const pick = async (tab: string, item: string) => {
      fireEvent.contextMenu(screen.getByRole('link', { name: tab }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    };
    mounted = [];
    await pick('不缓存页', '刷新');
    await waitFor(() => expect(mounted).toEqual(['uncached']));
    await pick('不缓存页', '关闭');
    await waitFor(() => expect(address()).toBe('/untitled'));
    await pick('保留页', '关闭其他');
    await waitFor(() => expect(tabs()).toEqual(['首页', '保留页']));
    expect(address()).toBe('/kept?again=1');
    await pick('保留页', '关闭全部');
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(tabs()).toEqual(['首页']);
  });

  it('NAV-015 shows a breadcrumb of titles, and the filing number and support contact of the origin', async () => {
    signedIn();
    server.respondWith(getTestUnitInfoByConsignPlatURL, {
      testUnitId: 't1',
      testUnitName: '浙东交通工程检测中心有限公司',
      logo: '',
      systemName: '浙东检测委托平台',
      filingNumber: '浙ICP备20261101号-1',
      supportContact: '0574-5550-1101',
      lmisType: 0,
      lmisurl: '',
      lmisIntegratedCode: '',
      iLISReportProgressQueryURL: '',
    });
    open('/kept');
    const breadcrumb = await screen.findByRole('navigation', { name: '位置' });
    expect(breadcrumb.textContent).toBe('在线委托/原材料预委托/保留页');
    const footer = screen.getByRole('contentinfo');
    expect(await within(footer).findByText('浙ICP备20261101号-1')).toBeTruthy();
    expect(footer.textContent).toContain('0574-5550-1101');
    expect(server.requestsTo(getTestUnitInfoByConsignPlatURL)[0]?.query).toEqual({ url: location.origin });
  });
});

describe('the global error handler', () => {
  const fails = async () => {
    await act(() =>
      callOperation(getConsignLog, { query: { consignId: '0190c3a2-0000-7000-8000-000000000001' } }).catch(
        reportFailure,
      ),
    );
    return screen.findByRole('alertdialog', { name: '提示' });
  };
  beforeEach(async () => {
    signedIn();
    open('/kept');
    await userEvent.type(await screen.findByLabelText('kept'), '写了一半');
  });

  it.each([
    ['the status 401', { status: 401, message: '会话已结束', details: '会话已结束' }],
    ['the unauthorized flag', { status: 500, message: '会话已结束', details: '会话已结束', unauthorized: true }],
  ])(
    'AERR-001 AERR-003 ERR-001 reports an expired login on %s, clears the token and reloads the page',
    async (_what, refusal) => {
      const reload = jest.spyOn(browserPage, 'reload').mockImplementation(() => undefined);
      server.refuse(getConsignLog, refusal);
      expect(within(await fails()).getByText('登录失效，请重新登录')).toBeTruthy();
      expect(readToken()).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: '刷新并重新登录' }));
      expect(reload).toHaveBeenCalledTimes(1);
      reload.mockRestore();
    },
  );

  it('lets the user sign in again in the alert and keeps the typed text', async () => {
    server.refuse(getConsignLog, { status: 401, message: '会话已结束', details: '会话已结束' });
    server.respondWith(authenticate, { accessToken: 'fresh', expireInSeconds: 604800 });
    const alert = await fails();
    await act(() => chooseLanguage('en'));
    expect(within(alert).getByLabelText('Password (client1)')).toBeTruthy();
    await act(() => chooseLanguage('zh'));
    await userEvent.type(within(alert).getByLabelText('密码（client1）'), 'Consign-2026!');
    await userEvent.click(within(alert).getByRole('button', { name: '登录' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(readToken()).toBe('fresh');
    expect((screen.getByLabelText('kept') as HTMLInputElement).value).toBe('写了一半');
  });

  it('AERR-002 AERR-003 ERR-002 shows a message that has details, and keeps the token', async () => {
    server.refuse(getConsignLog, { status: 500, message: 'M', details: 'D' });
    expect(within(await fails()).getByText('M')).toBeTruthy();
    expect(readToken()).toBe('a token');
  });

  it.each([401, 403])(
    'AERR-002 AERR-003 ERR-003 shows a message without details on status %d, and keeps the token and the page',
    async (status) => {
      server.refuse(getConsignLog, { status, message: 'M' });
      expect(within(await fails()).getByText('M')).toBeTruthy();
      expect(readToken()).toBe('a token');
      expect(address()).toBe('/kept');
    },
  );

  it('AERR-002 AERR-003 ERR-004 reports that the server did not respond', async () => {
    server.disconnect(getConsignLog);
    expect(within(await fails()).getByText('网络连接失败，服务器没有响应。')).toBeTruthy();
  });
});
