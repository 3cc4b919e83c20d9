import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ConsignmentListRow,
  getConsignmentCounts,
  getEnumValues,
  getProjectList,
  getRawMateriaConsignInfoList,
  sendJZSignMessage,
} from '#contract';
import '../../i18n/language.js';
import { renderConsole } from '../../testing/render.js';
import { rowWith, statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import ConsignmentListPage from './consignment-list-page.js';

let server: StubServer;
const user = userEvent.setup({ pointerEventsCheck: 0 });
const show = async (...rows: ConsignmentListRow[]) => {
  server.respondWith(getRawMateriaConsignInfoList, { items: rows, totalCount: rows.length });
  renderConsole(<ConsignmentListPage kind="raw" />, { at: '/onlineConsign/rawMateriaConsignInfo' });
  await screen.findByText(/共 \d+ 条/, {}, { timeout: 4000 });
};
const notifyAction = async (code: string) => {
  const row = within(screen.getByRole('link', { name: code }).closest('tr') as HTMLElement);
  await user.click(row.getByRole('button', { name: `${code} 的操作` }));
  return screen.findByRole('menuitem', { name: /通知见证人/ });
};

beforeEach(() => {
  localStorage.clear();
  server = stubServer();
  server.respondWith(getConsignmentCounts, { total: 1, byStatus: [] });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(getProjectList, { items: [], totalCount: 0 });
  server.respondWith(sendJZSignMessage, true);
});
afterEach(cleanup);

describe('notifying the witnesses of a row', () => {
  it('CL-020 calls the server once and shows a message', async () => {
    const row = rowWith({ consignCode: 'W-1', consignStatus: 60, witnessSigningPending: true });
    await show(row);
    await user.click(await notifyAction('W-1'));
    await waitFor(() =>
      expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([
        '已通知见证人',
      ]),
    );
    expect(server.requestsTo(sendJZSignMessage).map(({ query }) => query)).toEqual([{ consignInfoId: row.id }]);
  });

  it.each([
    ['when all have signed', rowWith({ consignCode: 'W-1', consignStatus: 60 })],
    ['in another status', rowWith({ consignCode: 'W-1', consignStatus: 80, witnessSigningPending: true })],
  ])('CL-020 is disabled %s', async (_, row) => {
    await show(row);
    const action = await notifyAction('W-1');
    expect(action.getAttribute('aria-disabled')).toBe('true');
    await user.click(action);
    expect(server.requestsTo(sendJZSignMessage)).toEqual([]);
  });
});
