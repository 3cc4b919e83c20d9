import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getHistory, getStatistic, getTestUnitInfoByConsignPlatURL, type UserInfo } from '#contract';
import { ROLE } from '#events';
import '../../i18n/language.js';
import { historyPath } from '../../lib/paths.js';
import { dashboardWith } from '../../testing/dashboard.js';
import { historyPage } from '../../testing/history.js';
import { administrator, client, laboratory } from '../../testing/render.js';
import { brandingWith, renderWholeConsole } from '../testing/whole-console.js';

const page = renderWholeConsole();
const at = async (user: UserInfo, address: string) => {
  page.signIn(user);
  page.reload(address);
  await screen.findByRole('navigation', { name: '主菜单' });
};
/** Whether an address opens for a user, or where it redirects. */
const openedPath = async (user: UserInfo, address: string): Promise<string> => {
  page.signIn(user);
  page.reload(address);
  await screen.findAllByRole('heading', { level: 1 });
  return page.path();
};
const CLIENT = ['预委托单打印', '原材料预委托', '现场检测预约', '交竣工检测预约', '检测机构', '报告进度查询'];
const LAB = ['来样与预约', '报告进度', '公告管理'];
const SYSTEM = ['/TestUnitManager', '/ConsginUnitManager', '/ProjectManager', '/instruction'];
const ID = '0190c3a2-0000-7000-8000-000000000001';

describe('the menu', () => {
  it('SH-013 shows a client its entries; hidden screens are not listed but open by their address', async () => {
    await at(client, '/dashboard');
    const entries = await page.entries();
    expect(entries).toEqual(expect.arrayContaining(CLIENT));
    expect(entries.some((entry) => LAB.includes(entry ?? ''))).toBe(false);
    const links = (await page.menu()).getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const hidden of [
      `/onlineConsign/addConsignInfo?id=${ID}`,
      `/onlineConsign/addSitePreConsignInfo?id=${ID}`,
      `/TestingOrgSearch/TestingOrgDetail/${ID}`,
    ]) {
      expect(links.some((link) => link === hidden.split('?')[0])).toBe(false);
      expect(await openedPath(client, hidden)).toBe(hidden.split('?')[0]);
    }
  });

  it('SH-013 lists the query by code if the origin has an address for it, and opens that address', async () => {
    page.server.respondWith(getTestUnitInfoByConsignPlatURL, brandingWith());
    await at(client, '/dashboard');
    expect(await page.entries()).not.toContain('验证码查询报告进度');
    page.server.respondWith(
      getTestUnitInfoByConsignPlatURL,
      brandingWith({ iLISReportProgressQueryURL: 'https://lims.example.com/progress' }),
    );
    await at(client, '/dashboard');
    await page.press('link', '验证码查询报告进度');
    expect(page.path()).toBe('/TestingOrgSearch/LimsQuerySystem');
    const openSpy = jest.spyOn(window, 'open').mockReturnValue(null);
    await userEvent.type(await screen.findByRole('textbox', { name: /验证码/ }), '8F2K');
    await page.press('button', '查询');
    expect(openSpy.mock.calls[0]?.[0]).toBe('https://lims.example.com/progress?code=8F2K');
    openSpy.mockRestore();
  });

  it.each([
    [2, '现场检测预约'],
    [3, '交竣工检测预约'],
  ])('NAV-013 marks the entry of consignment type %s for its form, in menu and breadcrumb', async (kind, entry) => {
    await at(client, `/onlineConsign/addSitePreConsignInfo?id=${ID}&consignType=${kind}&pageSource=1`);
    const current = (await page.menu()).getByRole('link', { current: 'page' });
    expect(current.textContent).toBe(entry);
    const trail = within(await screen.findByRole('navigation', { name: '位置' }));
    expect(trail.getByRole('link').textContent).toBe(entry);
  });

  it.each([
    [1, '原材料预委托'],
    [2, '现场检测预约'],
    [3, '交竣工检测预约'],
  ])('NAV-013 marks the entry of consignment type %s for its history', async (consignType, entry) => {
    page.server.respondWith(getHistory, { ...historyPage(), consignType });
    const current = () => document.querySelector('.side-menu [aria-current]')?.textContent;
    await at(client, historyPath(ID));
    await waitFor(() => expect(current()).toBe(entry));
    const trail = within(await screen.findByRole('navigation', { name: '位置' }));
    expect(trail.getByRole('link').textContent).toBe(entry);
    await at(laboratory, historyPath(ID));
    await waitFor(() => expect(current()).toBe('来样与预约'));
  });

  it('shows a role made by the administrator the entries of its permissions and its kind of unit', async () => {
    const grantedPermissions = ['Consignments.Read', 'Reports.Read', 'Documents.Export', 'Notices.Manage'];
    const business = [...CLIENT, ...LAB];
    const entriesOf = async (unitType: 1 | 2, permissions: string[]) => {
      await at({ ...client, unitType, roles: ['资料员'], permissions }, '/dashboard');
      return (await page.entries()).filter((entry) => business.includes(entry ?? ''));
    };
    expect(await entriesOf(2, grantedPermissions)).toEqual([...CLIENT.slice(0, 4), '报告进度查询', '公告管理']);
    expect(await entriesOf(1, grantedPermissions)).toEqual(['预委托单打印', '来样与预约', '报告进度', '公告管理']);
    expect(await entriesOf(2, ['Reports.Read'])).toEqual(['报告进度查询']);
    expect(await entriesOf(2, [])).toEqual([]);
  });

  it('SH-014 shows a laboratory three business entries; hidden screens open by their address', async () => {
    await at(laboratory, '/dashboard');
    const entries = await page.entries();
    expect(entries).toEqual(expect.arrayContaining(LAB));
    expect(entries.some((entry) => CLIENT.includes(entry ?? ''))).toBe(false);
    for (const hidden of ['auditConsignInfo', 'auditSitePreConsignInfo'])
      expect(await openedPath(laboratory, `/BusinessManagement/${hidden}?id=${ID}`)).toBe(
        `/BusinessManagement/${hidden}`,
      );
    await at(administrator, '/dashboard');
    expect(await page.entries()).toContain('公告管理');
  });

  it('SH-014 opens each user centre only to its own role, and user management to all', async () => {
    expect(await openedPath(laboratory, '/UserCenter/testingOrganization')).toBe('/UserCenter/testingOrganization');
    expect(await openedPath(client, '/UserCenter/testingOrganization')).toBe('/401');
    expect(await openedPath(client, '/UserCenter/ConsginUnitCenter')).toBe('/UserCenter/ConsginUnitCenter');
    expect(await openedPath(laboratory, '/UserCenter/ConsginUnitCenter')).toBe('/401');
    const people = `/UserCenter/UserManager/-/${client.unitId}/2`;
    for (const user of [client, laboratory, administrator]) expect(await openedPath(user, people)).toBe(people);
  });

  it('marks and scrolls to the entry of the open page', async () => {
    const scrolledTo: (string | null)[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolledTo.push(this.textContent);
    };
    await at(administrator, '/dashboard');
    const link = (await page.menu()).getAllByRole('link').at(-1);
    scrolledTo.length = 0;
    await page.press('link', link?.textContent ?? '');
    expect([link?.getAttribute('aria-current'), scrolledTo.at(-1)]).toEqual(['page', link?.textContent]);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  it('SH-014 lists system management only for the administrator', async () => {
    await at(administrator, '/dashboard');
    const links = (await page.menu()).getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(SYSTEM.filter((path) => !links.some((link) => link?.endsWith(path)))).toEqual([]);
    for (const user of [client, laboratory]) {
      await at(user, '/dashboard');
      const ownLinks = (await page.menu()).getAllByRole('link').map((link) => link.getAttribute('href'));
      expect(SYSTEM.filter((path) => ownLinks.some((link) => link?.endsWith(path)))).toEqual([]);
    }
  });
});

describe('the shell', () => {
  it('SH-005 has a sidebar of the permitted routes, open at first, and stores a closed one across reloads', async () => {
    await at({ ...client, roles: ['X'] }, '/dashboard');
    expect(await page.entries()).toEqual(['首页']);
    expect(screen.getByRole('button', { name: /收起菜单/, expanded: true })).toBeTruthy();
    await page.press('button', /收起菜单/);
    expect(localStorage.getItem('sidebarStatus')).toBe('0');
    page.reload('/dashboard');
    await page.press('button', '展开菜单');
    expect(localStorage.getItem('sidebarStatus')).toBe('1');
  });

  it('SH-009 shows a breadcrumb of titles above a page, and the footer of the origin', async () => {
    page.server.respondWith(
      getTestUnitInfoByConsignPlatURL,
      brandingWith({ filingNumber: '浙ICP备20261101号-1', supportContact: '0574-5550-1101' }),
    );
    await at(client, `/TestingOrgSearch/TestingOrgDetail/${ID}`);
    const breadcrumb = await screen.findByRole('navigation', { name: '位置' });
    expect(breadcrumb.textContent).toMatch(/^检测机构查询\/检测机构\/检测机构详情/);
    const footer = screen.getByRole('contentinfo');
    expect(await within(footer).findByText('浙ICP备20261101号-1')).toBeTruthy();
    expect(footer.textContent).toContain('0574-5550-1101');
  });

  it('SH-010 NAV-016 switches at 1023 px to the mobile layout with a closed sidebar, and at 1024 px to desktop', async () => {
    await at(client, '/dashboard');
    const device = () => document.querySelector('[data-device]')?.getAttribute('data-device');
    page.resize(1024);
    expect([device(), screen.queryByRole('navigation', { name: '主菜单' }) !== null]).toEqual(['desktop', true]);
    page.resize(1023);
    expect([device(), screen.queryByRole('navigation', { name: '主菜单' }) !== null]).toEqual(['mobile', false]);
    await page.press('button', '打开菜单');
    expect(await page.entries()).toContain('首页');
  });

  it('SH-016 leads / to the dashboard with the statistics; the home link of the administrator is /', async () => {
    const board = dashboardWith();
    page.server.respondWith(getStatistic, {
      ...board,
      byStatus: board.byStatus.map((row) =>
        row.consignStatus === 40 && row.consignType === 1 ? { ...row, count: 7 } : row,
      ),
    });
    await at(client, '/');
    expect(page.path()).toBe('/dashboard');
    expect((await screen.findAllByText('7')).length).toBeGreaterThan(0);
    expect(page.server.requestsTo(getStatistic).length).toBeGreaterThan(0);
    await at(administrator, '/dashboard');
    expect(screen.getByRole('link', { name: /公路水运检测公共服务平台/ }).getAttribute('href')).toBe('/');
    expect(administrator.roles).toEqual([ROLE.admin]);
  });
});
