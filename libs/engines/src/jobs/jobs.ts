import { DAY_MS, MINUTE_MS } from '#domain/time';
import type { Position } from '#events';

export const JOB_STATES = ['waiting', 'active', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job = {
  id: string;
  name: string;
  payload: unknown;
  /** Id of the consignment that the job is for. */
  subject: string | null;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  /** 0 to 100 */
  progress: number;
  error: string | null;
  createdAt: string;
  runAt: string;
  /** When the newest attempt began. */
  startedAt: string | null;
  finishedAt: string | null;
};

/** `subject`: see Job. A condition that is missing matches every job. */
export type JobFilter = { name?: string; state?: JobState; subject?: string };

export type EnqueueOptions = {
  id: string;
  subject?: string;
  maxAttempts?: number;
  runAt?: Date;
  parkedReason?: string;
};

/** `limit`: at most `max` attempts begin within `perMs`, in all processes together. */
export type WorkOptions = { concurrency?: number; limit?: { max: number; perMs: number } };

/**
 * Where a job is. `lost`: it was never made, or its record or its place in the lists of its queue is missing. `due`:
 * waits for a worker. `later`: waits for its time. `unsettled`: failed or cancelled.
 */
export type JobLocation = 'lost' | 'due' | 'later' | 'active' | 'done' | 'unsettled';

/** Results of reconciliation for one kind of job: `overdue` of the newest round, `putBack` of all rounds together. */
export type ReconciliationResult = {
  name: string;
  at: string;
  overdue: number;
  putBack: number;
  putBackAt: string | null;
};

/**
 * Why an engine that answers may still lose jobs: it evicts keys, its version is too old, or it does not report its
 * settings.
 */
export type JobsWarning = {
  code: 'EVICTION_POLICY' | 'VERSION' | 'UNKNOWN_SETTINGS';
  found: string;
  wanted: string;
};

/** How long ended jobs are kept: done ones, and failed or cancelled ones. */
export const JOB_RETENTION_MS = { done: 7 * DAY_MS, unsettled: 30 * DAY_MS };

/** Name of the checkpoint up to which the worker has turned the log into jobs. */
export const LOG_READER = 'worker';

/** The position up to which a log has been turned into jobs. */
export type LogCheckpoint = { logId: string; position: Position };

/**
 * `lastAttempt`: if this attempt fails, the job stays failed. `signal` aborts when the job no longer belongs to this
 * attempt: it was cancelled, another worker has taken it over after the lease was lost, or its worker stops and has
 * released it. `abandoned`: the worker died during the last attempt. The handler must not do the work again but only
 * record an answer; the job fails regardless of what the handler does.
 */
export type JobContext = {
  id: string;
  attempt: number;
  lastAttempt: boolean;
  abandoned: boolean;
  progress(percent: number): Promise<void>;
  signal: AbortSignal;
};
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

/** Thrown by a handler if another attempt cannot succeed: the job fails at once and waits for an operator. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Thrown by a handler that cannot begin now: the job waits for `retryAfterMs`, ten minutes at most, as if this attempt
 * had not begun. Without `retryAfterMs` another worker takes it at once, e.g. because this one stops.
 */
export class JobReleased extends Error {
  override name = 'GivenBack';

  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Port. Jobs run at least once: a job whose worker dies is taken over when its lease ends, so every effect has an
 * idempotency key. A job id is "<eventId>.<job name>". Enqueueing an existing id does nothing, unless that job is lost;
 * then it is created again. Ended jobs are deleted after JOB_RETENTION_MS. Every call throws StoreUnavailable if the engine
 * does not answer in time.
 */
export interface Jobs {
  /** `parkedReason`: the job is stored as failed for this reason, and an operator can retry it. */
  enqueue(name: string, payload: unknown, options: EnqueueOptions): Promise<void>;
  /** Stored with the jobs, so that if it is lost together with them, they are derived again (ADR-025). */
  checkpoint(reader: string): Promise<LogCheckpoint | null>;
  saveCheckpoint(reader: string, checkpoint: LogCheckpoint): Promise<void>;
  /**
   * Advances the checkpoint of a reader from `from`. Readers of the same name in several processes share it, and it
   * never goes back. False if it is missing, of another log or before `from`: jobs have been lost and must be derived
   * again.
   */
  advanceCheckpoint(reader: string, from: LogCheckpoint, to: Position): Promise<boolean>;
  /**
   * Runs jobs of this name, `concurrency` (1) at a time, until the returned stop function resolves. That waits for
   * running handlers and releases the jobs of those that take longer than some seconds.
   */
  work(name: string, handler: JobHandler, options?: WorkOptions): () => Promise<void>;
  /** Newest first, 50 by default. */
  find(query: JobFilter & { skip?: number; limit?: number }): Promise<{ jobs: Job[]; total: number }>;
  get(id: string): Promise<Job | null>;
  /** Where each of these jobs of one name is, in their order. */
  locate(name: string, ids: readonly string[]): Promise<JobLocation[]>;
  /** Stores the results of a round; `putBack` is added to that of earlier rounds. */
  recordReconciliation(results: readonly Omit<ReconciliationResult, 'putBackAt'>[]): Promise<void>;
  reconciliationResults(): Promise<ReconciliationResult[]>;
  /** Problems with the configuration of an engine that answers. */
  warnings(): Promise<JobsWarning[]>;
  counts(filter: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>>;
  /** Sets a failed or cancelled job to waiting, with no attempts counted. False if it has another state. */
  retry(id: string): Promise<boolean>;
  /**
   * Cancels a waiting or active job. The signal of a running handler aborts, and its result is ignored. False if the
   * job has another state.
   */
  cancel(id: string): Promise<boolean>;
  /** Removes deleted and replaced data from the files of the engine, if it has any. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_BACKOFF_MS = 1_000;
/** Longest wait before a retry. */
export const MAX_BACKOFF_MS = 10 * MINUTE_MS;

/**
 * Milliseconds to wait after the failed attempt number `attempt` (the first is 1). They double up to ten minutes, and
 * half of them is random, so that jobs that failed together are not retried together. `random`: like Math.random.
 */
export const backoff = (attempt: number, random: () => number): number => {
  const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
  return Math.round(longest / 2 + (longest / 2) * random());
};

/** The sum of the numbers for each state, 0 for a state without numbers. */
export const jobCounts = (stateCounts: Iterable<readonly [JobState, number]>): Record<JobState, number> => {
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
  for (const [state, number] of stateCounts) counts[state] += number;
  return counts;
};
