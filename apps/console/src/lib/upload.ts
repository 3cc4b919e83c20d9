import { type Operation, uploadFile as storeFile, type UploadedFile } from '#contract';
import { operationUrl, parseResponse, requestHeaders, noResponseError, TIMEOUT_MS, type ApiResponse } from './http.js';

export type UploadOptions = {
  /** Share of the file that has left this machine, 0 to 1. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
};

export type Sending = UploadOptions & {
  /** Members of the operation's body. */
  fields?: Readonly<Record<string, string>>;
  ifMatch?: number;
  /** Same key, same result: kept over retries of the same file. */
  idempotencyKey?: string;
};

/**
 * Sends a file to an upload operation. XMLHttpRequest, as fetch tells nobody how far it is.
 * @throws ApiError as `send` of http.ts; AbortError when `signal` aborts
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

/** Stores a file nobody refers to yet; its uploadId says so within 24 hours. Errors as `upload`. */
export const uploadFile = async (file: File, options: UploadOptions = {}): Promise<UploadedFile> =>
  (await upload(storeFile, file, options)).data;
