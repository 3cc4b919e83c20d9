import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import {
  countNotifications,
  getConsignmentCounts,
  getStatistic,
  getEnumValues,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  listConsignments,
  type UserInfo,
} from '#contract';
import { ROLE } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import { helpVisible, sidebarOpen } from '../../lib/preferences.js';
import { queryClient } from '../../lib/queries.js';
import { clearToken, storeToken } from '../../lib/token.js';
import { dashboardWith } from '../../testing/dashboard.js';
import { administrator, client, laboratory } from '../../testing/render.js';
import { statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { formPath } from '../../lib/paths.js';
import { App } from '../app.js';
import { routes } from '../features.js';
import { decideRoute } from '../guard.js';
import { KeysDialog, splitKeyCombo } from '../keys-dialog.js';
import { type RouteEntry, flattenScreens } from '../route-registry.js';
import { brandingWith } from '../testing/whole-console.js';
import { contactHref, guidanceFor } from './help-box.js';

let server: StubServer;
let address: string;
const Place = () => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = `${pathname}${decodeURIComponent(search)}`;
  }, [pathname, search]);
  return null;
};
const open = (user: UserInfo | null, at = '/dashboard', registry: readonly RouteEntry[] = routes) => {
  storeToken('a token', false);
  if (user) server.respondWith(getUserInfo, user);
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider
        hotkeysProviderRenderDialog={({ isDialogOpen, hotkeys }, { handleDialogClose }) =>
          isDialogOpen ? <KeysDialog hotkeys={hotkeys} onClose={handleDialogClose} /> : <></>
        }
      >
        <MemoryRouter initialEntries={[at]}>
          <App routes={registry} />
          <Place />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  window.innerWidth = 1440;
  localStorage.clear();
  sessionStorage.clear();
  clearToken();
  queryClient.clear();
  currentFailure.set(null);
  sidebarOpen.set(true);
  helpVisible.set(true);
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getStatistic, dashboardWith());
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getEnumValues, statusNames);
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

describe('the operating-instruction box', () => {
  const box = () => screen.queryByRole('region', { name: '操作说明' });

  it('OI-011 shows help for the page and a contact, and once hidden stays hidden for the session', async () => {
    server.respondWith(getTestUnitInfoByConsignPlatURL, {
      testUnitId: 't1',
      testUnitName: '',
      logo: '',
      systemName: '',
      filingNumber: '',
      supportContact: '0574-5550-1101',
      lmisType: 0,
      lmisurl: '',
      lmisIntegratedCode: '',
      iLISReportProgressQueryURL: '',
    });
    open(client);
    const link = await screen.findByRole('link', { name: /^在线咨询/ });
    expect(link.getAttribute('href')).toBe('tel:057455501101');
    expect(box()?.textContent).toContain('“需要您处理”列出被退回、待补正和待签名的委托。');
    await userEvent.click(screen.getByRole('button', { name: '收起操作说明' }));
    expect([box(), sessionStorage.getItem('helpBox'), localStorage.getItem('helpBox')]).toEqual([null, '0', null]);
    await userEvent.click(screen.getByRole('button', { name: '操作说明与在线咨询' }));
    expect([box() !== null, sessionStorage.getItem('helpBox')]).toEqual([true, '1']);
  });

  it.each([
    ['client', ROLE.client, 'homeClient', 'organisations'],
    ['laboratory', ROLE.lab, 'homeLab', 'ownUnit'],
    ['administrator', ROLE.admin, 'homePlatform', 'organisationsToRead'],
    ['auditor', ROLE.auditor, 'homePlatform', 'organisationsToRead'],
    ['operator', ROLE.operator, 'homeOperator', 'organisationsToRead'],
  ])('OI-011 explains the home page and the search of laboratories for the %s', (_, role, home, organisations) => {
    expect(guidanceFor('/dashboard', { roles: [role] })).toBe(home);
    expect(guidanceFor('/TestingOrgSearch/TestingOrgList', { roles: [role] })).toBe(organisations);
  });

  it('EM-008 always offers a contact, and the support widget only if the origin has it', async () => {
    open(client);
    const header = await screen.findByRole('banner');
    await userEvent.click(await screen.findByRole('button', { name: '在线咨询' }));
    expect(await screen.findByText('需要帮助时，请联系平台管理员。')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '知道了' }));
    expect(within(header).queryByRole('button', { name: '在线客服' })).toBeNull();

    server.respondWith(
      getTestUnitInfoByConsignPlatURL,
      brandingWith({ testUnitName: '浙东检测中心', supportContact: 'help@example.com', serviceWidget: true }),
    );
    await act(() => queryClient.resetQueries());
    await userEvent.click(await within(header).findByRole('button', { name: '在线客服' }));
    const widget = within(await screen.findByRole('region', { name: '在线客服' }));
    expect(widget.getByText('浙东检测中心')).toBeTruthy();
    expect(widget.getByRole('link', { name: /help@example.com/ }).getAttribute('href')).toBe('mailto:help@example.com');
    expect(await screen.findByRole('link', { name: /^在线咨询/ })).toBeTruthy();
  });

  it('links the contact to a web page, a mailbox or a telephone number', () => {
    expect(['https://help.example.com/chat', 'help@example.com', '0574-5550 1101'].map(contactHref)).toEqual([
      'https://help.example.com/chat',
      'mailto:help@example.com',
      'tel:057455501101',
    ]);
  });
});

describe('a list that is not up to date', () => {
  const notes = () =>
    screen
      .queryAllByRole('status')
      .flatMap(({ className, textContent }) => (className.includes('behind-note') ? [textContent] : []));

  it('shows a note above it in the chosen language until it is current again; a stale count in the header shows none', async () => {
    server.respondWith(countNotifications, { unreadCount: 1 }, { 'X-Stale': 'true' });
    server.respondWith(listConsignments, { items: [], totalCount: 0 }, { 'X-Set-Aside': '2' });
    open(client);
    await waitFor(() => expect(notes()).toEqual([expect.stringMatching(/^此列表中有少量数据暂时没有更新/)]));
    await act(() => chooseLanguage('en'));
    expect(notes()).toEqual([expect.stringMatching(/^A few entries of this list are not up to date/)]);
    await act(() => chooseLanguage('es'));
    expect(notes()).toEqual([expect.stringMatching(/^Algunas entradas de esta lista no están al día/)]);
    server.respondWith(listConsignments, { items: [], totalCount: 0 }, { 'X-Stale': 'true' });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(notes()).toEqual([expect.stringMatching(/^Esta lista va con retraso/)]));
    server.respondWith(listConsignments, { items: [], totalCount: 0 });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(notes()).toEqual([]));
  });
});

describe('the search and command field', () => {
  const field = () => screen.findByRole('combobox', { name: '搜索与命令' });
  const options = () =>
    within(screen.getByRole('listbox', { name: '搜索与命令' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  const Plain = () => <p>页面</p>;
  const registry: RouteEntry[] = [
    ...routes.filter(({ path }) => path === '/dashboard'),
    {
      path: '/list',
      title: () => '委托列表',
      searches: true,
      element: Plain,
      menu: { group: 'onlineConsign', icon: <i /> },
    },
    { path: '/units', title: () => '检测机构', element: Plain, menu: { group: 'TestingOrgSearch', icon: <i /> } },
    { path: '/hidden', title: () => '检测机构详情', element: Plain },
    {
      path: '/managed',
      title: () => '检测机构管理',
      roles: ['admin'],
      element: Plain,
      menu: { group: 'SystemManager', icon: <i /> },
    },
  ];

  it('searches the user’s lists and opens screens by their title', async () => {
    open(client, '/dashboard', registry);
    await userEvent.type(await field(), '检测机');
    expect(options()).toEqual(['在“委托列表”中搜索“检测机”', '打开 检测机构']);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(address).toBe('/units'));
    expect(screen.queryByRole('listbox', { name: '搜索与命令' })).toBeNull();
    await userEvent.type(await field(), '水泥{Enter}');
    await waitFor(() => expect(address).toBe('/list?q=水泥'));
  });

  it('does not offer screens of another role', async () => {
    open(laboratory, '/dashboard', registry);
    await userEvent.click(await field());
    expect(options()).toEqual(['打开 首页', '打开 委托列表', '打开 检测机构']);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox', { name: '搜索与命令' })).toBeNull();
  });
});

describe('the keyboard shortcuts', () => {
  it('are listed on ? with their keys', async () => {
    open(client);
    await screen.findByText(/^数据截至/);
    fireEvent.keyDown(document, { key: '?', code: 'Slash', shiftKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: '快捷键' }));
    expect(
      [...((await dialog.findByText('搜索与命令')).parentElement?.querySelectorAll('kbd') ?? [])].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['Ctrl', 'K']);
    await userEvent.click(dialog.getByRole('button', { name: '关闭对话框' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '快捷键' })).toBeNull());
    expect(splitKeyCombo('shift + x')).toEqual(['Shift', 'X']);
  });
});

describe('the signed-in user', () => {
  it.each([
    ['nobody', null as never, 'Verification failed, please login again'],
    ['no role', { ...client, roles: [] }, 'roles must be a non-null array'],
    ['no unit', { ...client, unitId: null }, 'unit information does not exist'],
  ])('VA-025 opens no page with %s, and sees the reason', async (_what, isAnswered, message) => {
    server.respondWith(getUserInfo, isAnswered);
    open(null);
    expect(
      (
        await screen.findAllByText(
          (_text, element) =>
            ['P', 'DIV'].includes(element?.tagName ?? '') && (element?.textContent ?? '').startsWith(message),
        )
      ).length,
    ).toBeGreaterThan(0);
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
  });

  it('RG-004 NAV-018 of a testing unit is led from the organisation list to the unit’s own page', async () => {
    open(laboratory, '/TestingOrgSearch/TestingOrgList');
    await waitFor(() => expect(address).toBe(`/TestingOrgSearch/TestingOrgDetail/${laboratory.unitId}`));
    expect(within(screen.getByRole('navigation', { name: '已打开的页面' })).getAllByRole('link')).toHaveLength(2);
  });
});

describe('the menu', () => {
  it('NAV-005 shows a client printing and the three lists; the form is not listed but opens by its two route names', async () => {
    open(client);
    const menu = within(await screen.findByRole('navigation', { name: '主菜单' }));
    for (const title of ['预委托单打印', '原材料预委托', '现场检测预约', '交竣工检测预约'])
      expect(menu.getByRole('link', { name: title })).toBeTruthy();
    const hidden = ['rawMateriaConsignInfoAddConsignInfo', 'addSitePreConsignInfo'].map((name) =>
      flattenScreens(routes).find((entry) => entry.name === name),
    );
    expect(hidden.map((entry) => entry?.menu)).toEqual([undefined, undefined]);
    for (const [path, name] of [
      [formPath('c-1'), 'rawMateriaConsignInfoAddConsignInfo'],
      [formPath('c-1', 3), 'addSitePreConsignInfo'],
    ] as const) {
      const { pathname, search, searchParams } = new URL(path, location.origin);
      expect(decideRoute(routes, { pathname, search, hash: '' }, true, client)).toMatchObject({
        kind: 'show',
        entry: { name },
      });
      expect(Object.fromEntries(searchParams)).toEqual(
        name === 'addSitePreConsignInfo' ? { id: 'c-1', consignType: '3', pageSource: '1' } : { id: 'c-1' },
      );
    }
  });

  it('has no entry without a page: other addresses are unknown, and the administrator has no user centre', async () => {
    for (const pathname of ['/TestUnitManager', '/BusinessManagement/Unknown']) {
      expect([pathname, decideRoute(routes, { pathname, search: '', hash: '' }, true, administrator)]).toMatchObject([
        pathname,
        { kind: 'go', to: '/404' },
      ]);
    }
    open(administrator);
    await userEvent.click(await screen.findByRole('button', { name: '账号菜单' }));
    await screen.findByRole('menuitem', { name: '退出登录' });
    expect(screen.queryByRole('menuitem', { name: '用户中心' })).toBeNull();
  });

  it.each([
    ['a company', client, '/UserCenter/ConsginUnitCenter', '/UserCenter/testingOrganization'],
    ['a laboratory', laboratory, '/UserCenter/testingOrganization', '/UserCenter/ConsginUnitCenter'],
  ])('leads %s to its own user centre and not to the other one', async (_, user, ownCentre, otherCentre) => {
    open(user);
    await userEvent.click(await screen.findByRole('button', { name: '账号菜单' }));
    expect(await screen.findByRole('menuitem', { name: '用户中心' })).toBeTruthy();
    expect(decideRoute(routes, { pathname: ownCentre, search: '', hash: '' }, true, user)).toMatchObject({
      kind: 'show',
    });
    expect(decideRoute(routes, { pathname: otherCentre, search: '', hash: '' }, true, user)).toMatchObject({
      kind: 'go',
      to: '/401',
    });
  });
});

describe('the chosen language', () => {
  it('is sent with the next request and used for Blueprint’s buttons', async () => {
    open(client);
    await screen.findByText(/^数据截至/);
    await act(() => chooseLanguage('es'));
    await act(() => queryClient.invalidateQueries({ queryKey: ['GetStatistic'] }));
    await waitFor(() => expect(server.requestsTo(getStatistic).at(-1)?.headers['Accept-Language']).toBe('es'));
    fireEvent.keyDown(document, { key: '?', code: 'Slash', shiftKey: true });
    expect(await screen.findByRole('button', { name: 'Cerrar diálogo' })).toBeTruthy();
  });
});
