import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getAllUnit, getPreQualificationList, getUnitDetail, listPacks, tuTestSampleGetAll } from '#contract';
import '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { unitRow } from '../../testing/consignment.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import PacksPage from './packs.page.js';
import SamplesPage from './samples.page.js';

let server: StubServer;
const setIntegrated = (integrated: boolean) =>
  server.respondWith(getUnitDetail, {
    ...unitRow(),
    inroduce: '',
    regTime: '',
    isIntegrated: integrated,
    unitCode: 'JC01_A',
  });
beforeEach(() => {
  queryClient.clear();
  server = stubServer();
  server.respondWith(getAllUnit, { items: [], totalCount: 0 });
  server.respondWith(tuTestSampleGetAll, { items: [], totalCount: 0 });
  server.respondWith(listPacks, { items: [], totalCount: 0 });
  server.respondWith(getPreQualificationList, []);
});
afterEach(cleanup);

describe('the catalogue pages of a laboratory', () => {
  it.each([
    ['samples', SamplesPage],
    ['packs', PacksPage],
  ])('UN-021 show where its %s are managed, the unit code and whether its system responds', async (_, Page) => {
    setIntegrated(true);
    server.refuse(getPreQualificationList, { status: 502, message: '检测单位的检测系统没有应答' });
    renderConsole(<Page />, { user: laboratory });
    expect(await screen.findByText('样品目录由检测系统维护')).toBeTruthy();
    expect(screen.getByText(/单位编码 JC01_A/)).toBeTruthy();
    expect(await screen.findByText('检测单位的检测系统没有应答')).toBeTruthy();
    server.respondWith(getPreQualificationList, []);
    await userEvent.click(screen.getByRole('button', { name: '再次检查' }));
    expect(await screen.findByText('检测系统应答正常')).toBeTruthy();
    expect([server.requestsTo(tuTestSampleGetAll), server.requestsTo(listPacks)]).toEqual([[], []]);
  });

  it('show the platform’s catalogue if the laboratory has no system of its own', async () => {
    setIntegrated(false);
    renderConsole(<SamplesPage />, { user: laboratory });
    await waitFor(() => expect(server.requestsTo(tuTestSampleGetAll)).toHaveLength(1));
    expect(server.requestsTo(getPreQualificationList)).toEqual([]);
  });
});
