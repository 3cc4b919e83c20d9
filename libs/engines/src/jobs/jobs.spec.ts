import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { openDatabase } from '../sqlite/database.js';
import { backoff, JobReleased, type Jobs } from './jobs.js';
import { retentionContract, jobRecordsContract } from './job-records.contract.js';
import { jobsContract } from './jobs.contract.js';
import { sharedJobsContract } from './shared-jobs.contract.js';
import { openSqliteJobs } from './sqlite/sqlite-jobs.js';
import {
  blockedHandler,
  waitForJob,
  waitForState,
  type JobsOptions,
  type JobsUnderTest,
  type SharedJobsUnderTest,
} from '#harness/engines/jobs-under-test';
import { flushOtherTimers, setTime, waitUntil } from '#harness/engines/test-time';

const NEVER_MS = 2 ** 31 - 1;
const openJobs = (file: string, { clock, leaseMs, silent = false, ...timing }: JobsOptions) =>
  openSqliteJobs(file, { now: clock.now, leaseMs, pollMs: silent ? NEVER_MS : 2, ...timing });

const openInMemory = async (options: JobsOptions): Promise<JobsUnderTest> => {
  const jobs = await openJobs(':memory:', options);
  return { jobs, close: () => jobs.close() };
};
for (const contract of [jobsContract, jobRecordsContract, retentionContract])
  contract('SQLite in memory', openInMemory);

const openShared = async (options: JobsOptions): Promise<SharedJobsUnderTest> => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const jobs = await openJobs(file, options);
  const close = async () => {
    await jobs.close();
    await folder.remove();
  };
  return { jobs, openAnother: (otherOptions) => openJobs(file, otherOptions), close };
};
for (const contract of [jobsContract, jobRecordsContract, sharedJobsContract]) contract('a SQLite file', openShared);

describe('a job database', () => {
  it('of an earlier version is upgraded with its contents', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'jobs.db');
    const oldDatabase = openDatabase(file);
    oldDatabase.exec(`
      CREATE TABLE job (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
        attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, error TEXT,
        created_at TEXT NOT NULL, run_at TEXT NOT NULL, finished_at TEXT, lease TEXT, lease_until TEXT);
      INSERT INTO job (id, name, payload, max_attempts, created_at, run_at) VALUES ('1.pdf', 'pdf', '7', 3, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`);
    oldDatabase.close();
    const jobs = await openJobs(file, { clock: setTime.start(), leaseMs: setTime.leaseMs });
    expect(await waitForJob(jobs, '1.pdf')).toMatchObject({
      state: 'waiting',
      payload: 7,
      subject: null,
      startedAt: null,
    });
    await jobs.enqueue('pdf', {}, { id: '2.pdf', subject: 'b7d2' });
    expect((await jobs.find({ subject: 'b7d2' })).total).toBe(1);
    await jobs.close();
    await folder.remove();
  });
});

describe('backoff', () => {
  it('doubles up to ten minutes, and half of it is random', () => {
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 0))).toEqual([500, 1000, 2000, 4000]);
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoff(40, () => 1)).toBe(600_000);
  });
});

describe('a change of the clock', () => {
  const HOUR_MS = 3_600_000;
  const leaseMs = 30_000;
  let [time, monotonic] = [0, 0];
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const openedJobs: Jobs[] = [];
  beforeEach(async () => {
    [time, monotonic] = [Date.parse('2026-11-25T08:00:00.000Z'), 5_000];
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    for (const jobs of openedJobs.splice(0)) await jobs.close();
    await folder.remove();
  });
  const open = async (options: { pollMs?: number } = {}): Promise<Jobs> => {
    const timing = { now: () => new Date(time), monotonic: () => monotonic, random: () => 0.5 };
    const jobs = await openSqliteJobs(join(folder.path, 'jobs.db'), { ...timing, leaseMs, pollMs: 2, ...options });
    openedJobs.push(jobs);
    return jobs;
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
    monotonic += milliseconds;
  };

  it('by 8 hours backwards does not delay jobs that were enqueued, retried, rate-limited or released before', async () => {
    const aheadJobs = await open();
    time += 8 * HOUR_MS;
    const payloads: unknown[] = [];
    const stopFailing = aheadJobs.work('pdf', async () => Promise.reject(new Error('not yet')), {
      limit: { max: 1, perMs: 1_000 },
    });
    await aheadJobs.enqueue('pdf', 'tried', { id: 'tried.pdf' });
    await waitUntil(async () => (await waitForJob(aheadJobs, 'tried.pdf')).error === 'not yet');
    await stopFailing();
    const stopReleasing = aheadJobs.work('message', async () => Promise.reject(new JobReleased('not now', 1_000)));
    await aheadJobs.enqueue('message', 'given back', { id: 'given-back.message' });
    await waitUntil(
      async () => (await waitForJob(aheadJobs, 'given-back.message')).runAt > new Date(time).toISOString(),
    );
    await stopReleasing();
    await aheadJobs.enqueue('pdf', 'asked', { id: 'asked.pdf' });
    await aheadJobs.enqueue('pdf', 'parked', { id: 'parked.pdf', parkedReason: 'too old' });
    await aheadJobs.retry('parked.pdf');
    time -= 8 * HOUR_MS;
    const jobs = await open();
    jobs.work('pdf', async (payload) => void payloads.push(payload), {
      concurrency: 3,
      limit: { max: 3, perMs: 1_000 },
    });
    jobs.work('message', async (payload) => void payloads.push(payload));
    for (const id of ['tried.pdf', 'asked.pdf', 'parked.pdf', 'given-back.message'])
      await waitForState(jobs, id, 'done');
    expect(payloads).toHaveLength(4);
    await jobs.enqueue('pdf', 'later', { id: 'later.pdf', runAt: new Date(time + 9 * HOUR_MS) });
    await flushOtherTimers();
    expect((await waitForJob(jobs, 'later.pdf')).state).toBe('waiting');
  });

  it('by 8 hours backwards lets another worker take over the job of a dead worker after one lease', async () => {
    time += 8 * HOUR_MS;
    const deadJobs = await open({ pollMs: 2 ** 31 - 1 });
    const { handler, waitForStart, end } = blockedHandler();
    deadJobs.work('pdf', handler);
    await deadJobs.enqueue('pdf', {}, { id: 'held.pdf' });
    await waitForStart();
    time -= 8 * HOUR_MS;
    const jobs = await open();
    const attempts: number[] = [];
    jobs.work('pdf', async (_, { attempt }) => void attempts.push(attempt));
    await jobs.enqueue('pdf', {}, { id: 'marker.pdf' });
    await waitForState(jobs, 'marker.pdf', 'done');
    expect(attempts).toEqual([1]);
    pass(leaseMs);
    await waitForState(jobs, 'held.pdf', 'done');
    expect(attempts).toEqual([1, 2]);
    end();
  });

  it.each([
    // The other one looks first, and no lease has run out since.
    [8, { pollMs: 50, steps: 0 }],
    [-8, { pollMs: 2, steps: 4 }],
  ])('by %i hours leaves a job with the worker that runs it', async (hours, { pollMs, steps }) => {
    const [jobs, otherJobs] = [await open({ pollMs }), await open()];
    const { handler, contexts, waitForStart, end } = blockedHandler();
    jobs.work('pdf', handler);
    await jobs.enqueue('pdf', {}, { id: 'held.pdf' });
    await waitForStart();
    const otherIds: string[] = [];
    otherJobs.work('pdf', async (_, { id }) => void otherIds.push(id));
    time += hours * HOUR_MS;
    await otherJobs.enqueue('pdf', {}, { id: 'marker.pdf' });
    await waitForState(otherJobs, 'marker.pdf', 'done');
    for (let step = 0; step < steps; step++) {
      pass(leaseMs / 2);
      await otherJobs.enqueue('pdf', {}, { id: `${step}.pdf` });
      await waitForState(otherJobs, `${step}.pdf`, 'done');
    }
    end();
    await waitForState(jobs, 'held.pdf', 'done');
    expect([contexts.length, contexts[0]?.signal.aborted, otherIds.includes('held.pdf')]).toEqual([1, false, false]);
  });
});
