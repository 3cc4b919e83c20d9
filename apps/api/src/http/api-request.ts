import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type RuleParams } from '#domain/rules';
import { LANGUAGES, type Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import type { Issue } from './problem.js';

/** What was told to whoever was refused, without its words. */
export type Refusal = { code: string; issues: readonly Issue[]; params?: RuleParams };

/**
 * A request as the guard leaves it: `caller` is there for every operation that is not public, `operation` names it in
 * logs. `receivedAt` is the app's clock at its arrival, the one time a request knows; `fingerprint` makes them with the
 * installation's key. `machine` is the unit's own system that calls, by a key or (null) by the integration secret;
 * `named` are the ids that a push is about. `uploadIdleMs` is how long an upload may stand still; `read` is what a form
 * or an upload held, once it was read; `refusal` the stable code it was refused with, for log and measurement,
 * `failure` all that was told of it.
 */
export type ApiRequest = FastifyRequest & {
  caller?: Caller;
  operation?: string;
  receivedAt: Date;
  fingerprint(value: string): string;
  uploadIdleMs: number;
  read?: unknown;
  refusal?: string;
  failure?: Refusal;
  machine?: { unitId: string; keyId: string | null };
  named?: readonly string[];
};
export type ApiReply = FastifyReply;

export const getRequest = (context: ExecutionContext): ApiRequest => context.switchToHttp().getRequest<ApiRequest>();

/**
 * The language that Accept-Language prefers among ours, by its weights; Chinese for who asks for none of them and does
 * not rule it out.
 */
export const languageOf = ({ headers }: { headers: { 'accept-language'?: string | undefined } }): Language => {
  const accepted = headers['accept-language'] ?? '';
  // The least of all wishes: any language that is not named.
  const wishes = accepted.includes('*') ? accepted : `${accepted},*;q=0.001`;
  return (new Negotiator({ headers: { 'accept-language': wishes } }).language([...LANGUAGES]) as Language) ?? 'zh';
};

/** The signed-in user (auth/caller.ts). */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  getCaller(getRequest(context)),
);

/** Language of the answer's texts; its headers name it. */
export const RequestLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language => {
  const language = languageOf(getRequest(context));
  void context.switchToHttp().getResponse<ApiReply>().header('Content-Language', language);
  return language;
});

export const getCaller = (request: ApiRequest): Caller => {
  if (!request.caller) throw new Error('A public operation has no caller');
  return request.caller;
};
