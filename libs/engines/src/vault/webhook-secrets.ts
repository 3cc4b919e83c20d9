import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Vault } from './vault.js';

/**
 * The secret by which deliveries to a webhook endpoint are signed: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0). It follows
 * from its id and a key of the installation, so nothing of an endpoint has to be stored and a repeated request answers the same secret.
 */
export const webhookSecret = async (vault: Vault, webhookId: string, secretId: string): Promise<string> => {
  const key = await vault.secret('webhook-secrets', () => randomBytes(32).toString('base64url'));
  return `whsec_${createHmac('sha256', key).update(`${webhookId}/${secretId}`).digest('base64')}`;
};

/** The key pair by which the platform signs all deliveries beside their secrets; `publicKey`: `whpk_` and 32 bytes in base64. */
export type WebhookKeys = { privateKey: KeyObject; publicKey: string };

/** The ed25519 key pair of the installation, made on first use. */
export const webhookKeys = async (vault: Vault): Promise<WebhookKeys> => {
  const stored = await vault.secret('webhook-signing-key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  );
  const privateKey = createPrivateKey({ key: Buffer.from(stored, 'base64'), type: 'pkcs8', format: 'der' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}` };
};
