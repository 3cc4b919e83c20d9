import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  runInBackground,
  backoffMs,
  type PeriodicTask,
  type PeriodicLog,
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

/**
 * Timers and calls take their time; what the two clocks differ in by more than this was done to the one that is set.
 */
const JITTER_MS = 1_000;

/**
 * Notices when the clock that tells the time of day is put forward, by one that nobody sets. To the one the leases of
 * all workers have then ended at once, though these live and renew them.
 */
class ClockJumps {
  private ahead: number;
  private jumpedAt = -Infinity;

  constructor(
    private readonly now: () => Date,
    private readonly monotonic: () => number,
  ) {
    this.ahead = now().getTime() - monotonic();
  }

  /** Whether it was put forward within the last `ms`. */
  within(ms: number): boolean {
    const monotonic = this.monotonic();
    const ahead = this.now().getTime() - monotonic;
    if (ahead - this.ahead > JITTER_MS) this.jumpedAt = monotonic;
    this.ahead = ahead;
    return monotonic - this.jumpedAt < ms;
  }
}

export type Timing = {
  now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  monotonic: () => number;
  random: () => number;
  /** How long a worker may be silent before another takes its job over. */
  leaseMs: number;
  /** How often work of other processes, retries and ended leases are looked for. */
  pollMs: number;
  /** How long ended jobs stay; done ones at least a day, so that a job derived again is known. */
  keptMs: { done: number; others: number };
  /** How long a worker that stops waits for its running jobs before it gives them back. */
  patienceMs: number;
  /** Is told what the table of jobs fails with: nobody waits for that. */
  logger?: PeriodicLog | undefined;
};

/** Pauses between two tries to record how a job ended. */
const RECORD_MS = 200;
const RECORD_LONGEST_MS = 5_000;

/** `hasEnded`: only its end is still to be recorded. */
type Running = { job: LeasedJob; abort: AbortController; leaseUntil: number; hasEnded: boolean; isGivenBack?: true };

/**
 * Works off the jobs of one name, several at a time. What the table fails with, e.g. because its disk is full, is
 * logged and tried again: jobs go on when it answers.
 */
export class JobWorker {
  private readonly running = new Map<Running, Promise<void>>();
  private readonly rounds: PeriodicTask;
  private readonly stopping = new AbortController();
  private taking: Promise<void> | null = null;
  private isWanted = false;
  private isFailing = false;
  private readonly jumps: ClockJumps;

  /** `reads` answers in place, `writes` where the table is written. */
  constructor(
    private readonly reads: JobTable,
    private readonly writes: DatabaseHost<JobTable>,
    private readonly name: string,
    private readonly handler: JobHandler,
    private readonly options: WorkOptions,
    private readonly timing: Timing,
  ) {
    this.jumps = new ClockJumps(timing.now, timing.monotonic);
    this.rounds = startPeriodic(
      { everyMs: timing.pollMs, failure: `jobs "${name}" cannot be worked off, trying again`, logger: timing.logger },
      () => this.lookNow(),
    );
  }

  /** Takes as many due jobs as there is room for. */
  wake(): void {
    if (this.isFailing) return; // the rounds try again
    runInBackground(this.take(), `jobs "${this.name}" cannot be taken, trying again`, this.timing.logger);
  }

  /** Looks whether what runs is still its own, then for work. */
  look(): void {
    if (this.isFailing) return;
    runInBackground(this.lookNow(), `jobs "${this.name}" cannot be looked at, trying again`, this.timing.logger);
  }

  /** Takes no more jobs, waits for those running, and gives back those that take longer than `patienceMs`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.taking?.catch(() => undefined); // what it took runs by now
    if (!(await settlesWithin(this.timing.patienceMs, Promise.all(this.running.values()))))
      await Promise.all([...this.running.keys()].map((running) => this.giveBack(running)));
    await this.rounds.stop();
  }

  private async lookNow(): Promise<void> {
    for (const running of this.running.keys()) await this.keep(running);
    await this.take();
  }

  /** One look at a time; whoever asks during one has it look again. */
  private take(): Promise<void> {
    this.isWanted = true;
    this.taking ??= this.takeWhileWanted().finally(() => (this.taking = null));
    return this.taking;
  }

  private async takeWhileWanted(): Promise<void> {
    try {
      while (this.isWanted) {
        this.isWanted = false;
        while (this.hasRoom() && (await this.takeOne()));
      }
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      throw error;
    }
  }

  /** While an end cannot be recorded nothing is taken: it might be the very job that has ended, and its lease too. */
  private hasRoom(): boolean {
    if (this.stopping.signal.aborted || this.running.size >= (this.options.concurrency ?? 1)) return false;
    return [...this.running.keys()].every(({ hasEnded }) => !hasEnded);
  }

  private async takeOne(): Promise<boolean> {
    const now = this.timing.now();
    const leaseUntil = now.getTime() + this.timing.leaseMs;
    // Right after the clock was put forward every lease has ended by it: whoever lives has the time to renew its own.
    const leasesEndedBy = this.jumps.within(this.timing.leaseMs) ? '' : now.toISOString();
    const looking = { now, leaseUntil: new Date(leaseUntil).toISOString(), leasesEndedBy };
    // Looked at without the write lock: idle workers poll.
    if (!this.reads.hasWork(this.name, looking)) return false;
    const job = await this.writes.call('take', this.name, {
      ...looking,
      lease: randomUUID(),
      limit: this.options.limit,
    });
    if (!job) return false;
    const running = { job, abort: new AbortController(), leaseUntil, hasEnded: false };
    this.running.set(running, this.run(running));
    return true;
  }

  private async run(running: Running): Promise<void> {
    const { job, abort } = running;
    const context: JobContext = {
      id: job.id,
      attempt: job.attempt,
      lastAttempt: isLast(job),
      abandoned: isAbandoned(job),
      signal: abort.signal,
      progress: (percent) => this.progress(running, percent),
    };
    const failure = await (async () => this.handler(job.payload, context))().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (running.isGivenBack) return;
    running.hasEnded = true;
    await this.record(job, failure);
    this.running.delete(running);
    this.wake();
  }

  /**
   * Tries until the table takes it, or the worker stops: then the job is run again when its lease ends (at least once).
   */
  private async record(job: LeasedJob, failure: { error: unknown } | null): Promise<void> {
    const { signal } = this.stopping;
    for (let failed = 0; ; failed++) {
      try {
        await this.ended(job, failure);
        return;
      } catch (error) {
        this.timing.logger?.warn({ err: error, job: job.id }, 'the end of a job could not be recorded');
        if (signal.aborted) return;
        const waitMs = backoffMs(failed, RECORD_MS, RECORD_LONGEST_MS);
        await pause(waitMs, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
      }
    }
  }

  private async ended(job: LeasedJob, failure: { error: unknown } | null): Promise<void> {
    if (isAbandoned(job)) await this.writes.call('failed', job, 'its worker died', this.now());
    else if (failure?.error instanceof JobReleased) {
      const { againAfterMs } = failure.error;
      await this.writes.call(
        'giveBack',
        job,
        againAfterMs === null ? null : this.after(Math.min(againAfterMs, MAX_BACKOFF_MS)),
      );
    } else if (failure) await this.failed(job, failure.error);
    else await this.writes.call('done', job, this.now());
  }

  private async failed(job: LeasedJob, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentFailure || isLast(job)) await this.writes.call('failed', job, message, this.now());
    else {
      await this.writes.call('again', job, message, this.after(backoff(job.attempt, this.timing.random)));
    }
  }

  private async progress(running: Running, percent: number): Promise<void> {
    if (!(await this.writes.call('progress', running.job, Math.min(100, Math.max(0, percent))))) this.lost(running);
    running.abort.signal.throwIfAborted();
  }

  /** Extends a lease of which a third has passed, or that a clock dated otherwise that was set since. */
  private async keep(running: Running): Promise<void> {
    const { job, abort } = running;
    if (abort.signal.aborted || running.hasEnded) return;
    const leaseUntil = this.leaseUntil();
    const isDue = Math.abs(leaseUntil - running.leaseUntil) >= this.timing.leaseMs / 3;
    const isOwner = isDue
      ? await this.writes.call('extend', job, new Date(leaseUntil).toISOString())
      : this.reads.holds(job);
    if (running.hasEnded) return; // while the table was asked
    if (!isOwner) this.lost(running);
    else if (isDue) running.leaseUntil = leaseUntil;
  }

  /**
   * The attempt does not count: whoever takes the job next, this service at its next start at the latest, begins it
   * anew.
   */
  private async giveBack(running: Running): Promise<void> {
    running.isGivenBack = true;
    running.abort.abort(new Error(`job ${running.job.id} was given back, because its worker stops`));
    try {
      await this.writes.call('giveBack', running.job, null);
    } catch (error) {
      this.timing.logger?.warn({ err: error, job: running.job.id }, 'a job could not be given back: its lease ends');
    }
  }

  private lost({ job, abort }: Running): void {
    abort.abort(new Error(`job ${job.id} was cancelled or has been taken over by another worker`));
  }

  private after(milliseconds: number): string {
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

type Log = { warn(facts: object, text: string): void };

const TEXTS: Record<JobsWarning['code'], string> = {
  EVICTION_POLICY: 'Redis may evict jobs: set its maxmemory-policy to noeviction',
  VERSION: 'Redis is older than what is supported: update it',
  UNKNOWN_SETTINGS: 'Redis does not say how it is set up: let its user call INFO',
};

/** Logs warnings of the jobs when they are others than at the last call. */
export const logJobsWarnings = (logger: Log): ((warnings: readonly JobsWarning[]) => void) => {
  let last = '[]';
  return (warnings) => {
    const serialized = JSON.stringify(warnings);
    if (serialized === last) return;
    last = serialized;
    for (const { code, ...facts } of warnings) logger.warn({ code, ...facts }, TEXTS[code]);
  };
};
