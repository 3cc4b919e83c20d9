import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { SessionContext } from '../../lib/session.js';
import { startListServer } from '../../testing/list-server.js';
import { client, renderConsole } from '../../testing/render.js';
import { rowWith } from '../../testing/rows.js';
import type { StubServer } from '../../testing/stub-server.js';
import PublicListPage from './public-list-page.js';

let server: StubServer;
let rows: ConsignmentListRow[];
beforeEach(() => {
  localStorage.clear();
  rows = [rowWith({ consignCode: 'A-1', consignType: 2 })];
  server = startListServer(() => rows);
});
afterEach(cleanup);

describe('the consignment list outside of the shell', () => {
  it('asks a visitor without a session to sign in and requests no consignments', async () => {
    queryClient.clear();
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <SessionContext value={null}>
            <PublicListPage />
          </SessionContext>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('button', { name: '登录' })).getAttribute('href')).toBe(
      '/login?redirect=%2Fpreconsign-management',
    );
    expect(server.received.map(({ operation }) => operation).filter((name) => name.includes('onsign'))).toEqual([]);
  });

  it('lists the consignments of a signed-in user; a row opens the form without the shell', async () => {
    renderConsole(<PublicListPage />, { at: '/preconsign-management', user: client });
    expect((await screen.findByRole('link', { name: 'A-1' })).getAttribute('href')).toBe(
      `/preconsign-management/detail?id=${rows[0]?.id}&consignType=2&pageSource=1`,
    );
    expect(screen.getByRole('heading', { name: '预委托管理' })).toBeTruthy();
  });
});
