import { deleteFileByPath } from '#contract';
import { logHandledFailure } from './failures.js';
import { callOperation } from './http.js';
import { withIdempotencyKey } from './idempotent-write.js';

/** Deletes an uploaded picture that nothing shows; the service refuses it while something does. */
export const removePicture = (path: string): Promise<unknown> =>
  withIdempotencyKey(`delete picture ${path}`, (idempotencyKey) =>
    callOperation(deleteFileByPath, { query: { path }, idempotencyKey }),
  );

/**
 * Deletes a picture that was uploaded and is not used. A failure is logged and not shown: the user cannot act on it.
 */
export const discardPicture = (path: string): Promise<unknown> => removePicture(path).catch(logHandledFailure);
