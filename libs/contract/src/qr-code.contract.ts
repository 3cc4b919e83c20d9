import { z } from 'zod';
import { Guids, operation } from './operation.js';
import { opaque } from './texts.js';

const Q = '/api/services/app/QRCodeService/';

/**
 * Pages of the phone that a QR code opens (NAV-010), each under mobile.html as `#/<page>?key=<key>`. A key holds the
 * place of its page here: new ones go to the end.
 */
export const MobilePage = z.enum(['signList', 'entrustUploadFilesinfo', 'sampleUploadFilesinfo', 'reportTakeSign']);
export type MobilePage = z.infer<typeof MobilePage>;

/** Where the pages of the phone lie. */
export const MOBILE_PATH = '/mobile.html';

/**
 * The text of a QR code: origin, page and `?key=` (QR-002). Behind the hash, so that loading the page tells nobody the
 * key.
 */
export const mobileAddress = (origin: string, page: MobilePage, key: string): string =>
  `${origin}${MOBILE_PATH}#/${page}?key=${key}`;

/**
 * How long a key is good for, in minutes, and how many consignments or reports one can carry: more make a code that no
 * phone reads.
 */
export const KEY_MINUTES = 10;
export const MAX_CONSIGNMENTS_PER_KEY = 20;

/**
 * 002 section 7: `data` names the page the key is for, `ids` what it is for: consignments to sign, one consignment or
 * one sample that gets files, reports that are fetched. Clients send their token as well; the session stands for it,
 * and no key carries it.
 */
export const createQRCodeKey = operation({
  name: 'CreateQRCodeKey',
  method: 'POST',
  path: `${Q}CreateQRCodeKey`,
  summary: 'A key that lets a phone without login do one thing with exactly these ids, for ten minutes',
  source: 'QR-001',
  body: z.object({ ids: Guids, data: MobilePage, token: opaque(10_000).optional() }),
  result: z.string(),
});

/** `plainText` is origin, page and `?key=`; the picture is square, `pixel` wide. */
export const createQRCode = operation({
  name: 'CreateQRCode',
  method: 'GET',
  path: `${Q}CreateQRCode`,
  summary: 'A text as a QR code',
  source: 'SAPI-026',
  download: true,
  query: z.object({
    plainText: opaque(2000, 1),
    pixel: z.coerce.number().int().min(60).max(1000).default(120),
  }),
});

/** A key as it comes in an address. */
export const phoneKeyParam = opaque(2000);

/** `expiresAt` UTC ISO. */
export const QRCodeKeyInfo = z.object({ ids: z.array(z.string()), data: MobilePage, expiresAt: z.string() });
export const getQRCodeKeyInfo = operation({
  name: 'GetQRCodeKeyInfo',
  method: 'GET',
  path: `${Q}GetQRCodeKeyInfo`,
  summary: 'The purpose of a key, for the caller who has it',
  source: 'QR-003',
  query: z.object({ key: phoneKeyParam }),
  result: QRCodeKeyInfo,
});

/** There is nothing to install: the address of the phone's pages at that origin is the app. */
export const apk = operation({
  name: 'Apk',
  method: 'GET',
  path: `${Q}Apk`,
  summary: 'Where a phone opens the pages of an origin',
  source: 'QR-004',
  query: z.object({ webUrl: opaque(2000, 1) }),
  result: z.string(),
});
