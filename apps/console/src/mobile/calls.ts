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
export const callMobile = async <Body>(
  path: string,
  init: { method: 'GET' | 'POST'; body?: object; idempotencyKey?: string },
): Promise<Body> => {
  const { ok, body } = await fetchResponse(path, init);
  if (ok) return body as Body;
  const { title, code } = body as { title?: string; code?: string };
  throw new RequestRefused(title ?? '', code ?? '');
};

/** An incomplete response is none: a proxy's page instead, or a connection that broke off. */
const fetchResponse = async (
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

const waitUntilOnline = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, seconds * 1000);
    window.addEventListener('online', finish);
  });

/**
 * Repeats a call while there is no response, for a minute at most. The request must be safe to repeat. @throws the last
 * error of `call`
 */
export const retryWhileUnreachable = async <Result>(
  call: () => Promise<Result>,
  onPause: () => void,
): Promise<Result> => {
  for (const pause of PAUSES_S) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      onPause();
      await waitUntilOnline(pause);
    }
  }
  return call();
};

/** What the key of a page opens, or why not. */
export type PhoneKeyState<Content> =
  | { kind: 'loading' }
  | { kind: 'loaded'; content: Content }
  | { kind: 'refused'; reason: string; code: string }
  | { kind: 'unreachable' };

/** What a failed call means for a page. @throws errors that the service did not answer */
export const toPhoneKeyFailure = (error: unknown): PhoneKeyState<never> => {
  if (error instanceof NoResponse) return { kind: 'unreachable' };
  if (error instanceof RequestRefused) return { kind: 'refused', reason: error.message, code: error.code };
  throw error;
};

/** Reads what a key opens, at once and on request. `setKeyState` takes a result from elsewhere. */
export const usePhoneKeyContent = <Content>(read: (key: string) => Promise<Content>, keyText: string) => {
  const [keyState, setKeyState] = useState<PhoneKeyState<Content>>({ kind: 'loading' });
  const reload = useCallback(
    () =>
      read(keyText)
        .then((content): PhoneKeyState<Content> => ({ kind: 'loaded', content }), toPhoneKeyFailure)
        .then(setKeyState),
    [read, keyText],
  );
  useEffect(() => {
    void reload();
  }, [reload]);
  return { keyState, reload, setKeyState };
};
