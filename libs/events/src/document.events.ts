import { z } from 'zod';
import { ConsignType, FrozenNames } from './consignment.events.js';
import { defineEvent, type EventOf } from './define-event.js';
import { PreferredLanguage } from './user.events.js';

/**
 * document-<consignment id>: the pre-consignment PDF; in another language document-<consignment id>.<language>.
 * `revision` is the consignment's revision that was or is to be printed.
 */
export const documentEvents = {
  PdfRequested: defineEvent(
    z.object({
      consignmentId: z.string(),
      revision: z.number(),
      forced: z.boolean(),
      requestedAt: z.string().optional(),
      language: PreferredLanguage.optional(),
      /** A person whom the consignment named was erased: what was made before is neither served nor kept. */
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
      /** Which money the testing unit's settings let it show; all of it where this is missing. */
      shows: z.object({ prices: z.boolean(), estimate: z.boolean() }).optional(),
      /**
       * What a draft was called by then; missing where a submission had frozen the names, and in documents of earlier
       * releases.
       */
      named: FrozenNames.optional(),
    }),
  ),
  PdfFailed: defineEvent(z.object({ consignmentId: z.string(), reason: z.string(), requestId: z.string() })),
};
export type DocumentEvent = EventOf<typeof documentEvents>;

/**
 * A row of the ledger: the consignment as it stood at this revision. Its contents stay in its own stream, so an export
 * holds nothing personal.
 */
export const LedgerEntry = z.object({ id: z.string(), revision: z.number() });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/**
 * export-<id>: a unit's ledger, asked for page by page. Answers are a file of all pages so far, or a failure; a request
 * that a later one has overtaken is answered with that one.
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
      /** The end of the log when its making began: whoever was erased later may stand in it. It came later. */
      readFrom: z.string().optional(),
    }),
  ),
  ExportFailed: defineEvent(z.object({ reason: z.string(), requestId: z.string() })),
};
export type ExportEvent = EventOf<typeof exportEvents>;
