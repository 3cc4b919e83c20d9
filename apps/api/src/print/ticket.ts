import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isImpossible } from '#domain/time';
import type { Vault } from '#engines';

/**
 * The contents of a document's ticket: access to one file, for five minutes (ADR-012). A new browser tab cannot send a
 * bearer token, but it can open an address with a ticket. Without a media type, the file is served with its stored
 * type. If the file is the document of a consignment, `documentId` names it. Such a file opens only while it is the
 * newest document and shows no amounts that are hidden now.
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
 * The lifetime of a kind of ticket and the installation's key that signs it. A ticket of one kind is invalid as
 * another.
 */
export type TicketKind = { key: string; lifetimeMs: number };
const OPENS_A_FILE: TicketKind = { key: 'document-ticket-key', lifetimeMs: 5 * 60 * 1000 };

/** Path of a file for a browser. */
export const documentUrl = async (vault: Vault, grant: Ticket, now: Date): Promise<string> =>
  `/api/v1/documents/${await signTicket(vault, grant, now)}`;

/** The contents of a ticket; null if it is forged, changed or expired. */
export const readTicket = (vault: Vault, ticket: string, now: Date): Promise<Ticket | null> =>
  verifyTicket(vault, Ticket, ticket, now);

/** Signs a grant as one path segment, with its time of expiry. */
export const signTicket = async (
  vault: Vault,
  grant: object,
  now: Date,
  ticketKind = OPENS_A_FILE,
): Promise<string> => {
  const payload = Buffer.from(JSON.stringify({ ...grant, expiresAt: now.getTime() + ticketKind.lifetimeMs })).toString(
    'base64url',
  );
  return `${payload}.${await macOf(vault, payload, ticketKind)}`;
};

/** The grant in a ticket; null if the ticket is forged, changed, expired or of another kind. */
export const verifyTicket = async <Grant>(
  vault: Vault,
  schema: z.ZodType<Grant>,
  ticket: string,
  now: Date,
  ticketKind = OPENS_A_FILE,
): Promise<Grant | null> => {
  const [payload = '', mac = ''] = ticket.split('.');
  if (!sameBytes(mac, await macOf(vault, payload, ticketKind))) return null;
  const signed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const { success, data } = Expiring.safeParse(signed);
  // A ticket that is valid for longer than its lifetime was signed by a clock that has been corrected since.
  const isValid =
    success && data.expiresAt > now.getTime() && !isImpossible(data.expiresAt, now.getTime(), ticketKind.lifetimeMs);
  return isValid ? (schema.safeParse(signed).data ?? null) : null;
};

const Expiring = z.object({ expiresAt: z.number() });

const macOf = async (vault: Vault, payload: string, ticketKind: TicketKind): Promise<string> => {
  const key = await vault.secret(ticketKind.key, () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(payload).digest('base64url');
};

const sameBytes = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Opens the file of an export once it contains this number of pages. The file may not exist yet. */
const ExportTicket = z.object({ userId: z.string(), exportId: z.string(), pages: z.number() });
export type ExportTicket = z.infer<typeof ExportTicket>;

/** Path of a ledger for a browser. */
export const exportUrl = async (vault: Vault, grant: ExportTicket, now: Date): Promise<string> =>
  `/api/v1/exports/${await signTicket(vault, grant, now)}`;

/** The contents of an export ticket; null if it is invalid. */
export const readExportTicket = (vault: Vault, ticket: string, now: Date): Promise<ExportTicket | null> =>
  verifyTicket(vault, ExportTicket, ticket, now);
