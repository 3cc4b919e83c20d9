import { randomUUID } from 'node:crypto';
import { backoff } from './backoff.js';
import type { JobTable, Leased } from './job-table.js';
import { PermanentFailure, type JobHandler } from './jobs.js';

export type Timing = {
  now: () => Date;
  random: () => number;
  /** How long a worker may be silent before another takes its job over. */
  leaseMs: number;
  /** How often work of other processes, retries and ended leases are looked for. */
  pollMs: number;
};

type Running = { job: Leased; abort: AbortController; leaseUntil: number };

/** Works off the jobs of one name, some at a time. */
export class JobWorker {
  private readonly running = new Map<Running, Promise<void>>();
  private readonly polling: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly table: JobTable,
    private readonly name: string,
    private readonly handler: JobHandler,
    private readonly concurrency: number,
    private readonly timing: Timing,
  ) {
    this.polling = setInterval(() => this.poll(), timing.pollMs);
  }

  /** Takes as many due jobs as there is room for. */
  wake(): void {
    while (!this.stopped && this.running.size < this.concurrency) {
      const { now, leaseUntil } = this.lease();
      const job = this.table.take(this.name, randomUUID(), now.toISOString(), leaseUntil.toISOString());
      if (!job) return;
      const running = { job, abort: new AbortController(), leaseUntil: leaseUntil.getTime() };
      this.running.set(running, this.run(running));
    }
  }

  /** Takes no more jobs and waits for those running. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running.values());
    clearInterval(this.polling);
  }

  private poll(): void {
    for (const running of this.running.keys()) this.keep(running);
    this.wake();
  }
}
