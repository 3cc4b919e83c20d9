import { z } from 'zod';
import { EventLogEntry } from './operations-events.contract.js';
import { operation, SkipCount } from './operation.js';
import { line, operatorReason } from './texts.js';

export const JobState = z.enum(['waiting', 'active', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

const B = '/api/v1/operations/jobs';
const Word = line(200, 1);
/** `consignment`: number or id of the consignment a job serves. */
const filter = { name: Word.optional(), consignment: Word.optional() };

/**
 * A job. `error` is what its newest attempt failed with, names and phones taken out; `eventId` the event that asked for
 * it; times are UTC. `consignmentId` null: it serves no single consignment.
 */
export const JobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: JobState,
  attempts: z.number(),
  maxAttempts: z.number(),
  progress: z.number(),
  error: z.string().nullable(),
  createdAt: z.string(),
  runAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  consignmentId: z.string().nullable(),
  consignCode: z.string(),
  eventId: z.string(),
});
export type JobRow = z.infer<typeof JobRow>;

const Counts = z.record(JobState, z.number());

/**
 * What the worker found when it last compared the jobs of a kind with what was asked for: `overdue` are pending longer
 * than they can take, `putBack` were lost and have been made anew, all rounds together.
 */
const Reconciled = z.object({
  name: z.string(),
  at: z.string(),
  overdue: z.number(),
  putBack: z.number(),
  putBackAt: z.string().nullable(),
});

/** Why jobs may be lost: how the engine of the jobs is set up, and how it should be. */
export const JobsWarning = z.object({
  code: z.enum(['EVICTION_POLICY', 'VERSION', 'UNKNOWN_SETTINGS']),
  found: z.string(),
  wanted: z.string(),
});
export type JobsWarning = z.infer<typeof JobsWarning>;

/**
 * Newest first. `counts`: by state, under the filter without the state. `reconciled` and `warnings` are of all jobs.
 */
/**
 * An endpoint of a unit's own system that was disabled, or has refused several attempts in a row. `host` is that of its
 * address; `waiting` counts events. Times are UTC. `lastFailure` is a word as attempts of deliveries have it.
 */
export const FailingEndpoint = z.object({
  webhookId: z.string(),
  unitId: z.string(),
  unitName: z.string(),
  host: z.string(),
  state: z.enum(['active', 'paused', 'disabled']),
  disabledCause: z.enum(['gone', 'exhausted']).nullable(),
  failingSince: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastFailure: z.string().nullable(),
  waiting: z.number().int(),
  nextAt: z.string().nullable(),
});
export type FailingEndpoint = z.infer<typeof FailingEndpoint>;

export const listJobs = operation({
  name: 'ListJobs',
  family: 'v1',
  method: 'GET',
  path: B,
  source: 'docs/operations.md',
  summary: 'Background jobs',
  query: z.object({
    ...filter,
    state: JobState.optional(),
    skipCount: SkipCount,
    maxResultCount: z.coerce.number().int().min(1).max(100).default(20),
  }),
  result: z.object({
    items: z.array(JobRow),
    totalCount: z.number(),
    counts: Counts,
    reconciled: z.array(Reconciled),
    warnings: z.array(JobsWarning),
    failingEndpoints: z.array(FailingEndpoint),
  }),
});

/** What an operator did to a job. `userName` as in EventLogEntry. */
export const JobOrder = z.object({
  type: z.enum(['JobsRetried', 'JobsCancelled']),
  at: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  eventId: z.string(),
});

/**
 * A job with what it was given (ids, numbers and times; every other text is left out), the event behind it and what
 * operators did to it, newest first.
 */
export const JobDetail = JobRow.extend({
  payload: z.unknown(),
  cause: EventLogEntry.nullable(),
  orders: z.array(JobOrder),
});
export type JobDetail = z.infer<typeof JobDetail>;
export const getJob = operation({
  name: 'GetJob',
  family: 'v1',
  method: 'GET',
  path: `${B}/:jobId`,
  source: 'docs/operations.md',
  summary: 'One background job',
  query: z.object({ jobId: Word }),
  result: JobDetail,
});

/**
 * How many jobs the order names: at most a thousand, of more the newest. One that moved on by itself in the same moment
 * is left as it is.
 */
const ordered = z.object({ count: z.number() });

const one = { query: z.object({ jobId: Word }), body: z.object({ reason: operatorReason }), result: ordered };
export const retryJob = operation({
  name: 'RetryJob',
  family: 'v1',
  method: 'POST',
  path: `${B}/:jobId/retry`,
  source: 'docs/operations.md',
  summary: 'Puts a failed or cancelled job back to waiting',
  ...one,
});
export const cancelJob = operation({
  name: 'CancelJob',
  family: 'v1',
  method: 'POST',
  path: `${B}/:jobId/cancel`,
  source: 'docs/operations.md',
  summary: 'Cancels a waiting or running job',
  ...one,
});

/**
 * `expectedCount` is what the operator was shown; another number at that moment is a 409 that carries the new one in
 * `params.count`.
 */
const many = { ...filter, expectedCount: z.number().int().min(1), reason: operatorReason };
export const retryJobs = operation({
  name: 'RetryJobs',
  family: 'v1',
  method: 'POST',
  path: `${B}/retry`,
  source: 'docs/operations.md',
  summary: 'Puts all failed, or all cancelled, jobs of a filter back to waiting',
  body: z.object({ ...many, state: z.enum(['failed', 'cancelled']).default('failed') }),
  result: ordered,
});
export const cancelJobs = operation({
  name: 'CancelJobs',
  family: 'v1',
  method: 'POST',
  path: `${B}/cancel`,
  source: 'docs/operations.md',
  summary: 'Cancels all waiting, or all running, jobs of a filter',
  body: z.object({ ...many, state: z.enum(['waiting', 'active']).default('waiting') }),
  result: ordered,
});
