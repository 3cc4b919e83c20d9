import { v4 } from 'uuid';
import type { BodyOf, Operation, QueryOf, ResultOf } from '#contract';
import type { Position } from '#events';

export type RequestOptions<Op extends Operation> = {
  query?: QueryOf<Op>;
  body?: BodyOf<Op>;
  file?: UploadedFilePart;
  headers?: Record<string, string>;
};
/** The file of an upload; the members of the body are sent as fields. */
export type UploadedFilePart = { name: string; content: Uint8Array };

/** A response: `result` from its envelope, `failure` if there is one, and the relevant headers. */
export type Reply<Result> = {
  status: number;
  result: Result;
  failure: { code: string | number; message: string; details: string } | null;
  /** The unchanged response body. */
  rawBody: unknown;
  headers: Headers;
  revision: number | null;
  position: Position | null;
};

/** The newest event that a test has caused; shared by all clients of a service, so that none reads an older list. */
export type PositionTracker = { position: Position | null };

/**
 * Calls operations of the contract as one user, or without a session. Lists wait for earlier writes of the test. With
 * `repeatsCommands` every command that has written something is sent once more under its Idempotency-Key.
 */
export class Client {
  constructor(
    private readonly url: string,
    readonly token: string | null,
    private readonly tracker: PositionTracker,
    private readonly repeatsCommands = false,
  ) {}

  /**
   * Calls an operation; failures are returned, too. With `repeatsCommands` the response to the repeated command is
   * returned, so that the assertions of a test hold for it.
   * @throws Error if a repeated command is not answered as the first was (ADR-004)
   */
  async call<Op extends Operation>(operation: Op, options: RequestOptions<Op> = {}): Promise<Reply<ResultOf<Op>>> {
    if (!this.repeatsCommands || operation.method === 'GET' || options.headers?.['idempotency-key'])
      return this.send(operation, options);
    const request = { ...options, headers: { ...options.headers, 'idempotency-key': v4() } };
    const response = await this.send(operation, request);
    if (response.failure || response.position === null) return response;
    const repeatedResponse = await this.send(operation, request);
    if (
      repeatedResponse.failure ||
      repeatedResponse.revision !== response.revision ||
      repeatedResponse.position !== response.position
    )
      throw new Error(
        `${operation.name}, repeated, answered ${repeatedResponse.status}: ${JSON.stringify(repeatedResponse.rawBody)}`,
      );
    return repeatedResponse;
  }

  private async send<Op extends Operation>(
    operation: Op,
    { query, body, file, headers = {} }: RequestOptions<Op>,
  ): Promise<Reply<ResultOf<Op>>> {
    const parameters = {
      ...(this.tracker.position !== null && hasPositionParameter(operation) ? { atLeast: this.tracker.position } : {}),
      ...(query as object | undefined),
    };
    const isFormData = operation.upload || operation.form || (operation.orUpload && file !== undefined);
    const response = await fetch(this.url + addressOf(operation, parameters), {
      method: operation.method,
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || isFormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(isFormData ? { body: formOf(body, file) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const rawBody = await readBody(response);
    const position = response.headers.get('x-event-position');
    if (position !== null && (this.tracker.position === null || position > this.tracker.position))
      this.tracker.position = position;
    const revision = /"(\d+)"/.exec(response.headers.get('etag') ?? '')?.[1];
    return {
      status: response.status,
      headers: response.headers,
      rawBody,
      position,
      revision: revision === undefined ? null : Number(revision),
      ...openEnvelope<ResultOf<Op>>(operation, response.status, rawBody),
    };
  }

  /**
   * The result of a call that must succeed.
   * @throws Error with the failed response
   */
  async do<Op extends Operation>(operation: Op, options: RequestOptions<Op> = {}): Promise<ResultOf<Op>> {
    const reply = await this.call(operation, options);
    if (reply.status !== 200 || reply.failure)
      throw new Error(`${operation.name} answered ${reply.status}: ${JSON.stringify(reply.rawBody)}`);
    return reply.result;
  }
}

const hasPositionParameter = (operation: Operation): boolean =>
  'shape' in operation.query && 'atLeast' in (operation.query.shape as object);

type QueryValue = string | number | boolean | null | undefined;

/** The path with its parameters, followed by the other ones as query; lists are repeated. */
const addressOf = (operation: Operation, query: object): string => {
  const search = new URLSearchParams();
  const pathParameters = new Map<string, string>();
  for (const [name, value] of Object.entries(query) as [string, QueryValue | QueryValue[]][]) {
    if (value === undefined || value === null) continue;
    if (operation.path.split('/').includes(`:${name}`)) pathParameters.set(name, encodeURIComponent(value.toString()));
    else for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => pathParameters.get(name) ?? '');
  return search.size > 0 ? `${path}?${search.toString()}` : path;
};

const formOf = (fields: unknown, file?: UploadedFilePart): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {}))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (file) form.append('file', new Blob([Uint8Array.from(file.content)]), file.name);
  return form;
};

const readBody = async (response: Response): Promise<unknown> =>
  /\bjson\b/.test(response.headers.get('content-type') ?? '')
    ? response.json()
    : new Uint8Array(await response.arrayBuffer());

type Envelope = {
  result?: unknown;
  data?: unknown;
  code?: number | string;
  message?: string;
  title?: string;
  detail?: string;
  success?: boolean;
  error?: { code: string; message: string; details: string } | null;
};

const openEnvelope = <Result>(
  { family, successCode }: Operation,
  status: number,
  rawBody: unknown,
): Pick<Reply<Result>, 'result' | 'failure'> => {
  const envelope = (rawBody ?? {}) as Envelope;
  switch (family) {
    case 'platform':
      return { result: envelope.result as Result, failure: envelope.success ? null : (envelope.error ?? null) };
    case 'pre':
      return {
        result: envelope.data as Result,
        failure:
          envelope.code === (successCode ?? 20000)
            ? null
            : { code: envelope.code ?? 0, message: envelope.message ?? '', details: '' },
      };
    case 'v1':
    case 'plain':
      return {
        result: rawBody as Result,
        failure:
          status < 400
            ? null
            : { code: envelope.code ?? '', message: envelope.title ?? '', details: envelope.detail ?? '' },
      };
  }
};
