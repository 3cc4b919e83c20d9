import { useEffect, useEffectEvent } from 'react';
import { ApiError, newIdempotencyKey } from './http.js';

/** Keys of writes that nobody has answered yet, by what they ask for. */
const unanswered = new Map<string, string>();
const running = new Map<string, Promise<unknown>>();

/** The connection broke, or the server is in trouble: nobody knows whether it was done, and the same request may be sent again. */
export const isOutcomeUnknown = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a write under one key (ADR-004). Asked for again while it runs, it is the same write; asked for again after its
 * answer was lost, it carries the same key, so that the server does it once. `what` says all that is asked for.
 * @throws whatever `write` throws.
 */
export const withIdempotencyKey = <Result>(
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
        if (!isOutcomeUnknown(error)) unanswered.delete(what);
        throw error;
      },
    )
    .finally(() => running.delete(what));
  running.set(what, sent);
  return sent;
};

/** Ctrl S saves what stands in front; a dialog above it keeps the key for itself. Hidden views hear nothing. */
export const useSaveShortcut = (save: () => void, enabled = true): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!document.querySelector('.bp6-dialog')) save();
  });
  useEffect(() => {
    if (!enabled) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled]);
};
