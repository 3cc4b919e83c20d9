import { pathToRegExp } from './path-to-regexp.js';
import type { Operation, ResultOf } from '#contract';

/** A request of the console, as a server sees it. */
export type ReceivedRequest = {
  operation: string;
  method: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

export type StubRefusal = { status: number; message: string; details?: string; code?: string; unauthorized?: boolean };
type StubResponse = { status?: number; headers?: Record<string, string>; body: unknown };
type Handler = (received: ReceivedRequest) => StubResponse | Promise<StubResponse> | 'no answer';

/**
 * The service in tests of the console: responds by operation, in the envelope of its family, over a replacement of
 * fetch.
 */
export type StubServer = {
  received: ReceivedRequest[];
  /** Requests of one operation. */
  requestsTo(operation: Operation): ReceivedRequest[];
  /** Responds with a result, or with the result of a function of the request. */
  respondWith<Op extends Operation>(
    operation: Op,
    result: ResultOf<Op> | ((received: ReceivedRequest) => ResultOf<Op>),
    headers?: Record<string, string>,
  ): void;
  /** Decides by the request: a result, now or later, or a refusal. */
  handle<Op extends Operation>(
    operation: Op,
    decide: (received: ReceivedRequest) => ResultOf<Op> | StubRefusal | Promise<ResultOf<Op>>,
  ): void;
  /** Responds with the result of the function, each time when the next entry of `releases` is called. */
  respondLater<Op extends Operation>(
    operation: Op,
    result: (received: ReceivedRequest) => ResultOf<Op>,
    releases: (() => void)[],
  ): void;
  /** Refuses in the family's envelope. */
  refuse(operation: Operation, refusal: StubRefusal): void;
  /** Fails the requests, as without a connection. */
  disconnect(operation: Operation): void;
};

const enveloped = (operation: Operation, result: unknown): unknown => {
  switch (operation.family) {
    case 'platform':
      return { result, success: true, error: null, unAuthorizedRequest: false, targetUrl: null, __abp: true };
    case 'pre':
      return { code: operation.successCode ?? 20000, message: '', data: result };
    case 'v1':
    case 'plain':
      return result;
  }
};

const isRefusal = (response: unknown): response is StubRefusal =>
  typeof response === 'object' && response !== null && 'status' in response && 'message' in response;

const refusalOf = (
  operation: Operation,
  { status, message, details = '', code = '', unauthorized = false }: StubRefusal,
): unknown => {
  switch (operation.family) {
    case 'platform':
      return {
        result: null,
        success: false,
        error: { code, message, details, validationErrors: null },
        unAuthorizedRequest: unauthorized,
        targetUrl: null,
        __abp: true,
      };
    case 'pre':
      return { code: status * 100, message, data: null };
    case 'v1':
    case 'plain':
      return { type: 'about:blank', title: message, status, detail: details, code };
  }
};

const bodyOf = (body: string | FormData | null): unknown => {
  if (body === null) return undefined;
  return typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body);
};

/** Puts the stand-in in place of fetch; operations without a handler answer 404. */
export const stubServer = (): StubServer => {
  const received: ReceivedRequest[] = [];
  const handlers = new Map<
    string,
    { operation: Operation; matches(path: string): Record<string, string> | null; handle: Handler }
  >();
  const setHandler = (operation: Operation, handle: Handler) =>
    handlers.set(operation.name, { operation, matches: pathToRegExp(operation.path), handle });

  globalThis.fetch = (async (
    address: string,
    init: { method: string; headers: Record<string, string>; body: string | FormData | null; signal: AbortSignal },
  ) => {
    const { pathname, searchParams } = new URL(address, 'http://console.test');
    for (const { operation, matches, handle } of handlers.values()) {
      const pathParams = operation.method === init.method ? matches(pathname) : null;
      if (!pathParams) continue;
      const request: ReceivedRequest = {
        operation: operation.name,
        method: init.method,
        query: { ...Object.fromEntries(searchParams), ...pathParams },
        body: bodyOf(init.body),
        headers: init.headers,
      };
      received.push(request);
      const response = await handle(request);
      if (response === 'no answer') throw new TypeError('Failed to fetch');
      return responseOf(response);
    }
    return responseOf({
      status: 404,
      body: { success: false, error: { message: `not prepared: ${init.method} ${pathname}`, details: '' } },
    });
  }) as unknown as typeof fetch;

  return {
    received,
    requestsTo: ({ name }) => received.filter(({ operation }) => operation === name),
    respondWith: (operation, result, headers = {}) =>
      setHandler(operation, (request) => ({
        headers,
        body: enveloped(
          operation,
          typeof result === 'function' ? (result as (received: ReceivedRequest) => unknown)(request) : result,
        ),
      })),
    handle: (operation, decide) =>
      setHandler(operation, async (request) => {
        const response = await decide(request);
        return isRefusal(response)
          ? { status: response.status, body: refusalOf(operation, response) }
          : { body: enveloped(operation, response) };
      }),
    respondLater: (operation, result, releases) =>
      setHandler(
        operation,
        (request) =>
          new Promise((resolve) => releases.push(() => resolve({ body: enveloped(operation, result(request)) }))),
      ),
    refuse: (operation, refusal) =>
      setHandler(operation, () => ({ status: refusal.status, body: refusalOf(operation, refusal) })),
    disconnect: (operation) => setHandler(operation, () => 'no answer'),
  };
};

const responseOf = ({ status = 200, headers = {}, body }: StubResponse) => {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ok: status < 400,
    status,
    headers: { get: (name: string) => lower.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(JSON.stringify(body)),
  };
};
