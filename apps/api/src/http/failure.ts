import {
  HttpException,
  NotFoundException,
  Catch,
  Inject,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { z } from 'zod';
import { EventTooLarge, HeadConflict, StoreMisconfigured } from '#events';
import { KeyReused, StaleRevision } from '#domain/event-sourcing';
import {
  kindOfRule,
  messageOf,
  messageOfProblem,
  RuleBroken,
  ruleCodes,
  type RuleCode,
  type RuleKind,
  type RuleParams,
} from '#domain/rules';
import { interpolate, type Language } from '#domain/text';
import { isEngineFailure, ViewFailed, ViewMissing } from '#engines';
import { Problem, type Issue } from './problem.js';
import { apiMessages, type ProblemCode } from './problem-messages.js';
import { operations, type Family, type Operation } from '#contract';
import { LOGGER, type Log } from '../injection-tokens.js';
import { languageOf, type ApiReply, type ApiRequest } from './api-request.js';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { operationFamilyOf } from './routes.js';

/** An error as shown to a caller: no internals, a stable code, and a sentence in the caller's language. */
export type Failure = {
  status: number;
  code: string;
  message: string;
  details: string;
  issues: Issue[];
  /** Values that fill the sentence of a rule. */ params?: RuleParams;
  /** Additional response headers. */ headers?: Record<string, string>;
};

/** The only mapping from errors to HTTP (ADR-010). */
export const failureOf = (error: unknown, language: Language): Failure => {
  if (error instanceof RuleBroken) return ruleFailure(error, language);
  if (error instanceof StaleRevision) return failureForCode(412, 'STALE_REVISION', language);
  if (error instanceof KeyReused) return failureForCode(422, 'KEY_REUSED', language);
  if (error instanceof HeadConflict) return failureForCode(409, 'CONFLICT', language);
  if (error instanceof EventTooLarge) return failureForCode(413, 'TOO_LARGE', language);
  if (error instanceof ViewFailed) return failureForCode(503, 'VIEW_FAILED', language);
  if (error instanceof StoreMisconfigured) return failureForCode(503, 'STORE_MISCONFIGURED', language);
  if (isEngineFailure(error) || error instanceof ViewMissing) return failureForCode(503, 'UNAVAILABLE', language);
  if (error instanceof NotFoundException) return toFailure(Problem.notFound(), language);
  if (error instanceof HttpException) return toFailure(Problem.ofStatus(error.getStatus()), language);
  if (error instanceof Problem) return toFailure(error, language);
  if (isClientError(error)) return toFailure(Problem.ofStatus(error.statusCode), language);
  return failureForCode(500, 'BROKEN', language);
};

const statusOfRule: Record<RuleKind, number> = { invalid: 400, forbidden: 403, missing: 404, refused: 409 };

/**
 * The message is the first problem (000 section 5: "the first failing message is shown"); the details contain all of
 * them.
 */
const ruleFailure = ({ code, params, problems }: RuleBroken, language: Language): Failure => {
  const issues = problems.map((problem) => ({
    path: problem.path ?? '',
    message: messageOf(problem.code, problem.params, language),
  }));
  const kind = kindOfRule(code);
  return {
    status: statusOfRule[kind],
    code,
    message: messageOf(code, params, language),
    details: issues.map(({ message }) => message).join('\n'),
    issues: kind === 'invalid' ? issues : [],
    params,
  };
};

const failureForCode = (status: number, code: ProblemCode, language: Language): Failure => {
  const message = apiMessages[code][language];
  return { status, code, message, details: message, issues: [] };
};

const toFailure = (problem: Problem, language: Language): Failure => {
  // The paths of the issues are for programs. The details for people contain sentences only.
  const details = [...new Set(problem.issues.map(({ message }) => message))].join('\n');
  return {
    status: problem.status,
    code: problem.code,
    message: problem.messageIn(language),
    details: details || problem.messageIn(language),
    issues: problem.issues,
    ...(Object.keys(problem.params).length > 0 ? { params: problem.params } : {}),
    headers: problem.headers,
  };
};

/** The sentence for a stored code, or the code itself if this release does not know it. */
export const sentenceOf = (code: string, params: RuleParams, language: Language): string => {
  if (isProblemCode(code))
    return interpolate(apiMessages[code][language], language, (name) => {
      const value = params[name] ?? '';
      return typeof value === 'object' ? messageOfProblem(value, language) : value;
    });
  return isRuleCode(code) ? messageOf(code, params, language) : code;
};

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(apiMessages, code);
const knownRules: ReadonlySet<string> = new Set(ruleCodes);
const isRuleCode = (code: string): code is RuleCode => knownRules.has(code);

/** Fastify's own errors: the body is too large or not JSON, too many requests. */
const FastifyRefusal = z.object({ statusCode: z.number().int().min(400).max(499) });
const isClientError = (error: unknown): error is { statusCode: number } =>
  error instanceof Error && FastifyRefusal.safeParse(error).success;

/** Fastify has no parser for this media type. It fails before an operation is called. */
const isOtherMediaType = (error: unknown): boolean => error instanceof HttpException && error.getStatus() === 415;

/** The operation of the route, also for a request that was refused before it reached its handler. */
const operationAt = ({ method, routeOptions }: ApiRequest): Operation | undefined =>
  operations.find((operation) => operation.method === method && operation.path === routeOptions.url);

/** The only place that turns an error into a response. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const reply = host.switchToHttp().getResponse<ApiReply>();
    const failure = failureOf(
      isOtherMediaType(error) ? Problem.otherBody(operationAt(request)) : error,
      languageOf(request),
    );
    if (failure.status >= 500)
      this.log.error({ requestId: request.id, operation: request.operation, err: error }, 'request failed');
    if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (failure.status === 503) void reply.header('Retry-After', '2');
    else if (typeof failure.params?.['seconds'] === 'number')
      void reply.header('Retry-After', failure.params['seconds']);
    answerFailure(request, reply, failure);
  }
}

/** Sends a failure in the shape of the family of the request's address. */
export const answerFailure = (request: ApiRequest, reply: ApiReply, failure: Failure): void => {
  const family = operationFamilyOf(request.url);
  request.refusal = failure.code;
  request.failure = failure;
  void reply
    .status(failure.status)
    .headers({ ...failure.headers, 'Content-Type': contentTypeOf(family), 'Content-Language': languageOf(request) })
    .send(failureEnvelope(family, failure, request.id));
};

/**
 * Errors of the router before a route is found: invalid escapes in an address, or a path parameter that is too long.
 */
export const answerRouterFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  answerFailure(
    request as ApiRequest,
    reply,
    failureOf(Problem.ofStatus(error.statusCode ?? 400), languageOf(request)),
  );

type ParserError = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers input that Node cannot parse as a request. The response is written by hand, because there is only a socket.
 */
export const answerParserFailure = (error: ParserError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const head = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, MAX_READ_BYTES) : '';
  const [, target = ''] = /^[A-Z-]+ (\S+)/.exec(head) ?? [];
  const [, language] = /^accept-language:(.*)$/im.exec(head) ?? [];
  const failure = failureOf(
    Problem.ofStatus(statusOf(error, head)),
    languageOf({ headers: { 'accept-language': language?.trim() } }),
  );
  const family = operationFamilyOf(target);
  const body = JSON.stringify(failureEnvelope(family, failure, randomUUID()));
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\nContent-Type: ${contentTypeOf(family)}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
};

const MAX_READ_BYTES = 64 * 1024;
const statusOf = ({ code }: ParserError, head: string): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return (/^[A-Z-]+ \/[^\n]*/.exec(head)?.[0].length ?? 0) > maxHeaderSize ? 414 : 431;
};

/** The failure envelope of a family. The HTTP status is set separately. */
export const failureEnvelope = (family: Family, failure: Failure, requestId: string): unknown => {
  const { status, code, message, details, issues, params } = failure;
  switch (family) {
    case 'platform':
      return {
        result: null,
        success: false,
        error: { code, message, details, validationErrors: issues.length > 0 ? issues.map(toValidationError) : null },
        unAuthorizedRequest: status === 401,
        targetUrl: null,
        __abp: true,
      };
    case 'pre':
      // The code of this family is a number, so `reason` contains the name of the rule.
      return {
        code: status * 100,
        message,
        data: null,
        ...(params || code.startsWith('LAB_SYSTEM_') ? { reason: code } : {}),
        ...(issues.length > 0 ? { errors: issues } : {}),
      };
    case 'v1':
    case 'plain':
      return {
        type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
        title: message,
        status,
        detail: details,
        code,
        instance: `urn:request:${requestId}`,
        ...(params && Object.keys(params).length > 0 ? { params } : {}),
        ...(issues.length > 0 ? { errors: issues } : {}),
      };
  }
};

export const contentTypeOf = (family: Family): string =>
  family === 'v1' || family === 'plain' ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';

const toValidationError = ({ path, message }: { path: string; message: string }) => ({ message, members: [path] });
