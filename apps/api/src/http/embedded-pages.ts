import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { PRODUCT } from '#contract';
import type { EventStore } from '#events';
import { allowedEmbedOrigins, findUnitByCodeIn } from '../auth/lab-systems.js';
import type { CatalogueCache } from '../catalogue/catalogue-cache.js';

/**
 * The pages that a laboratory's system shows in a frame. No other page of the platform may be framed by another site.
 */
const EMBEDDED = /^\/preconsign-management(?:\/detail)?\/?$/;
const ANCESTORS = /frame-ancestors [^;]*/;

type Sources = { eventStore: EventStore; catalogues: Pick<CatalogueCache, 'current'>; logger: Logger };

/**
 * Allows the origins in `embedOrigins` of a testing unit to frame the pre-consignment pages for that unit (ADR-014).
 * Must run after helmet, because it relaxes headers that helmet sets.
 */
export const embeddedPages = (server: FastifyInstance, { eventStore, catalogues, logger }: Sources): void => {
  server.addHook('onRequest', async (request, reply) => {
    // The raw text, because a client may send something that is not a valid URL.
    const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s);
    if (!EMBEDDED.test(path)) return;
    const parameters = new URLSearchParams(query);
    const unitCode = parameters.get('unitCode');
    if (parameters.get(`is${PRODUCT}`) !== '1' || !unitCode) return;
    try {
      const unit = findUnitByCodeIn((await catalogues.current()).units, unitCode);
      const origins = unit ? await allowedEmbedOrigins(eventStore, unit.id) : [];
      if (origins.length === 0) return;
      const policy = String(reply.raw.getHeader('content-security-policy'));
      reply.raw.setHeader(
        'content-security-policy',
        policy.replace(ANCESTORS, `frame-ancestors 'self' ${origins.join(' ')}`),
      );
      reply.raw.removeHeader('x-frame-options'); // it cannot name origins, and the policy overrides it
    } catch (error) {
      // The page loads anyway.
      logger.warn(error, 'the origins that may embed pages could not be read; no other site may embed this page');
    }
  });
};
