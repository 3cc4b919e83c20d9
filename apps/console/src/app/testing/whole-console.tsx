import { afterEach, beforeEach } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import {
  countNotifications,
  getConsignmentCounts,
  getEnumValues,
  getLoginPage,
  getStatistic,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  listConsignments,
  listJobs,
  listProjections,
  listWebhooks,
  type UserInfo,
} from '#contract';
import { dialogStack } from '../../components/dialogs.js';
import { chooseLanguage } from '../../i18n/language.js';
import type { Branding } from '../../lib/branding.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { sidebarOpen, size } from '../../lib/preferences.js';
import { queryClient } from '../../lib/queries.js';
import { clearToken, storeToken } from '../../lib/token.js';
import { dashboardWith } from '../../testing/dashboard.js';
import { client } from '../../testing/render.js';
import { statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { App } from '../app.js';
import { routes } from '../features.js';
import type { RouteEntry } from '../route-registry.js';

/** The brand of an origin; omitted members are empty. */
export const brandingWith = (some: Partial<Branding> = {}): Branding => ({
  testUnitId: 't1',
  testUnitName: '',
  logo: '',
  systemName: '',
  filingNumber: '',
  supportContact: '',
  lmisType: 0,
  lmisurl: '',
  lmisIntegratedCode: '',
  iLISReportProgressQueryURL: '',
  ...some,
});

/**
 * The whole console on one page over a stub service, new for each test: nobody is signed in, and the window is wide.
 */
export const renderWholeConsole = (registry: readonly RouteEntry[] = routes) => {
  let location: Location;
  let navigate: NavigateFunction;
  const Place = () => {
    const [currentLocation, move] = [useLocation(), useNavigate()];
    useEffect(() => {
      location = currentLocation;
      navigate = move;
    }, [currentLocation, move]);
    return null;
  };
  const page = {
    server: null as unknown as StubServer,
    signIn: (user: UserInfo = client) => {
      storeToken('a token', false);
      page.server.respondWith(getUserInfo, user);
    },
    open: (at: string) =>
      void render(
        <QueryClientProvider client={queryClient}>
          <BlueprintProvider>
            <MemoryRouter initialEntries={[at]}>
              <App routes={registry} />
              <Place />
            </MemoryRouter>
          </BlueprintProvider>
        </QueryClientProvider>,
      ),
    /** Simulates a reload of the page: only what the browser stores is left. */
    reload: (at: string) => {
      cleanup();
      queryClient.clear();
      page.open(at);
    },
    go: (to: string) => act(async () => navigate(to)),
    address: () => `${location.pathname}${location.search}`,
    path: () => location.pathname,
    press: (role: 'button' | 'link' | 'menuitem' | 'menuitemradio', name: string | RegExp) =>
      screen.findByRole(role, { name }).then((element) => userEvent.click(element)),
    menu: async () => within(await screen.findByRole('navigation', { name: '主菜单' })),
    entries: async () => (await page.menu()).getAllByRole('link').map(({ textContent }) => textContent),
    tabs: () =>
      within(screen.getByRole('navigation', { name: '已打开的页面' }))
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    resize: (width: number) =>
      act(() => {
        window.innerWidth = width;
        window.dispatchEvent(new Event('resize'));
      }),
  };
  beforeEach(() => {
    window.innerWidth = 1440;
    localStorage.clear();
    sessionStorage.clear();
    clearToken();
    queryClient.clear();
    dialogStack.set([]);
    currentFailure.set(null);
    errorLog.set([]);
    sidebarOpen.set(true);
    size.set('medium');
    page.server = stubServer();
    page.server.respondWith(getTestUnitInfoByConsignPlatURL, null);
    page.server.respondWith(getLoginPage, { page: 'standard' });
    page.server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
    page.server.respondWith(countNotifications, { unreadCount: 0 });
    page.server.respondWith(getStatistic, dashboardWith());
    page.server.respondWith(listConsignments, { items: [], totalCount: 0 });
    page.server.respondWith(getEnumValues, statusNames);
    page.server.respondWith(listWebhooks, { items: [] });
    page.server.respondWith(listJobs, {
      items: [],
      totalCount: 0,
      counts: { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 },
      reconciled: [],
      warnings: [],
      failingEndpoints: [],
    });
    page.server.respondWith(listProjections, {
      countedAt: '2026-03-01T08:00:00.000Z',
      head: '0'.repeat(20),
      rate: null,
      views: [],
    });
  });
  afterEach(async () => {
    cleanup();
    clearToken();
    await act(() => chooseLanguage('zh'));
  });
  return page;
};
