import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '#engines';

/** What a document's ticket opens, and for whom: one file, for five minutes (DECISIONS 29). A new browser tab can carry it where it cannot carry a bearer token. */
const Ticket = z.object({ userId: z.string(), hash: z.string(), name: z.string() });
export type Ticket = z.infer<typeof Ticket>;

const LIFETIME_MS = 5 * 60 * 1000;

/** Path of a file for a browser. */
export const documentUrl = async (vault: Vault, granted: Ticket, now: Date): Promise<string> => `/api/v1/documents/${await signTicket(vault, granted, now)}`;

/** The ticket as it was signed; null for a forged, changed or expired one. */
export const readTicket = (vault: Vault, ticket: string, now: Date): Promise<Ticket | null> => openTicket(vault, Ticket, ticket, now);

/** Whatever is granted, as one piece of a path: it names its end and carries our signature. */
export const signTicket = async (vault: Vault, granted: object, now: Date): Promise<string> => {
  const payload = Buffer.from(JSON.stringify({ ...granted, expiresAt: now.getTime() + LIFETIME_MS })).toString('base64url');
  return `${payload}.${await macOf(vault, payload)}`;
};

/** What was granted; null for a ticket that is forged, changed, expired or of another kind. */
export const openTicket = async <Granted>(vault: Vault, kind: z.ZodType<Granted>, ticket: string, now: Date): Promise<Granted | null> => {
  const [payload = '', mac = ''] = ticket.split('.');
  if (!sameBytes(mac, await macOf(vault, payload))) return null;
  const signed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const { success, data } = Expiring.safeParse(signed);
  return success && data.expiresAt > now.getTime() ? (kind.safeParse(signed).data ?? null) : null;
};

const Expiring = z.object({ expiresAt: z.number() });

const macOf = async (vault: Vault, payload: string): Promise<string> => {
  const key = await vault.secret('document-ticket-key', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(payload).digest('base64url');
};

const sameBytes = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
