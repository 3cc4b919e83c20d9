import { z } from 'zod';
import { EventLogEntry } from './operations-events.contract.js';
import { operation, SkipCount } from './operation.js';
import { line, operatorReason } from './texts.js';

export const JobState = z.enum(['waiting', 'active', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

const B = '/api/v1/operations/jobs';
const FilterText = line(200, 1);
/** `consignment` is the number or id of the job's consignment. */
const filter = { name: FilterText.optional(), consignment: FilterText.optional() };

/**
 * A job. `error` is the error of its newest attempt without names and phone numbers. `eventId` is the event that
 * requested it. Times are UTC. `consignmentId` is null for a job without a single consignment.
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
 * Result of the worker's last comparison of the jobs of one kind with the requested ones. `overdue` jobs are pending
 * longer than they can take. `putBack` jobs were lost and created again, in total over all comparisons.
 */
const Reconciled = z.object({
  name: z.string(),
  at: z.string(),
  overdue: z.number(),
  putBack: z.number(),
  putBackAt: z.string().nullable(),
});

/** Why jobs may be lost: a setting of the job engine (`found`), and its required value (`wanted`). */
export const JobsWarning = z.object({
  code: z.enum(['EVICTION_POLICY', 'VERSION', 'UNKNOWN_SETTINGS']),
  found: z.string(),
  wanted: z.string(),
});
export type JobsWarning = z.infer<typeof JobsWarning>;

/**
 * An endpoint of a unit's own system that is disabled or has refused several attempts in a row. `host` is the host of
 * its address; `waiting` counts events. Times are UTC. `lastFailure` has the same values as for attempts of deliveries.
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

/**
 * Newest first. `counts` is by state, under the filter without the state. `reconciled` and `warnings` refer to all
 * jobs.
 */
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

/** An operator's action on a job. `userName` is as in EventLogEntry. */
export const JobOrder = z.object({
  type: z.enum(['JobsRetried', 'JobsCancelled']),
  at: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  eventId: z.string(),
});

/**
 * A job with its payload (only ids, numbers and times; other texts are removed), the event behind it, and operators'
 * actions on it, newest first.
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
  query: z.object({ jobId: FilterText }),
  result: JobDetail,
});

/**
 * Number of jobs in the order: at most a thousand, the newest ones if there are more. A job that changed its state at
 * the same moment is left unchanged.
 */
const orderResult = z.object({ count: z.number() });

const singleJobOrder = {
  query: z.object({ jobId: FilterText }),
  body: z.object({ reason: operatorReason }),
  result: orderResult,
};
export const retryJob = operation({
  name: 'RetryJob',
  family: 'v1',
  method: 'POST',
  path: `${B}/:jobId/retry`,
  source: 'docs/operations.md',
  summary: 'Puts a failed or cancelled job back to waiting',
  ...singleJobOrder,
});
export const cancelJob = operation({
  name: 'CancelJob',
  family: 'v1',
  method: 'POST',
  path: `${B}/:jobId/cancel`,
  source: 'docs/operations.md',
  summary: 'Cancels a waiting or running job',
  ...singleJobOrder,
});

/**
 * `expectedCount` is the number shown to the operator. If it differs, the response is a 409 with the new number in
 * `params.count`.
 */
const bulkOrderFields = { ...filter, expectedCount: z.number().int().min(1), reason: operatorReason };
export const retryJobs = operation({
  name: 'RetryJobs',
  family: 'v1',
  method: 'POST',
  path: `${B}/retry`,
  source: 'docs/operations.md',
  summary: 'Puts all failed, or all cancelled, jobs of a filter back to waiting',
  body: z.object({ ...bulkOrderFields, state: z.enum(['failed', 'cancelled']).default('failed') }),
  result: orderResult,
});
export const cancelJobs = operation({
  name: 'CancelJobs',
  family: 'v1',
  method: 'POST',
  path: `${B}/cancel`,
  source: 'docs/operations.md',
  summary: 'Cancels all waiting, or all running, jobs of a filter',
  body: z.object({ ...bulkOrderFields, state: z.enum(['waiting', 'active']).default('waiting') }),
  result: orderResult,
});
