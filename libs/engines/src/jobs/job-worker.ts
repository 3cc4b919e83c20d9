import { randomUUID } from 'node:crypto';
import { isBusy } from '../sqlite/database.js';
import { backoff } from './backoff.js';
import { within } from './within.js';
import type { JobTable, Leased } from './job-table.js';
import { PermanentFailure, type JobContext, type JobHandler, type WorkOptions } from './jobs.js';

export type Timing = {
  now: () => Date;
  random: () => number;
  /** How long a worker may be silent before another takes its job over. */
  leaseMs: number;
  /** How often work of other processes, retries and ended leases are looked for. */
  pollMs: number;
  /** How long ended jobs stay; done ones at least a day, so that a job derived again is known. */
  keptMs: { done: number; others: number };
  /** How long a worker that stops waits for its running jobs before it gives them back. */
  patienceMs: number;
};

type Running = { job: Leased; abort: AbortController; leaseUntil: number; isGivenBack?: true };

/** Works off the jobs of one name, several at a time. */
export class JobWorker {
  private readonly running = new Map<Running, Promise<void>>();
  private readonly polling: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly table: JobTable,
    private readonly name: string,
    private readonly handler: JobHandler,
    private readonly options: WorkOptions,
    private readonly timing: Timing,
  ) {
    this.polling = setInterval(() => this.look(), timing.pollMs);
  }

  /** Takes as many due jobs as there is room for. */
  wake(): void {
    orLater(() => {
      while (!this.stopped && this.running.size < (this.options.concurrency ?? 1) && this.takeOne());
    });
  }

  /** Looks whether what runs is still its own, then for work. */
  look(): void {
    for (const running of this.running.keys()) orLater(() => this.keep(running));
    this.wake();
  }

  /** Takes no more jobs, waits for those running, and gives back those that take longer than `patienceMs`. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (!(await within(this.timing.patienceMs, Promise.all(this.running.values()))))
      for (const running of this.running.keys()) orLater(() => this.giveBack(running));
    clearInterval(this.polling);
  }

  private takeOne(): boolean {
    const leaseUntil = this.leaseUntil();
    const taking = {
      lease: randomUUID(),
      now: this.timing.now(),
      leaseUntil: new Date(leaseUntil).toISOString(),
      limit: this.options.limit,
    };
    const job = this.table.take(this.name, taking);
    if (!job) return false;
    const running = { job, abort: new AbortController(), leaseUntil };
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
    // Were the table busy, the job would be run again when its lease ends: at least once.
    orLater(() => this.ended(job, failure));
    this.running.delete(running);
    this.wake();
  }

  private ended(job: Leased, failure: { error: unknown } | null): void {
    if (isAbandoned(job)) this.table.failed(job, 'its worker died', this.now());
    else if (failure) this.failed(job, failure.error);
    else this.table.done(job, this.now());
  }

  private failed(job: Leased, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentFailure || isLast(job)) this.table.failed(job, message, this.now());
    else
      this.table.again(
        job,
        message,
        new Date(this.timing.now().getTime() + backoff(job.attempt, this.timing.random)).toISOString(),
      );
  }

  private async progress(running: Running, percent: number): Promise<void> {
    if (!this.table.progress(running.job, Math.min(100, Math.max(0, percent)))) this.lost(running);
    running.abort.signal.throwIfAborted();
  }

  /** Extends a lease of which a third has passed. */
  private keep(running: Running): void {
    const { job, abort } = running;
    if (abort.signal.aborted) return;
    const leaseUntil = this.leaseUntil();
    const isDue = leaseUntil - running.leaseUntil >= this.timing.leaseMs / 3;
    const isHeld = isDue ? this.table.extend(job, new Date(leaseUntil).toISOString()) : this.table.holds(job);
    if (!isHeld) this.lost(running);
    else if (isDue) running.leaseUntil = leaseUntil;
  }

  /** The attempt does not count: whoever takes the job next, this service at its next start at the latest, begins it anew. */
  private giveBack(running: Running): void {
    running.isGivenBack = true;
    running.abort.abort(new Error(`job ${running.job.id} was given back, because its worker stops`));
    this.table.giveBack(running.job);
  }

  private lost({ job, abort }: Running): void {
    abort.abort(new Error(`job ${job.id} was cancelled or has been taken over by another worker`));
  }

  private now(): string {
    return this.timing.now().toISOString();
  }

  private leaseUntil(): number {
    return this.timing.now().getTime() + this.timing.leaseMs;
  }
}

const isAbandoned = ({ attempt, maxAttempts }: Leased): boolean => attempt > maxAttempts;

const isLast = ({ attempt, maxAttempts }: Leased): boolean => attempt >= maxAttempts;

/** Another process has held the table for longer than the engine waits: the next poll tries again. */
const orLater = (act: () => void): void => {
  try {
    act();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
};
