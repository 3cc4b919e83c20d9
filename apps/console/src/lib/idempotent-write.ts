import { ApiError, newIdempotencyKey } from './http.js';

/** Keys of writes without a response, by what they request. */
const pendingKeys = new Map<string, string>();
const running = new Map<string, Promise<unknown>>();

/** Whether a write may have been done although it failed: the connection broke, or the server had an error. */
export const isOutcomeUnknown = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a write so that the server does it once (ADR-004). A second call with the same `writeId` while the first runs
 * gets the result of the first; one after a lost response sends the same key again. `writeId` identifies the write with
 * all of its content.
 * @throws whatever `write` throws
 */
export const withIdempotencyKey = <Result>(
  writeId: string,
  write: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> => {
  const runningWrite = running.get(writeId);
  if (runningWrite) return runningWrite as Promise<Result>;
  const key = pendingKeys.get(writeId) ?? newIdempotencyKey();
  pendingKeys.set(writeId, key);
  const request = write(key)
    .then(
      (result) => {
        pendingKeys.delete(writeId);
        return result;
      },
      (error: unknown) => {
        if (!isOutcomeUnknown(error)) pendingKeys.delete(writeId);
        throw error;
      },
    )
    .finally(() => running.delete(writeId));
  running.set(writeId, request);
  return request;
};
