import { createHmac, sign, type KeyObject } from 'node:crypto';

/**
 * The content that is signed. `id` is the id of the event and the same for every attempt; `at` is the time of this
 * attempt; `body` is exactly the text that is sent.
 */
export type SignedMessage = { id: string; at: Date; body: string };

/** The keys that sign it: the secrets of the endpoint (`whsec_` and base64) and the platform's ed25519 key. */
export type SigningKeys = { secrets: readonly string[]; privateKey: KeyObject };

const SECRET_PREFIX = 'whsec_';

/**
 * The headers by which a receiver identifies a delivery and verifies its sender (Standard Webhooks 1.0): `webhook-id`,
 * `webhook-timestamp` in seconds, and `webhook-signature`, a `v1,` HMAC-SHA256 for each secret and one `v1a,` ed25519
 * signature, separated by spaces.
 */
export const signatureHeaders = (
  { id, at, body }: SignedMessage,
  { secrets, privateKey }: SigningKeys,
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = [
    ...secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`),
    `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`,
  ];
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
};

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
