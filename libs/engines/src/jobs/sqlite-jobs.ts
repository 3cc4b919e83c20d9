import type { Position } from '#events';
import { openDatabase } from '../sqlite/database.js';
import { JobTable } from './job-table.js';
import { JobWorker, type Timing } from './job-worker.js';
import type { Job, JobHandler, Jobs } from './jobs.js';

const ATTEMPTS = 5;
const TIMING: Timing = { now: () => new Date(), random: Math.random, leaseMs: 30_000, pollMs: 200 };

/**
 * Opens the jobs in a SQLite file, which several processes of one machine may share, or in memory. Finished jobs are kept, so
 * that a job enqueued once is not run twice. A job is tried `maxAttempts` times (5), then waits as failed for `retry`.
 * @throws Error when the file cannot be opened.
 */
export const openSqliteJobs = async (file: string, timing: Partial<Timing> = {}): Promise<Jobs> =>
  new SqliteJobs(new JobTable(openDatabase(file)), { ...TIMING, ...timing });

type EnqueueOptions = { id: string; maxAttempts?: number; runAt?: Date; parked?: string | null };
type LogCheckpoint = { logId: string; position: Position };

class SqliteJobs implements Jobs {
  private readonly workers = new Map<JobWorker, string>();

  constructor(
    private readonly table: JobTable,
    private readonly timing: Timing,
  ) {}

  async enqueue(name: string, payload: unknown, { id, maxAttempts = ATTEMPTS, runAt, parked = null }: EnqueueOptions): Promise<void> {
    const createdAt = this.timing.now();
    this.table.add({ id, name, payload, maxAttempts, createdAt: createdAt.toISOString(), runAt: (runAt ?? createdAt).toISOString(), parked });
    this.wake(name);
  }

  async checkpoint(reader: string): Promise<LogCheckpoint | null> {
    return this.table.checkpoint(reader);
  }

  async saveCheckpoint(reader: string, checkpoint: LogCheckpoint): Promise<void> {
    this.table.saveCheckpoint(reader, checkpoint);
  }

  work(name: string, handler: JobHandler, { concurrency = 1 }: { concurrency?: number } = {}): () => Promise<void> {
    const worker = new JobWorker(this.table, name, handler, concurrency, this.timing);
    this.workers.set(worker, name);
    this.wake(name);
    return async () => {
      await worker.stop();
      this.workers.delete(worker);
    };
  }

  async find({ name, state, skip = 0, limit = 50 }: Parameters<Jobs['find']>[0]): Promise<{ jobs: Job[]; total: number }> {
    return this.table.find({ name, state, skip, limit });
  }

  async retry(id: string): Promise<boolean> {
    const name = this.table.retry(id, this.timing.now().toISOString());
    if (name !== null) this.wake(name);
    return name !== null;
  }

  /** Waits for running handlers. */
  async close(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((worker) => worker.stop()));
    this.table.close();
  }

  /** In this process at once, though not within the caller's turn; other processes poll. */
  private wake(name: string): void {
    setImmediate(() => {
      for (const [worker, of] of this.workers) if (of === name) worker.wake();
    });
  }
}
