import { z } from 'zod';
import { ConsignType } from './consignment.events.js';
import { defineEvent, type EventOf } from './define-event.js';
import { PreferredLanguage } from './user.events.js';

/** A row of the ledger: the consignment as it stood at this revision. Its contents stay in its own stream, so an export holds nothing personal. */
export const LedgerEntry = z.object({ id: z.string(), revision: z.number() });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** export-<id>: a unit's ledger, asked for page by page. Answers are a file of all pages so far, or a failure; a request that a later one has overtaken is answered with that one. */
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
