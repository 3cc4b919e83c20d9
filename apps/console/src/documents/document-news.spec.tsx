import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { type DocumentChange, genConsignPdf, getPrintList, type PdfInfo } from '#contract';
import '../i18n/language.js';
import { renderConsole } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { openPdf } from './pdf-flow.js';

type Line = { say(change: DocumentChange): void; end(): void; signal: AbortSignal; ids: string | null };

let server: StubServer;
let lines: Line[];
let openedUrls: string[];
let status: PdfInfo['pdfStatus'];

/** The stub server with a stream whose messages the test chooses. */
const stubStreams = (): void => {
  const { fetch } = globalThis;
  globalThis.fetch = ((address: string, init: RequestInit & { signal: AbortSignal }) => {
    if (!address.startsWith('/api/v1/documents/changes')) return fetch(address, init);
    const resolvers: (() => void)[] = [];
    const chunks: (Uint8Array | null)[] = [];
    const enqueue = (chunk: Uint8Array | null) => {
      chunks.push(chunk);
      resolvers.shift()?.();
    };
    init.signal.addEventListener('abort', () => enqueue(null));
    lines.push({
      signal: init.signal,
      ids: new URL(address, 'http://x').searchParams.get('ids'),
      say: (change) => enqueue(new TextEncoder().encode(`data: ${JSON.stringify(change)}\n\n`)),
      end: () => enqueue(null),
    });
    const read = async (): Promise<{ value?: Uint8Array; done: boolean }> => {
      if (chunks.length === 0) await new Promise<void>((resolve) => resolvers.push(resolve));
      const value = chunks.shift();
      return value ? { value, done: false } : { done: true };
    };
    return Promise.resolve({ ok: true, body: { getReader: () => ({ read }) } });
  }) as unknown as typeof globalThis.fetch;
};
const pass = async (seconds: number) => {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
  for (let round = 0; round < 3; round++) await act(() => jest.advanceTimersByTimeAsync(1));
};
const print = async (id = crypto.randomUUID()): Promise<string> => {
  void openPdf([id]);
  await pass(0);
  return id;
};

beforeEach(() => {
  jest.useFakeTimers();
  server = stubServer();
  lines = [];
  openedUrls = [];
  status = 2;
  window.open = ((url: string) => (openedUrls.push(url), { opener: window })) as unknown as typeof window.open;
  server.respondWith(getPrintList, ({ query }) => ({
    success: true,
    message: '',
    result: [
      {
        id: query['ids'] ?? '',
        pdfStatus: status,
        pdfUrl: status === 1 ? '/api/v1/documents/t1' : '',
        reason: '',
        requestedAt: null,
      },
    ],
  }));
  server.respondWith(genConsignPdf, true);
  stubStreams();
  renderConsole(<div />);
});
afterEach(async () => {
  for (const { end } of lines) end();
  status = 1;
  await pass(4);
  cleanup();
  jest.useRealTimers();
});

describe('the event stream of documents', () => {
  it('opens a document as soon as it is ready, and is closed', async () => {
    const id = await print();
    expect(lines.map(({ ids }) => ids)).toEqual([id]);
    lines[0]?.say({ id, pdfStatus: 2 });
    await pass(0);
    expect(server.requestsTo(getPrintList)).toHaveLength(1);
    status = 1;
    lines[0]?.say({ id, pdfStatus: 1 });
    await pass(0);
    expect(openedUrls).toEqual(['/api/v1/documents/t1']);
    expect(lines[0]?.signal.aborted).toBe(true);
    expect(screen.queryByText(/正在生成 PDF/)).toBeNull();
  });

  it('reports a failed document at once and offers to generate it again', async () => {
    const id = await print();
    status = 3;
    lines[0]?.say({ id, pdfStatus: 3 });
    await pass(0.1);
    expect(screen.getByText('PDF 生成失败，是否重新生成？')).toBeTruthy();
    await act(async () => screen.getByRole('button', { name: '取消' }).click());
  });

  it('PD-002 is replaced by polling every 3 s when it breaks off', async () => {
    await print();
    lines[0]?.end();
    await pass(2.9);
    expect(server.requestsTo(getPrintList)).toHaveLength(1);
    status = 1;
    await pass(0.2);
    expect(openedUrls).toEqual(['/api/v1/documents/t1']);
  });

  it('is opened at most twice at the same time', async () => {
    for (let n = 0; n < 3; n++) await print();
    expect(lines).toHaveLength(2);
  });

  it('is not opened if the document is ready', async () => {
    status = 1;
    await print();
    expect(lines).toHaveLength(0);
  });
});
