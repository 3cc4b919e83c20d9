import { useCallback, useEffect, useState } from 'react';
import { language } from '../i18n/language.js';

/** A refusal of the service, with a text for the user of the phone. */
export class RequestRefused extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** There was no response, or one of an intermediary: worth a retry. */
export class NoResponse extends Error {
  override readonly name = 'NoAnswer';
}

const TIMEOUT_MS = 30_000;

/** Calls the service without a session. @throws RequestRefused, NoResponse */
export const callMobile = async <Answer>(
  path: string,
  init: { method: 'GET' | 'POST'; body?: object; idempotencyKey?: string },
): Promise<Answer> => {
  const { ok, body } = await answerTo(path, init);
  if (ok) return body as Answer;
  const { title, code } = body as { title?: string; code?: string };
  throw new RequestRefused(title ?? '', code ?? '');
};

/** An incomplete response is none: a proxy's page instead, or a connection that broke off. */
const answerTo = async (
  path: string,
  { method, body, idempotencyKey }: Parameters<typeof callMobile>[1],
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
    if (response.status >= 500) throw new NoResponse();
    return { ok: response.ok, body: JSON.parse(await response.text()) as unknown };
  } catch {
    throw new NoResponse();
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

/**
 * Repeats a call while there is no response, for a minute at most. The request must be safe to repeat. @throws the last
 * error of `ask`
 */
export const retryWhileUnreachable = async <Answer>(
  ask: () => Promise<Answer>,
  onPause: () => void,
): Promise<Answer> => {
  for (const pause of PAUSES_S) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      onPause();
      await untilOnlineOr(pause);
    }
  }
  return ask();
};

/** What the key of a page opens, or why not. */
export type PhoneKeyState<What> =
  | { is: 'loading' }
  | { is: 'there'; what: What }
  | { is: 'refused'; reason: string; code: string }
  | { is: 'unreachable' };

/** What a failed call means for a page. @throws errors that the service did not answer */
export const toPhoneKeyFailure = (error: unknown): PhoneKeyState<never> => {
  if (error instanceof NoResponse) return { is: 'unreachable' };
  if (error instanceof RequestRefused) return { is: 'refused', reason: error.message, code: error.code };
  throw error;
};

/** Reads what a key opens, at once and on request. `set` takes a result from elsewhere. */
export const usePhoneKeyContent = <What>(read: (key: string) => Promise<What>, keyText: string) => {
  const [held, set] = useState<PhoneKeyState<What>>({ is: 'loading' });
  const again = useCallback(
    () =>
      read(keyText)
        .then((what): PhoneKeyState<What> => ({ is: 'there', what }), toPhoneKeyFailure)
        .then(set),
    [read, keyText],
  );
  useEffect(() => {
    void again();
  }, [again]);
  return { held, again, set };
};
