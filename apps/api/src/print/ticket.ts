import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '#engines';

/** What a ticket opens, and for whom: one file, for five minutes (DECISIONS 29). A new browser tab can carry it where it cannot carry a bearer token. */
const Ticket = z.object({ userId: z.string(), hash: z.string(), name: z.string(), expiresAt: z.number() });
export type Ticket = z.infer<typeof Ticket>;

const LIFETIME_MS = 5 * 60 * 1000;

/** Path of a file for a browser. */
export const documentUrl = async (vault: Vault, granted: Omit<Ticket, 'expiresAt'>, now: Date): Promise<string> => {
  const payload = Buffer.from(JSON.stringify({ ...granted, expiresAt: now.getTime() + LIFETIME_MS })).toString('base64url');
  return `/api/v1/documents/${payload}.${await macOf(vault, payload)}`;
};

/** The ticket as it was signed; null for a forged, changed or expired one. */
export const readTicket = async (vault: Vault, ticket: string, now: Date): Promise<Ticket | null> => {
  const [payload = '', mac = ''] = ticket.split('.');
  if (!sameBytes(mac, await macOf(vault, payload))) return null;
  const read = Ticket.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return read.expiresAt > now.getTime() ? read : null;
};

const macOf = async (vault: Vault, payload: string): Promise<string> => {
  const key = await vault.secret('document-ticket-key', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(payload).digest('base64url');
};

const sameBytes = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
