/** One thing wrong with a request: where, and the text to show there. */
export type Problem = { path: string; message: string };

export type FailedRequest = {
  /** HTTP status; 0 when no response arrived. */
  status: number;
  /** The stable code of the service, e.g. NOT_ALLOWED; empty when it gave none. */
  code: string;
  message: string;
  details: string;
  problems: Problem[];
  requestId: string;
  unauthorized: boolean;
  /** The server refused without a word; `message` is the console's own. */
  unexplained?: boolean;
  /** What was asked for, as an operation name. */
  operation: string;
  at: Date;
  /** The answer as it came in: its text, what it says, and its headers by name; none came in for status 0 (002 PRE-002). */
  response?: string;
  result?: unknown;
  headers?(name: string): string | null;
};

/** Why a call failed, the same whatever family of envelopes it spoke. */
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

  /** The login is over (ERR-001): only an answer with details counts, on 401 or with the envelope's flag. */
  get loginExpired(): boolean {
    return this.details !== '' && (this.status === 401 || this.unauthorized);
  }
}
