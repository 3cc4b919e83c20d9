import { deleteFileByPath } from '#contract';
import { noteFailure } from './failures.js';
import { call } from './http.js';
import { underOneKey } from './one-key.js';

/** Deletes an uploaded picture that nothing shows; the service refuses it while something does. */
export const removePicture = (path: string): Promise<unknown> =>
  underOneKey(`delete picture ${path}`, (idempotencyKey) =>
    call(deleteFileByPath, { query: { path }, idempotencyKey }),
  );

/** Deletes what will not be shown after all; whether it could be deleted is nothing the user can act on. */
export const giveUpPicture = (path: string): Promise<unknown> => removePicture(path).catch(noteFailure);
