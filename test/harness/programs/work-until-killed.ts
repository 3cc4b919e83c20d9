import { openRedisJobs } from '../../../libs/engines/src/jobs/redis/redis-jobs.js';

/** A process that takes a job and works on it until it is killed. It prints the number of the attempt. */
const [url = '', prefix = '', leaseMs = ''] = process.argv.slice(2);
const jobs = await openRedisJobs(url, { prefix, leaseMs: Number(leaseMs) });
jobs.work('pdf', async (_, { attempt }) => {
  process.stdout.write(`${attempt}\n`);
  await new Promise(() => undefined);
});
