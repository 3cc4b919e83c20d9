import { deleteFileByPath } from '#contract';
import { logHandledFailure } from './failures.js';
import { callOperation } from './http.js';
import { withIdempotencyKey } from './one-key.js';

/** Deletes an uploaded picture that nothing shows; the service refuses it while something does. */
export const removePicture = (path: string): Promise<unknown> =>
  withIdempotencyKey(`delete picture ${path}`, (idempotencyKey) =>
    callOperation(deleteFileByPath, { query: { path }, idempotencyKey }),
  );

/** Deletes what will not be shown after all; whether it could be deleted is nothing the user can act on. */
export const discardPicture = (path: string): Promise<unknown> => removePicture(path).catch(logHandledFailure);
