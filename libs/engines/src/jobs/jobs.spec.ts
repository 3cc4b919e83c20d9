import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../event-store/testing/temporary-folder.js';
import { openDatabase } from '../sqlite/database.js';
import { backoff } from './backoff.js';
import { forgettingContract, jobRecordsContract } from './job-records.contract.js';
import { jobsContract } from './jobs.contract.js';
import { sharedJobsContract } from './shared-jobs.contract.js';
import { openSqliteJobs } from './sqlite-jobs.js';
import { jobFound, type JobsOptions, type JobsUnderTest, type SharedJobsUnderTest } from './testing/jobs-under-test.js';
import { setTime } from './testing/test-time.js';

const NEVER_MS = 2 ** 31 - 1;
const openJobs = (file: string, { clock, leaseMs, silent = false, ...timing }: JobsOptions) =>
  openSqliteJobs(file, { now: clock.now, leaseMs, pollMs: silent ? NEVER_MS : 2, ...timing });

const openInMemory = async (options: JobsOptions): Promise<JobsUnderTest> => {
  const jobs = await openJobs(':memory:', options);
  return { jobs, close: () => jobs.close() };
};
for (const contract of [jobsContract, jobRecordsContract, forgettingContract])
  contract('SQLite in memory', openInMemory);

const openShared = async (options: JobsOptions): Promise<SharedJobsUnderTest> => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const jobs = await openJobs(file, options);
  const close = async () => {
    await jobs.close();
    await folder.remove();
  };
  return { jobs, another: (other) => openJobs(file, other), close };
};
for (const contract of [jobsContract, jobRecordsContract, sharedJobsContract]) contract('a SQLite file', openShared);

describe('a file of jobs', () => {
  it('of an earlier version is brought up to date, with what it holds', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'jobs.db');
    const earlier = openDatabase(file);
    earlier.exec(`
      CREATE TABLE job (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
        attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, error TEXT,
        created_at TEXT NOT NULL, run_at TEXT NOT NULL, finished_at TEXT, lease TEXT, lease_until TEXT);
      INSERT INTO job (id, name, payload, max_attempts, created_at, run_at) VALUES ('1.pdf', 'pdf', '7', 3, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`);
    earlier.close();
    const jobs = await openJobs(file, { clock: setTime.start(), leaseMs: setTime.leaseMs });
    expect(await jobFound(jobs, '1.pdf')).toMatchObject({
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
  it('doubles up to ten minutes, half of it by chance', () => {
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 0))).toEqual([500, 1000, 2000, 4000]);
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoff(40, () => 1)).toBe(600_000);
  });
});
