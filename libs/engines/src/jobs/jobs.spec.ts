import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../event-store/testing/temporary-folder.js';
import { backoff } from './backoff.js';
import { jobsContract, type JobsOptions } from './jobs.contract.js';
import { sharedJobsContract, type SharedJobsUnderTest } from './shared-jobs.contract.js';
import { openSqliteJobs } from './sqlite-jobs.js';

const NEVER_MS = 2 ** 31 - 1;
const openJobs = (file: string, { clock, leaseMs, silent = false }: JobsOptions) =>
  openSqliteJobs(file, { now: clock.now, leaseMs, pollMs: silent ? NEVER_MS : 2 });

jobsContract('SQLite in memory', async (options) => {
  const jobs = await openJobs(':memory:', options);
  return { jobs, close: () => jobs.close() };
});

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
jobsContract('a SQLite file', openShared);
sharedJobsContract('a SQLite file', openShared);

describe('backoff', () => {
  it('doubles up to ten minutes, half of it by chance', () => {
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 0))).toEqual([500, 1000, 2000, 4000]);
    expect([1, 2, 3, 4].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoff(40, () => 1)).toBe(600_000);
  });
});
