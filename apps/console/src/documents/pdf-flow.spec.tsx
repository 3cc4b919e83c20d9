import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { genConsignPdf, getPrintList, type PdfInfo } from '#contract';
import '../i18n/language.js';
import { renderConsole } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { openPdf } from './pdf-flow.js';

let id: string;
let server: StubServer;
let openedUrls: string[];
let status: PdfInfo['pdfStatus'];

/** Lets time pass, and then what React and the dialogs need to render. */
const pass = async (seconds: number) => {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
  for (let round = 0; round < 3; round++) await act(() => jest.advanceTimersByTimeAsync(20));
};
const press = async (name: string) => {
  await act(async () => screen.getByRole('button', { name }).click());
  await pass(0);
};
const print = async () => {
  void openPdf([id]);
  await pass(0);
};

beforeEach(() => {
  jest.useFakeTimers();
  id = crypto.randomUUID();
  server = stubServer();
  openedUrls = [];
  status = 0;
  window.open = ((url: string) => (openedUrls.push(url), { opener: window })) as unknown as typeof window.open;
  server.respondWith(getPrintList, () => ({
    success: true,
    message: '',
    result: [
      { id, pdfStatus: status, pdfUrl: status === 1 ? '/api/v1/documents/t1' : '', reason: '', requestedAt: null },
    ],
  }));
  server.respondWith(genConsignPdf, (): true => {
    status = 2;
    return true;
  });
  renderConsole(<div />);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('printing a consignment', () => {
  it.each([0, 4] as const)(
    'PD-002 shows a notice, requests a document in state %d once and polls every 3 s',
    async (missing) => {
      status = missing;
      await print();
      expect(screen.getByText('正在生成 PDF，请稍候')).toBeTruthy();
      expect(server.requestsTo(genConsignPdf)).toHaveLength(1);
      expect(server.requestsTo(getPrintList)).toHaveLength(1);
      await pass(3);
      expect(server.requestsTo(getPrintList)).toHaveLength(2);
      await pass(6);
      expect(server.requestsTo(getPrintList)).toHaveLength(4);
      expect(server.requestsTo(genConsignPdf)).toHaveLength(1);
    },
  );

  it('PD-003 opens a ready document at once', async () => {
    status = 1;
    await print();
    expect(openedUrls).toEqual(['/api/v1/documents/t1']);
    await pass(30);
    expect(server.requestsTo(getPrintList)).toHaveLength(1);
    expect(server.requestsTo(genConsignPdf)).toHaveLength(0);
  });

  it('PD-003 opens the document after polling, removes the notice and stops polling', async () => {
    await print();
    await pass(3);
    status = 1;
    await pass(3);
    expect(openedUrls).toEqual(['/api/v1/documents/t1']);
    expect(screen.queryByText(/正在生成 PDF/)).toBeNull();
    const requestCount = server.requestsTo(getPrintList).length;
    await pass(30);
    expect(server.requestsTo(getPrintList)).toHaveLength(requestCount);
  });

  it('reports that the document is not shown to this role, and opens nothing', async () => {
    server.respondWith(getPrintList, {
      success: true,
      message: '',
      result: [{ id, pdfStatus: 1, pdfUrl: '', reason: '', requestedAt: null }],
    });
    await print();
    expect(screen.getByText('委托单 PDF 含有姓名、电话等个人信息，不向当前角色显示')).toBeTruthy();
    await press('知道了');
    expect(openedUrls).toEqual([]);
  });

  it('offers the document as a link when the browser blocks the new tab', async () => {
    window.open = (() => null) as typeof window.open;
    status = 1;
    await print();
    expect(screen.getByRole('button', { name: '打开' }).getAttribute('href')).toBe('/api/v1/documents/t1');
  });

  it('PD-004 asks after a failure, and on regenerate requests the document again and polls', async () => {
    status = 3;
    await print();
    expect(screen.getByText('PDF 生成失败，是否重新生成？')).toBeTruthy();
    expect(server.requestsTo(genConsignPdf)).toHaveLength(0);
    await press('重新生成');
    expect(server.requestsTo(genConsignPdf)).toHaveLength(1);
    await pass(3);
    expect(server.requestsTo(getPrintList)).toHaveLength(2);
  });

  it('PD-004 sends nothing more when the user cancels after a failure', async () => {
    status = 3;
    await print();
    await press('取消');
    await pass(30);
    expect(server.requestsTo(genConsignPdf)).toHaveLength(0);
    expect(server.requestsTo(getPrintList)).toHaveLength(1);
  });

  it('PD-005 asks after 180 s and again 180 s later when the user continues to wait', async () => {
    const question = 'PDF 生成时间较长，是否重新生成或继续等待？';
    status = 2;
    await print();
    expect(server.requestsTo(genConsignPdf)).toHaveLength(0);
    await pass(177);
    expect(screen.queryByText(question)).toBeNull();
    await pass(3);
    expect(screen.getByText(question)).toBeTruthy();
    const requestCount = server.requestsTo(getPrintList).length;
    await press('继续等待');
    await pass(3);
    expect(server.requestsTo(getPrintList)).toHaveLength(requestCount + 1);
    await pass(177);
    expect(screen.getByText(question)).toBeTruthy();
    await press('重新生成');
    expect(server.requestsTo(genConsignPdf).map(({ query }) => query)).toEqual([{ id, force: 'true' }]);
  });

  it('PD-007 shows the server’s message or a default one, and stops polling', async () => {
    server.respondWith(getPrintList, { success: false, message: '委托单已作废', result: [] });
    await print();
    expect(screen.getByText('委托单已作废')).toBeTruthy();
    await press('知道了');
    server.respondWith(getPrintList, { success: false, message: '', result: [] });
    await print();
    expect(screen.getByText('获取委托单PDF信息失败')).toBeTruthy();
    await press('知道了');
    await pass(30);
    expect(server.requestsTo(getPrintList)).toHaveLength(2);
  });

  it('shows how many of several documents are ready, and offers those the browser blocks as named links', async () => {
    const [first, second, third] = [id, crypto.randomUUID(), crypto.randomUUID()];
    const states = new Map<string, PdfInfo['pdfStatus']>([
      [first, 1],
      [second, 2],
      [third, 2],
    ]);
    server.respondWith(getPrintList, ({ query }) => ({
      success: true,
      message: '',
      result: (query['ids'] ?? '').split(',').map((each) => ({
        id: each,
        pdfStatus: states.get(each) ?? 0,
        pdfUrl: `/api/v1/documents/${each}`,
        reason: '',
        requestedAt: null,
      })),
    }));
    window.open = ((url: string) =>
      openedUrls.push(url) === 1 ? { opener: window } : null) as unknown as typeof window.open;
    void openPdf([first, second, third], (each) => (each === second ? 'TU001-2026-00002' : 'TU001-2026-00003'));
    await pass(0);
    expect(screen.getByText('正在生成 PDF，已完成 1 / 3 份')).toBeTruthy();
    states.set(second, 1).set(third, 1);
    await pass(3);
    expect(openedUrls[0]).toBe(`/api/v1/documents/${first}`);
    expect(screen.getByRole('button', { name: '打开 TU001-2026-00002' }).getAttribute('href')).toBe(
      `/api/v1/documents/${second}`,
    );
    expect(screen.getByRole('button', { name: '打开 TU001-2026-00003' })).toBeTruthy();
  });

  it('continues with the other documents when the user gives up a failed one', async () => {
    const [readyId, failedId] = [id, crypto.randomUUID()];
    server.respondWith(getPrintList, ({ query }) => ({
      success: true,
      message: '',
      result: (query['ids'] ?? '').split(',').map((each) => ({
        id: each,
        pdfStatus: each === failedId ? 3 : status,
        pdfUrl: `/api/v1/documents/${each}`,
        reason: '',
        requestedAt: null,
      })),
    }));
    status = 2;
    void openPdf([readyId, failedId], (each) => (each === failedId ? 'TU001-2026-00009' : ''));
    await pass(0);
    expect(screen.getByText('TU001-2026-00009')).toBeTruthy();
    await press('取消');
    status = 1;
    await pass(3);
    expect(openedUrls).toEqual([`/api/v1/documents/${readyId}`]);
  });

  it('requests a document once when it is printed twice', async () => {
    await print();
    await print();
    expect(server.requestsTo(genConsignPdf)).toHaveLength(1);
  });

  it('stops polling when the user stops waiting', async () => {
    await print();
    await press('停止等待');
    const requestCount = server.requestsTo(getPrintList).length;
    await pass(30);
    expect(server.requestsTo(getPrintList)).toHaveLength(requestCount);
  });
});
