import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '#engines';

/** Stands for a value in the names of streams, so that the log does not show it (DECISIONS 11). The same as reservations of the first start have. */
export const fingerprint = async (vault: Vault, value: string): Promise<string> =>
  createHmac('sha256', await vault.secret('reservation-index', () => randomBytes(32).toString('base64url'))).update(value).digest('hex');
