import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  runInBackground,
  backoffMs,
  type PeriodicTask,
  type PeriodicLogger,
  startPeriodic,
} from '../background/periodic.js';
import type { DatabaseHost } from '../sqlite/write-thread.js';
import {
  backoff,
  JobReleased,
  type JobContext,
  type JobHandler,
  type JobsWarning,
  MAX_BACKOFF_MS,
  PermanentFailure,
  type WorkOptions,
} from './jobs.js';
import type { JobTable, LeasedJob } from './sqlite/job-table.js';
import { settlesWithin } from './settles-within.js';

/** Timers and calls are not exact. Only if the clocks differ by more than this, the system clock was set. */
const JITTER_MS = 1_000;

/**
 * Detects that the system clock was set forward, by comparing it with a monotonic clock. After such a jump all leases
 * seem to have ended, although their workers are alive and renew them.
 */
class ClockJumps {
  private offset: number;
  private jumpedAt = -Infinity;

  constructor(
    private readonly now: () => Date,
    private readonly monotonic: () => number,
  ) {
    this.offset = now().getTime() - monotonic();
  }

  /** Whether the clock was set forward within the last `ms`. */
  occurredWithin(ms: number): boolean {
    const monotonic = this.monotonic();
    const offset = this.now().getTime() - monotonic;
    if (offset - this.offset > JITTER_MS) this.jumpedAt = monotonic;
    this.offset = offset;
    return monotonic - this.jumpedAt < ms;
  }
}

export type Timing = {
  now: () => Date;
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number;
  random: () => number;
  /** How long a worker may not renew its lease before another one takes over its job. */
  leaseMs: number;
  /** Interval of polling for jobs of other processes, retries and ended leases. */
  pollMs: number;
  /** How long ended jobs are kept; done ones at least a day, so that a job that is derived again is recognised. */
  retentionMs: { done: number; unsettled: number };
  /** How long a worker that stops waits for its running jobs before it releases them. */
  stopTimeoutMs: number;
  /** Logs failures of the table of jobs in background work. */
  logger?: PeriodicLogger | undefined;
};

/** First and longest pause between two attempts to record the outcome of a job. */
const RECORD_RETRY_MS = 200;
const MAX_RECORD_RETRY_MS = 5_000;

/** `hasEnded`: the handler has ended, and the outcome is not recorded yet. */
type RunningJob = { job: LeasedJob; abort: AbortController; leaseUntil: number; hasEnded: boolean; isReleased?: true };

/**
 * Runs the jobs of one name, several at a time. Failures of the table, e.g. because the disk is full, are logged and
 * retried.
 */
export class JobWorker {
  private readonly runningJobs = new Map<RunningJob, Promise<void>>();
  private readonly rounds: PeriodicTask;
  private readonly stopping = new AbortController();
  private takeInProgress: Promise<void> | null = null;
  private isTakeRequested = false;
  private isFailing = false;
  private readonly clockJumps: ClockJumps;

  /** `table` is called in place, `writer` in the thread that writes the table. */
  constructor(
    private readonly table: JobTable,
    private readonly writer: DatabaseHost<JobTable>,
    private readonly name: string,
    private readonly handler: JobHandler,
    private readonly options: WorkOptions,
    private readonly timing: Timing,
  ) {
    this.clockJumps = new ClockJumps(timing.now, timing.monotonic);
    this.rounds = startPeriodic(
      { everyMs: timing.pollMs, failure: `jobs "${name}" cannot be worked off, trying again`, logger: timing.logger },
      () => this.checkAndTake(),
    );
  }

  /** Takes as many due jobs as it may run at the same time. */
  wake(): void {
    if (this.isFailing) return; // the rounds try again
    runInBackground(this.take(), `jobs "${this.name}" cannot be taken, trying again`, this.timing.logger);
  }

  /** Checks the leases of running jobs, then takes due jobs. */
  check(): void {
    if (this.isFailing) return;
    runInBackground(this.checkAndTake(), `jobs "${this.name}" cannot be read, trying again`, this.timing.logger);
  }

  /** Takes no more jobs, waits for running ones, and releases those that take longer than `stopTimeoutMs`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.takeInProgress?.catch(() => undefined); // the jobs it has taken are running then
    if (!(await settlesWithin(this.timing.stopTimeoutMs, Promise.all(this.runningJobs.values()))))
      await Promise.all([...this.runningJobs.keys()].map((runningJob) => this.release(runningJob)));
    await this.rounds.stop();
  }

  private async checkAndTake(): Promise<void> {
    for (const runningJob of this.runningJobs.keys()) await this.renewLease(runningJob);
    await this.take();
  }

  /** Runs once at a time; a call during a run makes it repeat. */
  private take(): Promise<void> {
    this.isTakeRequested = true;
    this.takeInProgress ??= this.takeAll().finally(() => (this.takeInProgress = null));
    return this.takeInProgress;
  }

  private async takeAll(): Promise<void> {
    try {
      while (this.isTakeRequested) {
        this.isTakeRequested = false;
        while (this.hasCapacity() && (await this.takeOne()));
      }
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      throw error;
    }
  }

  /**
   * No job is taken while an outcome cannot be recorded: it might be the job that has just ended and whose lease has
   * ended, too.
   */
  private hasCapacity(): boolean {
    if (this.stopping.signal.aborted || this.runningJobs.size >= (this.options.concurrency ?? 1)) return false;
    return [...this.runningJobs.keys()].every(({ hasEnded }) => !hasEnded);
  }

  private async takeOne(): Promise<boolean> {
    const now = this.timing.now();
    const leaseUntil = now.getTime() + this.timing.leaseMs;
    // After the clock was set forward, every lease seems to have ended. Workers that are alive get the time to renew
    // theirs.
    const leasesEndedBy = this.clockJumps.occurredWithin(this.timing.leaseMs) ? '' : now.toISOString();
    const dueOptions = { now, leaseUntil: new Date(leaseUntil).toISOString(), leasesEndedBy };
    // This check needs no write lock, because idle workers poll.
    if (!this.table.hasWork(this.name, dueOptions)) return false;
    const job = await this.writer.call('take', this.name, {
      ...dueOptions,
      lease: randomUUID(),
      limit: this.options.limit,
    });
    if (!job) return false;
    const runningJob = { job, abort: new AbortController(), leaseUntil, hasEnded: false };
    this.runningJobs.set(runningJob, this.run(runningJob));
    return true;
  }

  private async run(runningJob: RunningJob): Promise<void> {
    const { job, abort } = runningJob;
    const context: JobContext = {
      id: job.id,
      attempt: job.attempt,
      lastAttempt: isLast(job),
      abandoned: isAbandoned(job),
      signal: abort.signal,
      progress: (percent) => this.progress(runningJob, percent),
    };
    const failure = await (async () => this.handler(job.payload, context))().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (runningJob.isReleased) return;
    runningJob.hasEnded = true;
    await this.record(job, failure);
    this.runningJobs.delete(runningJob);
    this.wake();
  }

  /**
   * Records the outcome of a job. Repeats until it is recorded or the worker stops; in that case the job runs again
   * when its lease ends (at least once).
   */
  private async record(job: LeasedJob, failure: { error: unknown } | null): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; ; failures++) {
      try {
        await this.recordOnce(job, failure);
        return;
      } catch (error) {
        this.timing.logger?.warn({ err: error, job: job.id }, 'the end of a job could not be recorded');
        if (signal.aborted) return;
        const waitMs = backoffMs(failures, RECORD_RETRY_MS, MAX_RECORD_RETRY_MS);
        await pause(waitMs, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
      }
    }
  }

  private async recordOnce(job: LeasedJob, failure: { error: unknown } | null): Promise<void> {
    if (isAbandoned(job)) await this.writer.call('fail', job, 'its worker died', this.now());
    else if (failure?.error instanceof JobReleased) {
      const { retryAfterMs } = failure.error;
      await this.writer.call(
        'release',
        job,
        retryAfterMs === null ? null : this.timeAfter(Math.min(retryAfterMs, MAX_BACKOFF_MS)),
      );
    } else if (failure) await this.recordFailure(job, failure.error);
    else await this.writer.call('complete', job, this.now());
  }

  private async recordFailure(job: LeasedJob, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentFailure || isLast(job)) await this.writer.call('fail', job, message, this.now());
    else {
      await this.writer.call('retryLater', job, message, this.timeAfter(backoff(job.attempt, this.timing.random)));
    }
  }

  private async progress(runningJob: RunningJob, percent: number): Promise<void> {
    if (!(await this.writer.call('progress', runningJob.job, Math.min(100, Math.max(0, percent)))))
      this.abortLostJob(runningJob);
    runningJob.abort.signal.throwIfAborted();
  }

  /** Extends a lease if a third of it has passed, or if the clock was set since it was dated. */
  private async renewLease(runningJob: RunningJob): Promise<void> {
    const { job, abort } = runningJob;
    if (abort.signal.aborted || runningJob.hasEnded) return;
    const leaseUntil = this.leaseUntil();
    const isDue = Math.abs(leaseUntil - runningJob.leaseUntil) >= this.timing.leaseMs / 3;
    const isOwner = isDue
      ? await this.writer.call('extend', job, new Date(leaseUntil).toISOString())
      : this.table.hasLease(job);
    if (runningJob.hasEnded) return; // the handler has ended meanwhile
    if (!isOwner) this.abortLostJob(runningJob);
    else if (isDue) runningJob.leaseUntil = leaseUntil;
  }

  /**
   * Releases a running job. The attempt does not count: the worker that takes the job next, at the latest after the
   * next start of this service, begins it again.
   */
  private async release(runningJob: RunningJob): Promise<void> {
    runningJob.isReleased = true;
    runningJob.abort.abort(new Error(`job ${runningJob.job.id} was given back, because its worker stops`));
    try {
      await this.writer.call('release', runningJob.job, null);
    } catch (error) {
      this.timing.logger?.warn({ err: error, job: runningJob.job.id }, 'a job could not be given back: its lease ends');
    }
  }

  private abortLostJob({ job, abort }: RunningJob): void {
    abort.abort(new Error(`job ${job.id} was cancelled or has been taken over by another worker`));
  }

  private timeAfter(milliseconds: number): string {
    return new Date(this.timing.now().getTime() + milliseconds).toISOString();
  }

  private now(): string {
    return this.timing.now().toISOString();
  }

  private leaseUntil(): number {
    return this.timing.now().getTime() + this.timing.leaseMs;
  }
}

const isAbandoned = ({ attempt, maxAttempts }: LeasedJob): boolean => attempt > maxAttempts;

const isLast = ({ attempt, maxAttempts }: LeasedJob): boolean => attempt >= maxAttempts;

type WarningLogger = { warn(facts: object, text: string): void };

const TEXTS: Record<JobsWarning['code'], string> = {
  EVICTION_POLICY: 'Redis may evict jobs: set its maxmemory-policy to noeviction',
  VERSION: 'Redis is older than what is supported: update it',
  UNKNOWN_SETTINGS: 'Redis does not say how it is set up: let its user call INFO',
};

/** Logs warnings of the jobs if they differ from those of the last call. */
export const logJobsWarnings = (logger: WarningLogger): ((warnings: readonly JobsWarning[]) => void) => {
  let lastSerialized = '[]';
  return (warnings) => {
    const serialized = JSON.stringify(warnings);
    if (serialized === lastSerialized) return;
    lastSerialized = serialized;
    for (const { code, ...facts } of warnings) logger.warn({ code, ...facts }, TEXTS[code]);
  };
};
