import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, JobContext, JobHandler, Jobs } from './jobs.js';
import {
  blockedHandler,
  waitForJob,
  newId,
  waitForState as waitForJobState,
  type JobsOptions,
  type SharedJobsUnderTest,
} from '#harness/engines/jobs-under-test';
import { createGate, setTime, waitUntil, type TestClock, type TestTime } from '#harness/engines/test-time';

/** Jobs that several processes share. */
export const sharedJobsContract = (
  adapter: string,
  open: (options: JobsOptions) => Promise<SharedJobsUnderTest>,
  time: TestTime = setTime,
): void => {
  describe(`a job queue shared by processes on ${adapter}`, () => {
    const { leaseMs } = time;
    let clock: TestClock;
    let test: SharedJobsUnderTest;
    let jobs: Jobs;

    beforeEach(async () => {
      clock = time.start();
      test = await open({ clock, leaseMs });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const waitForState = (id: string, state: Job['state']) => waitForJobState(jobs, id, state);

    it('gives the job of a dead worker to another one, and aborts it in the dead worker if that wakes up', async () => {
      const id = newId();
      const deadWorkerJobs = await test.openAnother({ clock, leaseMs, silent: true });
      const { whenOpen: whenAwake, open: wakeUp } = createGate();
      const firstContexts: JobContext[] = [];
      let progressError: unknown;
      deadWorkerJobs.work('pdf', async (_, context) => {
        firstContexts.push(context);
        await whenAwake;
        await context.progress(50).catch((error: unknown) => (progressError = error));
      });
      await deadWorkerJobs.enqueue('pdf', {}, { id });
      await waitUntil(() => firstContexts.length === 1);
      const secondAttempts: number[] = [];
      jobs.work('pdf', async (_, { attempt }) => void secondAttempts.push(attempt));
      await clock.pass(leaseMs);
      await waitForState(id, 'done');
      expect(secondAttempts).toEqual([2]);
      wakeUp();
      await deadWorkerJobs.close();
      expect(progressError).toBeInstanceOf(Error);
      expect(firstContexts.map(({ signal }) => signal.aborted)).toEqual([true]);
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'done', attempts: 2, progress: 100 });
    });

    it('releases the job of a stopping worker: another one starts it at once, and the attempt does not count', async () => {
      const id = newId();
      const stoppingJobs = await test.openAnother({ clock, leaseMs, stopTimeoutMs: 50 });
      const { handler, contexts, waitForStart, end } = blockedHandler();
      stoppingJobs.work('pdf', handler);
      await stoppingJobs.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await waitForStart();
      await stoppingJobs.close();
      expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true]);
      const attempts: [number, boolean][] = [];
      jobs.work('pdf', async (_, { attempt, lastAttempt }) => void attempts.push([attempt, lastAttempt]));
      await waitForState(id, 'done');
      end();
      expect(attempts).toEqual([[1, true]]);
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'done', attempts: 1 });
    });

    it('marks a job as failed if its worker died at the last attempt', async () => {
      const id = newId();
      const deadWorkerJobs = await test.openAnother({ clock, leaseMs, silent: true });
      const { handler, waitForStart, end } = blockedHandler();
      deadWorkerJobs.work('pdf', handler);
      await deadWorkerJobs.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await waitForStart();
      const abandonedFlags: boolean[] = [];
      jobs.work('pdf', async (_, { abandoned }) => void abandonedFlags.push(abandoned));
      await clock.pass(leaseMs);
      await waitForState(id, 'failed');
      expect(abandonedFlags).toEqual([true]);
      end();
      await deadWorkerJobs.close();
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'failed', attempts: 1 });
    });

    it('aborts a cancelled job in the worker of another process', async () => {
      const id = newId();
      const otherJobs = await test.openAnother({ clock, leaseMs });
      const { handler, contexts, waitForStart, end } = blockedHandler();
      otherJobs.work('pdf', handler);
      await jobs.enqueue('pdf', {}, { id });
      await waitForStart();
      expect(await jobs.cancel(id)).toBe(true);
      await waitUntil(() => contexts[0]?.signal.aborted === true);
      end();
      await otherJobs.close();
      expect((await waitForJob(jobs, id)).state).toBe('cancelled');
    });

    it('runs each job in exactly one of several processes', async () => {
      const completedIds: string[] = [];
      const handler: JobHandler = async (_, { id }) => void completedIds.push(id);
      const otherJobs = await test.openAnother({ clock, leaseMs });
      otherJobs.work('pdf', handler, { concurrency: 4 });
      jobs.work('pdf', handler, { concurrency: 4 });
      for (let n = 0; n < 100; n++) await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
      await waitUntil(async () => (await jobs.find({ state: 'done', limit: 1 })).total === 100);
      await otherJobs.close();
      expect(new Set(completedIds).size).toBe(100);
      expect(completedIds).toHaveLength(100);
    });
  });
};
