import type { ResultOf, Signing, signByKey } from '#contract';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import { callMobile } from '../calls.js';

const pathOf = (key: string): string => `/api/v1/signing/${encodeURIComponent(key)}`;

/** What the key of this page signs. @throws Refused, NoAnswer */
export const readSigning = (key: string): Promise<Signing> => callMobile<Signing>(pathOf(key), { method: 'GET' });

/** A press of the button: it can be sent again and again and signs once. @throws Refused, NoAnswer */
export const signingRequest = (key: string, version: string, signImage: string): (() => Promise<unknown>) => {
  const idempotencyKey = newIdempotencyKey();
  return () =>
    callMobile<ResultOf<typeof signByKey>>(pathOf(key), {
      method: 'POST',
      body: { version, signImage },
      idempotencyKey,
    });
};
