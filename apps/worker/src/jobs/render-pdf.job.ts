import type { Logger } from 'pino';
import { z } from 'zod';
import { catalogueSamples, consignment, handle, load, pdfDocument, requirementsFor, unitSettings, type CatalogueSampleRow, type ConsignmentFacts, type UnitSettingsRow } from '#domain';
import { PermanentFailure, type Engines, type JobHandler } from '#engines';
import { composeDocument, type PrintFacts } from '../pdf/compose.js';
import type { PdfThread } from '../pdf/pdf-thread.js';
import { plainText } from '../pdf/plain-text.js';
import { answering } from '../recorder.js';

const Payload = z.object({ requestId: z.string(), consignmentId: z.string(), revision: z.number(), requestedAt: z.string() });
export type RenderPdfPayload = z.infer<typeof Payload>;

type Context = { engines: Engines; pdf: PdfThread; now: () => Date; logger: Logger };

/**
 * Renders the consignment as it was at the requested revision, stores the file and records it in the document's stream.
 * Running twice gives one record; the last failed attempt is recorded too, so that the client sees state 3 (PD-001).
 */
export const renderPdfJob = ({ engines, pdf, now, logger }: Context): JobHandler => async (payload, { attempt, lastAttempt, progress }) => {
  const request = Payload.parse(payload);
  const { requestId, consignmentId, revision } = request;
  try {
    const facts = await factsOf(engines, request);
    await progress(20);
    const { content, pages } = await pdf.render(composeDocument(facts));
    await progress(80);
    const { hash } = await engines.files.put(content, { contentType: 'application/pdf', name: `${facts.consignment.consignCode || consignmentId}.pdf` });
    await handle(engines.eventStore, pdfDocument, consignmentId, { type: 'RecordPdf', consignmentId, revision, fileHash: hash, pages, requestId }, answering(requestId, 'pdf', now()));
  } catch (error) {
    if (lastAttempt || error instanceof PermanentFailure) {
      logger.error({ err: error, requestId, attempt }, 'a document could not be made');
      const reason = error instanceof Error ? error.message : String(error);
      await handle(engines.eventStore, pdfDocument, consignmentId, { type: 'RecordPdfFailure', consignmentId, reason, requestId }, answering(requestId, 'pdf-failed', now()));
    }
    throw error;
  }
};

const factsOf = async ({ eventStore, views }: Engines, { consignmentId, revision, requestedAt }: RenderPdfPayload): Promise<PrintFacts> => {
  const { state } = await load(eventStore, consignment, consignmentId, revision);
  if (state.phase === 'absent') throw new PermanentFailure('The consignment does not exist.');
  const unitId = state.header.testUnitId;
  const config = unitId ? (await views.get<UnitSettingsRow>(unitSettings, unitId))?.config : undefined;
  return {
    consignmentId,
    consignment: state,
    requestedAt,
    hidePrices: config?.['IsConsignHidePrice'] === true,
    hideEstimate: config?.['IsConsignHideEstimatedCost'] === true,
    requirements: await requirementsOf(views, state),
  };
};

const requirementsOf = async (views: Engines['views'], { samples }: ConsignmentFacts): Promise<Map<string, string>> => {
  const rows = await views.getMany<CatalogueSampleRow>(catalogueSamples, samples.map((sample) => sample.testUnitSampleId));
  const texts = samples.flatMap((sample) => {
    const row = rows.find(({ id }) => id === sample.testUnitSampleId);
    const requirement = row && requirementsFor(row, sample.parameters.map((parameter) => parameter.tuTestParamId))[0];
    return requirement ? [[sample.testUnitSampleId, plainText(requirement.defaultSampleDescription)] as const] : [];
  });
  return new Map(texts);
};
