import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import {
  authenticate,
  bindThirdLogin,
  getExternalAuthenticationProviders,
  getLoginPage,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  register,
  resetPasswordByCode,
  sendToMobile,
  startExternalLogin,
  weixinRedirect,
} from '#contract';
import '../i18n/language.js';
import { queryClient } from '../lib/queries.js';
import { leaveFor } from '../lib/external-login.js';
import { callOperation } from '../lib/http.js';
import { signIn, signOutLocally } from '../lib/session.js';
import { clearToken, readToken, storeToken, storeTokenForTab } from '../lib/token.js';
import { client } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';

let server: StubServer;
let path: string;
const Place = () => {
  const { pathname, search } = useLocation();
  useEffect(() => void (path = pathname + search), [pathname, search]);
  return null;
};
const open = (at: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={routes} />
          <Place />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  clearToken();
  sessionStorage.clear();
  queryClient.clear();
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getLoginPage, { page: 'standard' });
  server.respondWith(sendToMobile, { resendAfterSeconds: 60, validForSeconds: 300 });
});
afterEach(cleanup);

describe('without a token', () => {
  it('SH-015 NAV-003 public addresses open directly, and /redirect to a protected page leads to the login', async () => {
    const headings = [
      ['/login', '登录'],
      ['/register', '注册单位账号'],
      ['/forgotPassword', '找回密码'],
      ['/auth-redirect', '第三方登录'],
      ['/404', '没有这个页面'],
      ['/401', '您的角色不能打开这个页面'],
      ['/preconsign-management', /登录后才能查看/],
      ['/preconsign-management/detail', '登录后查看委托'],
    ] as const;
    for (const [address, heading] of headings) {
      open(address);
      expect((await screen.findAllByText(heading)).length).toBeGreaterThan(0);
      expect(path).toBe(address);
      cleanup();
    }
    open('/redirect/dashboard');
    await screen.findByRole('heading', { name: '登录' });
    expect(path).toBe('/login?redirect=%2Fdashboard');
    cleanup();
    queryClient.clear();
    server.respondWith(getLoginPage, { page: 'plain' });
    open('/login');
    await screen.findByRole('heading', { name: '登录' });
    expect(screen.queryByText('从委托到报告，一处办完')).toBeNull();
  });

  it('AU-019 the login page of a configured host is the plain one without the picture', async () => {
    server.respondWith(getLoginPage, { page: 'plain' });
    open('/login');
    await screen.findByRole('heading', { name: '登录' });
    expect(screen.queryByText('从委托到报告，一处办完')).toBeNull();
    expect(server.requestsTo(getLoginPage)[0]?.query).toEqual({ host: location.host });
    cleanup();
    queryClient.clear();
    server.respondWith(getLoginPage, { page: 'standard' });
    open('/login');
    await screen.findByText('从委托到报告，一处办完');
  });
});

describe('registration', () => {
  it('reports what is missing before it sends anything, and sends the verification code', async () => {
    server.refuse(register, { status: 409, message: '用户名“lab1”已被使用' });
    open('/register');
    await screen.findByRole('heading', { name: '注册单位账号' });
    press('注册');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(
      expect.arrayContaining(['请输入姓名', '请输入正确的手机号']),
    );
    expect(server.requestsTo(register)).toEqual([]);
    expect(screen.getByRole('button', { name: '获取验证码' }).getAttribute('disabled')).not.toBeNull();
    for (const [label, value] of [
      ['单位名称', '甬江检测'],
      ['姓名', '张三'],
      ['用户名', ' lab1 '],
      ['手机号', '13800000001'],
      ['密码', 'Consign-2026!'],
      ['确认密码', 'Consign-2026!'],
    ] as const)
      type(label, value);
    fireEvent.click(screen.getByRole('radio', { name: '检测单位' }));
    press('获取验证码');
    await screen.findByRole('button', { name: /秒后重发/ });
    expect(server.requestsTo(sendToMobile)[0]?.body).toMatchObject({ sendCodeType: 1, mobile: '13800000001' });
    type('验证码', '123456');
    press('注册');
    await screen.findByText('用户名“lab1”已被使用');
    expect(server.requestsTo(register)[0]?.body).toMatchObject({
      unitType: 1,
      unitName: '甬江检测',
      userName: 'lab1',
      mobile: '13800000001',
      validateCode: '123456',
    });
  });
});

describe('a forgotten password', () => {
  it('is not reset while the two passwords differ, and leads to the login after the reset', async () => {
    server.respondWith(resetPasswordByCode, true);
    open('/forgotPassword');
    await screen.findByRole('heading', { name: '找回密码' });
    for (const [label, value] of [
      ['用户名', 'lab1'],
      ['验证码', '123456'],
      ['新密码', 'Bridges-2027!'],
      ['确认密码', 'Bridges'],
    ] as const)
      type(label, value);
    press('重置密码');
    await screen.findByText('两次输入的密码不一致');
    expect(server.requestsTo(resetPasswordByCode)).toEqual([]);
    type('确认密码', 'Bridges-2027!');
    press('重置密码');
    await waitFor(() => expect(path).toBe('/login'));
    expect(server.requestsTo(resetPasswordByCode)[0]?.body).toEqual({
      userName: 'lab1',
      newPassword: 'Bridges-2027!',
      validateCode: '123456',
    });
  });
});

describe('a third-party login', () => {
  const bound = { accessToken: 'of the bound user', expireInSeconds: 86_400 };

  it('AU-021 posts code and state once and signs in a user with a bound identity at the page that they requested', async () => {
    server.respondWith(getExternalAuthenticationProviders, [{ name: 'Weixin', clientId: 'wx' }]);
    server.respondWith(startExternalLogin, { address: 'https://open.weixin.test/connect', state: 's' });
    let visitedAddress = '';
    await leaveFor('Weixin', { kind: 'signIn', to: '/onlineConsign/rawMateriaConsignInfo' }, (address) => {
      visitedAddress = address;
    });
    expect([visitedAddress, server.requestsTo(startExternalLogin)[0]?.body]).toEqual([
      'https://open.weixin.test/connect',
      { provider: 'Weixin', redirectUri: `${location.origin}/auth-redirect` },
    ]);
    server.respondWith(weixinRedirect, bound);
    server.respondWith(getUserInfo, client);
    open('/auth-redirect?code=c&state=s');
    await waitFor(() => expect(path).toBe('/onlineConsign/rawMateriaConsignInfo'));
    expect(server.requestsTo(weixinRedirect).map(({ body }) => body)).toEqual([
      { code: 'c', state: 's', thirdType: '', openid: '' },
    ]);
    expect(readToken()).toBe('of the bound user');
    await waitFor(() =>
      expect(server.requestsTo(getUserInfo)[0]?.headers['Authorization']).toBe('Bearer of the bound user'),
    );
  });

  it('binds the identity for a user who started a binding, and leaves the token unchanged', async () => {
    storeToken('mine', false);
    server.respondWith(startExternalLogin, { address: 'https://open.weixin.test/connect', state: 's' });
    await leaveFor('Weixin', { kind: 'bind', to: '/account' }, () => undefined);
    server.respondWith(bindThirdLogin, {
      userID: client.userId,
      thirdType: 'Weixin',
      unionFriendlyName: '工友',
      uniionHeadImage: '',
    });
    server.respondWith(getUserInfo, client);
    open('/auth-redirect?code=c&state=s');
    await waitFor(() => expect(path).toBe('/account'));
    expect([server.requestsTo(bindThirdLogin).length, server.requestsTo(weixinRedirect).length, readToken()]).toEqual([
      1,
      0,
      'mine',
    ]);
  });

  it('shows the service’s reason for a refusal, and sends nothing without a code', async () => {
    server.refuse(weixinRedirect, {
      status: 409,
      code: 'THIRD_PARTY_UNBOUND',
      message: '该第三方账号尚未绑定平台用户',
    });
    open('/auth-redirect?code=c&state=s');
    await screen.findByText('该第三方账号尚未绑定平台用户');
    expect(readToken()).toBeNull();
    cleanup();
    open('/auth-redirect?error=access_denied');
    await screen.findByText(/未同意登录（access_denied）/);
    cleanup();
    open('/auth-redirect');
    await screen.findByText(/没有第三方平台返回的登录信息/);
    expect(server.requestsTo(weixinRedirect)).toHaveLength(1);
  });

  it('is offered on the login page only if the platform has a provider', async () => {
    server.respondWith(getExternalAuthenticationProviders, []);
    open('/login');
    await waitFor(() => expect(server.requestsTo(getExternalAuthenticationProviders)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull();
    cleanup();
    queryClient.clear();
    server.respondWith(getExternalAuthenticationProviders, [{ name: 'Weixin', clientId: 'wx' }]);
    open('/login');
    expect(await screen.findByRole('button', { name: '微信登录' })).toBeTruthy();
  });
});

describe('the token of a login', () => {
  it('AU-007 AU-022 is a cookie for seven days or for the session, and is sent with every request unless the tab has its own', async () => {
    const setCookie = jest.spyOn(document, 'cookie', 'set');
    server.respondWith(authenticate, { accessToken: 'A', expireInSeconds: 604_800 });
    server.respondWith(sendToMobile, { resendAfterSeconds: 60, validForSeconds: 300 });
    await signIn('client1', 'x', true);
    await signIn('client1', 'x', false);
    expect(setCookie.mock.calls.map(([cookie]) => cookie)).toEqual([
      'consign_token=A; Path=/; SameSite=Lax; Max-Age=604800',
      'consign_token=A; Path=/; SameSite=Lax',
    ]);
    setCookie.mockRestore();
    const bearer = async () => {
      await callOperation(getLoginPage, { query: { host: 'x' } });
      return server.requestsTo(getLoginPage).at(-1)?.headers['Authorization'];
    };
    expect(await bearer()).toBe('Bearer A');
    storeTokenForTab('B');
    expect(await bearer()).toBe('Bearer B');
    signOutLocally();
    expect(await bearer()).toBeUndefined();
  });
});
