import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type RuleParams } from '#domain/rules';
import { LANGUAGES, type Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import type { Issue } from './problem.js';

/** Code, issues and parameters of a refusal, without its sentence. */
export type Refusal = { code: string; issues: readonly Issue[]; params?: RuleParams };

/**
 * A request after the guard.
 * - `caller`: set for every operation that is not public.
 * - `operation`: name of the operation for logs.
 * - `receivedAt`: the app's clock at the arrival of the request.
 * - `fingerprint`: hashes a value with the installation's key.
 * - `uploadIdleMs`: how long an upload may pause, in milliseconds.
 * - `formInput`: contents of a form or an upload, once it is read.
 * - `refusal`, `failure`: code and details of a refusal, for log and metrics.
 * - `machine`: the unit's own system that calls, with the id of its access key, or null for the integration secret.
 * - `subjectIds`: the ids that a push refers to.
 */
export type ApiRequest = FastifyRequest & {
  caller?: Caller;
  operation?: string;
  receivedAt: Date;
  fingerprint(value: string): string;
  uploadIdleMs: number;
  formInput?: unknown;
  refusal?: string;
  failure?: Refusal;
  machine?: { unitId: string; keyId: string | null };
  subjectIds?: readonly string[];
};
export type ApiReply = FastifyReply;

export const getRequest = (context: ExecutionContext): ApiRequest => context.switchToHttp().getRequest<ApiRequest>();

/**
 * The supported language that Accept-Language prefers, by its weights. The default is Chinese, unless the header
 * excludes it.
 */
export const languageOf = ({ headers }: { headers: { 'accept-language'?: string | undefined } }): Language => {
  const accepted = headers['accept-language'] ?? '';
  // Lowest weight: any language that the header does not name.
  const preferences = accepted.includes('*') ? accepted : `${accepted},*;q=0.001`;
  return (new Negotiator({ headers: { 'accept-language': preferences } }).language([...LANGUAGES]) as Language) ?? 'zh';
};

/** The signed-in user (auth/caller.ts). */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  getCaller(getRequest(context)),
);

/** Language of the texts in the response; also sets its Content-Language. */
export const RequestLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language => {
  const language = languageOf(getRequest(context));
  void context.switchToHttp().getResponse<ApiReply>().header('Content-Language', language);
  return language;
});

export const getCaller = (request: ApiRequest): Caller => {
  if (!request.caller) throw new Error('A public operation has no caller');
  return request.caller;
};
