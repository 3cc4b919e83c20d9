import { z } from 'zod';
import type { Operation } from '#contract';
import { apiMessages, type ProblemCode } from './problem-messages.js';
import type { Language } from '#domain/text';

/** One problem of the input. `path` is dotted, e.g. "body.tuSampleParamIds.0.tuTestParamCount". */
export type Issue = { path: string; message: string };

/** The members of an operation that determine its kind of body. */
type BodyKind = Partial<Pick<Operation, 'upload' | 'form' | 'body'>>;

/** A refusal with its HTTP status and stable code. The filter formats it for the operation's family. */
export class Problem extends Error {
  private constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly issues: Issue[] = [],
    readonly detail: string | null = null,
    /** Values that fill the sentence. Responses in problem+json contain them, too. */
    readonly params: Readonly<Record<string, string | number>> = {},
    /** Additional response headers. */
    readonly headers: Record<string, string> = {},
  ) {
    super(code);
    this.name = 'Problem';
  }

  static invalid = (issues: Issue[]) => new Problem(400, 'INVALID', issues);
  static badCredentials = () => new Problem(400, 'BAD_CREDENTIALS');
  static unauthorized = () => new Problem(401, 'UNAUTHORIZED');
  /** An access key that is unknown, expired or revoked. The response does not say which. */
  static keyInvalid = () => new Problem(401, 'key_invalid');
  static scopeMissing = (scope: string) => new Problem(403, 'scope_missing', [], null, { scope });
  static forbidden = () => new Problem(403, 'FORBIDDEN');
  static unitNotOpened = (state: 'waiting' | 'refused') =>
    new Problem(403, state === 'refused' ? 'UNIT_REFUSED' : 'UNIT_WAITS');
  /** `detail` replaces the general sentence where a specification defines the wording. */
  static notFound = (detail: string | null = null) => new Problem(404, 'NOT_FOUND', [], detail);
  /** A cursor of another log; its position means nothing here. */
  static cursorForeign = () => new Problem(410, 'cursor_foreign');
  static revisionNeeded = () => new Problem(428, 'REVISION_NEEDED');
  static stalled = () => new Problem(408, 'STALLED');
  /** `seconds`: the time until the next attempt is allowed, if known. */
  static tooMany = (seconds?: number) =>
    new Problem(429, 'TOO_MANY', [], null, seconds === undefined ? {} : { seconds });
  static unavailable = () => new Problem(503, 'UNAVAILABLE');
  static busy = () => new Problem(503, 'BUSY');
  static workbooksBusy = () => new Problem(503, 'WORKBOOKS_BUSY');
  static scannerAway = () => new Problem(503, 'SCANNER_AWAY');
  static labSystemAway = () => new Problem(502, 'LAB_SYSTEM_AWAY');
  static labSystemUnreadable = () => new Problem(502, 'LAB_SYSTEM_UNREADABLE');
  static labSystemAddress = () => new Problem(502, 'LAB_SYSTEM_ADDRESS');
  /** `detail` is the message of the laboratory's system. */
  static labSystemRefused = (detail: string | null = null) => new Problem(502, 'LAB_SYSTEM_REFUSED', [], detail);
  /** A method that the path does not support. */
  static otherMethod = (methods: readonly string[]) =>
    new Problem(405, 'METHOD_NOT_ALLOWED', [], null, {}, { Allow: [...methods, 'OPTIONS'].join(', ') });
  static charsetUnknown = () => new Problem(415, 'CHARSET_UNKNOWN');
  static compressed = () => new Problem(415, 'COMPRESSED', [], null, {}, { 'Accept-Encoding': 'identity' });
  static ofStatus = (status: number) => new Problem(status, codeOfStatus(status));
  /** A body of a kind that the operation does not take; the message names the expected kind. */
  static otherBody = (operation: BodyKind | undefined) => new Problem(415, codeOfBody(operation));

  messageIn = (language: Language): string =>
    this.detail ?? this.issues[0]?.message ?? filled(apiMessages[this.code][language], this.params);
}

const filled = (sentence: string, params: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

const codeOfBody = (operation: BodyKind | undefined): ProblemCode => {
  if (operation?.upload) return 'NOT_AN_UPLOAD';
  if (operation?.form) return 'NOT_A_FORM';
  return operation?.body instanceof z.ZodUndefined ? 'NO_BODY_EXPECTED' : 'NOT_JSON';
};

const codeOfStatus = (status: number): ProblemCode => {
  return CODES[status] ?? (status < 500 ? 'INVALID' : 'BROKEN');
};

const CODES: Record<number, ProblemCode> = {
  404: 'NOT_FOUND',
  408: 'TIMED_OUT',
  413: 'TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'NOT_JSON',
  417: 'EXPECTATION_UNKNOWN',
  429: 'TOO_MANY',
  431: 'HEADERS_TOO_LARGE',
};
