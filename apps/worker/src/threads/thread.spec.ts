import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { added, AT, committed, created, openState, parameter, sample } from '#harness/domain/consignment-story';
import { composeDocument, type PrintDocument } from '../pdf/compose-document.js';
import { openPdfThread, type PdfThread } from '../pdf/pdf-thread.js';

const documentOf = (samples: number): PrintDocument => {
  const parameters = Array.from({ length: 25 }, (_, number) => ({ ...parameter, tuTestParamId: `x-${number}` }));
  const all = Array.from({ length: samples }, (_, number) => added(sample({ id: `a-${number}`, parameters })));
  return composeDocument({
    consignmentId: 'c-1',
    consignment: openState(created(), ...all, committed),
    requestedAt: AT,
    visible: { prices: true, estimate: true },
    requirements: new Map(),
  });
};
const broken = { ...documentOf(1), samples: null } as unknown as PrintDocument;

/** Longest time in which the event loop did nothing else, while `work` was going on; both in milliseconds. */
const watch = async (work: Promise<unknown>): Promise<{ longest: number; took: number }> => {
  const begun = performance.now();
  let [isDone, last, longest] = [false, begun, 0];
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  }
  await done;
  return { longest, took: performance.now() - begun };
};

let pdf: PdfThread;
beforeEach(() => {
  pdf = openPdfThread();
});
afterEach(() => pdf.close());

describe('a thread', () => {
  it('keeps the event loop free while a long document is rendered', async () => {
    await pdf.call(documentOf(1));
    const long = pdf.call(documentOf(60));
    const { longest, took } = await watch(long);
    expect((await long).pages).toBeGreaterThan(50);
    expect(took).toBeGreaterThan(200);
    expect(longest).toBeLessThan(took / 4);
  }, 60_000);

  it('reports a document that cannot be rendered and continues with the others', async () => {
    const [bad, good] = await Promise.allSettled([pdf.call(broken), pdf.call(documentOf(1))]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('that ends rejects its current call, and the next call starts a new one', async () => {
    const cut = pdf.call(documentOf(60));
    const failure = expect(cut).rejects.toThrow('The thread ended');
    await pdf.close();
    await failure;
    expect((await pdf.call(documentOf(1))).pages).toBeGreaterThan(0);
  }, 60_000);
});
