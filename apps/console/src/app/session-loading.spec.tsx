import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import {
  getConsignmentCounts,
  getStatistic,
  getEnumValues,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  listConsignments,
} from '#contract';
import '../i18n/language.js';
import { queryClient } from '../lib/queries.js';
import { userQuery } from '../lib/session.js';
import { clearToken, storeToken } from '../lib/token.js';
import { dashboardWith } from '../testing/dashboard.js';
import { administrator } from '../testing/render.js';
import { statusNames } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';

let server: StubServer;

beforeEach(() => {
  queryClient.clear();
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getStatistic, dashboardWith());
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getEnumValues, statusNames);
});
afterEach(() => {
  cleanup();
  clearToken();
});

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={['/dashboard']}>
          <App routes={routes} />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
const account = () => screen.findByRole('button', { name: '账号菜单' });
const picture = async () => (await account()).querySelector('img')?.src;

it.each([{ roles: 'admin' }, { roles: ['admin'] }])(
  'ROLE-012 the header shows the role of the token ($roles) first, then picture and unit or their placeholders',
  async ({ roles }) => {
    storeToken(
      `e30.${btoa(JSON.stringify({ Application_UserName: 'admin', Application_TestUnitID: null, Application_Roles: roles }))}.signature`,
      false,
    );
    const passing: (() => void)[] = [];
    server.respondLater(getUserInfo, () => ({ ...administrator, avatar: '/a.png', unitName: '' }), passing);
    open();
    expect(await screen.findByText('admin 平台管理员')).toBeTruthy();
    await act(async () => passing.forEach((pass) => pass()));
    expect(within(await account()).getByText('未关联单位')).toBeTruthy();
    expect(await picture()).toBe(`${location.origin}/a.png`);
    act(() => void queryClient.setQueryData(userQuery.queryKey, { ...administrator, avatar: '' }));
    await waitFor(async () => expect(await picture()).toMatch(/^data:image\/svg\+xml,/));
  },
);
