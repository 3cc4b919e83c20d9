import { randomUUID } from 'node:crypto';
import type { Job, JobHandler, Jobs, JobState } from '../../../libs/engines/src/jobs/jobs.js';
import { waitUntil, type TestClock } from './test-time.js';

/** `silent`: this process never renews a lease, as if it had been killed. */
export type JobsOptions = {
  clock: TestClock;
  leaseMs: number;
  silent?: boolean;
  retentionMs?: { done: number; unsettled: number };
  stopTimeoutMs?: number;
};

/** Empty jobs, and a function that closes them. */
export type JobsUnderTest = { jobs: Jobs; close(): Promise<void> };

/** Empty jobs that several processes share. */
export type SharedJobsUnderTest = JobsUnderTest & { openAnother(options: JobsOptions): Promise<Jobs> };

export const newId = () => `${randomUUID()}.pdf`;

/** A job, which must exist. */
export const waitForJob = async (jobs: Jobs, id: string): Promise<Job> => {
  const job = await jobs.get(id);
  if (!job) throw new Error(`no job ${id}`);
  return job;
};

export const waitForState = (jobs: Jobs, id: string, state: JobState) =>
  waitUntil(async () => (await waitForJob(jobs, id)).state === state);

/** A handler that reports when it has begun, and ends on request. */
export const blockedHandler = () => {
  const contexts: Parameters<JobHandler>[1][] = [];
  let end: () => void = () => {};
  const whenEnded = new Promise<void>((resolve) => (end = resolve));
  const handler: JobHandler = async (_, context) => {
    contexts.push(context);
    await whenEnded;
  };
  return { handler, contexts, end, waitForStart: () => waitUntil(() => contexts.length > 0) };
};
