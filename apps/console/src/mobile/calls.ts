import { useCallback, useEffect, useState } from 'react';
import { language } from '../i18n/language.js';

/** The service said no, in words for whoever holds the phone. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** Nobody answered, or somebody on the way did: worth asking again. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const TIMEOUT_MS = 30_000;

/** Asks the service without a session. @throws Refused, NoAnswer */
export const ask = async <Answer>(
  path: string,
  init: { method: 'GET' | 'POST'; body?: object; idempotencyKey?: string },
): Promise<Answer> => {
  const { ok, body } = await answerTo(path, init);
  if (ok) return body as Answer;
  const { title, code } = body as { title?: string; code?: string };
  throw new Refused(title ?? '', code ?? '');
};

/** Half an answer is none: a proxy's page in its place, or a connection that dropped while it came in. */
const answerTo = async (
  path: string,
  { method, body, idempotencyKey }: Parameters<typeof ask>[1],
): Promise<{ ok: boolean; body: unknown }> => {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': language(),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (response.status >= 500) throw new NoAnswer();
    return { ok: response.ok, body: JSON.parse(await response.text()) as unknown };
  } catch {
    throw new NoAnswer();
  }
};

/** Seconds between tries; a network that comes back ends a wait at once. */
const PAUSES_S = [1, 2, 4, 8, 15, 30];

const untilOnlineOr = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, seconds * 1000);
    window.addEventListener('online', go);
  });

/** Asks again while nobody answers, a minute at most. The request must be safe to repeat. @throws what `ask` throws in the end */
export const keepAsking = async <Answer>(ask: () => Promise<Answer>, onPause: () => void): Promise<Answer> => {
  for (const pause of PAUSES_S) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      onPause();
      await untilOnlineOr(pause);
    }
  }
  return ask();
};

/** What the key of a page opens, or why not. */
export type Held<What> =
  | { is: 'loading' }
  | { is: 'there'; what: What }
  | { is: 'refused'; reason: string; code: string }
  | { is: 'unreachable' };

/** What a failed call means for a page. @throws what is none of the service's */
export const heldFailure = (error: unknown): Held<never> => {
  if (error instanceof NoAnswer) return { is: 'unreachable' };
  if (error instanceof Refused) return { is: 'refused', reason: error.message, code: error.code };
  throw error;
};

/** Reads what a key opens, at once and whenever it is asked again. `set` takes what was learnt otherwise. */
export const useHeldKey = <What>(read: (key: string) => Promise<What>, keyText: string) => {
  const [held, set] = useState<Held<What>>({ is: 'loading' });
  const again = useCallback(
    () =>
      read(keyText)
        .then((what): Held<What> => ({ is: 'there', what }), heldFailure)
        .then(set),
    [read, keyText],
  );
  useEffect(() => {
    void again();
  }, [again]);
  return { held, again, set };
};
