import { z } from 'zod';
import { Guids, operation } from './operation.js';
import { opaque } from './texts.js';

const Q = '/api/services/app/QRCodeService/';

/**
 * Pages of the phone that a QR code opens (NAV-010), below mobile.html as `#/<page>?key=<key>`. A key contains the
 * index of its page, so new pages are appended.
 */
export const MobilePage = z.enum(['signList', 'entrustUploadFilesinfo', 'sampleUploadFilesinfo', 'reportTakeSign']);
export type MobilePage = z.infer<typeof MobilePage>;

/** Path of the pages of the phone. */
export const MOBILE_PATH = '/mobile.html';

/**
 * The text of a QR code: origin, page and `?key=` (QR-002). The key is behind the hash, so that loading the page does
 * not send it.
 */
export const mobileAddress = (origin: string, page: MobilePage, key: string): string =>
  `${origin}${MOBILE_PATH}#/${page}?key=${key}`;

/**
 * Validity of a key in minutes, and the maximum number of consignments or reports in one. More would make a code that
 * phones cannot read.
 */
export const KEY_MINUTES = 10;
export const MAX_CONSIGNMENTS_PER_KEY = 20;

/**
 * 002 section 7: `data` is the page of the key, `ids` are its objects: consignments to sign, one consignment or sample
 * for uploads, or reports to collect. Clients also send `token`; it is ignored in favour of the session, and a key
 * never contains it.
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

/** `plainText` is origin, page and `?key=`. The picture is square, `pixel` wide. */
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

/** A key as it appears in an address. */
export const phoneKeyParam = opaque(2000);

/** `expiresAt` is UTC ISO. */
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

/** There is no app to install. The result is the address of the phone's pages at that origin. */
export const apk = operation({
  name: 'Apk',
  method: 'GET',
  path: `${Q}Apk`,
  summary: 'Where a phone opens the pages of an origin',
  source: 'QR-004',
  query: z.object({ webUrl: opaque(2000, 1) }),
  result: z.string(),
});
