import { types } from 'node:util';
import { Redis } from 'ioredis';
import { StoreUnavailable } from '#events';
import type { JobsWarning } from '../jobs.js';
import { type ScriptedRedis, withScripts } from './redis-scripts.js';

/** Milliseconds before the next attempt to connect. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/**
 * A connection for callers: each command is answered within `deadlineMs` or fails, even while Redis is unavailable or
 * frozen. If Redis is unavailable now, `onUnavailable` is called with the reason, and the connection is made later.
 * @throws Error if the URL names an unknown host, or if Redis refuses the user, the password or the database
 * @throws StoreUnavailable if Redis does not answer in time and there is no `onUnavailable`
 */
export const connectCaller = async (
  url: string,
  deadlineMs: number,
  onUnavailable?: (reason: StoreUnavailable) => void,
): Promise<ScriptedRedis> => {
  const redis = withScripts(
    new Redis(url, {
      lazyConnect: true,
      connectTimeout: deadlineMs,
      commandTimeout: deadlineMs,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      retryStrategy,
    }),
  );
  // Without a listener an error would end the process. Later errors are thrown to callers, but `connect` does not throw
  // the cause of its failure.
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  const failure = await withTimeout(deadlineMs, redis.connect()).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (!isInvalidUrl(cause)) {
    if (!failure) return redis;
    if (onUnavailable && isUnavailable(failure.error)) {
      onUnavailable(unavailable(cause ?? failure.error));
      return redis; // the client keeps trying to connect
    }
  }
  redis.disconnect();
  if (isInvalidUrl(cause)) throw new Error(`REDIS_URL is wrong: ${cause.message}`, { cause });
  throw unavailable(cause ?? failure?.error);
};

/**
 * A connection for a worker, which waits while Redis is unavailable, as BullMQ requires. BullMQ duplicates it for
 * blocking calls; `disconnect` ends both connections at once in any state.
 */
export const connectWorker = (url: string): { redis: Redis; disconnect(): void } => {
  const connections: Redis[] = [];
  const track = (redis: Redis): Redis => {
    redis.on('error', () => undefined);
    connections.push(redis);
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (options) => track(duplicate(options));
    return redis;
  };
  const redis = track(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }));
  const disconnect = () => {
    // A connection that has ended would wait two seconds for its socket to end again.
    for (const connection of connections.filter(({ status }) => status !== 'end')) connection.disconnect();
    // BullMQ may still try to connect one of them again.
    for (const { options } of connections) options.retryStrategy = () => null;
  };
  return { redis, disconnect };
};

/**
 * Calls Redis.
 * @throws StoreUnavailable if it is unavailable or does not answer within `deadlineMs`; other errors unchanged
 */
export const withDeadline = async <Result>(deadlineMs: number, call: () => Promise<Result>): Promise<Result> => {
  try {
    return await withTimeout(deadlineMs, call());
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
};

class DeadlineExceeded extends Error {
  override name = 'TooLate';
}

const withTimeout = async <Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`Redis does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });

/** Answers of a server that is temporarily unable to serve. */
const TEMPORARY_REFUSAL = /^(LOADING|READONLY|MASTERDOWN|MISCONF|NOREPLICAS|OOM|BUSY|TRYAGAIN|CLUSTERDOWN|MAX)/;
/** Errors of ioredis without a code or class. */
const CONNECTION_LOST =
  /^(Connection is closed|Command timed out|Stream isn't writeable|connect ETIMEDOUT|Reached the max retries)/;

/** Answers of a server, or of the name service, to a wrong URL. */
const INVALID_URL = /^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR DB index|getaddrinfo ENOTFOUND)/;

const isInvalidUrl = (error: unknown): error is Error => types.isNativeError(error) && INVALID_URL.test(error.message);

const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof DeadlineExceeded || error.name === 'MaxRetriesPerRequestError') return true;
  if (error.name === 'ReplyError') return TEMPORARY_REFUSAL.test(error.message);
  return (
    CONNECTION_LOST.test(error.message) ||
    ('code' in error &&
      typeof error.code === 'string' &&
      /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/.test(error.code))
  );
};

const EVICTION_POLICY = 'noeviction';
/** The oldest releases that the contract of the jobs is tested with. */
const OLDEST_VERSIONS = { redis: '7.0.15', valkey: '7.2.0' } as const;

/** Problems with the configuration of a server. It reads INFO, because providers of Redis often forbid CONFIG. */
export const redisWarnings = async (redis: Redis): Promise<JobsWarning[]> => {
  const sections = await Promise.all([redis.info('server'), redis.info('memory')]).catch((error: unknown) => {
    if (error instanceof Error && /^(NOPERM|ERR unknown command)/.test(error.message)) return null;
    throw error;
  });
  return sections ? warningsOf(sections.join('\n')) : [{ code: 'UNKNOWN_SETTINGS', found: '', wanted: 'INFO' }];
};

/** `info`: the sections "server" and "memory" of the answer to INFO. */
export const warningsOf = (info: string): JobsWarning[] => {
  const fields = new Map(Array.from(info.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]));
  const warnings: JobsWarning[] = [];
  const policy = fields.get('maxmemory_policy') ?? '';
  if (policy !== EVICTION_POLICY) warnings.push({ code: 'EVICTION_POLICY', found: policy, wanted: EVICTION_POLICY });
  // Valkey also reports the version of Redis that it is compatible with.
  const [product, oldestVersion] = fields.has('valkey_version')
    ? (['valkey', OLDEST_VERSIONS.valkey] as const)
    : (['redis', OLDEST_VERSIONS.redis] as const);
  const version = fields.get(`${product}_version`) ?? '';
  if (isOlder(version, oldestVersion))
    warnings.push({ code: 'VERSION', found: `${product} ${version}`, wanted: `${product} ${oldestVersion}` });
  return warnings;
};

const isOlder = (version: string, minimum: string): boolean => {
  const [versionParts, minimumParts] = [version, minimum].map((text) => text.split('.').map(Number));
  const firstDifference = minimumParts?.findIndex((part, index) => part !== versionParts?.[index]) ?? -1;
  return firstDifference >= 0 && !((versionParts?.[firstDifference] ?? NaN) > (minimumParts?.[firstDifference] ?? NaN));
};
