import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, JobContext, JobHandler, Jobs } from './jobs.js';
import {
  blockedHandler,
  waitForJob,
  newId,
  waitForState as jobReaches,
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

    const reaches = (id: string, state: Job['state']) => jobReaches(jobs, id, state);

    it('gives the job of a dead worker to another one, and aborts it in the dead worker if that wakes up', async () => {
      const id = newId();
      const dead = await test.openAnother({ clock, leaseMs, silent: true });
      const { whenOpen: awake, open: wakeUp } = createGate();
      const first: JobContext[] = [];
      let refused: unknown;
      dead.work('pdf', async (_, context) => {
        first.push(context);
        await awake;
        await context.progress(50).catch((error: unknown) => (refused = error));
      });
      await dead.enqueue('pdf', {}, { id });
      await waitUntil(() => first.length === 1);
      const second: number[] = [];
      jobs.work('pdf', async (_, { attempt }) => void second.push(attempt));
      await clock.pass(leaseMs);
      await reaches(id, 'done');
      expect(second).toEqual([2]);
      wakeUp();
      await dead.close();
      expect(refused).toBeInstanceOf(Error);
      expect(first.map(({ signal }) => signal.aborted)).toEqual([true]);
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'done', attempts: 2, progress: 100 });
    });

    it('releases the job of a stopping worker: another one starts it at once, and the attempt does not count', async () => {
      const id = newId();
      const stopping = await test.openAnother({ clock, leaseMs, stopTimeoutMs: 50 });
      const { handler, contexts, begun, end } = blockedHandler();
      stopping.work('pdf', handler);
      await stopping.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await begun();
      await stopping.close();
      expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true]);
      const taken: [number, boolean][] = [];
      jobs.work('pdf', async (_, { attempt, lastAttempt }) => void taken.push([attempt, lastAttempt]));
      await reaches(id, 'done');
      end();
      expect(taken).toEqual([[1, true]]);
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'done', attempts: 1 });
    });

    it('marks a job as failed if its worker died at the last attempt', async () => {
      const id = newId();
      const dead = await test.openAnother({ clock, leaseMs, silent: true });
      const { handler, begun, end } = blockedHandler();
      dead.work('pdf', handler);
      await dead.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await begun();
      const calls: boolean[] = [];
      jobs.work('pdf', async (_, { abandoned }) => void calls.push(abandoned));
      await clock.pass(leaseMs);
      await reaches(id, 'failed');
      expect(calls).toEqual([true]);
      end();
      await dead.close();
      expect(await waitForJob(jobs, id)).toMatchObject({ state: 'failed', attempts: 1 });
    });

    it('aborts a cancelled job in the worker of another process', async () => {
      const id = newId();
      const other = await test.openAnother({ clock, leaseMs });
      const { handler, contexts, begun, end } = blockedHandler();
      other.work('pdf', handler);
      await jobs.enqueue('pdf', {}, { id });
      await begun();
      expect(await jobs.cancel(id)).toBe(true);
      await waitUntil(() => contexts[0]?.signal.aborted === true);
      end();
      await other.close();
      expect((await waitForJob(jobs, id)).state).toBe('cancelled');
    });

    it('runs each job in exactly one of several processes', async () => {
      const ran: string[] = [];
      const handler: JobHandler = async (_, { id }) => void ran.push(id);
      const other = await test.openAnother({ clock, leaseMs });
      other.work('pdf', handler, { concurrency: 4 });
      jobs.work('pdf', handler, { concurrency: 4 });
      for (let n = 0; n < 100; n++) await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
      await waitUntil(async () => (await jobs.find({ state: 'done', limit: 1 })).total === 100);
      await other.close();
      expect(new Set(ran).size).toBe(100);
      expect(ran).toHaveLength(100);
    });
  });
};
