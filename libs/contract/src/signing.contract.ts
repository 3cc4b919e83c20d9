import { z } from 'zod';
import { Guids, operation } from './operation.js';

/** Pages of the phone that a QR code opens (NAV-010), each under mobile.html as `#/<page>?key=<key>`. */
export const MobilePage = z.enum(['signList']);
export type MobilePage = z.infer<typeof MobilePage>;

/** How long a key is good for, in minutes, and how many consignments one can carry: more make a code that no phone reads. */
export const KEY_MINUTES = 10;
export const KEY_CONSIGNMENTS = 20;

/** 002 section 7: `data` names the page the key is for. Clients send their token as well; the session stands for it. */
export const createQRCodeKey = operation({ name: 'CreateQRCodeKey', method: 'POST', path: '/api/services/app/QRCodeService/CreateQRCodeKey', summary: 'A key that lets a phone without login do one thing with exactly these consignments, for ten minutes', source: 'QR-001', body: z.object({ ids: Guids, data: MobilePage, token: z.string().optional() }), result: z.string() });

/** `plainText` is origin, page and `?key=`; the picture is square, `pixel` wide. */
export const createQRCode = operation({ name: 'CreateQRCode', method: 'GET', path: '/api/services/app/QRCodeService/CreateQRCode', summary: 'A text as a QR code', source: 'SAPI-026', download: true, query: z.object({ plainText: z.string().min(1).max(2000), pixel: z.coerce.number().int().min(60).max(1000).default(120) }) });

const key = z.string().max(2000);
/** What is about to be signed, to whoever holds the key: nothing that is not needed to know it. */
export const Signing = z.object({
  state: z.enum(['waiting', 'signed']),
  /** Names what is shown here: sent back with the signature, which is refused when anything has changed since. */
  version: z.string(),
  /** UTC ISO. */
  expiresAt: z.string(),
  consignUnitName: z.string(),
  signer: z.string(),
  /** Masked. */
  signerPhone: z.string(),
  /** `fee` in yuan, actual or estimated; null where there is none to show. */
  consignments: z.array(z.object({ id: z.string(), consignCode: z.string(), projectName: z.string(), testContent: z.string(), sampleCount: z.number(), fee: z.string().nullable() })),
});
export type Signing = z.infer<typeof Signing>;
export const getSigning = operation({ name: 'GetSigning', family: 'v1', method: 'GET', path: '/api/v1/signing/:key', summary: 'What a key signs, and whether it has been signed', source: 'CL-019', query: z.object({ key }), result: Signing });
export const signByKey = operation({ name: 'SignByKey', family: 'v1', method: 'POST', path: '/api/v1/signing/:key', summary: 'Signs with a key, on behalf of the user who made it; once', source: 'CL-019', query: z.object({ key }), body: z.object({ version: z.string().max(1000), signImage: z.string().max(400_000) }), result: z.object({ signed: z.number() }) });
