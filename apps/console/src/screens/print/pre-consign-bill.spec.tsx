import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ConsignmentListRow,
  genConsignPdf,
  getConsingInfo,
  getEnumValues,
  getPrintList,
  getRawMateriaConsignInfoList,
  getSitePreConsignInfoList,
  type PdfInfo,
} from '#contract';
import { featureCommands } from '../../app/feature-commands.js';
import '../../i18n/language.js';
import { FeatureCommandsContext } from '../../lib/feature-commands.js';
import { consignmentWith } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { rowWith, statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import PreConsignBillPage from './pre-consign-bill.page.js';

const BILL = '/preConsignBill';
let server: StubServer;
let rows: ConsignmentListRow[];
let states: Map<string, PdfInfo['pdfStatus']>;
let openedUrls: string[];
let address = '';

const Address = () => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = `${pathname}${search}`;
  }, [pathname, search]);
  return null;
};
const show = async (at = BILL) => {
  renderConsole(
    <FeatureCommandsContext value={featureCommands}>
      <PreConsignBillPage />
      <Address />
    </FeatureCommandsContext>,
    { at },
  );
  await screen.findByRole('table', { name: '可打印的委托' });
};
const rowOf = (code: string) => within(screen.getByRole('link', { name: code }).closest('tr') as HTMLElement);
const choose = (code: string) => userEvent.click(rowOf(code).getByRole('checkbox'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined; // jsdom has no layout
  server = stubServer();
  openedUrls = [];
  rows = [
    rowWith({ consignCode: 'A-1', consignStatus: 20 }),
    rowWith({ consignCode: 'A-2', consignStatus: 10 }),
    rowWith({ consignCode: 'A-3', consignStatus: 60, isConsignBillGened: true }),
  ];
  states = new Map(rows.map(({ id }) => [id, 0]));
  window.open = ((url: string | URL) => (
    openedUrls.push(String(url)),
    { opener: window }
  )) as unknown as typeof window.open;
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(getRawMateriaConsignInfoList, ({ query }) => {
    const matches = rows.filter(
      ({ consignStatus, consignCode }) =>
        (!query['consignStatuses'] || String(consignStatus) === query['consignStatuses']) &&
        consignCode.includes(query['keyword'] ?? ''),
    );
    return { items: matches, totalCount: matches.length };
  });
  server.respondWith(getSitePreConsignInfoList, { items: [], totalCount: 0 });
  server.respondWith(getPrintList, ({ query }) => ({
    success: true,
    message: '',
    result: (query['ids'] ?? '').split(',').map((id) => ({
      id,
      pdfStatus: states.get(id) ?? 0,
      pdfUrl: `/api/v1/documents/${id}`,
      reason: '',
      requestedAt: null,
    })),
  }));
  server.respondWith(genConsignPdf, ({ query }): true => {
    states.set(query['id'] ?? '', 1);
    return true;
  });
});
afterEach(cleanup);

describe('the print page for pre-consignments', () => {
  it('LS-010 generates PDF files of the selected consignments and opens them', async () => {
    await show();
    await choose('A-2');
    await choose('A-1');
    await press('生成 PDF（2）');
    const selectedIds = [rows[1]?.id, rows[0]?.id];
    await waitFor(() => expect(server.requestsTo(genConsignPdf).map(({ query }) => query['id'])).toEqual(selectedIds));
    expect((await screen.findByText('正在生成 PDF，已完成 0 / 2 份')).textContent).toBeTruthy();
    await waitFor(() => expect(openedUrls).toEqual(selectedIds.map((id) => `/api/v1/documents/${id}`)), {
      timeout: 6000,
    });
    expect(screen.queryByText(/正在生成 PDF/)).toBeNull();
    await waitFor(() => expect(rowOf('A-1').getByText('已生成')).toBeTruthy());
    expect(rowOf('A-3').getByText('未生成')).toBeTruthy();
  });

  it('opens the print preview of the selected consignments in the order of selection', async () => {
    await show();
    await choose('A-3');
    await choose('A-1');
    await press('打印预览（2）');
    expect(address).toBe(`/preConsignBill/preview?ids=${rows[2]?.id},${rows[0]?.id}`);
  });

  it('opens the bill of a consignment that has one, and offers none for the others', async () => {
    server.respondWith(getConsingInfo, consignmentWith({ ext_ConsignBillFile: '/api/v1/documents/bill' }));
    await show();
    expect(screen.getAllByRole('button', { name: /^委托单 / })).toHaveLength(1);
    await press('委托单 A-3');
    await waitFor(() => expect(openedUrls.map((url) => new URL(url).pathname)).toEqual(['/api/v1/documents/bill']));
    expect(server.requestsTo(genConsignPdf)).toEqual([]);
  });

  it('filters by keyword, status and type; status and type are in the address', async () => {
    await show();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: '状态' }),
      await screen.findByRole('option', { name: '待审核' }),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'A-2' })).toBeNull());
    expect(address).toBe(`${BILL}?status=20`);
    await userEvent.type(screen.getByRole('textbox', { name: /预委托编号/ }), '没有');
    expect(await screen.findByText('没有符合条件的委托')).toBeTruthy();
    await press('清空筛选');
    await screen.findByRole('link', { name: 'A-2' });
    await press('现场检测');
    expect(await screen.findByText('还没有可打印的委托')).toBeTruthy();
    expect([server.requestsTo(getSitePreConsignInfoList).at(-1)?.query['type'], address]).toEqual([
      '2',
      `${BILL}?kind=2`,
    ]);
  });

  it('can be operated with the keys j, x, Enter and Esc', async () => {
    await show();
    await userEvent.keyboard('jxjx');
    expect(screen.getByRole('region', { name: '已选 2 条' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: /^已选/ })).toBeNull();
    await userEvent.keyboard('{Enter}');
    await act(() => Promise.resolve());
    expect(address).toBe(`/preConsignBill/preview?ids=${rows[1]?.id}`);
  });
});
