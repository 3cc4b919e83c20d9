import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PermanentFailure, type Job, type JobContext, type JobHandler, type Jobs } from './jobs.js';
import { everythingElse, gate, setClock, until, type SetClock } from './testing/set-clock.js';

/** `silent`: this process never renews a lease, as if it had been killed. */
export type JobsOptions = { clock: SetClock; leaseMs: number; silent?: boolean };

/** Empty jobs, and how to end them. */
export type JobsUnderTest = { jobs: Jobs; close(): Promise<void> };

export const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;

export const newId = () => `${randomUUID()}.pdf`;

export const jobFound = async (jobs: Jobs, id: string): Promise<Job> => {
  const job = (await jobs.find({})).jobs.find((found) => found.id === id);
  if (!job) throw new Error(`no job ${id}`);
  return job;
};

/** What every adapter of the jobs must do. */
export const jobsContract = (adapter: string, open: (options: JobsOptions) => Promise<JobsUnderTest>): void => {
  describe(`jobs on ${adapter}`, () => {
    let clock: SetClock;
    let test: JobsUnderTest;
    let jobs: Jobs;

    beforeEach(async () => {
      clock = setClock();
      test = await open({ clock, leaseMs: LEASE_MS });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const only = (id: string) => jobFound(jobs, id);
    const reaches = (id: string, state: Job['state']) => until(async () => (await only(id)).state === state);

    it('runs a job with its payload and keeps it as done', async () => {
      const id = newId();
      const seen: unknown[] = [];
      jobs.work('pdf', async (payload) => void seen.push(payload));
      await jobs.enqueue('pdf', { consignmentId: '委托-1' }, { id });
      await reaches(id, 'done');
      expect(seen).toEqual([{ consignmentId: '委托-1' }]);
      expect(await only(id)).toMatchObject({ name: 'pdf', attempts: 1, progress: 100, error: null, createdAt: clock.now().toISOString(), finishedAt: clock.now().toISOString() });
    });

    it('runs an id once, however often it is enqueued, also after it is done', async () => {
      const id = newId();
      let runs = 0;
      const stop = jobs.work('pdf', async () => void runs++);
      await jobs.enqueue('pdf', {}, { id });
      await jobs.enqueue('pdf', {}, { id });
      await reaches(id, 'done');
      await jobs.enqueue('pdf', {}, { id });
      await jobs.enqueue('pdf', {}, { id: 'marker' });
      await reaches('marker', 'done');
      await stop();
      expect(runs).toBe(2);
      expect((await jobs.find({})).total).toBe(2);
    });

    it('gives each name its own jobs, the longest due first, as many at a time as wanted', async () => {
      const { opened, open } = gate();
      const started: unknown[] = [];
      const handler: JobHandler = async (payload) => {
        started.push(payload);
        await opened;
      };
      for (const n of [1, 2, 3]) await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
      await jobs.enqueue('message', 'm', { id: '1.message' });
      jobs.work('pdf', handler, { concurrency: 2 });
      await until(() => started.length === 2);
      expect((await jobs.find({ name: 'pdf', state: 'active' })).total).toBe(2);
      open();
      await reaches('3.pdf', 'done');
      expect(started).toEqual([1, 2, 3]);
      expect((await only('1.message')).state).toBe('waiting');
    });

    it('does not run a job before its time', async () => {
      const ran: unknown[] = [];
      jobs.work('pdf', async (payload) => void ran.push(payload));
      await jobs.enqueue('pdf', 'tomorrow', { id: 'later', runAt: new Date(clock.now().getTime() + DAY_MS) });
      await jobs.enqueue('pdf', 'now', { id: 'now' });
      await reaches('now', 'done');
      expect((await only('later')).state).toBe('waiting');
      clock.advance(DAY_MS);
      await reaches('later', 'done');
      expect(ran).toEqual(['now', 'tomorrow']);
    });

    it('tries a failed job again, each time after a longer wait, then leaves it failed with its error', async () => {
      const id = newId();
      const contexts: Pick<JobContext, 'attempt' | 'lastAttempt'>[] = [];
      const waits: number[] = [];
      jobs.work('pdf', async (_, { attempt, lastAttempt }) => {
        contexts.push({ attempt, lastAttempt });
        throw new Error(`打印失败 ${attempt}`);
      });
      await jobs.enqueue('pdf', {}, { id, maxAttempts: 3 });
      for (const attempt of [1, 2]) {
        await until(async () => (await only(id)).error === `打印失败 ${attempt}`);
        const { state, runAt } = await only(id);
        expect(state).toBe('waiting');
        waits.push(Date.parse(runAt) - clock.now().getTime());
        clock.advance(DAY_MS);
      }
      await reaches(id, 'failed');
      expect(contexts).toEqual([{ attempt: 1, lastAttempt: false }, { attempt: 2, lastAttempt: false }, { attempt: 3, lastAttempt: true }]);
      expect(waits[0]).toBeGreaterThan(0);
      expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
      expect(await only(id)).toMatchObject({ error: '打印失败 3', attempts: 3, finishedAt: clock.now().toISOString() });
    });

    it('does not try again what cannot succeed', async () => {
      const id = newId();
      jobs.work('pdf', async () => {
        throw new PermanentFailure('the consignment is gone');
      });
      await jobs.enqueue('pdf', {}, { id });
      await reaches(id, 'failed');
      expect(await only(id)).toMatchObject({ attempts: 1, error: 'the consignment is gone' });
    });

    it('puts a failed job back with fresh attempts, and only a failed one', async () => {
      const id = newId();
      let works = false;
      jobs.work('pdf', async () => {
        if (!works) throw new PermanentFailure('no font');
      });
      await jobs.enqueue('pdf', {}, { id });
      await reaches(id, 'failed');
      works = true;
      expect(await jobs.retry(id)).toBe(true);
      await reaches(id, 'done');
      expect(await only(id)).toMatchObject({ attempts: 1, error: null });
      expect(await jobs.retry(id)).toBe(false);
      expect(await jobs.retry('unknown')).toBe(false);
    });

    it('stores a parked job as failed, for an operator to retry', async () => {
      const id = newId();
      let runs = 0;
      jobs.work('message', async () => void runs++);
      await jobs.enqueue('message', {}, { id, parked: 'older than 24 hours' });
      expect(await only(id)).toMatchObject({ state: 'failed', error: 'older than 24 hours', attempts: 0 });
      expect(await jobs.retry(id)).toBe(true);
      await reaches(id, 'done');
      expect(runs).toBe(1);
    });

    it('shows progress between 0 and 100 while it runs', async () => {
      const id = newId();
      const { opened, open } = gate();
      const reported = gate();
      jobs.work('pdf', async (_, { progress }) => {
        await progress(40);
        reported.open();
        await opened;
        await progress(170);
      });
      await jobs.enqueue('pdf', {}, { id });
      await reported.opened;
      expect(await only(id)).toMatchObject({ state: 'active', progress: 40 });
      open();
      await reaches(id, 'done');
    });

    it('finds by name and state, newest first, in pages with a total', async () => {
      for (const n of [1, 2, 3]) {
        await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
        clock.advance(1);
      }
      await jobs.enqueue('message', 0, { id: '0.message', parked: 'too old' });
      const page = await jobs.find({ name: 'pdf', skip: 1, limit: 1 });
      expect(page).toMatchObject({ total: 3, jobs: [{ id: '2.pdf', payload: 2 }] });
      expect((await jobs.find({ state: 'failed' })).jobs.map(({ id }) => id)).toEqual(['0.message']);
      expect((await jobs.find({ name: 'pdf', state: 'failed' })).total).toBe(0);
    });

    it('stops gracefully: waits for what runs, takes nothing new', async () => {
      const { opened, open } = gate();
      const begun = gate();
      const stop = jobs.work('pdf', async () => {
        begun.open();
        await opened;
      });
      await jobs.enqueue('pdf', 1, { id: 'first' });
      await begun.opened;
      const stopped = stop();
      await jobs.enqueue('pdf', 2, { id: 'second' });
      open();
      await stopped;
      expect((await only('first')).state).toBe('done');
      expect((await only('second')).state).toBe('waiting');
    });

    it('keeps how far a reader of the log has come', async () => {
      expect(await jobs.checkpoint('worker')).toBeNull();
      await jobs.saveCheckpoint('worker', { logId: 'log', position: '1'.padStart(20, '0') });
      await jobs.saveCheckpoint('worker', { logId: 'log', position: '2'.padStart(20, '0') });
      expect(await jobs.checkpoint('worker')).toEqual({ logId: 'log', position: '2'.padStart(20, '0') });
      expect(await jobs.checkpoint('other')).toBeNull();
    });

    it('keeps the lease of a long job as long as its worker lives', async () => {
      const id = newId();
      const { opened, open } = gate();
      const contexts: JobContext[] = [];
      const handler: JobHandler = async (payload, context) => {
        if (payload === 'marker') return;
        contexts.push(context);
        await opened;
      };
      jobs.work('pdf', handler, { concurrency: 2 });
      await jobs.enqueue('pdf', 'long', { id });
      await until(() => contexts.length === 1);
      // Each step is shorter than a lease, all of them together are not. A marker that falls due shows that the worker has looked around.
      for (let step = 0; step < 6; step++) {
        await jobs.enqueue('pdf', 'marker', { id: `marker ${step}`, runAt: new Date(clock.now().getTime() + LEASE_MS / 2) });
        await everythingElse();
        clock.advance(LEASE_MS / 2);
        await reaches(`marker ${step}`, 'done');
      }
      jobs.work('pdf', handler);
      await everythingElse();
      open();
      await reaches(id, 'done');
      expect(contexts.map(({ signal, attempt }) => [signal.aborted, attempt])).toEqual([[false, 1]]);
    });
  });
};
