import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem, RuleBroken } from '#domain/rules';
import { isApiAddress, RouteTable } from './addresses.js';
import { Problem } from './problem.js';

/** Headers of which one counts: a proxy may have read the other. */
const ONCE = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Unit-Code', 'Last-Event-ID'];

/**
 * What no operation needs to be asked for: addresses and methods that there are none of, headers that contradict each other, and
 * expectations. Before anything of a body is read; `OPTIONS` is answered with the methods of the path.
 */
export const checkRequests = (server: FastifyInstance): void => {
  const known = new RouteTable(server);
  // Node answers an expectation it does not know by itself, in nobody's shape.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', async (request, reply) => {
    if (isApiAddress(request.url)) void reply.header('Vary', 'Accept-Language');
    else if (request.url !== request.originalUrl) void reply.header('Vary', 'Accept'); // a page, for who takes HTML
    const repeated = repeatedIn(request);
    if (repeated) throw new RuleBroken(problem('HEADER_ONCE', {}, repeated));
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw Problem.ofStatus(417);
    if (!request.is404) return;
    const methods = known.methodsOf(request.url);
    if (methods.length === 0) throw Problem.notFound();
    if (request.method !== 'OPTIONS') throw Problem.otherMethod(methods);
    return reply
      .status(204)
      .header('Allow', [...methods, 'OPTIONS'].join(', '))
      .send();
  });
};

const repeatedIn = ({ raw }: FastifyRequest): string | undefined => {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  return ONCE.find((name) => names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()));
};
