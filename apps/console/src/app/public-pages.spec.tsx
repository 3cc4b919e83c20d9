import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { getLoginPage, getTestUnitInfoByConsignPlatURL, register, resetPasswordByCode, sendToMobile } from '#contract';
import '../i18n/language.js';
import { queryClient } from '../lib/queries.js';
import { clearToken } from '../lib/token.js';
import '../testing/render.js';
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
const open = (at: string) => render(<QueryClientProvider client={queryClient}><BlueprintProvider><MemoryRouter initialEntries={[at]}><App routes={routes} /><Place /></MemoryRouter></BlueprintProvider></QueryClientProvider>);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  clearToken();
  queryClient.clear();
  server = stubServer();
  server.answers(getTestUnitInfoByConsignPlatURL, null);
  server.answers(getLoginPage, { page: 'standard' });
  server.answers(sendToMobile, { resendAfterSeconds: 60, validForSeconds: 300 });
});
afterEach(cleanup);

describe('without a token', () => {
  it('NAV-003 the public addresses open where they are, and /redirect leads to a target that is guarded', async () => {
    const shown = [
      ['/login', '登录'], ['/register', '注册单位账号'], ['/forgotPassword', '找回密码'], ['/auth-redirect', '第三方登录'], ['/404', '没有这个页面'], ['/401', '您的角色不能打开这个页面'],
      ['/preconsign-management', /登录后才能查看/], ['/preconsign-management/detail', '登录后查看委托'],
    ] as const;
    for (const [address, heading] of shown) {
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
    server.answers(getLoginPage, { page: 'plain' });
    open('/login');
    await screen.findByRole('heading', { name: '登录' });
    expect(screen.queryByText('从委托到报告，一处办完')).toBeNull();
  });

  it('AU-019 /login on the configured host is the other page, without the picture', async () => {
    server.answers(getLoginPage, { page: 'plain' });
    open('/login');
    await screen.findByRole('heading', { name: '登录' });
    expect(screen.queryByText('从委托到报告，一处办完')).toBeNull();
    expect(server.of(getLoginPage)[0]?.query).toEqual({ host: location.host });
    cleanup();
    queryClient.clear();
    server.answers(getLoginPage, { page: 'standard' });
    open('/login');
    await screen.findByText('从委托到报告，一处办完');
  });
});

describe('registration', () => {
  it('names what is missing before it asks the service, and sends the code it got', async () => {
    server.refuses(register, { status: 409, message: '用户名“lab1”已被使用' });
    open('/register');
    await screen.findByRole('heading', { name: '注册单位账号' });
    press('注册');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(expect.arrayContaining(['请输入姓名', '请输入正确的手机号']));
    expect(server.of(register)).toEqual([]);
    expect(screen.getByRole('button', { name: '获取验证码' }).getAttribute('disabled')).not.toBeNull();
    for (const [label, value] of [['单位名称', '甬江检测'], ['姓名', '张三'], ['用户名', ' lab1 '], ['手机号', '13800000001'], ['密码', 'Consign-2026!'], ['确认密码', 'Consign-2026!']] as const) type(label, value);
    fireEvent.click(screen.getByRole('radio', { name: '检测单位' }));
    press('获取验证码');
    await screen.findByRole('button', { name: /秒后重发/ });
    expect(server.of(sendToMobile)[0]?.body).toMatchObject({ sendCodeType: 1, mobile: '13800000001' });
    type('验证码', '123456');
    press('注册');
    await screen.findByText('用户名“lab1”已被使用');
    expect(server.of(register)[0]?.body).toMatchObject({ unitType: 1, unitName: '甬江检测', userName: 'lab1', mobile: '13800000001', validateCode: '123456' });
  });
});

describe('a forgotten password', () => {
  it('is not sent while the two differ, and leads to the login once it is set', async () => {
    server.answers(resetPasswordByCode, true);
    open('/forgotPassword');
    await screen.findByRole('heading', { name: '找回密码' });
    for (const [label, value] of [['用户名', 'lab1'], ['验证码', '123456'], ['新密码', 'Bridges-2027!'], ['确认密码', 'Bridges']] as const) type(label, value);
    press('重置密码');
    await screen.findByText('两次输入的密码不一致');
    expect(server.of(resetPasswordByCode)).toEqual([]);
    type('确认密码', 'Bridges-2027!');
    press('重置密码');
    await waitFor(() => expect(path).toBe('/login'));
    expect(server.of(resetPasswordByCode)[0]?.body).toEqual({ userName: 'lab1', newPassword: 'Bridges-2027!', validateCode: '123456' });
  });
});

it('the way back from a third party says plainly what it cannot do', async () => {
  open('/auth-redirect?code=c&state=s');
  await screen.findByText(/平台未启用第三方登录/);
  cleanup();
  open('/auth-redirect?error=access_denied');
  await screen.findByText(/未同意登录（access_denied）/);
});
