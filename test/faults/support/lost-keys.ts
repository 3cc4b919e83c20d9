import { Redis } from 'ioredis';

const FOREIGN_VALUE_BYTES = 256 * 1024;
const MAX_FOREIGN_KEYS = 200;
const MIN_EVICTED = 10;
const OWN_KEYS = 'consign:*';

const withRedis = async (url: string, run: (redis: Redis) => Promise<void>): Promise<void> => {
  const redis = new Redis(url);
  try {
    await run(redis);
  } finally {
    await redis.quit();
  }
};

/**
 * Another client writes until Redis, which has no memory left and may evict any key, has dropped the least recently
 * used keys.
 */
export const evictKeys = (url: string): Promise<void> =>
  withRedis(url, async (redis) => {
    const usedBytes = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    const evictedCount = async () => Number(/^evicted_keys:(\d+)/m.exec(await redis.info('stats'))?.[1]);
    const evictedBefore = await evictedCount();
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.config('SET', 'maxmemory', String(usedBytes + 4 * FOREIGN_VALUE_BYTES));
    try {
      for (let n = 0; n < MAX_FOREIGN_KEYS && (await evictedCount()) < evictedBefore + MIN_EVICTED; n++)
        await redis.set(`foreign:${n}`, 'x'.repeat(FOREIGN_VALUE_BYTES));
    } catch {
      // No key is left to evict.
    }
    await redis.config('SET', 'maxmemory', '0');
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    const foreignKeys = await redis.keys('foreign:*');
    if (foreignKeys.length > 0) await redis.del(...foreignKeys);
  });

/** Deletes about half of the keys of the service. */
export const deleteKeys = (url: string): Promise<void> =>
  withRedis(url, async (redis) => {
    const keys = (await redis.keys(OWN_KEYS)).filter(() => Math.random() < 0.5);
    if (keys.length > 0) await redis.del(...keys);
  });
