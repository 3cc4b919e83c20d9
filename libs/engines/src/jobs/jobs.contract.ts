import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JobReleased, PermanentFailure, type Job, type JobContext, type JobHandler, type Jobs } from './jobs.js';
import {
  blockedHandler,
  waitForJob,
  newId,
  waitForState as waitForJobState,
  type JobsOptions,
  type JobsUnderTest,
} from '#harness/engines/jobs-under-test';
import {
  flushOtherTimers,
  createGate,
  setTime,
  waitUntil,
  type TestClock,
  type TestTime,
} from '#harness/engines/test-time';

/** How every adapter of the jobs must run them. */
export const jobsContract = (
  adapter: string,
  open: (options: JobsOptions) => Promise<JobsUnderTest>,
  time: TestTime = setTime,
): void => {
  describe(`the job queue on ${adapter}`, () => {
    const { leaseMs, laterMs } = time;
    let clock: TestClock;
    let test: JobsUnderTest;
    let jobs: Jobs;

    beforeEach(async () => {
      clock = time.start();
      test = await open({ clock, leaseMs });
      jobs = test.jobs;
    });
    afterEach(() => test.close());

    const getJob = (id: string) => waitForJob(jobs, id);
    const waitForState = (id: string, state: Job['state']) => waitForJobState(jobs, id, state);

    it('runs a job with its payload and records it as done', async () => {
      const id = newId();
      const payloads: unknown[] = [];
      const startedBefore = clock.now();
      jobs.work('pdf', async (payload) => void payloads.push(payload));
      await jobs.enqueue('pdf', { consignmentId: '委托-1' }, { id });
      await waitForState(id, 'done');
      expect(payloads).toEqual([{ consignmentId: '委托-1' }]);
      const { createdAt, startedAt, finishedAt, ...job } = await getJob(id);
      expect(job).toMatchObject({ name: 'pdf', attempts: 1, progress: 100, error: null });
      const times = [startedBefore, createdAt, startedAt, finishedAt, clock.now()].map((at) =>
        new Date(at ?? 0).getTime(),
      );
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });

    it('preserves NUL in a payload, and either treats an id with NUL as a different id or refuses it', async () => {
      const id = newId();
      const payloads: unknown[] = [];
      jobs.work('pdf', async (payload) => void payloads.push(payload));
      await jobs.enqueue('pdf', { text: 'one\0two' }, { id });
      await waitForState(id, 'done');
      const isAccepted = await jobs.enqueue('pdf', { text: 'other' }, { id: `${id}\0more` }).then(
        () => true,
        () => false,
      );
      if (isAccepted) await waitForState(`${id}\0more`, 'done');
      expect(payloads).toEqual([{ text: 'one\0two' }, ...(isAccepted ? [{ text: 'other' }] : [])]);
      expect(await getJob(id)).toMatchObject({ payload: { text: 'one\0two' } });
    });

    it('runs a job id once, however often it is enqueued, also after it is done', async () => {
      const id = newId();
      let runs = 0;
      const stop = jobs.work('pdf', async () => void runs++);
      await jobs.enqueue('pdf', {}, { id });
      await jobs.enqueue('pdf', {}, { id });
      await waitForState(id, 'done');
      await jobs.enqueue('pdf', {}, { id });
      await jobs.enqueue('pdf', {}, { id: 'marker' });
      await waitForState('marker', 'done');
      await stop();
      expect(runs).toBe(2);
      expect((await jobs.find({})).total).toBe(2);
    });

    it('runs jobs of each name separately, the longest due first, within the concurrency limit', async () => {
      const { whenOpen, open } = createGate();
      const startedPayloads: unknown[] = [];
      const handler: JobHandler = async (payload) => {
        startedPayloads.push(payload);
        await whenOpen;
      };
      for (const n of [1, 2, 3]) await jobs.enqueue('pdf', n, { id: `${n}.pdf` });
      await jobs.enqueue('message', 'm', { id: '1.message' });
      jobs.work('pdf', handler, { concurrency: 2 });
      await waitUntil(() => startedPayloads.length === 2);
      expect((await jobs.find({ name: 'pdf', state: 'active' })).total).toBe(2);
      open();
      await waitForState('3.pdf', 'done');
      expect(startedPayloads).toEqual([1, 2, 3]);
      expect((await getJob('1.message')).state).toBe('waiting');
    });

    it('starts a job again, without counting the attempt, if its handler released it because its worker stopped', async () => {
      const id = newId();
      const attempts: number[] = [];
      const stop = jobs.work('pdf', async (_, { attempt }) => {
        attempts.push(attempt);
        void stop();
        throw new JobReleased('the worker stops');
      });
      await jobs.enqueue('pdf', {}, { id, maxAttempts: 1 });
      await waitUntil(() => attempts.length === 1);
      await stop();
      await waitForState(id, 'waiting');
      jobs.work('pdf', async (_, { attempt }) => void attempts.push(attempt));
      await waitForState(id, 'done');
      expect(attempts).toEqual([1, 1]);
    });

    it('starts a job again after a delay, without counting the attempt, if its handler released it for later', async () => {
      const id = newId();
      const contexts: Pick<JobContext, 'attempt' | 'lastAttempt'>[] = [];
      let isReady = false;
      jobs.work('pdf', async (payload, { attempt, lastAttempt }) => {
        if (payload === 'other') return;
        contexts.push({ attempt, lastAttempt });
        if (!isReady) throw new JobReleased('not now', laterMs);
      });
      await jobs.enqueue('pdf', 'held', { id, maxAttempts: 1 });
      await waitUntil(async () => contexts.length === 1 && (await getJob(id)).state === 'waiting');
      await jobs.enqueue('pdf', 'other', { id: 'other' });
      await waitForState('other', 'done');
      expect(await getJob(id)).toMatchObject({ state: 'waiting', attempts: 0, error: null });
      isReady = true;
      await clock.pass(laterMs);
      await waitForState(id, 'done');
      expect(contexts).toEqual([
        { attempt: 1, lastAttempt: true },
        { attempt: 1, lastAttempt: true },
      ]);
    });

    it('does not run a job before its time', async () => {
      const payloads: unknown[] = [];
      jobs.work('pdf', async (payload) => void payloads.push(payload));
      const runAt = new Date(clock.now().getTime() + laterMs);
      await jobs.enqueue('pdf', 'later', { id: 'later', runAt });
      await jobs.enqueue('pdf', 'now', { id: 'now' });
      await waitForState('now', 'done');
      expect(await getJob('later')).toMatchObject({ state: 'waiting', runAt: runAt.toISOString() });
      await clock.pass(laterMs);
      await waitForState('later', 'done');
      expect(payloads).toEqual(['now', 'later']);
    });

    it('retries a failed job with growing waits, and then leaves it failed with its error', async () => {
      const id = newId();
      const contexts: Pick<JobContext, 'attempt' | 'lastAttempt'>[] = [];
      const waits: number[] = [];
      jobs.work('pdf', async (_, { attempt, lastAttempt }) => {
        contexts.push({ attempt, lastAttempt });
        throw new Error(`打印失败 ${attempt}`);
      });
      await jobs.enqueue('pdf', {}, { id, maxAttempts: 3 });
      for (const attempt of [1, 2]) {
        await waitUntil(async () => (await getJob(id)).error === `打印失败 ${attempt}`);
        const { state, runAt, startedAt } = await getJob(id);
        expect(state).toBe('waiting');
        waits.push(Date.parse(runAt) - Date.parse(startedAt ?? ''));
        await clock.pass(Date.parse(runAt) - clock.now().getTime());
      }
      await waitForState(id, 'failed');
      expect(contexts).toEqual([
        { attempt: 1, lastAttempt: false },
        { attempt: 2, lastAttempt: false },
        { attempt: 3, lastAttempt: true },
      ]);
      expect(waits[0]).toBeGreaterThan(0);
      expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
      const failedJob = await getJob(id);
      expect(failedJob).toMatchObject({ error: '打印失败 3', attempts: 3 });
      expect(failedJob.finishedAt).not.toBeNull();
    });

    it('does not retry a job after a permanent failure', async () => {
      const id = newId();
      jobs.work('pdf', async () => {
        throw new PermanentFailure('the consignment is gone');
      });
      await jobs.enqueue('pdf', {}, { id });
      await waitForState(id, 'failed');
      expect(await getJob(id)).toMatchObject({ attempts: 1, error: 'the consignment is gone' });
    });

    it('shows the progress of a job while it runs', async () => {
      const id = newId();
      const { whenOpen, open } = createGate();
      const reported = createGate();
      jobs.work('pdf', async (_, { progress }) => {
        await progress(40);
        reported.open();
        await whenOpen;
        await progress(170);
      });
      await jobs.enqueue('pdf', {}, { id });
      await reported.whenOpen;
      expect(await getJob(id)).toMatchObject({ state: 'active', progress: 40 });
      open();
      await waitForState(id, 'done');
    });

    it('starts no more jobs in a period than its limit allows', async () => {
      let startedAttempts = 0;
      jobs.work('message', async () => void startedAttempts++, { concurrency: 4, limit: { max: 2, perMs: laterMs } });
      for (const n of [1, 2, 3]) await jobs.enqueue('message', n, { id: `${n}.message` });
      jobs.work('pdf', async () => {});
      await waitUntil(() => startedAttempts === 2);
      await jobs.enqueue('pdf', 'marker', { id: 'marker' });
      await waitForState('marker', 'done');
      expect(startedAttempts).toBe(2);
      await clock.pass(laterMs);
      await waitUntil(() => startedAttempts === 3);
    });

    it('waits for running jobs when it is stopped, and starts no new ones', async () => {
      const { handler, waitForStart, end } = blockedHandler();
      const stop = jobs.work('pdf', handler);
      await jobs.enqueue('pdf', 1, { id: 'first' });
      await waitForStart();
      const stopping = stop();
      await jobs.enqueue('pdf', 2, { id: 'second' });
      end();
      await stopping;
      expect((await getJob('first')).state).toBe('done');
      expect((await getJob('second')).state).toBe('waiting');
    });

    it('renews the lease of a long job while its worker lives', async () => {
      const id = newId();
      const { whenOpen, open } = createGate();
      const contexts: JobContext[] = [];
      const handler: JobHandler = async (payload, context) => {
        if (payload === 'marker') return;
        contexts.push(context);
        await whenOpen;
      };
      jobs.work('pdf', handler, { concurrency: 2 });
      await jobs.enqueue('pdf', 'long', { id });
      await waitUntil(() => contexts.length === 1);
      // Each step is shorter than a lease, all together are longer. A marker job that becomes due shows that the worker
      // has polled.
      for (let step = 0; step < 5; step++) {
        await jobs.enqueue('pdf', 'marker', {
          id: `marker ${step}`,
          runAt: new Date(clock.now().getTime() + leaseMs / 2),
        });
        await flushOtherTimers();
        await clock.pass(leaseMs / 2);
        await waitForState(`marker ${step}`, 'done');
      }
      jobs.work('pdf', handler);
      await flushOtherTimers();
      open();
      await waitForState(id, 'done');
      expect(contexts.map(({ signal, attempt }) => [signal.aborted, attempt])).toEqual([[false, 1]]);
    });
  });
};
