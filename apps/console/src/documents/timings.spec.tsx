import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { genConsignPdf, getPrintList, type ResultOf } from '#contract';
import { NOTIFY_COOLDOWN } from '#domain/consignment';
import { disabledReason } from '../consignment/actions.js';
import '../i18n/language.js';
import { client, renderConsole } from '../testing/render.js';
import { rowWith } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { openPdf } from './pdf-flow.js';

let server: StubServer;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const isPromptOpen = () => screen.queryByText('PDF 生成时间较长，是否重新生成或继续等待？') !== null;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z') });
  server = stubServer();
  renderConsole(<div />);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the interval', () => {
  it('K-002 between two polls of a document is 3000 ms, until 180000 ms have passed', async () => {
    const id = crypto.randomUUID();
    const pollTimes: number[] = [];
    const start = Date.now();
    server.respondWith(getPrintList, (): ResultOf<typeof getPrintList> => {
      pollTimes.push(Date.now() - start);
      return { success: true, message: '', result: [{ id, pdfStatus: 2, pdfUrl: '', reason: '', requestedAt: null }] };
    });
    server.respondWith(genConsignPdf, true);
    void openPdf([id]);
    await pass(179_999);
    expect(pollTimes).toEqual(Array.from({ length: 60 }, (_, index) => index * 3_000));
    expect(isPromptOpen()).toBe(false);
    await pass(1);
    await pass(50); // until the dialog is rendered
    expect(isPromptOpen()).toBe(true);
  });

  it('K-002 between two notifications of witnesses is more than 86400000 ms', () => {
    const row = rowWith({
      consignStatus: 60,
      witnessSigningPending: true,
      witnessNotifiedAt: new Date().toISOString(),
    });
    const reason = (later: number) => disabledReason('notifyWitness', row, client, Date.now() + later);
    expect(NOTIFY_COOLDOWN).toBe(86_400_000);
    expect([reason(0), reason(86_400_000), reason(86_400_001)]).toEqual([
      '距上次通知见证人未超过24小时！',
      '距上次通知见证人未超过24小时！',
      null,
    ]);
  });
});
