import { expect, it, jest } from '@jest/globals';
import { forgettingContract, jobRecordsContract } from './job-records.contract.js';
import { jobsContract } from './jobs.contract.js';
import { sharedJobsContract } from './shared-jobs.contract.js';
import { redisOfTest } from './testing/redis-of-test.js';
import { realTime } from './testing/test-time.js';

jest.setTimeout(60_000); // leases really end

const { suite, open } = redisOfTest();

suite('BullMQ', () => {
  for (const contract of [jobsContract, jobRecordsContract, forgettingContract, sharedJobsContract])
    contract('BullMQ', open, realTime);

  it('of jobs that ended, more than are forgotten at once are forgotten by the jobs that follow', async () => {
    const { laterMs, leaseMs } = realTime;
    const clock = realTime.start();
    const { jobs, close } = await open({ clock, leaseMs, keptMs: { done: laterMs, others: laterMs } });
    // A few at a time: on a busy machine the last of a thousand would be answered too late.
    for (let first = 0; first < 1_050; first += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, place) =>
          jobs.enqueue('pdf', {}, { id: `old-${first + place}`, parked: 'too old' }),
        ),
      );
    }
    await clock.pass(1.2 * laterMs);
    for (const id of ['first', 'second']) await jobs.enqueue('message', {}, { id });
    const { total } = await jobs.find({ name: 'pdf' });
    await close();
    expect(total).toBe(0);
  });
});
