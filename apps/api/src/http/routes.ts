import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { operations, type Family } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { Problem } from './problem.js';

function firstSegment(target: string): string {
  return (target.split(/[/?#]/, 2)[1] ?? '').toLowerCase();
}
/** The first path segments of the api, health and metrics; all other addresses belong to the console. */
const API: ReadonlySet<string> = new Set([
  'metrics',
  'healthz',
  'readyz',
  ...operations.map(({ path }) => firstSegment(path)),
]);
const FILE = /\.[a-z0-9]+$/i;
const PAGE = '/index.html';

/**
 * A normalized path: escapes are decoded, backslashes count as slashes, repeated slashes are merged, dot segments are
 * resolved. Used only to classify an address. Routing accepts the exact spelling only.
 */
const normalizedPath = (target: string): string => {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  const segments: string[] = [];
  for (const segment of unescapePath(path).split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
};

const unescapePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Whether an address belongs to the api, in any spelling. The console's page is never served there. */
export const isApiAddress = (target: string): boolean =>
  API.has(firstSegment(normalizedPath(target))) || API.has(firstSegment(target));

/** Family of an address, also if no operation has its path. */
export const operationFamilyOf = (target: string): Family => {
  const path = normalizedPath(target);
  if (/^\/api\/(services|TokenAuth)(\/|$)/i.test(path)) return 'platform';
  if (/^\/api\/(pre|specification|dictionaryController(\.do)?)(\/|$)/i.test(path)) return 'pre';
  return 'v1';
};

/**
 * The target for routing. Of an absolute URL, the path is used (RFC 9112, 3.2.2). With `hasPages`, a client that
 * accepts HTML gets the console's page at every address that is neither of the api nor of a file.
 */
export const resolveRoutePath = (
  { method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  hasPages: boolean,
): string => {
  const target = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const isRead = method === 'GET' || method === 'HEAD';
  const isPage = hasPages && isRead && !isApiAddress(target) && !FILE.test(target.split('?', 1)[0] ?? '');
  return isPage && acceptsHtml(headers) ? PAGE : target;
};

const acceptsHtml = (headers: IncomingMessage['headers']): boolean =>
  new Negotiator({ headers: { accept: headers.accept } }).mediaType(['text/html']) !== undefined;

/** The methods of each path, for requests with an unsupported method. */
export class RouteTable {
  private readonly methods = new Map<string, Set<string>>();

  /** Records every route that is added to the server from now on. */
  constructor(server: FastifyInstance) {
    server.addHook('onRoute', ({ url, method }) => {
      const methods = this.methods.get(url) ?? new Set();
      for (const each of [method].flat()) methods.add(each);
      if (methods.has('GET')) methods.add('HEAD');
      this.methods.set(url, methods);
    });
  }

  methodsOf(target: string): string[] {
    const path = target.split('?', 1)[0] ?? '';
    const exact = this.methods.get(path);
    const matchingMethods = exact
      ? [exact]
      : [...this.methods].filter(([url]) => matches(url, path)).map(([, each]) => each);
    return [...new Set(matchingMethods.flatMap((methods) => [...methods]))].sort();
  }
}

const matches = (pattern: string, path: string): boolean => {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  return (
    pattern.includes(':') &&
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) => (part.startsWith(':') ? pathParts[index] !== '' : part === pathParts[index]))
  );
};

/** Headers that may occur only once: a proxy may have used the other value. */
const ONCE = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Unit-Code', 'Last-Event-ID'];

/**
 * Checks that do not depend on an operation: unknown addresses and methods, repeated headers, and expectations. They
 * run before the body is read. `OPTIONS` is answered with the methods of the path.
 */
export const checkRequests = (server: FastifyInstance): void => {
  const table = new RouteTable(server);
  // Node itself would answer an unknown expectation, in none of the families' shapes.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', async (request, reply) => {
    if (isApiAddress(request.url)) void reply.header('Vary', 'Accept-Language');
    else if (request.url !== request.originalUrl) void reply.header('Vary', 'Accept'); // a page, if Accept allows HTML
    const repeated = repeatedIn(request);
    if (repeated) throw new RuleBroken(problem('HEADER_ONCE', {}, repeated));
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw Problem.ofStatus(417);
    if (!request.is404) return;
    const methods = table.methodsOf(request.url);
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
