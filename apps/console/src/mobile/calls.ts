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
