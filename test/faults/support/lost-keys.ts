import { Redis } from 'ioredis';

const NEIGHBOUR_BYTES = 256 * 1024;
const NEIGHBOURS = 200;
const EVICTED = 10;
const OURS = 'consign:*';

const connected = async (url: string, use: (redis: Redis) => Promise<void>): Promise<void> => {
  const redis = new Redis(url);
  try {
    await use(redis);
  } finally {
    await redis.quit();
  }
};

/**
 * Another client writes until Redis, which has no memory left and may evict any key, has dropped the least recently
 * used keys.
 */
export const keysEvicted = (url: string): Promise<void> =>
  connected(url, async (redis) => {
    const held = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    const evicted = async () => Number(/^evicted_keys:(\d+)/m.exec(await redis.info('stats'))?.[1]);
    const before = await evicted();
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.config('SET', 'maxmemory', String(held + 4 * NEIGHBOUR_BYTES));
    try {
      for (let n = 0; n < NEIGHBOURS && (await evicted()) < before + EVICTED; n++)
        await redis.set(`neighbour:${n}`, 'x'.repeat(NEIGHBOUR_BYTES));
    } catch {
      // No key is left to evict.
    }
    await redis.config('SET', 'maxmemory', '0');
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    const neighbours = await redis.keys('neighbour:*');
    if (neighbours.length > 0) await redis.del(...neighbours);
  });

/** Deletes about half of the keys of the service. */
export const keysDeleted = (url: string): Promise<void> =>
  connected(url, async (redis) => {
    const keys = (await redis.keys(OURS)).filter(() => Math.random() < 0.5);
    if (keys.length > 0) await redis.del(...keys);
  });
