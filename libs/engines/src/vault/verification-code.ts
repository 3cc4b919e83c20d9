import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from './vault.js';

const RANGE = 1_000_000;

/**
 * The six digits that answer one request for a verification code. They follow from a secret of the vault, so that nothing has to be
 * stored, a message that is sent again says the same, and neither log nor views hold anything of it (ADR-013).
 */
export const verificationCode = async (vault: Vault, requestId: string): Promise<string> => {
  const secret = await vault.secret('verification-codes', () => randomBytes(32).toString('base64url'));
  const drawn = createHmac('sha256', secret).update(requestId).digest().readUIntBE(0, 6);
  return String(drawn % RANGE).padStart(6, '0');
};
