import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from './vault.js';

/** Makes fingerprints with the installation's key, for who needs many. */
export const fingerprinter = async (vault: Vault): Promise<(value: string) => string> => {
  const key = await vault.secret('reservation-index', () => randomBytes(32).toString('base64url'));
  return (value) => createHmac('sha256', key).update(value).digest('hex');
};

/** Stands for a value in the names of streams, so that the log does not show it (ADR-002): 64 hexadecimal digits, the same for the same value on one installation. */
export const fingerprint = async (vault: Vault, value: string): Promise<string> => (await fingerprinter(vault))(value);
