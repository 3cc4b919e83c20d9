import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PermanentFailure, type Jobs } from './jobs.js';
import {
  blockedHandler,
  waitForJob,
  newId,
  waitForState as jobReaches,
  type JobsOptions,
  type JobsUnderTest,
} from '#harness/engines/jobs-under-test';
import { setTime, waitUntil, type TestClock, type TestTime } from '#harness/engines/test-time';

const position = (number: number) => String(number).padStart(20, '0');

/** The records of jobs in every adapter, and the actions of operators on them. */
export const jobRecordsContract = (
  adapter: string,
  open: (options: JobsOptions) => Promise<JobsUnderTest>,
  time: TestTime = setTime,
): void => {
  describe(`the job store on ${adapter}`, () => {
    let clock: TestClock;
    let test: JobsUnderTest;
    let jobs: Jobs;

    beforeEach(async () => {
      clock = time.start();
      test = await open({
        clock,
        leaseMs: time.leaseMs,
        keptMs: { done: 7 * time.laterMs, others: 30 * time.laterMs },
      });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const only = (id: string) => waitForJob(jobs, id);
    const reaches = (id: string, state: Parameters<typeof jobReaches>[2]) => jobReaches(jobs, id, state);
    const idsOf = async (query: Parameters<Jobs['find']>[0]) => (await jobs.find(query)).jobs.map(({ id }) => id);

    it('retries only a failed job, with its attempts counted from the start', async () => {
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

    it('does not park a job that already exists', async () => {
      const [waiting, later] = [newId(), newId()];
      await jobs.enqueue('pdf', {}, { id: waiting });
      await jobs.enqueue('pdf', {}, { id: later, runAt: new Date(clock.now().getTime() + time.laterMs) });
      for (const id of [waiting, later]) {
        await jobs.enqueue('pdf', {}, { id, parked: 'older than 24 hours' });
        expect((await only(id)).state).toBe('waiting');
      }
    });

    it('cancels a waiting job, which then does not run until it is retried', async () => {
      const [now, later] = [newId(), newId()];
      await jobs.enqueue('pdf', {}, { id: now });
      await jobs.enqueue('pdf', {}, { id: later, runAt: new Date(clock.now().getTime() + time.laterMs) });
      for (const id of [now, later]) expect(await jobs.cancel(id)).toBe(true);
      expect(await only(now)).toMatchObject({ state: 'cancelled', attempts: 0, finishedAt: expect.any(String) });
      for (const id of [now, 'unknown']) expect(await jobs.cancel(id)).toBe(false);
      const ran: string[] = [];
      jobs.work('pdf', async (_, { id }) => void ran.push(id));
      await jobs.enqueue('pdf', {}, { id: now });
      await jobs.enqueue('pdf', {}, { id: 'marker' });
      await reaches('marker', 'done');
      expect(await jobs.retry(later)).toBe(true);
      await reaches(later, 'done');
      expect(ran).toEqual(['marker', later]);
      expect(await jobs.cancel(later)).toBe(false);
      expect((await only(now)).state).toBe('cancelled');
    });

    it('cancels a running job: its signal aborts, and it stays cancelled whatever its handler does', async () => {
      const id = newId();
      const { handler, contexts, begun, end } = blockedHandler();
      const stop = jobs.work('pdf', handler);
      await jobs.enqueue('pdf', {}, { id });
      await begun();
      expect(await jobs.cancel(id)).toBe(true);
      await waitUntil(() => contexts[0]?.signal.aborted === true);
      await expect(contexts[0]?.progress(50)).rejects.toThrow();
      end();
      await stop();
      expect(await only(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
    });

    it('finds jobs by name, state and subject, newest first, in pages with a total', async () => {
      const [one, two] = [randomUUID(), randomUUID()];
      for (const n of [1, 2, 3]) {
        await jobs.enqueue('pdf', n, { id: `${n}.pdf`, subject: n === 2 ? two : one });
        await clock.pass(2);
      }
      await jobs.enqueue('message', 0, { id: '0.message', subject: one, parked: 'too old' });
      const page = await jobs.find({ name: 'pdf', skip: 1, limit: 1 });
      expect(page).toMatchObject({ total: 3, jobs: [{ id: '2.pdf', payload: 2, subject: two }] });
      expect(await idsOf({})).toEqual(['0.message', '3.pdf', '2.pdf', '1.pdf']);
      expect(await idsOf({ state: 'waiting', limit: 2 })).toEqual(['3.pdf', '2.pdf']);
      expect(await idsOf({ state: 'failed' })).toEqual(['0.message']);
      expect((await jobs.find({ name: 'pdf', state: 'failed' })).total).toBe(0);
      expect(await idsOf({ subject: one })).toEqual(['0.message', '3.pdf', '1.pdf']);
      expect(await jobs.find({ subject: one, state: 'waiting', skip: 1 })).toMatchObject({
        total: 2,
        jobs: [{ id: '1.pdf' }],
      });
      expect(await jobs.find({ subject: randomUUID() })).toEqual({ jobs: [], total: 0 });
      expect(await jobs.get('unknown')).toBeNull();
    });

    it('reports where given jobs are, and an unknown job as lost', async () => {
      const { handler, begun, end } = blockedHandler();
      const runAt = new Date(clock.now().getTime() + time.laterMs);
      await jobs.enqueue('message', {}, { id: 'done' });
      const stop = jobs.work('message', async () => undefined);
      await reaches('done', 'done');
      await stop();
      const stopHeld = jobs.work('message', handler);
      await jobs.enqueue('message', {}, { id: 'active' });
      await begun();
      await jobs.enqueue('message', {}, { id: 'due' });
      await jobs.enqueue('message', {}, { id: 'later', runAt });
      await jobs.enqueue('message', {}, { id: 'failed', parked: 'too old' });
      await jobs.enqueue('message', {}, { id: 'cancelled' });
      await jobs.cancel('cancelled');
      const ids = ['unknown', 'done', 'active', 'due', 'later', 'failed', 'cancelled'];
      expect(await jobs.locate('message', ids)).toEqual([
        'lost',
        'done',
        'active',
        'due',
        'later',
        'unsettled',
        'unsettled',
      ]);
      expect(await jobs.locate('message', [])).toEqual([]);
      end();
      await stopHeld();
    });

    it('adds up the jobs put back by rounds of reconciliation, and stores the overdue count of the newest round', async () => {
      expect(await jobs.reconciled()).toEqual([]);
      const [first, second] = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:01:00.000Z'];
      await jobs.noteReconciled([{ name: 'pdf', at: first, overdue: 3, putBack: 2 }]);
      await jobs.noteReconciled([{ name: 'pdf', at: second, overdue: 1, putBack: 0 }]);
      expect(await jobs.reconciled()).toEqual([{ name: 'pdf', at: second, overdue: 1, putBack: 2, putBackAt: first }]);
    });

    it('counts jobs by state, filtered by name and subject', async () => {
      const subject = randomUUID();
      await jobs.enqueue('pdf', {}, { id: '1.pdf', subject });
      await jobs.enqueue('pdf', {}, { id: '2.pdf', subject, parked: 'too old' });
      await jobs.enqueue('pdf', {}, { id: '3.pdf', runAt: new Date(clock.now().getTime() + time.laterMs) });
      await jobs.enqueue('message', {}, { id: '1.message', subject });
      await jobs.cancel('1.message');
      const none = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 };
      expect(await jobs.counts({})).toEqual({ ...none, waiting: 2, failed: 1, cancelled: 1 });
      expect(await jobs.counts({ name: 'pdf' })).toEqual({ ...none, waiting: 2, failed: 1 });
      expect(await jobs.counts({ subject })).toEqual({ ...none, waiting: 1, failed: 1, cancelled: 1 });
      expect(await jobs.counts({ name: 'message', subject })).toEqual({ ...none, cancelled: 1 });
      expect(await jobs.counts({ name: 'unknown' })).toEqual(none);
    });

    it('stores the checkpoint of a reader of the log', async () => {
      expect(await jobs.checkpoint('worker')).toBeNull();
      await jobs.saveCheckpoint('worker', { logId: 'log', position: position(1) });
      await jobs.saveCheckpoint('worker', { logId: 'log', position: position(2) });
      expect(await jobs.checkpoint('worker')).toEqual({ logId: 'log', position: position(2) });
      expect(await jobs.checkpoint('other')).toBeNull();
    });

    it('advances a checkpoint but never moves it back, and reports if it is not where its reader left it', async () => {
      const from = { logId: 'log', position: position(5) };
      expect(await jobs.advanceCheckpoint('worker', from, position(6))).toBe(false);
      expect(await jobs.checkpoint('worker')).toBeNull();
      await jobs.saveCheckpoint('worker', { logId: 'log', position: position(4) });
      expect(await jobs.advanceCheckpoint('worker', from, position(6))).toBe(false);
      await jobs.saveCheckpoint('worker', from);
      expect(await jobs.advanceCheckpoint('worker', from, position(10))).toBe(true);
      expect(await jobs.advanceCheckpoint('worker', from, position(7))).toBe(true);
      expect((await jobs.checkpoint('worker'))?.position).toBe(position(10));
      expect(await jobs.advanceCheckpoint('worker', { ...from, logId: 'another' }, position(11))).toBe(false);
    });
  });
};

/** How long every adapter keeps ended jobs. */
export const forgettingContract = (
  adapter: string,
  open: (options: JobsOptions) => Promise<JobsUnderTest>,
  time: TestTime = setTime,
): void => {
  describe(`ended jobs on ${adapter}`, () => {
    it('are deleted after a time, done jobs sooner than failed and cancelled ones', async () => {
      const clock = time.start();
      const { jobs, close } = await open({
        clock,
        leaseMs: time.leaseMs,
        keptMs: { done: time.laterMs, others: 3 * time.laterMs },
      });
      const subject = randomUUID();
      jobs.work('pdf', async () => {});
      await jobs.enqueue('pdf', {}, { id: 'done', subject });
      await jobs.enqueue('pdf', {}, { id: 'failed', subject, parked: 'too old' });
      await jobs.enqueue('message', {}, { id: 'cancelled', subject });
      await jobs.cancel('cancelled');
      await jobs.enqueue('message', {}, { id: 'waiting', subject });
      await jobReaches(jobs, 'done', 'done');
      const left = async () => (await jobs.find({ subject })).jobs.map(({ id }) => id).toSorted();
      /** Old jobs are deleted when a job is enqueued. */
      const after = async (milliseconds: number, id: string) => {
        await clock.pass(milliseconds);
        await jobs.enqueue('message', {}, { id });
        return left();
      };
      expect(await after(1.2 * time.laterMs, 'first')).toEqual(['cancelled', 'failed', 'waiting']);
      expect(await jobs.get('done')).toBeNull();
      expect(await after(2 * time.laterMs, 'second')).toEqual(['waiting']);
      expect((await jobs.find({})).total).toBe(3);
      await close();
    });
  });
};
