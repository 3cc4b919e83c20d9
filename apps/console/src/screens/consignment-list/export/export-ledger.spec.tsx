import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ConsignmentListRow, exportConsignments, getExportFile, getRawMateriaConsignInfoList } from '#contract';
import '../../../i18n/language.js';
import { listColumns } from '../../../lib/preferences.js';
import { startListServer } from '../../../testing/list-server.js';
import { administrator, client, renderConsole } from '../../../testing/render.js';
import { rowWith } from '../../../testing/rows.js';
import type { ReceivedRequest, StubServer } from '../../../testing/stub-server.js';
import ConsignmentListPage from '../consignment-list-page.js';
import { ledgerExports } from './export-ledger.js';

const RAW = '/onlineConsign/rawMateriaConsignInfo';
type Page = { consignType: number; consignIds: string[]; exportPath: string };

let server: StubServer;
let rows: ConsignmentListRow[];
let openedUrls: string[];
/** The percentage that each poll returns; the last one stays. */
let percentages: number[];
/** Number of pages that are let through; further ones wait. */
let resolvers: (() => void)[];

const pageOf = ({ body }: ReceivedRequest): Page => body as Page;
const pages = (): Page[] => server.requestsTo(exportConsignments).map(pageOf);
const consignments = (count: number) =>
  Array.from({ length: count }, (_, index) => rowWith({ consignCode: `A-${index}` }));
const show = async (count: number) => {
  rows = consignments(count);
  renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW });
  await screen.findByText(/共 \d+ 条/, {}, { timeout: 4000 });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const exportTicket = () => ({
  exportPath: 'e-1',
  fileUrl: `/api/v1/exports/ticket-${server.requestsTo(exportConsignments).length}`,
});
const resolveNext = async () => {
  await waitFor(() => expect(resolvers).toHaveLength(1));
  await act(async () => resolvers.shift()?.());
};
const recordDownload = (event: Event) => {
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.hasAttribute('download')) return;
  event.preventDefault();
  openedUrls.push(event.target.getAttribute('href') ?? '');
};

beforeEach(() => {
  localStorage.clear();
  listColumns.set({});
  ledgerExports.set({});
  [openedUrls, percentages, resolvers] = [[], [100], []];
  server = startListServer(() => rows);
  server.respondWith(exportConsignments, exportTicket);
  server.respondWith(getExportFile, () => ({
    progress: percentages.length > 1 ? percentages.shift() : percentages[0],
  }));
  document.addEventListener('click', recordDownload, true);
});
afterEach(() => {
  jest.useRealTimers();
  document.removeEventListener('click', recordDownload, true);
  cleanup();
});

describe('the export of a ledger', () => {
  it('EX-002 requests 120 consignments in pages of 50, 50 and 20, one after another, and shows the progress', async () => {
    server.respondLater(exportConsignments, exportTicket, resolvers);
    await show(120);
    await press('导出台账');
    const progressTexts: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      await waitFor(() => expect(pages()).toHaveLength(page));
      progressTexts.push(
        within(screen.getByRole('status', { name: '正在导出台账' })).getByText(/条$/).textContent ?? '',
      );
      await resolveNext();
    }
    await waitFor(() => expect(openedUrls).toHaveLength(1));
    expect(progressTexts).toEqual(['0 / 120 条', '50 / 120 条', '100 / 120 条']);
    expect(
      pages().map(({ consignIds, exportPath, consignType }) => [consignIds.length, exportPath, consignType]),
    ).toEqual([
      [50, '', 1],
      [50, 'e-1', 1],
      [20, 'e-1', 1],
    ]);
    expect(pages().flatMap(({ consignIds }) => consignIds)).toEqual(rows.map(({ id }) => id));
  });

  it('K-003 requests 51 consignments in pages of 50 and 1', async () => {
    await show(51);
    await press('导出台账');
    await waitFor(() => expect(openedUrls).toHaveLength(1));
    expect(pages().map(({ consignIds }) => consignIds.length)).toEqual([50, 1]);
  });

  it('EX-003 stops at the failed page, opens nothing, and repeats that page on 重试 with the same path and idempotency key', async () => {
    await show(120);
    server.respondWith(exportConsignments, (received) => {
      if (pageOf(received).exportPath === 'e-1')
        server.refuse(exportConsignments, { status: 503, message: '服务暂时不可用' });
      return exportTicket();
    });
    await press('导出台账');
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('第 3 页导出失败，已停止');
    expect([pages().length, openedUrls, server.requestsTo(getExportFile).length]).toEqual([3, [], 0]);

    server.respondWith(exportConsignments, exportTicket);
    await userEvent.click(within(failure).getByRole('button', { name: '重试' }));
    await waitFor(() => expect(openedUrls).toEqual(['/api/v1/exports/ticket-4']));
    const [, , failed, retry] = server.requestsTo(exportConsignments);
    expect(retry && pageOf(retry)).toEqual({
      consignType: 1,
      consignIds: rows.slice(100).map(({ id }) => id),
      exportPath: 'e-1',
    });
    expect(retry?.headers['Idempotency-Key']).toBe(failed?.headers['Idempotency-Key']);
    expect(pages()).toHaveLength(4);
    expect(await screen.findByRole('button', { name: '导出台账' })).toBeTruthy();
  });

  it('EX-003 does not request page 3 when page 2 of 3 failed', async () => {
    await show(120);
    server.respondWith(exportConsignments, () => {
      server.refuse(exportConsignments, { status: 500, message: '服务器内部错误' });
      return exportTicket();
    });
    await press('导出台账');
    expect((await screen.findByRole('alert')).textContent).toContain('第 2 页导出失败，已停止');
    expect([pages().map(({ consignIds }) => consignIds.length), openedUrls]).toEqual([[50, 50], []]);
  });

  it('EX-003 waits until the file is ready and opens the link of the last response once', async () => {
    percentages = [0, 40, 100];
    await show(60);
    await press('导出台账');
    expect(await screen.findByText('正在生成文件 40%', {}, { timeout: 4000 })).toBeTruthy();
    expect(openedUrls).toEqual([]);
    await waitFor(() => expect(openedUrls).toEqual(['/api/v1/exports/ticket-2']), { timeout: 4000 });
    expect(await screen.findByText('台账已导出，共 60 条')).toBeTruthy();
  });

  it('requests the file again on 重试 when it could not be generated', async () => {
    await show(3);
    server.refuse(getExportFile, { status: 409, code: 'EXPORT_FAILED', message: '台账导出失败，请重新导出' });
    await press('导出台账');
    expect((await screen.findByRole('alert')).textContent).toContain('台账文件没有生成，已停止');
    server.respondWith(getExportFile, { progress: 100 });
    await press('重试');
    await waitFor(() => expect(openedUrls).toEqual(['/api/v1/exports/ticket-2']));
    const [first, second] = server.requestsTo(exportConsignments);
    expect(second && pageOf(second)).toEqual({ ...(first && pageOf(first)), exportPath: 'e-1' });
    expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key']);
  });

  it('contains all filtered rows, or only the selected rows', async () => {
    rows = [...consignments(3), rowWith({ consignCode: 'B-1', consignStatus: 60 })];
    renderConsole(<ConsignmentListPage kind="raw" />, { at: `${RAW}?status=60` });
    await screen.findByText(/共 1 条/);
    await press('导出台账');
    await waitFor(() => expect(openedUrls).toHaveLength(1));
    expect(pages().map(({ consignIds }) => consignIds)).toEqual([[rows[3]?.id]]);
    cleanup();
    renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW });
    await userEvent.click(
      within((await screen.findByRole('link', { name: 'A-1' })).closest('tr') as HTMLElement).getByRole('checkbox'),
    );
    const lists = server.requestsTo(getRawMateriaConsignInfoList).length;
    await press('导出（1）');
    await waitFor(() => expect(openedUrls).toHaveLength(2));
    expect(pages().at(-1)?.consignIds).toEqual([rows[1]?.id]);
    expect(server.requestsTo(getRawMateriaConsignInfoList)).toHaveLength(lists);
  });

  it('continues while its page is closed, is visible when the user returns, and is not shown to another user', async () => {
    server.respondLater(exportConsignments, exportTicket, resolvers);
    await show(120);
    await press('导出台账');
    await resolveNext();
    cleanup();
    await resolveNext();
    renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW, user: administrator });
    expect(await screen.findByRole('button', { name: '导出台账' })).toBeTruthy();
    cleanup();
    renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW, user: client });
    expect(await screen.findByText('100 / 120 条')).toBeTruthy();
    await resolveNext();
    await waitFor(() => expect(openedUrls).toHaveLength(1));
    expect(pages()).toHaveLength(3);
  });

  it('ends on 取消: no further page is requested and nothing opens', async () => {
    server.respondLater(exportConsignments, exportTicket, resolvers);
    await show(120);
    await press('导出台账');
    await waitFor(() => expect(resolvers).toHaveLength(1));
    await press('取消');
    await act(async () => resolvers.shift()?.());
    expect(await screen.findByRole('button', { name: '导出台账' })).toBeTruthy();
    expect([pages().length, openedUrls]).toEqual([1, []]);
  });

  it('shows a message and requests nothing for an empty list', async () => {
    rows = [];
    renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW });
    await screen.findByText('还没有委托');
    await press('导出台账');
    expect(await screen.findByText('没有可以导出的委托')).toBeTruthy();
    expect(pages()).toEqual([]);
  });
});
