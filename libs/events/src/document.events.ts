import { z } from 'zod';
import { ConsignType, FrozenNames } from './consignment.events.js';
import { defineEvent, type EventOf } from './define-event.js';
import { PreferredLanguage } from './user.events.js';

/**
 * document-<consignment id>: the pre-consignment PDF; in another language document-<consignment id>.<language>.
 * `revision` is the revision of the consignment that is printed.
 */
export const documentEvents = {
  PdfRequested: defineEvent(
    z.object({
      consignmentId: z.string(),
      revision: z.number(),
      forced: z.boolean(),
      requestedAt: z.string().optional(),
      language: PreferredLanguage.optional(),
      /** A person in the consignment was erased: earlier documents are neither served nor stored. */
      erased: z.boolean().optional(),
    }),
  ),
  PdfGenerated: defineEvent(
    z.object({
      consignmentId: z.string(),
      revision: z.number(),
      fileHash: z.string(),
      pages: z.number(),
      requestId: z.string(),
      /** Which amounts the settings of the testing unit allow to show; all of them if this is missing. */
      shows: z.object({ prices: z.boolean(), estimate: z.boolean() }).optional(),
      /**
       * The names of a draft at this time; missing if a submission had frozen the names, and in documents of earlier
       * releases.
       */
      named: FrozenNames.optional(),
    }),
  ),
  PdfFailed: defineEvent(
    z.object({
      consignmentId: z.string(),
      reason: z.string(),
      requestId: z.string(),
      /** The requested revision of the consignment; missing in events of earlier releases. */
      revision: z.number().optional(),
    }),
  ),
};
export type DocumentEvent = EventOf<typeof documentEvents>;

/**
 * A row of the ledger: the consignment at this revision. Its contents stay in its own stream, so an export contains no
 * personal data.
 */
export const LedgerEntry = z.object({ id: z.string(), revision: z.number() });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/**
 * export-<id>: the ledger of a unit, requested page by page. The result is a file with all pages so far, or a failure.
 * A request that is superseded by a later one gets the result of the later one.
 */
export const exportEvents = {
  ExportPageRequested: defineEvent(
    z.object({
      requestedBy: z.string(),
      consignType: ConsignType.nullable(),
      entries: z.array(LedgerEntry).min(1),
      language: PreferredLanguage.optional(),
    }),
  ),
  ExportBuilt: defineEvent(
    z.object({
      pages: z.number(),
      rows: z.number(),
      fileHash: z.string(),
      requestId: z.string(),
      /** The end of the log when the file was begun: persons who were erased later may be in it. It was added later. */
      readFrom: z.string().optional(),
    }),
  ),
  ExportFailed: defineEvent(z.object({ reason: z.string(), requestId: z.string() })),
};
export type ExportEvent = EventOf<typeof exportEvents>;
