import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isImpossible } from '#domain/time';
import type { Vault } from '#engines';

/**
 * What a document's ticket opens, and for whom: one file, for five minutes (ADR-012). A new browser tab can carry it
 * where it cannot carry a bearer token. Without a media type the file is served as it was stored. `documentId` names
 * the document of a consignment that the file is, which has to be its newest one still, and to show no money that is
 * hidden by then.
 */
const Ticket = z.object({
  userId: z.string(),
  hash: z.string(),
  name: z.string(),
  mediaType: z.string().optional(),
  documentId: z.string().optional(),
});
export type Ticket = z.infer<typeof Ticket>;

/**
 * How long a kind of ticket is good for, and which of the installation's keys signs it: none passes for one of another
 * kind.
 */
export type TicketKind = { key: string; lifetimeMs: number };
const OPENS_A_FILE: TicketKind = { key: 'document-ticket-key', lifetimeMs: 5 * 60 * 1000 };

/** Path of a file for a browser. */
export const documentUrl = async (vault: Vault, granted: Ticket, now: Date): Promise<string> =>
  `/api/v1/documents/${await signTicket(vault, granted, now)}`;

/** The ticket as it was signed; null for a forged, changed or expired one. */
export const readTicket = (vault: Vault, ticket: string, now: Date): Promise<Ticket | null> =>
  verifyTicket(vault, Ticket, ticket, now);

/** Whatever is granted, as one piece of a path: it names its end and carries our signature. */
export const signTicket = async (vault: Vault, granted: object, now: Date, terms = OPENS_A_FILE): Promise<string> => {
  const payload = Buffer.from(JSON.stringify({ ...granted, expiresAt: now.getTime() + terms.lifetimeMs })).toString(
    'base64url',
  );
  return `${payload}.${await macOf(vault, payload, terms)}`;
};

/** What was granted; null for a ticket that is forged, changed, expired or of another kind. */
export const verifyTicket = async <Granted>(
  vault: Vault,
  kind: z.ZodType<Granted>,
  ticket: string,
  now: Date,
  terms = OPENS_A_FILE,
): Promise<Granted | null> => {
  const [payload = '', mac = ''] = ticket.split('.');
  if (!sameBytes(mac, await macOf(vault, payload, terms))) return null;
  const signed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const { success, data } = Expiring.safeParse(signed);
  // One that holds longer than its kind may was signed by a clock that has been put right since.
  const holds =
    success && data.expiresAt > now.getTime() && !isImpossible(data.expiresAt, now.getTime(), terms.lifetimeMs);
  return holds ? (kind.safeParse(signed).data ?? null) : null;
};

const Expiring = z.object({ expiresAt: z.number() });

const macOf = async (vault: Vault, payload: string, terms: TicketKind): Promise<string> => {
  const key = await vault.secret(terms.key, () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(payload).digest('base64url');
};

const sameBytes = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Opens the file of an export once it holds so many pages; the file itself may not be there yet. */
const ExportTicket = z.object({ userId: z.string(), exportId: z.string(), pages: z.number() });
export type ExportTicket = z.infer<typeof ExportTicket>;

/** Path of a ledger for a browser. */
export const exportUrl = async (vault: Vault, granted: ExportTicket, now: Date): Promise<string> =>
  `/api/v1/exports/${await signTicket(vault, granted, now)}`;

/** The ticket as it was signed; null for one that opens no export. */
export const readExportTicket = (vault: Vault, ticket: string, now: Date): Promise<ExportTicket | null> =>
  verifyTicket(vault, ExportTicket, ticket, now);
