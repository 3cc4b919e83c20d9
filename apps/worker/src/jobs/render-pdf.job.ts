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
import { PermanentFailure, type Engines, type JobHandler } from '#engines';
import { PreferredLanguage, type CatalogueSample, type EventStore, type FrozenNames } from '#events';
import { composeDocument, type PrintFacts } from '../pdf/compose-document.js';
import type { PdfThread } from '../pdf/pdf-thread.js';
import { answerContext } from '../recorder.js';
import { jobWithAnswer } from './job-with-answer.js';

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
export const renderPdfJob = ({ engines: { eventStore, files }, pdf, now, logger }: Context): JobHandler =>
  jobWithAnswer({
    payload: Payload,
    logger,
    async run(request, { progress }) {
      const { requestId, consignmentId, revision, language } = request;
      const documentId = documentIdOf(consignmentId, language);
      const { facts, content, pages, revisionOfDocument } = await rendered();
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
          ...(facts.named ? { named: facts.named } : {}),
          shows: facts.visible,
        },
        // An erasure requests another document. If that request came meanwhile, this file may name the erased person
        // and must not be recorded.
        { ...answerContext(requestId, 'pdf', now()), expectedRevision: revisionOfDocument },
      );

      /** Renders again if a person was erased meanwhile, because the file could name that person. */
      async function rendered() {
        for (;;) {
          const read = await factsOf(eventStore, request);
          await progress(20);
          const made = await pdf.call(composeDocument(read));
          await progress(80);
          const { head } = await load(eventStore, pdfDocument, documentId);
          if (isDeepStrictEqual((await factsOf(eventStore, request)).consignment, read.consignment))
            return { facts: read, ...made, revisionOfDocument: head.revision };
        }
      }
    },
    fail: ({ requestId, consignmentId, revision, language }, reason) =>
      handle(
        eventStore,
        pdfDocument,
        documentIdOf(consignmentId, language),
        { type: 'RecordPdfFailure', consignmentId, revision, reason, requestId },
        answerContext(requestId, 'pdf-failed', now()),
      ),
  });

const factsOf = async (
  store: EventStore,
  { consignmentId, revision, requestedAt, language }: RenderPdfPayload,
): Promise<PrintFacts & { named: FrozenNames | null }> => {
  const { state } = await load(store, consignment, consignmentId, revision);
  if (state.phase === 'absent') throw new PermanentFailure('The consignment does not exist.');
  const [unitId, named] = [state.header.testUnitId, await currentDraftNames(store, state)];
  const config = parseControlParams(unitId === null ? {} : (await load(store, settings, unitId)).state.params);
  return {
    consignmentId,
    named,
    consignment: named ? applyNames(state, named) : state,
    requestedAt,
    language,
    visible: visibleAmountsOf(config),
    requirements: await requirementsOf(store, state),
  };
};

/** The first receiving requirement of each sample that its parameters call for, by sample id. */
const requirementsOf = async (
  store: EventStore,
  { samples, header: { testUnitId } }: ConsignmentFacts,
): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  for (const sample of samples) {
    const listed = await listedSample(store, sample.testUnitSampleId, testUnitId);
    if (listed)
      texts.set(
        sample.id,
        printedRequirement(
          listed,
          sample.parameters.map((parameter) => parameter.tuTestParamId),
        ),
      );
  }
  return texts;
};

/** The testing unit's own copy of the sample, else that of the catalogue. */
const listedSample = async (
  store: EventStore,
  sampleId: string,
  testUnitId: string | null,
): Promise<CatalogueSample | null> => {
  const copy = testUnitId === null ? null : (await load(store, unitSample, v5(sampleId, testUnitId))).state;
  if (copy) return copy.sample;
  const { state } = await load(store, catalogueSample, sampleId);
  return state?.type === 'SampleListed' ? state.data.sample : null;
};
