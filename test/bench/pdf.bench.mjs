// Rendered pages of pre-consignments per second in one thread. The service composes the documents, so they are
// realistic.
import {
  added,
  AT,
  committed,
  created,
  openState,
  parameter,
  sample,
} from '../../dist/test/harness/domain/consignment-story.js';
import { composeDocument } from '../../dist/apps/worker/src/pdf/compose-document.js';
import { renderPdf } from '../../dist/apps/worker/src/pdf/render.js';

const sampleOf = (number, parameters) =>
  sample({
    id: `a-${number}`,
    parameters: Array.from({ length: parameters }, (_, index) => ({
      ...parameter,
      tuTestParamName: `胶砂强度（${index + 1}d）`,
    })),
  });
const document = (samples, parameters) =>
  composeDocument({
    consignmentId: 'c-1',
    requestedAt: AT,
    visible: { prices: true, estimate: true },
    requirements: new Map(),
    consignment: openState(
      created(),
      ...Array.from({ length: samples }, (_, index) => added(sampleOf(index + 1, parameters))),
      committed,
    ),
  });

export default async ({ short }) => {
  const rows = [];
  for (const [label, samples, parameters, times] of [
    ['one page per document', 2, 6, short ? 10 : 60],
    ['twenty pages per document', 40, 12, short ? 2 : 6],
  ]) {
    await renderPdf(document(samples, parameters));
    let pages = 0;
    const startedAt = process.hrtime.bigint();
    for (let i = 0; i < times; i++) pages += (await renderPdf(document(samples, parameters))).pages;
    rows.push({
      label,
      figure: `${(pages / (Number(process.hrtime.bigint() - startedAt) / 1e9)).toFixed(0)} pages / s`,
    });
  }
  return rows;
};
