import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from '../http/api-request.js';
import type { Clock, Log } from '../provided.js';
import type { Metrics } from './metrics.js';

/** Stamps each request with its time and answers with its id; when it is done, one line of log and one measurement. No body, name or token is logged. */
export const watchRequests = (server: FastifyInstance, { now, logger, metrics }: { now: Clock; logger: Log; metrics: Metrics }): void => {
  server.decorateRequest('receivedAt');
  server.addHook('onRequest', (request, reply, done) => {
    (request as ApiRequest).receivedAt = now();
    void reply.header('X-Request-Id', request.id);
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { operation, caller } = request as ApiRequest;
    const name = operation ?? 'other';
    metrics.requests.observe({ operation: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    logger.info({ requestId: request.id, operation: name, status: reply.statusCode, durationMs: Math.round(reply.elapsedTime), userId: caller?.userId }, 'request');
    done();
  });
};
