import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import { v5 } from 'uuid';
import { catalogueSample, printedRequirement } from '#domain/catalogue';
import { unitSample } from '#domain/catalogue-maintenance';
import { applyNames, consignment, currentDraftNames, type ConsignmentFacts } from '#domain/consignment';
import { documentIdOf, pdfDocument } from '#domain/documents';
import { handle, load } from '#domain/event-sourcing';
import { parseControlParams, settings, visibleAmountsOf } from '#domain/units';
import { PermanentFailure, type Engines, type JobContext, type JobHandler } from '#engines';
import { PreferredLanguage, type CatalogueSample, type EventStore, type FrozenNames } from '#events';
import { composeDocument, type PrintFacts } from '../pdf/compose-document.js';
import type { PdfThread } from '../pdf/pdf-thread.js';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({
  requestId: z.string(),
  consignmentId: z.string(),
  revision: z.number(),
  requestedAt: z.string(),
  language: PreferredLanguage.default('zh'),
});
export type RenderPdfPayload = z.output<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore' | 'files'>; pdf: PdfThread; now: () => Date; logger: Logger };

/**
 * Renders the consignment as it was at the requested revision, stores the file and records it in the document's stream
 * (PD-001). If it runs twice, the file is recorded once. All facts are read from the log, so it does not depend on
 * views.
 */
export const renderPdfJob = ({ engines: { eventStore, files }, pdf, now, logger }: Context): JobHandler => {
  /** Renders again if a person was erased meanwhile, because the file could name that person. */
  const renderWithoutErased = async (request: RenderPdfPayload, documentId: string, { progress }: JobContext) => {
    for (;;) {
      const facts = await loadFacts(eventStore, request);
      await progress(20);
      const renderedPdf = await pdf.call(composeDocument(facts));
      await progress(80);
      const { head } = await load(eventStore, pdfDocument, documentId);
      if (isDeepStrictEqual((await loadFacts(eventStore, request)).consignment, facts.consignment))
        return { facts, ...renderedPdf, documentRevision: head.revision };
    }
  };
  return jobWithResult({
    payload: Payload,
    logger,
    async run(request, context) {
      const { requestId, consignmentId, revision, language } = request;
      const documentId = documentIdOf(consignmentId, language);
      const { facts, content, pages, documentRevision } = await renderWithoutErased(request, documentId, context);
      const { hash: fileHash } = await files.put(content, {
        contentType: 'application/pdf',
        name: `${documentIdOf(facts.consignment.consignCode || consignmentId, language)}.pdf`,
      });
      await handle(
        eventStore,
        pdfDocument,
        documentId,
        {
          type: 'RecordPdf',
          consignmentId,
          revision,
          fileHash,
          pages,
          requestId,
          ...(facts.draftNames ? { named: facts.draftNames } : {}),
          shows: facts.visible,
        },
        // An erasure requests another document. If that request came meanwhile, this file may name the erased person
        // and must not be recorded.
        { ...resultContext(requestId, 'pdf', now()), expectedRevision: documentRevision },
      );
    },
    fail: ({ requestId, consignmentId, revision, language }, reason) =>
      handle(
        eventStore,
        pdfDocument,
        documentIdOf(consignmentId, language),
        { type: 'RecordPdfFailure', consignmentId, revision, reason, requestId },
        resultContext(requestId, 'pdf-failed', now()),
      ),
  });
};

const loadFacts = async (
  store: EventStore,
  { consignmentId, revision, requestedAt, language }: RenderPdfPayload,
): Promise<PrintFacts & { draftNames: FrozenNames | null }> => {
  const { state } = await load(store, consignment, consignmentId, revision);
  if (state.phase === 'absent') throw new PermanentFailure('The consignment does not exist.');
  const [unitId, draftNames] = [state.header.testUnitId, await currentDraftNames(store, state)];
  const config = parseControlParams(unitId === null ? {} : (await load(store, settings, unitId)).state.params);
  return {
    consignmentId,
    draftNames,
    consignment: draftNames ? applyNames(state, draftNames) : state,
    requestedAt,
    language,
    visible: visibleAmountsOf(config),
    requirements: await loadRequirements(store, state),
  };
};

/** The first receiving requirement of each sample that its parameters call for, by sample id. */
const loadRequirements = async (
  store: EventStore,
  { samples, header: { testUnitId } }: ConsignmentFacts,
): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  for (const sample of samples) {
    const listing = await loadListing(store, sample.testUnitSampleId, testUnitId);
    if (listing)
      texts.set(
        sample.id,
        printedRequirement(
          listing,
          sample.parameters.map((parameter) => parameter.tuTestParamId),
        ),
      );
  }
  return texts;
};

/** The testing unit's own copy of the sample, else that of the catalogue. */
const loadListing = async (
  store: EventStore,
  sampleId: string,
  testUnitId: string | null,
): Promise<CatalogueSample | null> => {
  const copy = testUnitId === null ? null : (await load(store, unitSample, v5(sampleId, testUnitId))).state;
  if (copy) return copy.sample;
  const { state } = await load(store, catalogueSample, sampleId);
  return state?.type === 'SampleListed' ? state.data.sample : null;
};
