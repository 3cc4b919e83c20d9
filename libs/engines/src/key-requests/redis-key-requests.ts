import { Redis } from 'ioredis';
import { DAY_MS, MINUTE_MS } from '#domain/time';
import { withDeadline } from '../jobs/redis/redis-connection.js';
import {
  allowanceOf,
  USAGE_MINUTES,
  WINDOW_MS,
  type Allowance,
  type KeyRequest,
  type KeyRequests,
  type KeyUsage,
} from './key-requests.js';
import { MemoryKeyRequests } from './memory-key-requests.js';

/** The counts of a key are deleted after a day without requests. */
const EXPIRY_MS = DAY_MS;

/**
 * Counts a request in its window and its minute, in one round trip. It uses the clock of Redis, which all processes
 * share. A window never lasts longer than WINDOW_MS, even if that clock was set back. The minutes of a key are a ring
 * of slots; `m` is the minute that a slot contains.
 */
const COUNT_SCRIPT = `
  local window, usage = unpack(KEYS)
  local limit, isRefused, byPrevious, isStranger = tonumber(ARGV[1]), ARGV[2] == '1', ARGV[3] == '1', ARGV[4] == '1'
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local current, left = 0, 0
  if not isStranger then
    current, left = redis.call('INCR', window), redis.call('PTTL', window)
    if left < 0 or left > ${WINDOW_MS} then
      redis.call('SET', window, 1, 'PX', ${WINDOW_MS})
      current, left = 1, ${WINDOW_MS}
    end
    redis.call('HSET', usage, 'last', string.format('%.0f', now))
  end
  local minute = string.format('%.0f', math.floor(now / ${MINUTE_MS}))
  local slot = string.format('%.0f', math.floor(now / ${MINUTE_MS}) % ${USAGE_MINUTES})
  if redis.call('HGET', usage, 'm' .. slot) ~= minute then
    redis.call('HSET', usage, 'm' .. slot, minute, 'r' .. slot, 0, 'x' .. slot, 0, 'p' .. slot, 0)
  end
  redis.call('HINCRBY', usage, 'r' .. slot, 1)
  if isRefused or current > limit then redis.call('HINCRBY', usage, 'x' .. slot, 1) end
  if byPrevious then redis.call('HINCRBY', usage, 'p' .. slot, 1) end
  redis.call('PEXPIRE', usage, ${EXPIRY_MS})
  return { current, left }`;

type CountingRedis = Redis & {
  countKeyRequest(...args: (string | number)[]): Promise<[current: number, leftMs: number]>;
};

type Options = {
  prefix?: string;
  /** Maximum time that a request waits for Redis. */
  deadlineMs?: number;
  /** After Redis did not answer, it is not called for this time. */
  pauseMs?: number;
};

/**
 * Counts requests of keys on a Redis server, for all processes together. The first request connects. Each process also
 * keeps its own count and uses it while Redis is unavailable, so that a limit that is nearly used up does not start
 * again.
 */
export const openRedisKeyRequests = (url: string, options: Options = {}): KeyRequests =>
  new RedisKeyRequests(url, options);

class RedisKeyRequests implements KeyRequests {
  private readonly localCounts = new MemoryKeyRequests();
  private readonly redis: CountingRedis;
  private readonly prefix: string;
  private readonly deadlineMs: number;
  private readonly pauseMs: number;
  private connecting: Promise<void> | null = null;
  private pausedUntil = 0;

  constructor(url: string, { prefix = 'consign', deadlineMs = 500, pauseMs = 2_000 }: Options) {
    this.prefix = prefix;
    this.deadlineMs = deadlineMs;
    this.pauseMs = pauseMs;
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 5_000,
      commandTimeout: deadlineMs,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    // Without a listener an error would end the process. That Redis is unavailable is reported by the jobs.
    redis.on('error', () => undefined);
    redis.defineCommand('countKeyRequest', { numberOfKeys: 2, lua: COUNT_SCRIPT });
    this.redis = redis as CountingRedis;
  }

  async count(keyId: string, request: KeyRequest): Promise<Allowance> {
    const localAllowance = await this.localCounts.count(keyId, request);
    const { limit, isRefused, byPrevious } = request;
    const windowCount = await this.callRedis(() =>
      this.redis.countKeyRequest(...this.keysOf(keyId), limit, Number(isRefused), Number(byPrevious), 0),
    );
    return windowCount ? allowanceOf(limit, ...windowCount) : localAllowance;
  }

  async recordRefused(keyId: string): Promise<void> {
    await this.localCounts.recordRefused(keyId);
    await this.callRedis(() => this.redis.countKeyRequest(...this.keysOf(keyId), 0, 1, 0, 1));
  }

  async usage(keyIds: readonly string[]): Promise<KeyUsage[]> {
    const replies = await this.callRedis(async () => {
      const pipeline = this.redis.pipeline().time();
      for (const keyId of keyIds) pipeline.hgetall(this.keysOf(keyId)[1]);
      const results = (await pipeline.exec()) ?? [];
      return results.map(([error, reply]) => {
        if (error) throw error;
        return reply;
      });
    });
    if (!replies) return this.localCounts.usage(keyIds);
    const [time, ...hashes] = replies as [[string, string], ...Record<string, string>[]];
    const now = Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000);
    return hashes.map((hash) => usageOf(hash, now));
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }

  /** Both keys are in the same slot of a cluster. */
  private keysOf(keyId: string): [window: string, usage: string] {
    const key = `${this.prefix}:key:{${keyId}}`;
    return [`${key}:window`, `${key}:usage`];
  }

  /** The answer of Redis; null after any failure, because a count must not make a request fail. */
  private async callRedis<Reply>(command: () => Promise<Reply>): Promise<Reply | null> {
    if (performance.now() < this.pausedUntil) return null;
    try {
      return await withDeadline(this.deadlineMs, async () => {
        this.connecting ??= this.redis.connect().catch(() => undefined);
        await this.connecting;
        return command();
      });
    } catch {
      this.pausedUntil = performance.now() + this.pauseMs;
      return null;
    }
  }
}

const usageOf = (hash: Record<string, string>, now: number): KeyUsage => {
  const current = Math.floor(now / MINUTE_MS);
  const slots = Array.from({ length: USAGE_MINUTES }, (_, index) => {
    const minute = current - USAGE_MINUTES + 1 + index;
    const slot = minute % USAGE_MINUTES;
    return Number(hash[`m${slot}`]) === minute ? slot : null;
  });
  const countsOf = (kind: string) => slots.map((slot) => (slot === null ? 0 : Number(hash[`${kind}${slot}`] ?? 0)));
  return {
    idleMs: hash['last'] === undefined ? null : Math.max(0, now - Number(hash['last'])),
    requests: countsOf('r'),
    refused: countsOf('x'),
    byPrevious: countsOf('p').reduce((sum, n) => sum + n, 0),
  };
};
