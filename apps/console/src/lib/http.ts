import { z } from 'zod';
import type { BodyOf, Operation, QueryOf, ResultOf } from '#contract';
import { language } from '../i18n/language.js';
import { textOf } from '../i18n/texts.js';
import { rememberPosition } from './event-position.js';
import { recordListLag } from './list-lag.js';
import { texts } from './texts.js';
import { readToken } from './token.js';

/** One thing wrong with a request: where, and the text to show there. */
type Problem = { path: string; message: string };

type FailedRequest = {
  /** HTTP status; 0 if no response arrived. */
  status: number;
  /** The stable code of the service, e.g. NOT_ALLOWED; empty if it gave none. */
  code: string;
  message: string;
  details: string;
  problems: Problem[];
  requestId: string;
  unauthorized: boolean;
  /** The server refused without a message; `message` is the console's own. */
  unexplained?: boolean;
  /** The called operation, by name. */
  operation: string;
  at: Date;
  /** The raw response: its text, its body, and its headers by name; none for status 0 (002 PRE-002). */
  response?: string;
  result?: unknown;
  headers?(name: string): string | null;
};

/** Why a call failed, the same for all families of envelopes. */
export class ApiError extends Error implements FailedRequest {
  readonly status: number;
  readonly code: string;
  readonly details: string;
  readonly problems: Problem[];
  readonly requestId: string;
  readonly unauthorized: boolean;
  readonly unexplained: boolean;
  readonly operation: string;
  readonly at: Date;
  readonly response: string;
  readonly result: unknown;
  readonly headers: (name: string) => string | null;

  constructor(failed: FailedRequest) {
    super(failed.message);
    this.name = 'ApiError';
    this.status = failed.status;
    this.code = failed.code;
    this.details = failed.details;
    this.problems = failed.problems;
    this.requestId = failed.requestId;
    this.unauthorized = failed.unauthorized;
    this.unexplained = failed.unexplained ?? false;
    this.operation = failed.operation;
    this.at = failed.at;
    this.response = failed.response ?? '';
    this.result = failed.result ?? null;
    this.headers = (name) => failed.headers?.(name) ?? null;
  }

  /** The login has expired (ERR-001): only a response with details counts, with 401 or the envelope's flag. */
  get loginExpired(): boolean {
    return this.details !== '' && (this.status === 401 || this.unauthorized);
  }
}

/** Key of the stored base address. */
const STORAGE_KEY = 'apiBaseAddress';

/**
 * The stored base address of calls, without a trailing slash; null if there is none (API-001). Only an http or https
 * origin, optionally with a path, is accepted: a stored `javascript:` address or one with a user name is ignored.
 */
export const storedHost = (): string | null => {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === null || !/^https?:\/\//i.test(stored) || !URL.canParse(stored)) return null;
  const { origin, pathname, username, password, search, hash } = new URL(stored);
  return username || password || search || hash ? null : `${origin}${pathname.replace(/\/+$/, '')}`;
};

/**
 * The address of a path on the API host: the stored one, otherwise the origin of the console. Absolute addresses are
 * unchanged.
 */
export const apiAddress = (path: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(path)
    ? path
    : `${storedHost() ?? location.origin}${path.startsWith('/') ? '' : '/'}${path}`;

/** The content of a response without its family's envelope. */
export type EnvelopeContent =
  | { ok: true; data: unknown }
  | ({ ok: false } & Pick<FailedRequest, 'code' | 'message' | 'details' | 'problems' | 'unauthorized'>);

const Problems = z.array(
  z.object({
    path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).optional(),
    members: z.array(z.string()).optional(),
    message: z.string(),
  }),
);
const problemsOf = (body: unknown): Problem[] => {
  const parsed = Problems.safeParse(body);
  if (!parsed.success) return [];
  return parsed.data.map(({ path, members, message }) => ({
    path: Array.isArray(path) ? path.join('.') : (path ?? members?.join(',') ?? ''),
    message,
  }));
};

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const unwrapPlatform = (envelope: Record<string, unknown>): EnvelopeContent => {
  if (envelope['success'] === true) return { ok: true, data: envelope['result'] };
  const error = asRecord(envelope['error']);
  return {
    ok: false,
    code: scalarText(error['code']),
    message: scalarText(error['message']),
    details: scalarText(error['details']),
    problems: problemsOf(error['validationErrors']),
    unauthorized: envelope['unAuthorizedRequest'] === true,
  };
};

/** The pre-consignment family has no details; its 401 means that the login has expired. */
const PRE_UNAUTHORIZED = 40100;

const unwrapPre = (envelope: Record<string, unknown>, successCode: number): EnvelopeContent => {
  if (envelope['code'] === successCode) return { ok: true, data: envelope['data'] };
  const data = asRecord(envelope['data']);
  const message = scalarText(envelope['message']);
  const unauthorized = envelope['code'] === PRE_UNAUTHORIZED;
  return {
    ok: false,
    code: scalarText(envelope['reason'] ?? data['code'] ?? envelope['code']),
    message,
    details: unauthorized ? message : scalarText(data['details']),
    problems: problemsOf(envelope['errors']),
    unauthorized,
  };
};

/** RFC 9457: our service has the sentence in `title` and the background in `detail`. */
const unwrapProblem = (envelope: Record<string, unknown>): EnvelopeContent => ({
  ok: false,
  code: scalarText(envelope['code']),
  message: scalarText(envelope['title']) || scalarText(envelope['detail']),
  details: scalarText(envelope['detail']) || (envelope['status'] === 401 ? scalarText(envelope['title']) : ''),
  problems: problemsOf(envelope['errors']),
  unauthorized: envelope['status'] === 401,
});

/**
 * Removes the envelope of an operation's family (ADR-010). `httpOk`: whether the HTTP status is a success, which v1 and
 * plain responses rely on.
 */
const unwrapEnvelope = (
  { family, successCode }: Pick<Operation, 'family' | 'successCode'>,
  httpOk: boolean,
  body: unknown,
): EnvelopeContent => {
  const envelope = asRecord(body);
  switch (family) {
    case 'platform':
      return 'success' in envelope ? unwrapPlatform(envelope) : unwrapProblem(envelope);
    case 'pre':
      if ('code' in envelope && !('status' in envelope)) return unwrapPre(envelope, successCode ?? 20000);
      // Some responses of the pre-consignment service have no envelope, or one with the payload in `result` (002
      // PRE-002).
      return httpOk && body !== null
        ? { ok: true, data: 'result' in envelope ? envelope['result'] : body }
        : unwrapProblem(envelope);
    case 'v1':
    case 'plain':
      return httpOk ? { ok: true, data: body } : unwrapProblem(envelope);
  }
};

export { newIdempotencyKey } from './idempotency-key.js';

/** K-007: a call without a response after ten minutes has failed. */
export const TIMEOUT_MS = 600_000;

export type CallOptions<Op extends Operation> = {
  query?: QueryOf<Op>;
  body?: BodyOf<Op>;
  /** Revision the user saw, null if nothing was written yet: the server refuses a stale one with 412. */
  ifMatch?: number | null;
  /** Same key, same result: one key for one press of a button, also for retries (`newIdempotencyKey`). */
  idempotencyKey?: string;
  /** Header of the pre-consignment family: the unit's code before the first underscore. */
  unitCode?: string;
  signal?: AbortSignal;
  /** Default: that of the page. */
  token?: string;
};

/** A response with its headers. `stale`: the view had not reached `atLeast` yet (ADR-021). */
export type ApiResponse<Op extends Operation> = { data: ResultOf<Op>; stale: boolean; revision: number | null };

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A form's fields: texts unchanged, everything else as JSON text (002 PRE-016). */
const formOf = (fields: unknown): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(name, asText(value));
  return form;
};

/** Address of an operation with its path and query filled in. */
export const operationUrl = (operation: Operation, query: Record<string, unknown>): string => {
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
  const queryString = search.toString();
  return `${storedHost() ?? ''}${path}${queryString ? `?${queryString}` : ''}`;
};

/** Headers of any call. For an upload, `body` is omitted, because only the browser knows its content type. */
export const requestHeaders = (options: CallOptions<Operation>): Record<string, string> => {
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

const parseJson = (body: string): unknown => {
  try {
    return body === '' ? null : JSON.parse(body);
  } catch {
    return null;
  }
};

/** A raw response, from fetch or XMLHttpRequest. */
export type RawResponse = { status: number; body: string; header(name: string): string | null };

/** Removes the envelope and remembers the headers. @throws ApiError for every response that is not a success */
export const parseResponse = <Op extends Operation>(
  operation: Op,
  { status, body, header }: RawResponse,
): ApiResponse<Op> => {
  const result = parseJson(body);
  const content = unwrapEnvelope(operation, status >= 200 && status < 300, result);
  if (!content.ok) {
    throw new ApiError({
      ...content,
      message: content.message || textOf(texts, 'unexplained', { status }),
      unexplained: content.message === '',
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
  recordListLag(operation.name, header);
  return {
    data: content.data as ResultOf<Op>,
    stale: header('X-Stale') === 'true',
    revision: revisionOf(header('ETag')),
  };
};

/** The failure of a call without a response. */
export const noResponseError = (operation: Operation, timedOut: boolean): ApiError =>
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

/** The user has signed in again since a call was sent with this token, or without one because the login had expired. */
const isRenewed = (token: string | null): boolean => {
  const currentToken = readToken();
  return currentToken !== null && currentToken !== token;
};

/**
 * Calls an operation of the contract and returns its headers as well.
 * @throws ApiError for every response that is not a success and if there is no response; AbortError when `signal`
 * aborts.
 */
export const callWithMeta = async <Op extends Operation>(
  operation: Op,
  options: CallOptions<Op> = {},
): Promise<ApiResponse<Op>> => {
  const token = readToken();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const cancel = () => timeout.abort();
  options.signal?.addEventListener('abort', cancel);
  // The browser sets the content type of a form, because only it knows the boundary of the parts.
  const headerOptions = (operation.form ? { ...options, body: undefined } : options) as CallOptions<Operation>;
  try {
    const response = await fetch(operationUrl(operation, (options.query ?? {}) as Record<string, unknown>), {
      method: operation.method,
      headers: requestHeaders(headerOptions),
      body: options.body === undefined ? null : operation.form ? formOf(options.body) : JSON.stringify(options.body),
      signal: timeout.signal,
      credentials: 'same-origin',
    });
    return parseResponse(operation, {
      status: response.status,
      body: await response.text(),
      header: (name) => response.headers.get(name),
    });
  } catch (error) {
    // Refused because of a login that was renewed since: nothing was done, so the call is repeated with the new token.
    if (error instanceof ApiError && error.loginExpired && options.token === undefined && isRenewed(token))
      return await callWithMeta(operation, options);
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw noResponseError(operation, timeout.signal.aborted);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
};

/** Calls an operation of the contract; the payload without its envelope. Throws as `callWithMeta`. */
export const callOperation = async <Op extends Operation>(
  operation: Op,
  options: CallOptions<Op> = {},
): Promise<ResultOf<Op>> => (await callWithMeta(operation, options)).data;
