import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { ERASED } from '#events';

/** What the log holds in place of a personal value: `<key index>.<iv>.<ciphertext>.<tag>`, and the names of its members in clear. */
export type SealedValue = { $sealed: string; $members: string[] };

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

export const isSealed = (value: object): value is SealedValue => '$sealed' in value && '$members' in value;

/** A key index contains no dot. */
export const keyIndexOf = (sealed: SealedValue): string => sealed.$sealed.slice(0, sealed.$sealed.indexOf('.'));

/**
 * Key indexes named in the JSON text of an event; quotes of what a user typed are escaped there and do not match. Each is a copy: what a
 * match captures is a part of the text to V8, and whoever keeps it keeps the whole text in memory.
 */
export const keyIndexesIn = (text: string): string[] =>
  Array.from(text.matchAll(/"\$sealed":"([^."]+)\./g), ([, index = '']) => Buffer.from(index).toString());

/**
 * Seals a value with AES-256-GCM. The iv is drawn from key, event and content instead of by chance, so that
 * the same event made again is the same bytes (a repeated append must be recognised); it never serves two contents.
 */
export const seal = (value: Record<string, string>, index: string, key: Uint8Array, eventId: string): SealedValue => {
  const clear = JSON.stringify(value);
  const iv = createHmac('sha256', key).update(`${eventId}\n${clear}`).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const ciphertext = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return { $sealed: [index, ...parts].join('.'), $members: Object.keys(value) };
};

/** The value as it was, or null when `key` is not the one it was sealed with: a person typed again after an erasure has a new one. */
export const unseal = (sealed: SealedValue, key: Uint8Array): Record<string, string> | null => {
  const [, iv = '', ciphertext = '', tag = ''] = sealed.$sealed.split('.');
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const clear = Buffer.concat([decipher.update(ciphertext, 'base64url'), decipher.final()]);
    return JSON.parse(clear.toString('utf8')) as Record<string, string>;
  } catch {
    return null;
  }
};

export const erasedValue = (sealed: SealedValue): Record<string, string> =>
  Object.fromEntries(sealed.$members.map((name) => [name, ERASED]));
