import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import {
  withReadScope,
  fingerprinter,
  logSerializers,
  noScanner,
  retryUntilAvailable,
  type Engines,
  type FileScanner,
} from '#engines';
import { openOutbound } from '#outbound';
import type { TrustProxy } from '#settings';
import { ApiModule } from './api.module.js';
import { ADDRESS_LIMITS, type AddressLimits, networkOfAddress } from './auth/network-limits.js';
import { Tokens } from './auth/tokens.js';
import { CatalogueCache } from './catalogue/catalogue-cache.js';
import { controllersOf, findMissingHandlers } from './completeness.js';
import { drainConnections } from './http/drain-connections.js';
import type { IdentityProvider } from './sessions/identity-providers.js';
import { resolveRoutePath, checkRequests } from './http/routes.js';
import { answerParserFailure, answerRouterFailure } from './http/failure.js';
import { readBodies } from './http/request-body.js';
import { ReadYourWrites } from './http/read-your-writes.js';
import { RateLimitStore } from './http/rate-limit-store.js';
import { embeddedPages } from './http/embedded-pages.js';
import { PushRecords } from './lab-systems/exchanges.js';
import { watchRequests, NestLog } from './operations/request-logging.js';
import { countingStore, Metrics } from './operations/metrics.js';
import type { MetricsAccess } from './operations/metrics-access.js';
import type { Clock, Log } from './injection-tokens.js';

export type ApiSettings = {
  engines: Engines;
  /** Folder of the built console; without it the api serves no pages. */
  console?: string;
  now?: Clock;
  logger?: Log;
  /** The proxies whose X-Forwarded-For is believed (TRUST_PROXY). */
  trustProxy?: TrustProxy;
  /** Sign-ins a minute and address. */
  loginsPerMinute?: number;
  /** What else one address may do before anybody is signed in. */
  addressLimits?: AddressLimits;
  /** Holds every answer to the contract's result schema; for tests. */
  checkAnswers?: boolean;
  /** Pause between two signs of life of an event stream, in milliseconds; some proxies cut what is silent for 30 s. */
  heartbeatMs?: number;
  /** How long an upload may stand still, in milliseconds. */
  uploadIdleMs?: number;
  /** Host with a login page of its own, as browsers name it, with its port if it has one (NAV-003). */
  otherLoginHost?: string | undefined;
  /** Looks into every file before it is stored; without one files are taken as they are. */
  scanner?: FileScanner;
  /** How long a request for a code waits to learn that it could not be sent, in milliseconds; 0: not at all. */
  codeOutcomeMs?: number;
  /** Third parties by whom one can sign in. */
  providers?: readonly IdentityProvider[];
  /** Hosts of laboratory systems that stand in the own network (LAB_SYSTEM_HOSTS); all others must be public. */
  labSystemHosts?: readonly string[];
  /** How long one call to a laboratory's system may take, in milliseconds. */
  labSystemDeadlineMs?: number;
  /** Who may read /metrics. */
  metricsAccess?: MetricsAccess;
  /** Web address at which others reach the platform; links in events are relative without it. */
  publicUrl?: string;
  /** Requests that one access key may make in a minute, 600 unless said. */
  keyRequestsPerMinute?: number;
  /** How long `close` waits for the answers of requests under way, in milliseconds. */
  drainMs?: number;
  /** Ends the waiting for a vault that is away. */
  signal?: AbortSignal;
};

const BODY_LIMIT = 2 * 1024 * 1024;
/** No request takes longer to arrive (000 K-007), however steadily it trickles. */
const REQUEST_TIMEOUT_MS = 600_000;

/**
 * The HTTP api on the engines given, ready for `listen`; waits for the vault where that is away. Closing it lets
 * requests under way have their answers, and leaves the engines open.
 * @throws Error when the contract and the handlers or permissions do not match.
 */
export const createApi = async ({
  engines,
  console,
  now = () => new Date(),
  logger: given = pino({ level: 'silent' }),
  trustProxy = false,
  loginsPerMinute = 60,
  addressLimits = ADDRESS_LIMITS,
  checkAnswers = false,
  heartbeatMs = 15_000,
  uploadIdleMs = 60_000,
  otherLoginHost = '',
  scanner = noScanner,
  providers = [],
  labSystemHosts = [],
  labSystemDeadlineMs = 5_000,
  codeOutcomeMs = 3_000,
  metricsAccess = {},
  publicUrl = '',
  keyRequestsPerMinute = 600,
  drainMs = 7_000,
  signal,
}: ApiSettings): Promise<NestFastifyApplication> => {
  const gaps = findMissingHandlers(controllersOf(ApiModule));
  if (gaps.length > 0) throw new Error(`The api does not keep its contract: ${gaps.join('; ')}`);
  const logger = given.child({}, { serializers: logSerializers });
  const metrics = new Metrics();
  const pages = console !== undefined && existsSync(console);
  const adapter = new FastifyAdapter({
    trustProxy,
    // What drainConnections has left over when its time is up.
    forceCloseConnections: true,
    // What comes on an open connection while others drain is answered as always, and the connection closed then.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048 }, // a ticket for a file is longer than the usual 100 characters
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: IncomingMessage) => resolveRoutePath(request, pages),
    frameworkErrors: answerRouterFailure,
    clientErrorHandler: answerParserFailure,
  });
  // Without kept connections: what changes something at a laboratory must not arrive twice.
  const outbound = openOutbound({ allowedHosts: labSystemHosts });
  const module = ApiModule.of({
    ownWrites: new ReadYourWrites({ ...engines, eventStore: countingStore(engines.eventStore, metrics) }, logger),
    tokens: await retryUntilAvailable(() => Tokens.open(engines.vault), { logger, signal }),
    metrics,
    clock: now,
    log: logger,
    options: {
      ...addressLimits,
      checkAnswers,
      heartbeatMs,
      otherLoginHost,
      providers,
      labSystemHosts,
      labSystemDeadlineMs,
      codeOutcomeMs,
      metricsAccess,
      publicUrl,
      keyRequestsPerMinute,
      trustsProxy: trustProxy !== false,
    },
    scanner,
    outbound,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLog(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const server = adapter.getInstance();
  server.addHook('onClose', (_, done) => {
    outbound.close();
    done();
  });
  drainConnections(server, { withinMs: drainMs, logger });
  readBodies(server);
  server.decorateRequest('uploadIdleMs', uploadIdleMs);
  watchRequests(server, {
    now,
    logger,
    metrics,
    fingerprint: await retryUntilAvailable(() => fingerprinter(engines.vault), { logger, signal }),
  });
  app.get(PushRecords).watch(server);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    hsts: trustProxy !== false, // plain http without a proxy: a browser that had learnt to insist on TLS could not come back
  });
  checkRequests(server);
  // Behind the parsing of the body, whose events come from the socket and would not be in the scope.
  server.addHook('preHandler', (_request, _reply, done) => withReadScope(done));
  embeddedPages(server, { eventStore: engines.eventStore, catalogues: app.get(CatalogueCache), logger });
  await app.register(rateLimit, {
    global: false,
    max: loginsPerMinute,
    timeWindow: '1 minute',
    store: RateLimitStore,
    keyGenerator: ({ ip }) => networkOfAddress(ip),
  });
  if (pages) {
    const assets = join(console, 'assets', sep); // names there tell what is inside, others do not
    await app.register(fastifyStatic, {
      root: console,
      prefix: '/',
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const age = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache';
        void reply.header('cache-control', age);
      },
    });
  }
  await app.init();
  return app;
};
