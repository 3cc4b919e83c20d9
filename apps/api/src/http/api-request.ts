import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain';
import type { Caller } from '../auth/caller.js';

/**
 * A request as the guard leaves it: `caller` is there for every operation that is not public, `operation` names it in logs.
 * `receivedAt` is the app's clock at its arrival, the one time a request knows; `fingerprint` makes them with the installation's key.
 * `uploadIdleMs` is how long an upload may stand still; `read` is what a form or an upload held, once it was read; `refusal` the stable code it was refused with, for log and measurement.
 */
export type ApiRequest = FastifyRequest & {
  caller?: Caller;
  operation?: string;
  receivedAt: Date;
  fingerprint(value: string): string;
  uploadIdleMs: number;
  read?: unknown;
  refusal?: string;
};
export type ApiReply = FastifyReply;

export const requestOf = (context: ExecutionContext): ApiRequest => context.switchToHttp().getRequest<ApiRequest>();

/** First language of Accept-Language that we speak, zh when there is none. */
export const languageOf = (request: { headers: { 'accept-language'?: string } }): Language => {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.find((language): language is Language => LANGUAGES.some((known) => known === language)) ?? 'zh';
};

/** The signed-in user (auth/caller.ts). */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Caller => callerOf(requestOf(context)));

/** Language of the answer's messages. */
export const In = createParamDecorator((_: unknown, context: ExecutionContext): Language =>
  languageOf(requestOf(context)),
);

export const callerOf = (request: ApiRequest): Caller => {
  if (!request.caller) throw new Error('A public operation has no caller');
  return request.caller;
};
