import { types } from 'node:util';
import { Redis } from 'ioredis';
import { StoreUnavailable } from '#events';
import type { JobsWarning } from '../jobs.js';
import { type ScriptedRedis, withScripts } from './redis-scripts.js';

/** Milliseconds before it is tried again to connect. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/**
 * A connection for callers: each command is answered within `deadlineMs` or fails, also while Redis is away or frozen.
 * `whenAway` is told why when it is away now; then it is connected to when it comes.
 * @throws Error when the URL names a host that nobody knows, or Redis refuses its user, password or database: that is
 * not mended by waiting.
 * @throws StoreUnavailable when Redis does not answer in time and `whenAway` is not given.
 */
export const connectCaller = async (
  url: string,
  deadlineMs: number,
  whenAway?: (why: StoreUnavailable) => void,
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
  // Without a listener it would end the process. Later what went wrong is told to whoever calls; of connecting,
  // `connect` does not say it.
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  const failed = await within(deadlineMs, redis.connect()).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (!isMistyped(cause)) {
    if (!failed) return redis;
    if (whenAway && isAway(failed.error)) {
      whenAway(unavailable(cause ?? failed.error));
      return redis; // it goes on trying by itself
    }
  }
  redis.disconnect();
  if (isMistyped(cause)) throw new Error(`REDIS_URL is wrong: ${cause.message}`, { cause });
  throw unavailable(cause ?? failed?.error);
};

/**
 * A connection for a worker, which waits for as long as Redis is away, as BullMQ asks for. BullMQ makes a second one of
 * it to block on; `disconnect` ends both at once, in whatever state they are.
 */
export const connectWorker = (url: string): { redis: Redis; disconnect(): void } => {
  const opened: Redis[] = [];
  const opening = (redis: Redis): Redis => {
    redis.on('error', () => undefined);
    opened.push(redis);
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (options) => opening(duplicate(options));
    return redis;
  };
  const redis = opening(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }));
  const disconnect = () => {
    // One that has ended would wait two seconds for its socket to end again.
    for (const one of opened.filter(({ status }) => status !== 'end')) one.disconnect();
    // BullMQ may still be about to connect one of them again.
    for (const { options } of opened) options.retryStrategy = () => null;
  };
  return { redis, disconnect };
};

/**
 * The answer of Redis to a caller. @throws StoreUnavailable when it is away or does not answer within `deadlineMs`;
 * other errors as they are.
 */
export const withDeadline = async <Answer>(deadlineMs: number, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await within(deadlineMs, ask());
  } catch (error) {
    throw isAway(error) ? unavailable(error) : error;
  }
};

class TooLate extends Error {
  override name = 'TooLate';
}

const within = async <Answer>(deadlineMs: number, answer: Promise<Answer>): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`Redis does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });

/** Answers of a server that cannot serve now, but may later. */
const REFUSED = /^(LOADING|READONLY|MASTERDOWN|MISCONF|NOREPLICAS|OOM|BUSY|TRYAGAIN|CLUSTERDOWN|MAX)/;
/** ioredis gives these no code or class of their own. */
const LOST =
  /^(Connection is closed|Command timed out|Stream isn't writeable|connect ETIMEDOUT|Reached the max retries)/;

/** What a server says to a URL that is wrong, and the name service to its host. */
const WRONG = /^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR DB index|getaddrinfo ENOTFOUND)/;

const isMistyped = (error: unknown): error is Error => types.isNativeError(error) && WRONG.test(error.message);

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof TooLate || error.name === 'MaxRetriesPerRequestError') return true;
  if (error.name === 'ReplyError') return REFUSED.test(error.message);
  return (
    LOST.test(error.message) ||
    ('code' in error &&
      typeof error.code === 'string' &&
      /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/.test(error.code))
  );
};

const POLICY = 'noeviction';
/** The oldest releases that the contract of the jobs is run on. */
const OLDEST = { redis: '7.0.15', valkey: '7.2.0' } as const;

/** What is wrong with how a server is set up. INFO is read and not CONFIG, which providers of Redis often forbid. */
export const redisWarnings = async (redis: Redis): Promise<JobsWarning[]> => {
  const read = await Promise.all([redis.info('server'), redis.info('memory')]).catch((error: unknown) => {
    if (error instanceof Error && /^(NOPERM|ERR unknown command)/.test(error.message)) return null;
    throw error;
  });
  return read ? warningsOf(read.join('\n')) : [{ code: 'UNKNOWN_SETTINGS', found: '', wanted: 'INFO' }];
};

/** `info`: the sections "server" and "memory" as the command INFO answers them. */
export const warningsOf = (info: string): JobsWarning[] => {
  const fields = new Map(Array.from(info.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]));
  const warnings: JobsWarning[] = [];
  const policy = fields.get('maxmemory_policy') ?? '';
  if (policy !== POLICY) warnings.push({ code: 'EVICTION_POLICY', found: policy, wanted: POLICY });
  // Valkey also tells a version of Redis, the one that it behaves like.
  const [product, oldest] = fields.has('valkey_version')
    ? (['valkey', OLDEST.valkey] as const)
    : (['redis', OLDEST.redis] as const);
  const version = fields.get(`${product}_version`) ?? '';
  if (isOlder(version, oldest))
    warnings.push({ code: 'VERSION', found: `${product} ${version}`, wanted: `${product} ${oldest}` });
  return warnings;
};

const isOlder = (version: string, other: string): boolean => {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number));
  const at = others?.findIndex((part, index) => part !== parts?.[index]) ?? -1;
  return at >= 0 && !((parts?.[at] ?? NaN) > (others?.[at] ?? NaN));
};
