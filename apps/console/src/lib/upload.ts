import { type Operation, uploadFile as storeFile, type UploadedFile } from '#contract';
import { operationUrl, parseResponse, requestHeaders, noResponseError, TIMEOUT_MS, type ApiResponse } from './http.js';

export type UploadOptions = {
  /** Share of the file that was sent, 0 to 1. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
};

export type Sending = UploadOptions & {
  /** Members of the operation's body. */
  fields?: Readonly<Record<string, string>>;
  ifMatch?: number;
  /** Same key, same result: the same for retries of the same file. */
  idempotencyKey?: string;
};

/**
 * Sends a file to an upload operation. It uses XMLHttpRequest, because fetch reports no progress.
 * @throws ApiError as http.ts does; AbortError when `signal` aborts
 */
export const upload = <Op extends Operation>(
  operation: Op,
  file: File,
  { fields = {}, ifMatch, idempotencyKey, onProgress, signal }: Sending = {},
): Promise<ApiResponse<Op>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    const cancelled = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal?.aborted) return cancelled();
    signal?.addEventListener('abort', cancel);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onabort = () => end(cancelled);
    request.onerror = () => end(() => reject(noResponseError(operation, false)));
    request.ontimeout = () => end(() => reject(noResponseError(operation, true)));
    request.onload = () =>
      end(() => {
        try {
          resolve(
            parseResponse(operation, {
              status: request.status,
              body: request.responseText,
              header: (name) => request.getResponseHeader(name),
            }),
          );
        } catch (error) {
          reject(error as Error);
        }
      });
    request.open(operation.method, operationUrl(operation, {}));
    request.timeout = TIMEOUT_MS;
    const headers = requestHeaders({
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file, file.name);
    request.send(form);
  });

/** Stores a file that nothing refers to yet; its uploadId is valid for 24 hours. Throws as `upload`. */
export const uploadFile = async (file: File, options: UploadOptions = {}): Promise<UploadedFile> =>
  (await upload(storeFile, file, options)).data;
