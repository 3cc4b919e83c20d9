import { randomUUID } from 'node:crypto';
import type { Position } from '#events';
import { openDatabase, type DatabaseSync } from '../sqlite/database.js';
import { JobTable, type Taken } from './job-table.js';
import { PermanentFailure, type Job, type JobHandler, type Jobs, type JobState } from './jobs.js';

export type JobTiming = {
  now: () => number;
  /** How long a worker may stay silent before its job is taken over. Renewed three times in between. */
  leaseMs: number;
  /** How often other processes' jobs are looked for. */
  pollMs: number;
  /** Wait before attempt n + 1, in milliseconds. */
  backoff: (attempt: number) => number;
};

const timing: JobTiming = {
  now: () => Date.now(),
  leaseMs: 30_000,
  pollMs: 1000,
  backoff: (attempt) => Math.min(1000 * 2 ** (attempt - 1), 300_000) * (0.75 + Math.random() / 2),
};

const MAX_ATTEMPTS = 5;

/** Opens the jobs in a SQLite file, which several processes of one machine may share, or in memory. */
export const openSqliteJobs = async (file: string, changed: Partial<JobTiming> = {}): Promise<Jobs> => new SqliteJobs(openDatabase(file), { ...timing, ...changed });

class SqliteJobs implements Jobs {
  private readonly table: JobTable;
  private readonly wakers = new Map<string, Set<() => void>>();
  private readonly stops = new Set<() => Promise<void>>();

  constructor(private readonly database: DatabaseSync, private readonly timing: JobTiming) {
    this.table = new JobTable(database);
  }

  async enqueue(name: string, payload: unknown, { id, maxAttempts = MAX_ATTEMPTS, runAt, parked }: { id: string; maxAttempts?: number; runAt?: Date; parked?: string }): Promise<void> {
    const now = this.timing.now();
    this.table.add({ id, name, payload, maxAttempts, runAt: runAt?.getTime() ?? now, now, parked: parked ?? null });
    this.wake(name);
  }

  work(name: string, handler: JobHandler, { concurrency = 1 }: { concurrency?: number } = {}): () => Promise<void> {
    const stopping = new AbortController();
    const lanes = Array.from({ length: concurrency }, () => this.lane(name, handler, stopping.signal));
    const stop = async () => {
      stopping.abort();
      this.wake(name);
      await Promise.all(lanes);
      this.stops.delete(stop);
    };
    this.stops.add(stop);
    return stop;
  }

  async find(query: { name?: string; state?: JobState; skip?: number; limit?: number }): Promise<{ jobs: Job[]; total: number }> {
    return this.table.find(query);
  }

  async retry(id: string): Promise<boolean> {
    const again = this.table.retry(id, this.timing.now());
    if (again) for (const name of this.wakers.keys()) this.wake(name);
    return again;
  }

  async checkpoint(reader: string): Promise<{ logId: string; position: Position } | null> {
    return this.table.checkpoint(reader);
  }

  async saveCheckpoint(reader: string, { logId, position }: { logId: string; position: Position }): Promise<void> {
    this.table.saveCheckpoint(reader, logId, position);
  }

  async close(): Promise<void> {
    await Promise.all([...this.stops].map((stop) => stop()));
    this.database.close();
  }

  private async lane(name: string, handler: JobHandler, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const job = this.table.take(name, randomUUID(), this.timing.now(), this.timing.leaseMs);
      if (job) await this.run(job, handler);
      else await this.nextJob(name, signal);
    }
  }

  private async run(job: Taken, handler: JobHandler): Promise<void> {
    const lost = new AbortController();
    const { leaseMs, now, backoff } = this.timing;
    const renewal = setInterval(() => {
      if (!this.table.renew(job, now() + leaseMs)) lost.abort();
    }, leaseMs / 3);
    renewal.unref();
    try {
      const progress = async (percent: number) => {
        if (!this.table.progress(job, Math.round(percent))) lost.abort();
      };
      await handler(job.payload, { id: job.id, attempt: job.attempt, lastAttempt: job.attempt >= job.maxAttempts, progress, signal: lost.signal });
      this.table.done(job, now());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof PermanentFailure || job.attempt >= job.maxAttempts) this.table.fail(job, reason, now());
      else this.table.again(job, reason, now() + backoff(job.attempt));
    } finally {
      clearInterval(renewal);
    }
  }

  /** Waits until a job is enqueued here, falls due, or may have come from another process. */
  private nextJob(name: string, signal: AbortSignal): Promise<void> {
    const due = this.table.nextDue(name);
    const wait = Math.max(0, Math.min(this.timing.pollMs, due === null ? Infinity : due - this.timing.now()));
    return new Promise((resolve) => {
      const wakers = this.wakers.get(name) ?? new Set();
      this.wakers.set(name, wakers);
      const go = () => {
        clearTimeout(timer);
        wakers.delete(go);
        resolve();
      };
      const timer = setTimeout(go, wait);
      wakers.add(go);
      if (signal.aborted) go();
    });
  }

  private wake(name: string): void {
    for (const go of [...(this.wakers.get(name) ?? [])]) go();
  }
}
