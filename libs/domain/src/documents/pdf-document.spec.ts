import { describe, expect, it } from '@jest/globals';
import type { DocumentEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { GENERATION_TIMEOUT_MS, pdfDocument, pdfStatusOf } from './pdf-document.js';

const given = specificationOf(pdfDocument.decider);
const consignmentId = 'c-1';
const AT = '2026-03-01T08:00:00.000Z';
const timeAfter = (milliseconds: number) => new Date(Date.parse(AT) + milliseconds).toISOString();
const request = (revision: number, at = AT, forced = false) =>
  ({ type: 'RequestPdf', consignmentId, revision, at, forced }) as const;
const requested = (revision: number, at = AT, forced = false): DocumentEvent => ({
  type: 'PdfRequested',
  data: { consignmentId, revision, forced, requestedAt: at },
});
const result = { consignmentId, revision: 5, fileHash: 'h', pages: 2, requestId: 'e-1' };
const generated: DocumentEvent = { type: 'PdfGenerated', data: result };
const failed: DocumentEvent = { type: 'PdfFailed', data: { consignmentId, reason: 'no font', requestId: 'e-1' } };
const all = { prices: true, estimate: true };
const noPrices = { prices: false, estimate: true };
const stateAfter = (...events: DocumentEvent[]) =>
  events.reduce(pdfDocument.decider.evolve, pdfDocument.decider.initialState);
const statusAfter = (revision: number, ...events: DocumentEvent[]) =>
  pdfStatusOf(stateAfter(...events), revision, all, null);

describe('The PDF', () => {
  it('PD-001 is missing, ready, in progress, failed or older than the consignment', () => {
    expect(statusAfter(5)).toBe(0);
    expect(statusAfter(5, requested(5), generated)).toBe(1);
    expect(statusAfter(5, requested(5))).toBe(2);
    expect(statusAfter(5, requested(5), failed)).toBe(3);
    expect(statusAfter(6, requested(5), generated)).toBe(4);
  });

  it('is requested if it is missing, failed or out of date, or if the request is forced', () => {
    given().when(request(5)).then(requested(5));
    given(requested(5), failed).when(request(5)).then(requested(5));
    given(requested(5), generated).when(request(6)).then(requested(6));
    given(requested(5), generated).when(request(5)).thenNothing();
    given(requested(5), generated)
      .when(request(5, AT, true))
      .then(requested(5, AT, true));
  });

  it('is requested again if an earlier request has a time hours in the future', () => {
    given(requested(5, timeAfter(8 * 3_600_000)))
      .when(request(5))
      .then(requested(5));
    given(requested(5, timeAfter(30_000)))
      .when(request(5))
      .thenNothing();
  });

  it('is out of date if it shows amounts that its unit now hides, or hides amounts that it now shows', () => {
    const withoutPrices: DocumentEvent = { type: 'PdfGenerated', data: { ...result, shows: noPrices } };
    expect(pdfStatusOf(stateAfter(requested(5), generated), 5, noPrices, null)).toBe(4);
    expect(pdfStatusOf(stateAfter(requested(5), withoutPrices), 5, noPrices, null)).toBe(1);
    expect(pdfStatusOf(stateAfter(requested(5), withoutPrices), 5, all, null)).toBe(4);
    given(requested(5), generated)
      .when({ ...request(5), visibleAmounts: noPrices })
      .then(requested(5));
    given(requested(5), withoutPrices)
      .when({ ...request(5), visibleAmounts: noPrices })
      .thenNothing();
  });

  it('of a draft is out of date after its unit or project was renamed, until the names are frozen', () => {
    const oldNames = {
      consignUnitName: '旧名',
      testUnitName: '检测中心',
      testUnitAddressDetail: '',
      projectName: '大桥',
      tuqualificationName: '',
    };
    const renamed = { ...oldNames, projectName: '跨海大桥' };
    const document = stateAfter(requested(5), { type: 'PdfGenerated', data: { ...result, named: oldNames } });
    expect([oldNames, renamed, null].map((today) => pdfStatusOf(document, 5, all, today))).toEqual([1, 4, 1]);
    expect(pdfStatusOf(stateAfter(requested(5), generated), 5, all, oldNames)).toBe(4);
    const given5 = () => given(requested(5), { type: 'PdfGenerated', data: { ...result, named: oldNames } });
    given5()
      .when({ ...request(5), names: oldNames })
      .thenNothing();
    given5()
      .when({ ...request(5), names: renamed })
      .then(requested(5));
  });

  it('is not requested again while it is being made, except by a forced retry or after 180 s', () => {
    given(requested(5))
      .when(request(6, timeAfter(GENERATION_TIMEOUT_MS - 1)))
      .thenNothing();
    given(requested(5))
      .when(request(5, timeAfter(GENERATION_TIMEOUT_MS)))
      .then(requested(5, timeAfter(GENERATION_TIMEOUT_MS)));
    given(requested(5))
      .when(request(5, timeAfter(1), true))
      .then(requested(5, timeAfter(1), true));
    expect(GENERATION_TIMEOUT_MS).toBe(180_000);
  });

  it('records the result of each request once, and keeps the newest good file after a late result or a failure', () => {
    given(requested(5))
      .when({ type: 'RecordPdf', ...result })
      .then(generated);
    given(requested(5), generated)
      .when({ type: 'RecordPdf', ...result })
      .thenNothing();
    given(requested(5), generated)
      .when({ type: 'RecordPdfFailure', consignmentId, revision: 5, reason: 'late', requestId: 'e-1' })
      .thenNothing();
    given(requested(5), requested(6), {
      type: 'PdfGenerated',
      data: { ...result, revision: 6, fileHash: 'newer', requestId: 'e-2' },
    })
      .when({ type: 'RecordPdf', ...result })
      .thenState({ stage: 'ready', ready: { revision: 6, fileHash: 'newer' }, completedRequests: ['e-2', 'e-1'] });
    expect(statusAfter(6, requested(5), requested(6, AT, true), generated)).toBe(2);
    given(requested(5), generated, requested(6))
      .when({ type: 'RecordPdfFailure', consignmentId, revision: 6, reason: 'x', requestId: 'e-2' })
      .thenState({ stage: 'failed', reason: 'x', ready: { revision: 5, fileHash: 'h' } });
    given(requested(5), requested(6))
      .when({ type: 'RecordPdfFailure', consignmentId, revision: 5, reason: 'late', requestId: 'e-1' })
      .thenState({ stage: 'generating', reason: '', failedRequest: 'e-1' });
  });
});
