import { expect, it, jest } from '@jest/globals';
import { retentionContract, jobRecordsContract } from '../job-records.contract.js';
import { jobsContract } from '../jobs.contract.js';
import { sharedJobsContract } from '../shared-jobs.contract.js';
import { waitForJob, waitForState } from '#harness/engines/jobs-under-test';
import { redisOfTest } from '#harness/engines/redis-of-test';
import { realTime, waitUntil } from '#harness/engines/test-time';

const { suite, open } = redisOfTest();

suite('BullMQ', () => {
  for (const contract of [jobsContract, jobRecordsContract, retentionContract, sharedJobsContract])
    contract('BullMQ', open, realTime);

  it('does not delay a retry after a clock that was hours ahead is corrected, and keeps a future job waiting', async () => {
    const clock = realTime.start();
    const { jobs, close } = await open({ clock, leaseMs: realTime.leaseMs });
    const [realNow, nowSpy] = [Date.now, jest.spyOn(Date, 'now')];
    nowSpy.mockImplementation(() => realNow.call(Date) + 8 * 3_600_000);
    const attempts: number[] = [];
    jobs.work('pdf', async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('not yet');
    });
    await jobs.enqueue('pdf', {}, { id: 'tried.pdf' });
    await waitUntil(async () => (await waitForJob(jobs, 'tried.pdf')).error === 'not yet');
    nowSpy.mockRestore();
    await jobs.enqueue('pdf', {}, { id: 'later.pdf', runAt: new Date(Date.now() + 9 * 3_600_000) });
    await waitForState(jobs, 'tried.pdf', 'done');
    expect([attempts, (await waitForJob(jobs, 'later.pdf')).state]).toEqual([[1, 2], 'waiting']);
    await close();
  });

  it('deletes 1050 expired jobs within the next two enqueues', async () => {
    const { laterMs, leaseMs } = realTime;
    const clock = realTime.start();
    const { jobs, close } = await open({ clock, leaseMs, retentionMs: { done: laterMs, unsettled: laterMs } });
    // A few at a time: on a busy machine the last of a thousand would be answered too late.
    for (let offset = 0; offset < 1_050; offset += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          jobs.enqueue('pdf', {}, { id: `old-${offset + index}`, parkedReason: 'too old' }),
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
