import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { PRODUCT } from '#contract';
import type { EventStore } from '#events';
import { allowedEmbedOrigins, findUnitByCodeIn } from '../auth/lab-systems.js';
import type { CatalogueCache } from '../catalogue/catalogue-cache.js';

/**
 * The pages that a laboratory's system shows inside its own; nothing else of the platform is ever shown in a frame of
 * others.
 */
const EMBEDDED = /^\/preconsign-management(?:\/detail)?\/?$/;
const ANCESTORS = /frame-ancestors [^;]*/;

type Sources = { eventStore: EventStore; catalogues: Pick<CatalogueCache, 'current'>; logger: Logger };

/**
 * Lets the origins that a testing unit's administration named, and no others, frame the pre-consignment pages for that
 * unit (ADR-014). After helmet: it opens what that has closed.
 */
export const embeddedPages = (server: FastifyInstance, { eventStore, catalogues, logger }: Sources): void => {
  server.addHook('onRequest', async (request, reply) => {
    // The text as received: not everything that a client sends can be parsed as a URL.
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
      reply.raw.removeHeader('x-frame-options'); // it knows no origins, and browsers that read the policy pass it over
    } catch (error) {
      logger.warn(error, 'Who may frame a page could not be read; nobody else may'); // the page itself needs none of it
    }
  });
};
