import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from '../http/api-request.js';
import type { RuleCode } from '#domain/rules';
import type { ProblemCode } from '../http/problem-messages.js';
import type { Clock, Log } from '../provided.js';
import type { Metrics } from './metrics.js';

/** Stamps each request with its time, gives it the installation's fingerprints, and answers with its id; when it is done, one line of log and one measurement, with the reason where it was refused. No body, name or token is logged. */
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

/** What guessing, prying and flooding look like: it stands out in the log. */
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
