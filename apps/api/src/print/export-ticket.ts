import { z } from 'zod';
import type { Vault } from '#engines';
import { verifyTicket, signTicket } from './ticket.js';

/** Opens the file of an export once it holds so many pages; the file itself may not be there yet. */
const ExportTicket = z.object({ userId: z.string(), exportId: z.string(), pages: z.number() });
export type ExportTicket = z.infer<typeof ExportTicket>;

/** Path of a ledger for a browser. */
export const exportUrl = async (vault: Vault, granted: ExportTicket, now: Date): Promise<string> =>
  `/api/v1/exports/${await signTicket(vault, granted, now)}`;

/** The ticket as it was signed; null for one that opens no export. */
export const readExportTicket = (vault: Vault, ticket: string, now: Date): Promise<ExportTicket | null> =>
  verifyTicket(vault, ExportTicket, ticket, now);
