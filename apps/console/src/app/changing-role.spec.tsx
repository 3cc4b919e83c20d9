import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { authenticate, getConsignmentCounts, getDashboard, getEnumValues, getRawMateriaConsignInfoList, getTestUnitInfoByConsignPlatURL, getUserInfo, listConsignments, logout } from '#contract';
import '../i18n/language.js';
import { sidebarOpen } from '../lib/preferences.js';
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
  render(<QueryClientProvider client={queryClient}><BlueprintProvider><MemoryRouter initialEntries={[at]}><App routes={routes} /></MemoryRouter></BlueprintProvider></QueryClientProvider>);
};
const menu = async () => within(await screen.findByRole('navigation', { name: '主菜单' })).getAllByRole('link').map((link) => link.textContent);

beforeEach(() => {
  window.innerWidth = 1440;
  localStorage.clear();
  queryClient.clear();
  sidebarOpen.set(true);
  server = stubServer();
  server.answers(getTestUnitInfoByConsignPlatURL, null);
  server.answers(getConsignmentCounts, { total: 0, byStatus: [] });
  server.answers(getDashboard, dashboardWith());
  server.answers(listConsignments, { items: [], totalCount: 0 });
  server.answers(getRawMateriaConsignInfoList, { items: [], totalCount: 0 });
  server.answers(getEnumValues, statusNames);
  server.answers(logout, true);
});
afterEach(() => {
  cleanup();
  signOutLocally();
});

describe('another role', () => {
  it('ROLE-011 the local logout tells nobody; whoever signs in then has a new token, is read anew and gets the menu of the role', async () => {
    storeToken('of the client', false);
    server.answers(getUserInfo, client);
    open('/dashboard');
    const before = await menu();
    expect(before).toEqual(expect.arrayContaining(['首页', '预委托单打印', '原材料预委托', '现场检测预约', '交竣工检测预约', '检测机构', '报告进度查询']));
    expect(before).not.toContain('来样与预约');

    await act(async () => signOutLocally());
    expect([readToken(), queryClient.getQueryData(userQuery.queryKey), server.of(logout).length]).toEqual([null, undefined, 0]);

    server.answers(authenticate, { accessToken: 'of the laboratory', expireInSeconds: 604800 });
    server.answers(getUserInfo, laboratory);
    cleanup();
    open('/login');
    await userEvent.type(await screen.findByLabelText('用户名'), 'lab1');
    await userEvent.type(screen.getByLabelText('密码'), 'Consign-2026!');
    await userEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByText('您好，周敏');
    expect(readToken()).toBe('of the laboratory');
    expect(server.of(getUserInfo).map(({ headers }) => headers['Authorization'])).toEqual(['Bearer of the client', 'Bearer of the laboratory']);
    const after = await menu();
    expect(after).toEqual(expect.arrayContaining(['首页', '来样与预约', '报告进度']));
    expect(after).not.toContain('原材料预委托');
  });
});
