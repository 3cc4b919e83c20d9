import type { Job, JobState } from './jobs.js';

/** What a queue's job carries. `runAt` in milliseconds. */
export type JobData = { payload: unknown; subject: string | null; maxAttempts: number; runAt: number };

/** As the script readJobs answers it. */
export type Entry = [
  state: JobState,
  delayed: string | null,
  fields: [
    data: string,
    timestamp: string,
    processedOn: string | null,
    finishedOn: string | null,
    failedReason: string | null,
    progress: string | null,
    started: string | null,
  ],
];

/** BullMQ keeps in the score of a delayed job when it is due, in units of 1/4096 ms. */
const UNITS_PER_MS = 4096;

/** A job's id in its queue: BullMQ keeps jobs beside keys of its own (wait, marker ...), and takes neither numbers nor colons. */
export const queueIdOf = (id: string): string => `job.${encodeURIComponent(id)}`;
export const idOf = (queueId: string): string => decodeURIComponent(queueId.slice('job.'.length));

/** `queueId`: as the queue knows it. */
export const jobOf = (
  name: string,
  queueId: string,
  [state, delayed, [data, timestamp, processedOn, finishedOn, failedReason, progress, started]]: Entry,
): Job => {
  const { payload, subject, maxAttempts, runAt } = JSON.parse(data) as JobData;
  return {
    id: idOf(queueId),
    name,
    payload,
    subject,
    state,
    attempts: Math.min(Number(started), maxAttempts),
    maxAttempts,
    progress: state === 'done' ? 100 : Number(progress),
    error: state === 'done' ? null : failedReason,
    createdAt: iso(Number(timestamp)),
    runAt: iso(delayed === null ? runAt : Math.floor(Number(delayed) / UNITS_PER_MS)),
    startedAt: processedOn === null ? null : iso(Number(processedOn)),
    finishedAt: finishedOn === null ? null : iso(Number(finishedOn)),
  };
};

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
