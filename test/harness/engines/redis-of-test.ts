import { randomUUID } from 'node:crypto';
import { describe } from '@jest/globals';
import { Redis } from 'ioredis';
import { openRedisJobs } from '../../../libs/engines/src/jobs/redis/redis-jobs.js';
import type { JobsOptions, SharedJobsUnderTest } from './jobs-under-test.js';

const NEVER_MS = 2 ** 31 - 1;

/** Deletes every key that a test has made. */
const clear = async (url: string, prefix: string): Promise<void> => {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 1000 }))
    if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
  await redis.quit();
};

/** The Redis server that REDIS_URL names. Without it its suites are skipped and say so. */
export const redisOfTest = () => {
  const url = process.env.REDIS_URL;
  const suite = (name: string, tests: () => void): void =>
    url ? describe(`on Redis: ${name}`, tests) : describe.skip(`on Redis: ${name} (REDIS_URL is not set)`, tests);
  const open = async (options: JobsOptions): Promise<SharedJobsUnderTest> => {
    const address = url ?? '';
    const prefix = `test-${randomUUID()}`;
    const openAnother = ({ clock: _, leaseMs, silent = false, ...timing }: JobsOptions) =>
      openRedisJobs(address, {
        prefix,
        leaseMs,
        skipsRenewal: silent,
        random: () => 0,
        checkMs: silent ? NEVER_MS : 20,
        ...timing,
      });
    const jobs = await openAnother(options);
    const close = async () => {
      await jobs.close();
      await clear(address, prefix);
    };
    return { jobs, openAnother, close };
  };
  return { url: url ?? '', suite, open };
};
