import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authenticate, getConsignLog, getEnumValues, getRawMateriaConsignInfoList, getUserInfo } from '#contract';
import '../i18n/language.js';
import { reportFailure } from '../lib/failures.js';
import { callOperation } from '../lib/http.js';
import { browserPage as loaded } from '../lib/lazy-part.js';
import { readToken } from '../lib/token.js';
import { client, laboratory } from '../testing/render.js';
import { renderWholeConsole } from './testing/whole-console.js';

const page = renderWholeConsole();
const ID = '0190c3a2-0000-7000-8000-000000000001';

describe('the route guard of the console', () => {
  it('RG-001 leads a user without a token to the login, and then to the requested page with all its parameters', async () => {
    page.open('/preConsignBill?x=1');
    await screen.findByRole('heading', { name: '登录' });
    const address = new URL(page.address(), location.origin);
    expect([address.pathname, address.searchParams.get('redirect')]).toEqual(['/login', '/preConsignBill?x=1']);
    page.server.respondWith(authenticate, { accessToken: 'fresh', expireInSeconds: 604800 });
    page.server.respondWith(getUserInfo, client);
    await userEvent.type(screen.getByLabelText('用户名'), 'client1');
    await userEvent.type(screen.getByLabelText('密码'), 'Consign-2026!');
    await page.press('button', '登录');
    await screen.findByRole('navigation', { name: '主菜单' });
    expect(page.address()).toBe('/preConsignBill?x=1');
  });

  it('RG-002 loads the user of the stored token once and shows the menu of the role', async () => {
    page.signIn(laboratory);
    page.open('/dashboard');
    expect(await page.entries()).toContain('来样与预约');
    expect(page.server.requestsTo(getUserInfo)).toHaveLength(1);
    page.signIn(client);
    page.reload('/dashboard');
    expect(await page.entries()).toContain('原材料预委托');
    expect(page.server.requestsTo(getUserInfo)).toHaveLength(2);
  });

  it.each([
    ['/BusinessManagement/preManagement', '/401'],
    ['/TestUnitManager', '/401'],
    ['/nonsense', '/404'],
  ])('RG-003 leads a client who opens %s to %s', async (address, path) => {
    page.signIn();
    page.open(address === '/TestUnitManager' ? '/SystemManager/TestUnitManager' : address);
    await waitFor(() => expect(page.address()).toBe(path));
  });

  it.each([
    ['/SystemManager/TestUnitManager', client],
    ['/SystemManager/ConsginUnitManager', laboratory],
    ['/SystemManager/TenantManager', laboratory],
    ['/UserCenter/testingOrganization', client],
    ['/UserCenter/ConsginUnitCenter', laboratory],
  ] as const)(
    'UN-017 UN-018 UN-019 opens %s only to its own role and leads another role to /401',
    async (address, user) => {
      page.signIn(user);
      page.open(address);
      await waitFor(() => expect(page.address()).toBe('/401'));
    },
  );

  it('RG-006 leads a signed-in user from the login to the dashboard or to the page to return to', async () => {
    page.signIn();
    page.open('/login');
    await screen.findByRole('navigation', { name: '主菜单' });
    expect(page.address()).toBe('/dashboard');
    await page.go('/login?redirect=%2FpreConsignBill%3Fx%3D1');
    await waitFor(() => expect(page.address()).toBe('/preConsignBill?x=1'));
    await page.go('/login?redirect=https%3A%2F%2Fevil.example');
    await waitFor(() => expect(page.address()).toBe('/dashboard'));
  });
});

describe('several requests that fail together', () => {
  it('AERR-004 show one alert of an expired login and reload once', async () => {
    const reload = jest.spyOn(loaded, 'reload').mockImplementation(() => undefined);
    page.signIn();
    page.open('/dashboard');
    await screen.findByRole('navigation', { name: '主菜单' });
    const operations = [getConsignLog, getEnumValues, getRawMateriaConsignInfoList];
    for (const operation of operations)
      page.server.refuse(operation, { status: 401, message: '会话已结束', details: '会话已结束' });
    await act(async () => {
      await Promise.all(
        [
          callOperation(getConsignLog, { query: { consignId: ID } }),
          callOperation(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } }),
          callOperation(getRawMateriaConsignInfoList),
        ].map((failing) => failing.catch(reportFailure)),
      );
    });
    expect(screen.getAllByRole('alertdialog', { name: '提示' })).toHaveLength(1);
    expect(within(screen.getByRole('alertdialog')).getByText('登录失效，请重新登录')).toBeTruthy();
    expect(readToken()).toBeNull();
    await page.press('button', '刷新并重新登录');
    expect(reload).toHaveBeenCalledTimes(1);
    reload.mockRestore();
  });

  it('AERR-004 show one alert for the same message', async () => {
    page.signIn();
    page.open('/dashboard');
    await screen.findByRole('navigation', { name: '主菜单' });
    act(() => {
      for (let n = 0; n < 3; n++) reportFailure(new Error('服务维护中'));
    });
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    await page.press('button', '知道了');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});
