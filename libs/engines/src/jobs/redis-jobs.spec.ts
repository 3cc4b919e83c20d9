import { jest } from '@jest/globals';
import { forgettingContract, jobRecordsContract } from './job-records.contract.js';
import { jobsContract } from './jobs.contract.js';
import { sharedJobsContract } from './shared-jobs.contract.js';
import { redisOfTest } from './testing/redis-of-test.js';
import { realTime } from './testing/test-time.js';

jest.setTimeout(60_000); // leases really end

const { suite, open } = redisOfTest();

suite('BullMQ', () => {
  for (const contract of [jobsContract, jobRecordsContract, forgettingContract, sharedJobsContract]) contract('BullMQ', open, realTime);
});
