import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from '../http/api-request.js';
import type { RuleCode } from '#domain/rules';
import type { ProblemCode } from '../http/problem-messages.js';
import type { Clock, Log } from '../injection-tokens.js';
import type { Metrics } from './metrics.js';
import type { LoggerService } from '@nestjs/common';

/**
 * Adds the arrival time and the fingerprint function to each request and returns the request id in a header. Writes one
 * log line and one measurement when the response is sent, with the reason of a refusal. No body, name or token is
 * logged.
 */
export const watchRequests = (
  server: FastifyInstance,
  {
    now,
    logger,
    metrics,
    fingerprint,
  }: { now: Clock; logger: Log; metrics: Metrics; fingerprint: (value: string) => string },
): void => {
  server.decorateRequest('receivedAt');
  server.decorateRequest('read');
  server.decorateRequest('refusal');
  server.decorateRequest('failure');
  server.decorateRequest('machine');
  server.decorateRequest('named');
  server.decorateRequest('fingerprint', fingerprint);
  server.addHook('onRequest', (request, reply, done) => {
    (request as ApiRequest).receivedAt = now();
    void reply.header('X-Request-Id', request.id);
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { operation, caller, refusal } = request as ApiRequest;
    const name = operation ?? 'other';
    metrics.requests.observe({ operation: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const code = refusal ?? (reply.statusCode >= 400 ? String(reply.statusCode) : undefined);
    if (code !== undefined) metrics.refusals.inc({ operation: name, code });
    const line = {
      requestId: request.id,
      operation: name,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      userId: caller?.userId,
      ...(code === undefined ? {} : { code }),
    };
    if (isSuspicious(reply.statusCode, code)) logger.warn(line, 'request');
    else logger.info(line, 'request');
    done();
  });
};

/** Signs of guessing, probing and flooding. They are logged as warnings. */
const SUSPICIOUS_STATUS: ReadonlySet<number> = new Set([401, 403, 413, 429]);
const SUSPICIOUS_CODE: ReadonlySet<string> = new Set<ProblemCode | RuleCode>([
  'BAD_CREDENTIALS',
  'ACCOUNT_LOCKED',
  'ADDRESS_LOCKED',
  'PASSWORD_WRONG',
  'CODE_WRONG',
  'THIRD_PARTY_STATE',
  'THIRD_PARTY_CODE',
  'KEY_EXPIRED',
  'NO_SUCH_KEY',
]);
const isSuspicious = (status: number, code: string | undefined): boolean =>
  SUSPICIOUS_STATUS.has(status) || (code !== undefined && SUSPICIOUS_CODE.has(code));

/** Writes Nest's messages to the log of the service; its messages at startup have level debug. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Log) {}

  log = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  debug = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  verbose = (message: unknown, context?: string) => this.logger.trace({ context }, String(message));
  warn = (message: unknown, context?: string) => this.logger.warn({ context }, String(message));
  error = (message: unknown, stack?: string, context?: string) =>
    this.logger.error({ context, stack }, String(message));
  fatal = (message: unknown, context?: string) => this.logger.fatal({ context }, String(message));
}
