import { useEffect, useRef, useState } from 'react';
import type { PhoneFile, PhoneUploads } from '#contract';
import { language } from '../../i18n/language.js';
import { chinaClock } from '../../lib/china-time.js';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import { callMobile, retryWhileUnreachable, NoResponse, RequestRefused } from '../calls.js';

/**
 * Maximum length of a picture's longer side in pixels: enough to read a label on a sample, and a tenth of a camera's
 * size.
 */
const LONG_SIDE = 2000;
const QUALITY = 0.85;
/**
 * A small picture of another format is sent unchanged; a JPEG never is, because its camera may have recorded the place.
 */
const SMALL_BYTES = 1_000_000;

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/**
 * A picture as it is sent: upright by its EXIF orientation, not larger than needed, a JPEG, and so without the recorded
 * place. A file that is not a picture, or that this phone cannot read, is unchanged.
 */
const prepareForUpload = async (file: File, extensions: readonly string[]): Promise<File> => {
  if (!file.type.startsWith('image/')) return file;
  const picture = await decodePicture(file);
  if (!picture) return file;
  const { width, height } = picture;
  const share = Math.min(1, LONG_SIDE / Math.max(width, height));
  if (
    share === 1 &&
    file.type !== 'image/jpeg' &&
    file.size <= SMALL_BYTES &&
    extensions.includes(extensionOf(file.name))
  )
    return file;
  const blob = await drawScaled(picture, Math.round(width * share), Math.round(height * share));
  return blob
    ? new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
        type: 'image/jpeg',
        lastModified: file.lastModified,
      })
    : file;
};

type Picture = (ImageBitmap | HTMLImageElement) & { width: number; height: number };

/**
 * Upright; null for what cannot be read. Older browsers do not have the options used here, but draw an element upright.
 */
const decodePicture = async (file: File): Promise<Picture | null> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return decodeWithElement(file);
  }
};

const decodeWithElement = async (file: File): Promise<Picture | null> => {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
};

const drawScaled = (picture: Picture, width: number, height: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#fff'; // behind transparent parts, which a JPEG cannot have
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  if ('close' in picture) picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
};

const pathOf = (key: string): string => `/api/v1/phone-uploads/${encodeURIComponent(key)}`;
/** A picture over the network of a construction site. */
const TIMEOUT_MS = 120_000;

/** The object to which the key of this page adds files. @throws RequestRefused, NoResponse */
export const fetchUploads = (key: string): Promise<PhoneUploads> =>
  callMobile<PhoneUploads>(pathOf(key), { method: 'GET' });

type FileToSend = { file: File; kind: string; idempotencyKey: string; onProgress(share: number): void };

/**
 * Sends one file; the same key again is the same file. It uses XMLHttpRequest, because fetch reports no progress.
 * @throws RequestRefused, NoResponse
 */
const sendFile = (key: string, { file, kind, idempotencyKey, onProgress }: FileToSend): Promise<PhoneFile> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const rejectWithoutResponse = () => reject(new NoResponse());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = rejectWithoutResponse;
    request.ontimeout = rejectWithoutResponse;
    request.onabort = rejectWithoutResponse;
    request.onload = () => {
      const body = bodyOf(request.responseText);
      // An incomplete response does not count, nor one of a proxy in between.
      if (!body || request.status >= 500 || request.status < 200) return rejectWithoutResponse();
      if (request.status < 300) return resolve(body as PhoneFile);
      const { title = '', code = '' } = body as { title?: string; code?: string };
      reject(new RequestRefused(title, code));
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

/**
 * A file that is being sent. `key` stays the same for all tries; `share` is 0 to 1. 'again': no response, it is retried
 * by itself; 'lost': no response for a minute; 'refused': the service refused it, `reason` says why. Both are kept
 * until the user decides.
 */
export type QueuedUpload = {
  key: string;
  file: File;
  kind: string;
  state: 'waiting' | 'sending' | 'again' | 'lost' | 'refused';
  share: number;
  reason: string;
};

type Rules = Pick<PhoneUploads, 'extensions' | 'maxBytes'>;
type FileCheck = (file: File) => string | null;

/**
 * Files that are being sent, one at a time and in the order chosen. Leaving the page while some have not arrived asks
 * first.
 */
export const useUploadQueue = (
  keyText: string,
  { extensions }: Rules,
  problemOf: FileCheck,
  onArrived: (file: PhoneFile) => void,
) => {
  const [queue, setQueue] = useState<readonly QueuedUpload[]>([]);
  const running = useRef(false);
  const change = (key: string, some: Partial<QueuedUpload>) =>
    setQueue((current) => current.map((each) => (each.key === key ? { ...each, ...some } : each)));
  const remove = (key: string) => setQueue((current) => current.filter((each) => each.key !== key));

  const send = async ({ key, file, kind }: QueuedUpload) => {
    change(key, { state: 'sending', share: 0, reason: '' });
    try {
      const picture = await prepareForUpload(file, extensions);
      const problem = problemOf(picture);
      if (problem !== null) throw new RequestRefused(problem, '');
      const uploadedFile = await retryWhileUnreachable(
        () =>
          sendFile(keyText, {
            file: picture,
            kind,
            idempotencyKey: key,
            onProgress: (share) => change(key, { state: 'sending', share }),
          }),
        () => change(key, { state: 'again' }),
      );
      onArrived(uploadedFile);
      return () => remove(key);
    } catch (error) {
      return () =>
        change(
          key,
          error instanceof RequestRefused ? { state: 'refused', reason: error.message } : { state: 'lost', share: 0 },
        );
    }
  };
  const next = queue.find(({ state }) => state === 'waiting');
  useEffect(() => {
    if (!next || running.current) return;
    running.current = true;
    void send(next).then((settle) => {
      running.current = false; // before the state changes, because the next upload starts with that
      settle();
    });
  });

  const isPending = queue.length > 0;
  useEffect(() => {
    if (!isPending) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [isPending]);

  return {
    queue,
    add: (files: readonly File[], kind: string) =>
      setQueue((current) => [
        ...current,
        ...files.map((file): QueuedUpload => ({
          key: newIdempotencyKey(),
          file,
          kind,
          state: 'waiting',
          share: 0,
          reason: '',
        })),
      ]),
    retry: (key: string) => change(key, { state: 'waiting', share: 0, reason: '' }),
    remove,
  };
};

/** 20261122-161305, in China. */
const timestampText = (time: Date): string => chinaClock(time).replace(/[-:]/g, '').replace('T', '-');

/** The name that cameras give every picture: it says nothing, and would be the same each time. */
const GENERIC_NAME = /^(image|photo|img|capture|\d{1,4})?$/i;

/**
 * A name that distinguishes files: their own if it says something, otherwise kind and time; with a number if the name
 * is taken.
 */
export const fileNameFor = (
  pickedName: string,
  { kindName, time, existingNames }: { kindName: string; time: Date; existingNames: readonly string[] },
): string => {
  const [, base = '', extension = ''] =
    /^(.*?)(\.[^.]*)?$/s.exec(
      pickedName
        .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '-')
        .trim()
        .replace(/^\.+/, ''),
    ) ?? [];
  const baseName = GENERIC_NAME.test(base) ? `${kindName}-${timestampText(time)}` : base.slice(0, 120);
  const numberedName = (n: number): string => `${baseName}${n === 1 ? '' : `-${n}`}${extension}`;
  let n = 1;
  while (existingNames.some((name) => name.toLowerCase() === numberedName(n).toLowerCase())) n += 1;
  return numberedName(n);
};
