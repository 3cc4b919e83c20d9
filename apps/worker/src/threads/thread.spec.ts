import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { added, AT, committed, created, openState, parameter, sample } from '#harness/domain/consignment-story';
import { composeDocument, type PrintDocument } from '../pdf/compose-document.js';
import { openPdfThread, type PdfThread } from '../pdf/pdf-thread.js';

const documentOf = (samples: number): PrintDocument => {
  const parameters = Array.from({ length: 25 }, (_, number) => ({ ...parameter, tuTestParamId: `x-${number}` }));
  const samplesAdded = Array.from({ length: samples }, (_, number) => added(sample({ id: `a-${number}`, parameters })));
  return composeDocument({
    consignmentId: 'c-1',
    consignment: openState(created(), ...samplesAdded, committed),
    requestedAt: AT,
    visible: { prices: true, estimate: true },
    requirements: new Map(),
  });
};
const invalidDocument = { ...documentOf(1), samples: null } as unknown as PrintDocument;

/** The longest time for which the event loop was blocked while `work` was running, and the time of `work`. */
const measureBlocking = async (work: Promise<unknown>): Promise<{ longestMs: number; totalMs: number }> => {
  const startedAt = performance.now();
  let [isSettled, lastTurnAt, longestMs] = [false, startedAt, 0];
  const completion = work.finally(() => (isSettled = true));
  while (!isSettled) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    [longestMs, lastTurnAt] = [Math.max(longestMs, now - lastTurnAt), now];
  }
  await completion;
  return { longestMs, totalMs: performance.now() - startedAt };
};

let pdf: PdfThread;
beforeEach(() => {
  pdf = openPdfThread();
});
afterEach(() => pdf.close());

describe('a thread', () => {
  it('keeps the event loop free while a long document is rendered', async () => {
    await pdf.call(documentOf(1));
    const longDocument = pdf.call(documentOf(60));
    const { longestMs, totalMs } = await measureBlocking(longDocument);
    expect((await longDocument).pages).toBeGreaterThan(50);
    expect(totalMs).toBeGreaterThan(200);
    expect(longestMs).toBeLessThan(totalMs / 4);
  }, 60_000);

  it('reports a document that cannot be rendered and continues with the others', async () => {
    const [invalid, valid] = await Promise.allSettled([pdf.call(invalidDocument), pdf.call(documentOf(1))]);
    expect([invalid.status, valid.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('that ends rejects its current call, and the next call starts a new one', async () => {
    const interrupted = pdf.call(documentOf(60));
    const failure = expect(interrupted).rejects.toThrow('The thread ended');
    await pdf.close();
    await failure;
    expect((await pdf.call(documentOf(1))).pages).toBeGreaterThan(0);
  }, 60_000);
});
