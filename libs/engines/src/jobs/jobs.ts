import { DAY_MS, MINUTE_MS } from '#domain/time';
import type { Position } from '#events';

export const JOB_STATES = ['waiting', 'active', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job = {
  id: string;
  name: string;
  payload: unknown;
  /** Id of the consignment it serves. */
  subject: string | null;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  /** 0 to 100 */
  progress: number;
  error: string | null;
  createdAt: string;
  runAt: string;
  /** When its newest attempt began. */
  startedAt: string | null;
  finishedAt: string | null;
};

/** `subject`: see Job. Left out conditions hold for every job. */
export type JobFilter = { name?: string; state?: JobState; subject?: string };

export type EnqueueOptions = { id: string; subject?: string; maxAttempts?: number; runAt?: Date; parked?: string };

/** `limit`: at most `max` attempts begin within `perMs`, all processes together. */
export type WorkOptions = { concurrency?: number; limit?: { max: number; perMs: number } };

/**
 * Where a job is. `lost`: never made, or its record or its place in the lists of its queue is gone. `due` waits for a
 * worker, `later` for its time, `unsettled` failed or was cancelled.
 */
export type JobLocation = 'lost' | 'due' | 'later' | 'active' | 'done' | 'unsettled';

/** What rounds of reconciliation found of one kind of job: `overdue` the newest one, `putBack` all of them together. */
export type ReconciliationResult = {
  name: string;
  at: string;
  overdue: number;
  putBack: number;
  putBackAt: string | null;
};

/**
 * Why an engine that answers may still lose jobs: it evicts keys, it is older than what is supported, or does not say.
 */
export type JobsWarning = {
  code: 'EVICTION_POLICY' | 'VERSION' | 'UNKNOWN_SETTINGS';
  found: string;
  wanted: string;
};

/** How long done jobs, and failed and cancelled ones, are kept. */
export const KEPT_JOBS_MS = { done: 7 * DAY_MS, others: 30 * DAY_MS };

/** Under which name the worker keeps how far it has turned the log into jobs. */
export const LOG_READER = 'worker';

/** How far a log has been turned into jobs. */
export type LogCheckpoint = { logId: string; position: Position };

/**
 * `lastAttempt`: when this one fails too, the job stays failed. `signal` aborts when the job is no longer this
 * attempt's: it was cancelled, the lease was lost and somebody else has taken over, or its worker stops and has given
 * it back. `abandoned`: the last attempt took its worker with it. Nothing is to be tried any more, only to be answered;
 * the job fails whatever the handler does.
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

/** Thrown by a handler when trying again cannot help: the job fails at once and waits for an operator. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Thrown by a handler that cannot begin now: the job waits as if this attempt had not begun, for `againAfterMs`, ten
 * minutes at most. Without that another worker takes it at once, e.g. because this one ends.
 */
export class JobReleased extends Error {
  override name = 'GivenBack';

  constructor(
    message: string,
    readonly againAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Port. At least once: a job whose worker dies is taken over when its lease ends, so every effect carries an
 * idempotency key. A job id is "<eventId>.<job name>"; enqueueing a known id does nothing, unless that job is lost:
 * then it is made anew. Ended jobs are deleted after KEPT_JOBS_MS. Every call throws StoreUnavailable when the engine
 * does not answer in time.
 */
export interface Jobs {
  /** `parked` (a reason) stores the job as failed, for an operator to retry. */
  enqueue(name: string, payload: unknown, options: EnqueueOptions): Promise<void>;
  /** It lies with the jobs, so that losing them means deriving them again (ADR-025). */
  checkpoint(reader: string): Promise<LogCheckpoint | null>;
  saveCheckpoint(reader: string, checkpoint: LogCheckpoint): Promise<void>;
  /**
   * Moves a reader's checkpoint on from where it left it. Readers of one name in several processes share it: it never
   * goes back. False when it is gone, of another log or before `from`: jobs made since have been lost and must be
   * derived again.
   */
  advanceCheckpoint(reader: string, from: LogCheckpoint, to: Position): Promise<boolean>;
  /**
   * Runs jobs of this name, `concurrency` (1) at a time, until the returned stop function resolves: it waits for
   * running handlers, and gives back the jobs of those that take longer than some seconds.
   */
  work(name: string, handler: JobHandler, options?: WorkOptions): () => Promise<void>;
  /** Newest first; 50 of them unless `limit` says otherwise. */
  find(query: JobFilter & { skip?: number; limit?: number }): Promise<{ jobs: Job[]; total: number }>;
  get(id: string): Promise<Job | null>;
  /** Where each of these jobs of one name is, in their order. */
  locate(name: string, ids: readonly string[]): Promise<JobLocation[]>;
  /** Keeps what a round found; `putBack` is added to what earlier rounds did. */
  noteReconciled(found: readonly Omit<ReconciliationResult, 'putBackAt'>[]): Promise<void>;
  reconciled(): Promise<ReconciliationResult[]>;
  /** What is wrong with how the engine is set up, though it answers. */
  warnings(): Promise<JobsWarning[]>;
  counts(filter: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>>;
  /** Puts a failed or cancelled job back to waiting with fresh attempts. False when it is neither. */
  retry(id: string): Promise<boolean>;
  /**
   * Ends a waiting or active job as cancelled, whatever a handler that runs still does; its signal aborts. False when
   * it is neither.
   */
  cancel(id: string): Promise<boolean>;
  /** What was deleted or replaced before is gone from its files, as far as it has files of its own. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_BACKOFF_MS = 1_000;
/** No retry waits longer. */
export const MAX_BACKOFF_MS = 10 * MINUTE_MS;

/**
 * Milliseconds to wait after failed attempt number `attempt` (1 is the first): doubling up to ten minutes, half of it
 * by chance, so that jobs that failed together do not come back together. `random` as Math.random.
 */
export const backoff = (attempt: number, random: () => number): number => {
  const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
  return Math.round(longest / 2 + (longest / 2) * random());
};

/** The numbers by state, with 0 where there is none. */
export const jobCounts = (counted: Iterable<readonly [JobState, number]>): Record<JobState, number> => {
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
  for (const [state, number] of counted) counts[state] += number;
  return counts;
};

/** A row of the table. */
export type RedisJobRow = {
  id: string;
  name: string;
  subject: string | null;
  payload: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  progress: number;
  error: string | null;
  created_at: string;
  run_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export const jobOf = (entry: RedisJobRow): Job => ({
  id: entry.id,
  name: entry.name,
  payload: JSON.parse(entry.payload) as unknown,
  subject: entry.subject,
  state: entry.state,
  attempts: Math.min(entry.attempts, entry.max_attempts),
  maxAttempts: entry.max_attempts,
  progress: entry.progress,
  error: entry.error,
  createdAt: entry.created_at,
  runAt: entry.run_at,
  startedAt: entry.started_at,
  finishedAt: entry.finished_at,
});
