import { z } from 'zod';
import { ConsignType } from '#events';
import { ConsignmentView } from './consignment.contract.js';
import { Guid, Guids, operation } from './operation.js';
import { SampleView } from './sample.contract.js';
import { opaque } from './texts.js';

const B = '/api/services/app/BuConsignInfo/';

/**
 * pdfStatus: 0 none, 1 ready, 2 generating, 3 failed, 4 consignment newer than the document (PD-001). pdfUrl is empty
 * unless it is ready, and for callers who see persons masked (ADR-016).
 */
export const PdfInfo = z.object({
  id: z.string(),
  pdfStatus: z.literal([0, 1, 2, 3, 4]),
  pdfUrl: z.string(),
  reason: z.string(),
  requestedAt: z.string().nullable(),
});
export type PdfInfo = z.infer<typeof PdfInfo>;
export const getPrintList = operation({
  name: 'GetPrintList',
  method: 'GET',
  path: `${B}GetPrintList`,
  summary: 'State of the documents; the payload carries a success of its own',
  source: 'API-010',
  query: z.object({ ids: Guids }),
  result: z.object({ success: z.boolean(), message: z.string(), result: z.array(PdfInfo) }),
});
/**
 * `force` is the forced retry of the 180 s prompt. Without it, a document that has been generating for less than 180 s
 * is not requested again (ADR-034).
 */
export const genConsignPdf = operation({
  name: 'GenConsignPdf',
  method: 'POST',
  path: `${B}GenConsignPdf`,
  summary: 'Asks for the document',
  source: 'API-010',
  query: z.object({ id: Guid, force: z.stringbool().default(false) }),
  result: z.literal(true),
});
/** A sample with the laboratory's receiving requirements as one line; empty if there are none. */
export const PrintSample = SampleView.extend({ receivingRequirement: z.string() });
export const PrintConsignment = ConsignmentView.omit({ samples: true }).extend({
  qualificationName: z.string(),
  isReadOnly: z.boolean(),
  title: z.string(),
  samples: z.array(PrintSample),
});
export const getPrintConsignInfoList = operation({
  name: 'GetPrintConsignInfoList',
  method: 'GET',
  path: `${B}GetPrintConsignInfoList`,
  summary: 'Print data, one object an id, in the order asked',
  source: 'API-012',
  query: z.object({ ids: Guids }),
  result: z.array(PrintConsignment),
});
/** Maximum number of consignments in a call of Export (K-003). */
export const EXPORT_PAGE = 50;
/**
 * One page of the ledger. exportPath is empty for the first page; each further page sends the exportPath of the
 * response, so that all pages go into one file.
 */
export const exportConsignments = operation({
  name: 'Export',
  method: 'POST',
  path: `${B}Export`,
  summary: 'Unit ledger, page by page',
  source: 'API-014',
  body: z.object({
    consignType: z.coerce.number().pipe(ConsignType).optional(),
    consignIds: Guids.pipe(z.array(z.string()).max(EXPORT_PAGE)),
    exportPath: z.union([z.literal(''), Guid]).default(''),
  }),
  result: z.object({ exportPath: z.string(), fileUrl: z.string() }),
});
/** Opened by a signed ticket of 5 minutes, bound to user and file (ADR-012). */
export const getDocumentFile = operation({
  name: 'GetDocumentFile',
  family: 'plain',
  method: 'GET',
  path: '/api/v1/documents/:ticket',
  summary: 'The file a ticket was given for',
  source: 'PD-003',
  query: z.object({ ticket: opaque(2000) }),
});
/** Data of each message in the stream of GetDocumentChanges, as JSON. */
export const DocumentChange = PdfInfo.pick({ id: true, pdfStatus: true });
export type DocumentChange = z.infer<typeof DocumentChange>;
/**
 * Server-sent events (text/event-stream), with the bearer token like every call: the current state of each document,
 * then each change when it is recorded. It saves the wait for the next poll; nothing depends on it.
 */
export const getDocumentChanges = operation({
  name: 'GetDocumentChanges',
  family: 'plain',
  method: 'GET',
  path: '/api/v1/documents/changes',
  summary: 'States of documents as they change, as server-sent events',
  source: 'PD-002',
  query: z.object({ ids: Guids }),
});
/**
 * Opened by the fileUrl of Export, a signed ticket of 5 minutes. Responds with 202 and { progress } in percent while
 * the worker generates the ledger, then with the file. A client that only accepts JSON then gets progress 100.
 */
export const getExportFile = operation({
  name: 'GetExportFile',
  family: 'plain',
  method: 'GET',
  path: '/api/v1/exports/:ticket',
  summary: 'The ledger a ticket was given for; 202 with its progress until it is made',
  source: 'EX-001',
  query: z.object({ ticket: opaque(2000) }),
});
/** State of a ledger, returned instead of the file. */
export const ExportProgress = z.object({ progress: z.number() });
