import { z } from 'zod';
import { operation } from './operation.js';
import { phoneKeyParam } from './qr-code.contract.js';
import { opaque } from './texts.js';

const key = phoneKeyParam;
/** What is about to be signed, for the holder of the key. It has only what is needed to recognise it. */
export const Signing = z.object({
  state: z.enum(['waiting', 'signed']),
  /** Version of the displayed data. It is sent back with the signature, which is refused if the data has changed. */
  version: z.string(),
  /** UTC ISO. */
  expiresAt: z.string(),
  consignUnitName: z.string(),
  signer: z.string(),
  /** Masked. */
  signerPhone: z.string(),
  /** `fee` is in yuan, actual or estimated; null if there is none to show. */
  consignments: z.array(
    z.object({
      id: z.string(),
      consignCode: z.string(),
      projectName: z.string(),
      testContent: z.string(),
      sampleCount: z.number(),
      fee: z.string().nullable(),
    }),
  ),
});
export type Signing = z.infer<typeof Signing>;
export const getSigning = operation({
  name: 'GetSigning',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/signing/:key',
  summary: 'What a key signs, and whether it has been signed',
  source: 'CL-019',
  query: z.object({ key }),
  result: Signing,
});
export const signByKey = operation({
  name: 'SignByKey',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/signing/:key',
  summary: 'Signs with a key, on behalf of the user who made it; once',
  source: 'CL-019',
  query: z.object({ key }),
  body: z.object({ version: opaque(1000), signImage: opaque(400_000) }),
  result: z.object({ signed: z.number() }),
});
