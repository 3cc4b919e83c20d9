import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, JobContext, JobHandler, Jobs } from './jobs.js';
import { jobFound, LEASE_MS, newId, type JobsOptions, type JobsUnderTest } from './jobs.contract.js';
import { gate, setClock, until, type SetClock } from './testing/set-clock.js';

/** Empty jobs as several processes have them. */
export type SharedJobsUnderTest = JobsUnderTest & { another(options: JobsOptions): Promise<Jobs> };

/** What only jobs do that several processes share. */
export const sharedJobsContract = (adapter: string, open: (options: JobsOptions) => Promise<SharedJobsUnderTest>): void => {
  describe(`jobs shared by processes on ${adapter}`, () => {
    let clock: SetClock;
    let test: SharedJobsUnderTest;
    let jobs: Jobs;

    beforeEach(async () => {
      clock = setClock();
      test = await open({ clock, leaseMs: LEASE_MS });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const reaches = (id: string, state: Job['state']) => until(async () => (await jobFound(jobs, id)).state === state);

    it('hands the job of a dead worker to another one, and tells the dead one should it wake', async () => {
      const id = newId();
      const dead = await test.another({ clock, leaseMs: LEASE_MS, silent: true });
      const { opened: awake, open: wakeUp } = gate();
      const first: JobContext[] = [];
      let refused: unknown;
      dead.work('pdf', async (_, context) => {
        first.push(context);
        await awake;
        await context.progress(50).catch((error: unknown) => (refused = error));
      });
      await dead.enqueue('pdf', {}, { id });
      await until(() => first.length === 1);
      const second: number[] = [];
      jobs.work('pdf', async (_, { attempt }) => void second.push(attempt));
      clock.advance(LEASE_MS);
      await reaches(id, 'done');
      expect(second).toEqual([2]);
      wakeUp();
      await dead.close();
      expect(refused).toBeInstanceOf(Error);
      expect(first.map(({ signal }) => signal.aborted)).toEqual([true]);
      expect(await jobFound(jobs, id)).toMatchObject({ state: 'done', attempts: 2, progress: 100 });
    });

    it('fails a job that took its worker with it at the last attempt', async () => {
      const id = newId();
      const dead = await test.another({ clock, leaseMs: LEASE_MS, silent: true });
      const { opened, open } = gate();
      const begun = gate();
      dead.work('pdf', async () => {
        begun.open();
        await opened;
      });
      await dead.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await begun.opened;
      const asked: boolean[] = [];
      jobs.work('pdf', async (_, { abandoned }) => void asked.push(abandoned));
      clock.advance(LEASE_MS);
      await reaches(id, 'failed');
      expect(asked).toEqual([true]);
      open();
      await dead.close();
      expect(await jobFound(jobs, id)).toMatchObject({ state: 'failed', attempts: 1 });
    });

    it('shares the jobs among processes, each run by exactly one', async () => {
      const ran: string[] = [];
      const handler: JobHandler = async (_, { id }) => void ran.push(id);
      const other = await test.another({ clock, leaseMs: LEASE_MS });
      other.work('pdf', handler, { concurrency: 4 });
      jobs.work('pdf', handler, { concurrency: 4 });
      for (let n = 0; n < 100; n++) await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
      await until(async () => (await jobs.find({ state: 'done', limit: 1 })).total === 100);
      await other.close();
      expect(new Set(ran).size).toBe(100);
      expect(ran).toHaveLength(100);
    });
  });
};
