import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PermanentFailure, type Jobs } from './jobs.js';
import {
  blockedHandler,
  waitForJob,
  newId,
  waitForState as waitForJobState,
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
        retentionMs: { done: 7 * time.laterMs, unsettled: 30 * time.laterMs },
      });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const getJob = (id: string) => waitForJob(jobs, id);
    const waitForState = (id: string, state: Parameters<typeof waitForJobState>[2]) => waitForJobState(jobs, id, state);
    const idsOf = async (query: Parameters<Jobs['find']>[0]) => (await jobs.find(query)).jobs.map(({ id }) => id);

    it('retries only a failed job, with its attempts counted from the start', async () => {
      const id = newId();
      let succeeds = false;
      jobs.work('pdf', async () => {
        if (!succeeds) throw new PermanentFailure('no font');
      });
      await jobs.enqueue('pdf', {}, { id });
      await waitForState(id, 'failed');
      succeeds = true;
      expect(await jobs.retry(id)).toBe(true);
      await waitForState(id, 'done');
      expect(await getJob(id)).toMatchObject({ attempts: 1, error: null });
      expect(await jobs.retry(id)).toBe(false);
      expect(await jobs.retry('unknown')).toBe(false);
    });

    it('stores a parked job as failed, for an operator to retry', async () => {
      const id = newId();
      let runs = 0;
      jobs.work('message', async () => void runs++);
      await jobs.enqueue('message', {}, { id, parkedReason: 'older than 24 hours' });
      expect(await getJob(id)).toMatchObject({ state: 'failed', error: 'older than 24 hours', attempts: 0 });
      expect(await jobs.retry(id)).toBe(true);
      await waitForState(id, 'done');
      expect(runs).toBe(1);
    });

    it('does not park a job that already exists', async () => {
      const [dueId, laterId] = [newId(), newId()];
      await jobs.enqueue('pdf', {}, { id: dueId });
      await jobs.enqueue('pdf', {}, { id: laterId, runAt: new Date(clock.now().getTime() + time.laterMs) });
      for (const id of [dueId, laterId]) {
        await jobs.enqueue('pdf', {}, { id, parkedReason: 'older than 24 hours' });
        expect((await getJob(id)).state).toBe('waiting');
      }
    });

    it('cancels a waiting job, which then does not run until it is retried', async () => {
      const [dueId, laterId] = [newId(), newId()];
      await jobs.enqueue('pdf', {}, { id: dueId });
      await jobs.enqueue('pdf', {}, { id: laterId, runAt: new Date(clock.now().getTime() + time.laterMs) });
      for (const id of [dueId, laterId]) expect(await jobs.cancel(id)).toBe(true);
      expect(await getJob(dueId)).toMatchObject({ state: 'cancelled', attempts: 0, finishedAt: expect.any(String) });
      for (const id of [dueId, 'unknown']) expect(await jobs.cancel(id)).toBe(false);
      const completedIds: string[] = [];
      jobs.work('pdf', async (_, { id }) => void completedIds.push(id));
      await jobs.enqueue('pdf', {}, { id: dueId });
      await jobs.enqueue('pdf', {}, { id: 'marker' });
      await waitForState('marker', 'done');
      expect(await jobs.retry(laterId)).toBe(true);
      await waitForState(laterId, 'done');
      expect(completedIds).toEqual(['marker', laterId]);
      expect(await jobs.cancel(laterId)).toBe(false);
      expect((await getJob(dueId)).state).toBe('cancelled');
    });

    it('cancels a running job: its signal aborts, and it stays cancelled whatever its handler does', async () => {
      const id = newId();
      const { handler, contexts, waitForStart, end } = blockedHandler();
      const stop = jobs.work('pdf', handler);
      await jobs.enqueue('pdf', {}, { id });
      await waitForStart();
      expect(await jobs.cancel(id)).toBe(true);
      await waitUntil(() => contexts[0]?.signal.aborted === true);
      await expect(contexts[0]?.progress(50)).rejects.toThrow();
      end();
      await stop();
      expect(await getJob(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
    });

    it('finds jobs by name, state and subject, newest first, in pages with a total', async () => {
      const [subject, otherSubject] = [randomUUID(), randomUUID()];
      for (const n of [1, 2, 3]) {
        await jobs.enqueue('pdf', n, { id: `${n}.pdf`, subject: n === 2 ? otherSubject : subject });
        await clock.pass(2);
      }
      await jobs.enqueue('message', 0, { id: '0.message', subject, parkedReason: 'too old' });
      const page = await jobs.find({ name: 'pdf', skip: 1, limit: 1 });
      expect(page).toMatchObject({ total: 3, jobs: [{ id: '2.pdf', payload: 2, subject: otherSubject }] });
      expect(await idsOf({})).toEqual(['0.message', '3.pdf', '2.pdf', '1.pdf']);
      expect(await idsOf({ state: 'waiting', limit: 2 })).toEqual(['3.pdf', '2.pdf']);
      expect(await idsOf({ state: 'failed' })).toEqual(['0.message']);
      expect((await jobs.find({ name: 'pdf', state: 'failed' })).total).toBe(0);
      expect(await idsOf({ subject })).toEqual(['0.message', '3.pdf', '1.pdf']);
      expect(await jobs.find({ subject, state: 'waiting', skip: 1 })).toMatchObject({
        total: 2,
        jobs: [{ id: '1.pdf' }],
      });
      expect(await jobs.find({ subject: randomUUID() })).toEqual({ jobs: [], total: 0 });
      expect(await jobs.get('unknown')).toBeNull();
    });

    it('reports where given jobs are, and an unknown job as lost', async () => {
      const { handler, waitForStart, end } = blockedHandler();
      const runAt = new Date(clock.now().getTime() + time.laterMs);
      await jobs.enqueue('message', {}, { id: 'done' });
      const stop = jobs.work('message', async () => undefined);
      await waitForState('done', 'done');
      await stop();
      const stopBlocked = jobs.work('message', handler);
      await jobs.enqueue('message', {}, { id: 'active' });
      await waitForStart();
      await jobs.enqueue('message', {}, { id: 'due' });
      await jobs.enqueue('message', {}, { id: 'later', runAt });
      await jobs.enqueue('message', {}, { id: 'failed', parkedReason: 'too old' });
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
      await stopBlocked();
    });

    it('adds up the jobs put back by rounds of reconciliation, and stores the overdue count of the newest round', async () => {
      expect(await jobs.reconciliationResults()).toEqual([]);
      const [firstRoundAt, secondRoundAt] = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:01:00.000Z'];
      await jobs.recordReconciliation([{ name: 'pdf', at: firstRoundAt, overdue: 3, putBack: 2 }]);
      await jobs.recordReconciliation([{ name: 'pdf', at: secondRoundAt, overdue: 1, putBack: 0 }]);
      expect(await jobs.reconciliationResults()).toEqual([
        { name: 'pdf', at: secondRoundAt, overdue: 1, putBack: 2, putBackAt: firstRoundAt },
      ]);
    });

    it('counts jobs by state, filtered by name and subject', async () => {
      const subject = randomUUID();
      await jobs.enqueue('pdf', {}, { id: '1.pdf', subject });
      await jobs.enqueue('pdf', {}, { id: '2.pdf', subject, parkedReason: 'too old' });
      await jobs.enqueue('pdf', {}, { id: '3.pdf', runAt: new Date(clock.now().getTime() + time.laterMs) });
      await jobs.enqueue('message', {}, { id: '1.message', subject });
      await jobs.cancel('1.message');
      const zeroCounts = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 };
      expect(await jobs.counts({})).toEqual({ ...zeroCounts, waiting: 2, failed: 1, cancelled: 1 });
      expect(await jobs.counts({ name: 'pdf' })).toEqual({ ...zeroCounts, waiting: 2, failed: 1 });
      expect(await jobs.counts({ subject })).toEqual({ ...zeroCounts, waiting: 1, failed: 1, cancelled: 1 });
      expect(await jobs.counts({ name: 'message', subject })).toEqual({ ...zeroCounts, cancelled: 1 });
      expect(await jobs.counts({ name: 'unknown' })).toEqual(zeroCounts);
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
export const retentionContract = (
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
        retentionMs: { done: time.laterMs, unsettled: 3 * time.laterMs },
      });
      const subject = randomUUID();
      jobs.work('pdf', async () => {});
      await jobs.enqueue('pdf', {}, { id: 'done', subject });
      await jobs.enqueue('pdf', {}, { id: 'failed', subject, parkedReason: 'too old' });
      await jobs.enqueue('message', {}, { id: 'cancelled', subject });
      await jobs.cancel('cancelled');
      await jobs.enqueue('message', {}, { id: 'waiting', subject });
      await waitForJobState(jobs, 'done', 'done');
      const remainingIds = async () => (await jobs.find({ subject })).jobs.map(({ id }) => id).toSorted();
      /** Old jobs are deleted when a job is enqueued. */
      const idsAfter = async (milliseconds: number, id: string) => {
        await clock.pass(milliseconds);
        await jobs.enqueue('message', {}, { id });
        return remainingIds();
      };
      expect(await idsAfter(1.2 * time.laterMs, 'first')).toEqual(['cancelled', 'failed', 'waiting']);
      expect(await jobs.get('done')).toBeNull();
      expect(await idsAfter(2 * time.laterMs, 'second')).toEqual(['waiting']);
      expect((await jobs.find({})).total).toBe(3);
      await close();
    });
  });
};
