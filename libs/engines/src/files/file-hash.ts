import { createHash } from 'node:crypto';

/** Address of a file's content: SHA-256, 64 hex digits. */
export const fileHashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Anything else addresses no file; it must never become part of a path. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
