import { ApiError } from './api-error.js';
import { newIdempotencyKey } from './http.js';

/** Keys of writes that nobody has answered yet, by what they ask for. */
const unanswered = new Map<string, string>();
const running = new Map<string, Promise<unknown>>();

/** The connection broke, or the server is in trouble: nobody knows whether it was done, and the same request may be sent again. */
export const isInDoubt = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a write under one key (ADR-004). Asked for again while it runs, it is the same write; asked for again after its
 * answer was lost, it carries the same key, so that the server does it once. `what` says all that is asked for.
 * @throws whatever `write` throws.
 */
export const underOneKey = <Result>(
  what: string,
  write: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> => {
  const known = running.get(what);
  if (known) return known as Promise<Result>;
  const key = unanswered.get(what) ?? newIdempotencyKey();
  unanswered.set(what, key);
  const sent = write(key)
    .then(
      (result) => {
        unanswered.delete(what);
        return result;
      },
      (error: unknown) => {
        if (!isInDoubt(error)) unanswered.delete(what);
        throw error;
      },
    )
    .finally(() => running.delete(what));
  running.set(what, sent);
  return sent;
};
