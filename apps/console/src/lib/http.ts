import type { BodyOf, Operation, QueryOf, ResultOf } from '#contract';
import { language } from '../i18n/language.js';
import { ApiError } from './api-error.js';
import { storedHost } from './api-host.js';
import { openEnvelope } from './envelopes.js';
import { rememberPosition } from './event-position.js';
import { noteBehind } from './lists-behind.js';
import { readToken } from './token.js';
import { texts } from './texts.js';
import { textOf } from '../i18n/texts.js';

export { newIdempotencyKey } from './idempotency-key.js';

/** K-007: a call that has no answer after ten minutes has failed. */
export const TIMEOUT_MS = 600_000;

export type CallOptions<Op extends Operation> = {
  query?: QueryOf<Op>;
  body?: BodyOf<Op>;
  /** Revision the user saw, null where nothing was written yet: the server refuses with 412 what has moved on. */
  ifMatch?: number | null;
  /** Same key, same result: one key for one press of a button, kept over retries (`newIdempotencyKey`). */
  idempotencyKey?: string;
  /** Header of the pre-consignment family: the unit's code before the first underscore. */
  unitCode?: string;
  signal?: AbortSignal;
  /** Else the page's own. */
  token?: string;
};

/** An answer with what its headers say. `stale`: the view had not reached `atLeast` yet (ADR-021). */
export type Answer<Op extends Operation> = { data: ResultOf<Op>; stale: boolean; revision: number | null };

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A form's fields: texts as they are, all else as JSON text (002 PRE-016). */
const formOf = (fields: unknown): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(name, asText(value));
  return form;
};

/** Address of an operation with its path and query filled in. */
export const addressOf = (operation: Operation, query: Record<string, unknown>): string => {
  const inPath = new Set<string>();
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(asText(query[name] ?? ''));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || inPath.has(name)) continue;
    search.set(name, Array.isArray(value) ? value.map(asText).join(',') : asText(value));
  }
  const asked = search.toString();
  return `${storedHost() ?? ''}${path}${asked ? `?${asked}` : ''}`;
};

/** Headers of any call. Of an upload, whose content type only the browser knows, `body` is left out. */
export const headersOf = (options: CallOptions<Operation>): Record<string, string> => {
  const token = options.token ?? readToken();
  return {
    Accept: 'application/json',
    'Accept-Language': language(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.ifMatch === undefined
      ? {}
      : options.ifMatch === null
        ? { 'If-None-Match': '*' }
        : { 'If-Match': `"${options.ifMatch}"` }),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
    ...(options.unitCode ? { 'Unit-Code': options.unitCode.split('_')[0] ?? '' } : {}),
  };
};

const revisionOf = (etag: string | null): number | null => {
  const digits = etag?.match(/\d+/)?.[0];
  return digits === undefined ? null : Number(digits);
};

const parsed = (body: string): unknown => {
  try {
    return body === '' ? null : JSON.parse(body);
  } catch {
    return null;
  }
};

/** An answer as it came in, whatever carried it. */
export type Arrived = { status: number; body: string; header(name: string): string | null };

/** Takes the envelope off and remembers what the headers say. @throws ApiError for every answer that is not a success */
export const answerOf = <Op extends Operation>(operation: Op, { status, body, header }: Arrived): Answer<Op> => {
  const result = parsed(body);
  const opened = openEnvelope(operation, status >= 200 && status < 300, result);
  if (!opened.ok) {
    throw new ApiError({
      ...opened,
      message: opened.message || textOf(texts, 'unexplained', { status }),
      unexplained: opened.message === '',
      status,
      requestId: header('X-Request-Id') ?? '',
      operation: operation.name,
      at: new Date(),
      response: body,
      result,
      headers: header,
    });
  }
  rememberPosition(header('X-Event-Position'));
  noteBehind(operation.name, header);
  return {
    data: opened.data as ResultOf<Op>,
    stale: header('X-Stale') === 'true',
    revision: revisionOf(header('ETag')),
  };
};

/** What a call without an answer has failed with. */
export const noResponse = (operation: Operation, timedOut: boolean): ApiError =>
  new ApiError({
    status: 0,
    code: timedOut ? 'TIMEOUT' : 'NO_RESPONSE',
    message: textOf(texts, timedOut ? 'timeout' : 'networkError'),
    details: '',
    problems: [],
    requestId: '',
    unauthorized: false,
    operation: operation.name,
    at: new Date(),
  });

/** Signed in again since a call was sent with this token, or with none because the login was over. */
const isRenewed = (token: string | null): boolean => {
  const now = readToken();
  return now !== null && now !== token;
};

/**
 * Calls an operation of the contract and says what its headers said.
 * @throws ApiError for every answer that is not a success and when there is no answer; AbortError when `signal` aborts.
 */
export const send = async <Op extends Operation>(operation: Op, options: CallOptions<Op> = {}): Promise<Answer<Op>> => {
  const token = readToken();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const cancel = () => timeout.abort();
  options.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(addressOf(operation, (options.query ?? {}) as Record<string, unknown>), {
      method: operation.method,
      headers: headersOf((operation.form ? { ...options, body: undefined } : options) as CallOptions<Operation>), // a form's content type only the browser knows
      body: options.body === undefined ? null : operation.form ? formOf(options.body) : JSON.stringify(options.body),
      signal: timeout.signal,
      credentials: 'same-origin',
    });
    return answerOf(operation, {
      status: response.status,
      body: await response.text(),
      header: (name) => response.headers.get(name),
    });
  } catch (error) {
    // Refused for a login that has been renewed since: nothing was done, and the new one may ask.
    if (error instanceof ApiError && error.loginExpired && options.token === undefined && isRenewed(token))
      return await send(operation, options);
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw noResponse(operation, timeout.signal.aborted);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
};

/** Calls an operation of the contract; the payload without its envelope. Errors as `send`. */
export const call = async <Op extends Operation>(operation: Op, options: CallOptions<Op> = {}): Promise<ResultOf<Op>> =>
  (await send(operation, options)).data;
