import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { getConsignmentCounts, getEnumValues, getTestUnitInfoByConsignPlatURL, getUserInfo } from '#contract';
import '../i18n/language.js';
import { queryClient } from '../lib/queries.js';
import { clearToken, storeToken } from '../lib/token.js';
import { client, laboratory } from '../testing/render.js';
import { statusNames } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';

const ADDRESS = 'https://lims.example.com/progress';
let server: StubServer;

beforeEach(() => {
  window.innerWidth = 1440;
  localStorage.clear();
  queryClient.clear();
  storeToken('a token', false);
  server = stubServer();
  server.respondWith(getUserInfo, client);
  server.respondWith(getConsignmentCounts, { total: 0, byStatus: [] });
  server.respondWith(getEnumValues, statusNames);
});
afterEach(() => {
  cleanup();
  clearToken();
});

const origin = (iLISReportProgressQueryURL: string | null) =>
  server.respondWith(
    getTestUnitInfoByConsignPlatURL,
    iLISReportProgressQueryURL === null
      ? null
      : {
          testUnitId: 't1',
          testUnitName: '浙东交通工程检测中心有限公司',
          logo: '',
          systemName: '',
          filingNumber: '',
          supportContact: '',
          lmisType: 0,
          lmisurl: '',
          lmisIntegratedCode: '',
          iLISReportProgressQueryURL,
        },
  );
const open = (at: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={routes} />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
const menu = async () => within(await screen.findByRole('navigation', { name: '主菜单' }));
const entries = async (): Promise<(string | null)[]> =>
  (await menu()).getAllByRole('link').map(({ textContent }) => textContent);

describe('the query entries of the menu', () => {
  it('NAV-006 include the query by verification code if the origin has an address for it', async () => {
    origin(ADDRESS);
    const openSpy = jest.spyOn(window, 'open').mockReturnValue(null);
    open('/TestingOrgSearch/LimsQuerySystem');
    await userEvent.click(await (await menu()).findByRole('link', { name: '验证码查询报告进度' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /验证码/ }), '8F2K');
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(openSpy.mock.calls[0]?.[0]).toBe(`${ADDRESS}?code=8F2K`);
    expect(await entries()).toEqual(expect.arrayContaining(['检测机构', '报告进度查询', '验证码查询报告进度']));
    openSpy.mockRestore();
  });

  it.each([
    ['empty', ''],
    ['unknown', null],
  ])(
    'NAV-006 leave out the query by code if that address is %s, and never list the page of one organisation',
    async (_, address) => {
      origin(address);
      open('/TestingOrgSearch/TestingOrgDetail/736e0494-c50f-5fb5-9296-7000562a5e79');
      await waitFor(async () => expect(await entries()).toEqual(expect.arrayContaining(['检测机构', '报告进度查询'])));
      expect(await entries()).not.toContain('验证码查询报告进度');
      expect(
        (await menu()).getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('TestingOrgDetail')),
      ).toEqual([]);
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
      expect(screen.queryByText('404')).toBeNull();
    },
  );

  it('show a laboratory its report progress and no query by code', async () => {
    server.respondWith(getUserInfo, laboratory);
    origin(ADDRESS);
    open('/dashboard');
    await waitFor(async () => expect(await entries()).toContain('报告进度'));
    expect(await entries()).not.toContain('验证码查询报告进度');
  });
});
