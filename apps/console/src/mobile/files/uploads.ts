import type { PhoneFile, PhoneUploads } from '#contract';
import { language } from '../../i18n/language.js';
import { ask, NoAnswer, Refused } from '../calls.js';

const pathOf = (key: string): string => `/api/v1/phone-uploads/${encodeURIComponent(key)}`;
/** A picture over a network of a building site. */
const TIMEOUT_MS = 120_000;

/** What the key of this page adds files to. @throws Refused, NoAnswer */
export const readUploads = (key: string): Promise<PhoneUploads> => ask<PhoneUploads>(pathOf(key), { method: 'GET' });

type Sent = { file: File; kind: string; idempotencyKey: string; onProgress(share: number): void };

/** Sends one file; the same key again is the same file. XMLHttpRequest, as fetch tells nobody how far it is. @throws Refused, NoAnswer */
export const sendFile = (key: string, { file, kind, idempotencyKey, onProgress }: Sent): Promise<PhoneFile> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new NoAnswer());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = lost;
    request.onload = () => {
      const body = bodyOf(request.responseText);
      // Half an answer is none, and so is one of whoever stands between.
      if (!body || request.status >= 500 || request.status < 200) return lost();
      if (request.status < 300) return resolve(body as PhoneFile);
      const { title = '', code = '' } = body as { title?: string; code?: string };
      reject(new Refused(title, code));
    };
    request.open('POST', pathOf(key));
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries({
      Accept: 'application/json',
      'Accept-Language': language(),
      'Idempotency-Key': idempotencyKey,
    }))
      request.setRequestHeader(name, value);
    const form = new FormData();
    if (kind !== '') form.append('accessoryTypeID', kind);
    form.append('file', file, file.name);
    request.send(form);
  });

const bodyOf = (text: string): object | null => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
};
