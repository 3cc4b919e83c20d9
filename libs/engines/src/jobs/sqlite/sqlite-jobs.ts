import { HOUR_MS } from '#domain/time';
import type { Position } from '#events';
import { isInMemory, openDatabase } from '../../sqlite/database.js';
import { type DatabaseHost, createInlineHost, createWriteThread } from '../../sqlite/write-thread.js';
import { JobWorker, type Timing } from '../job-worker.js';
import {
  JOB_RETENTION_MS,
  type EnqueueOptions,
  type Job,
  type JobFilter,
  type JobHandler,
  type Jobs,
  type JobState,
  type JobsWarning,
  type LogCheckpoint,
  type ReconciliationResult,
  type JobLocation,
  type WorkOptions,
} from '../jobs.js';
import { createJobTable, JobTable } from './job-table.js';

const DEFAULT_ATTEMPTS = 5;
const TIMING: Timing = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  random: Math.random,
  leaseMs: 30_000,
  pollMs: 200,
  retentionMs: JOB_RETENTION_MS,
  stopTimeoutMs: 3_000,
};

/**
 * Opens the jobs in a SQLite file, which several processes of one machine may share, or in memory. A file of an earlier
 * version is migrated. A job is tried `maxAttempts` times (5); after that it is failed until `retry`.
 * @throws Error if the file cannot be opened
 */
export const openSqliteJobs = async (file: string, timing: Partial<Timing> = {}): Promise<Jobs> => {
  const database = openDatabase(file);
  createJobTable(database);
  const table = new JobTable(database);
  const writer = isInMemory(file) ? createInlineHost(table) : createWriteThread(database, file, 'jobs');
  return new SqliteJobs(table, writer, timingOf(timing));
};

/** If a test sets the time, the monotonic clock is the same clock, so that no jump is detected. */
const timingOf = (timing: Partial<Timing>): Timing => {
  const { now } = timing;
  return { ...TIMING, ...(now ? { monotonic: () => now().getTime() } : {}), ...timing };
};

class SqliteJobs implements Jobs {
  private readonly workers = new Map<JobWorker, string>();
  private lastCleanupAt = -Infinity;

  constructor(
    private readonly table: JobTable,
    private readonly writer: DatabaseHost<JobTable>,
    private readonly timing: Timing,
  ) {}

  async enqueue(
    name: string,
    payload: unknown,
    { id, subject, maxAttempts = DEFAULT_ATTEMPTS, runAt, parkedReason }: EnqueueOptions,
  ): Promise<void> {
    const createdAt = this.now();
    await this.writer.call('add', {
      id,
      name,
      subject: subject ?? null,
      payload,
      maxAttempts,
      createdAt,
      runAt: runAt?.toISOString() ?? createdAt,
      parkedReason: parkedReason ?? null,
    });
    await this.deleteOldJobs();
    this.notifyWorkers(name, (worker) => worker.wake());
  }

  async checkpoint(reader: string): Promise<LogCheckpoint | null> {
    return this.table.checkpoint(reader);
  }

  async saveCheckpoint(reader: string, checkpoint: LogCheckpoint): Promise<void> {
    await this.writer.call('saveCheckpoint', reader, checkpoint);
  }

  async advanceCheckpoint(reader: string, from: LogCheckpoint, to: Position): Promise<boolean> {
    return this.writer.call('advanceCheckpoint', reader, from, to);
  }

  work(name: string, handler: JobHandler, options: WorkOptions = {}): () => Promise<void> {
    const worker = new JobWorker(this.table, this.writer, name, handler, options, this.timing);
    this.workers.set(worker, name);
    this.notifyWorkers(name, (jobWorker) => jobWorker.wake());
    return async () => {
      await worker.stop();
      this.workers.delete(worker);
    };
  }

  async find({
    skip = 0,
    limit = 50,
    ...filter
  }: Parameters<Jobs['find']>[0]): Promise<{ jobs: Job[]; total: number }> {
    return this.table.find({ ...filter, skip, limit });
  }

  async get(id: string): Promise<Job | null> {
    return this.table.get(id);
  }

  async locate(_name: string, ids: readonly string[]): Promise<JobLocation[]> {
    return this.table.locate(ids, this.now());
  }

  async recordReconciliation(results: readonly Omit<ReconciliationResult, 'putBackAt'>[]): Promise<void> {
    await this.writer.call('recordReconciliation', results);
  }

  async reconciliationResults(): Promise<ReconciliationResult[]> {
    return this.table.reconciliationResults();
  }

  /** A file does not evict jobs, and its engine is a part of the service. */
  async warnings(): Promise<JobsWarning[]> {
    return [];
  }

  async counts(filter: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    return this.table.counts(filter);
  }

  async retry(id: string): Promise<boolean> {
    const name = await this.writer.call('retry', id);
    if (name !== null) this.notifyWorkers(name, (worker) => worker.wake());
    return name !== null;
  }

  async cancel(id: string): Promise<boolean> {
    const name = await this.writer.call('cancel', id, this.now());
    if (name !== null) this.notifyWorkers(name, (worker) => worker.check());
    return name !== null;
  }

  async overwriteDeleted(): Promise<void> {
    await this.writer.call('overwriteDeleted');
  }

  /** Waits for running handlers, and releases jobs that take too long. */
  async close(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((worker) => worker.stop()));
    await this.writer.close();
    this.table.close();
  }

  /** Deletes old jobs, once an hour when a job is added; a thousand at a time, so that the lock is short. */
  private async deleteOldJobs(): Promise<void> {
    const [now, monotonic] = [this.timing.now().getTime(), this.timing.monotonic()];
    if (monotonic - this.lastCleanupAt < HOUR_MS) return;
    const timeBefore = (ageMs: number) => new Date(now - ageMs).toISOString();
    const { done, unsettled } = this.timing.retentionMs;
    if (!(await this.writer.call('deleteEnded', timeBefore(done), timeBefore(unsettled))))
      this.lastCleanupAt = monotonic;
  }

  private now(): string {
    return this.timing.now().toISOString();
  }

  /** Informs the workers of this process in the next turn of the event loop; other processes poll. */
  private notifyWorkers(name: string, notify: (worker: JobWorker) => void): void {
    setImmediate(() => {
      for (const [worker, jobName] of this.workers) if (jobName === name) notify(worker);
    });
  }
}
