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
  /** The proxies whose X-Forwarded-For is trusted (TRUST_PROXY). */
  trustProxy?: TrustProxy;
  /** Sign-ins per minute and address. */
  loginsPerMinute?: number;
  /** Further limits per address for requests before a sign-in. */
  addressLimits?: AddressLimits;
  /** Checks every result against the contract's result schema; for tests. */
  checkAnswers?: boolean;
  /**
   * Pause between two heartbeats of an event stream, in milliseconds. Some proxies cut connections that are silent for
   * 30 s.
   */
  heartbeatMs?: number;
  /** How long an upload may pause, in milliseconds. */
  uploadIdleMs?: number;
  /** Host with a separate login page, as in the Host header, with its port if it has one (NAV-003). */
  otherLoginHost?: string | undefined;
  /** Scans every file before it is stored. Without a scanner, files are stored unchecked. */
  scanner?: FileScanner;
  /** How long a request for a code waits for a failure to send it, in milliseconds. 0: it does not wait. */
  codeOutcomeMs?: number;
  /** External providers for sign-in. */
  providers?: readonly IdentityProvider[];
  /** Hosts of laboratory systems that may have private addresses (LAB_SYSTEM_HOSTS); all others must be public. */
  labSystemHosts?: readonly string[];
  /** How long one call to a laboratory's system may take, in milliseconds. */
  labSystemDeadlineMs?: number;
  /** Who may read /metrics. */
  metricsAccess?: MetricsAccess;
  /** Public web address of the platform. Without it, links in events are relative. */
  publicUrl?: string;
  /** Requests per minute and access key; default 600. */
  keyRequestsPerMinute?: number;
  /** How long `close` waits for responses that are in progress, in milliseconds. */
  drainMs?: number;
  /** Stops the wait for an unavailable vault. */
  signal?: AbortSignal;
};

const BODY_LIMIT = 2 * 1024 * 1024;
/** Maximum time in which a request must arrive completely (000 K-007), even if it sends data steadily. */
const REQUEST_TIMEOUT_MS = 600_000;

/**
 * Creates the HTTP api on the given engines, ready for `listen`. Waits until the vault is available. Closing the api
 * lets requests in progress finish, and does not close the engines.
 * @throws Error if the contract does not match the handlers or the permissions.
 */
export const createApi = async ({
  engines,
  console,
  now = () => new Date(),
  logger: rootLogger = pino({ level: 'silent' }),
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
  const logger = rootLogger.child({}, { serializers: logSerializers });
  const metrics = new Metrics();
  const pages = console !== undefined && existsSync(console);
  const adapter = new FastifyAdapter({
    trustProxy,
    // Closes the connections that are still open when the time of drainConnections is over.
    forceCloseConnections: true,
    // A request on an open connection is answered normally during the drain; the connection is closed afterwards.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048 }, // a ticket for a file exceeds the default of 100 characters
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: IncomingMessage) => resolveRoutePath(request, pages),
    frameworkErrors: answerRouterFailure,
    clientErrorHandler: answerParserFailure,
  });
  // No keep-alive: a request that changes something at a laboratory must not be sent twice.
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
    hsts: trustProxy !== false, // not without a proxy: a browser that has stored HSTS could not use plain http any more
  });
  checkRequests(server);
  // After the body is parsed: events of the socket would run outside of the scope.
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
    const assets = join(console, 'assets', sep); // file names here contain a hash of the content
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
