import { writing, type DatabaseSync } from '../sqlite/database.js';
import type { Job, JobState } from './jobs.js';

type Row = {
  id: string; name: string; payload: string; state: JobState; attempts: number; max_attempts: number; progress: number;
  error: string | null; created_at: number; run_at: number; finished_at: number | null; lease: string | null; lease_until: number | null;
};

/** A job taken by a worker, under a lease that it must renew. */
export type Taken = { id: string; payload: unknown; attempt: number; maxAttempts: number; lease: string };

const schema = `
  CREATE TABLE IF NOT EXISTS jobs (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress INTEGER NOT NULL DEFAULT 0, error TEXT,
    created_at INTEGER NOT NULL, run_at INTEGER NOT NULL, finished_at INTEGER, lease TEXT, lease_until INTEGER);
  CREATE INDEX IF NOT EXISTS jobs_due ON jobs (name, state, run_at, seq);
  CREATE TABLE IF NOT EXISTS checkpoints (reader TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL) WITHOUT ROWID;`;

/** The jobs as rows. Each change is one transaction, so that any number of processes may take jobs from one file. Times in milliseconds. */
export class JobTable {
  constructor(private readonly database: DatabaseSync) {
    database.exec(schema);
  }

  add(job: { id: string; name: string; payload: unknown; maxAttempts: number; runAt: number; now: number; parked: string | null }): void {
    this.database
      .prepare(`INSERT INTO jobs (id, name, payload, state, max_attempts, error, created_at, run_at, finished_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
      .run(job.id, job.name, JSON.stringify(job.payload), job.parked === null ? 'waiting' : 'failed', job.maxAttempts, job.parked, job.now, job.runAt, job.parked === null ? null : job.now);
  }

  /** The job that has been due longest, or whose worker let its lease end. A job that used up its attempts with a dead worker fails. */
  take(name: string, lease: string, now: number, leaseMs: number): Taken | null {
    return writing(this.database, () => {
      this.database
        .prepare("UPDATE jobs SET state = 'failed', error = 'The worker died during the last attempt.', finished_at = ? WHERE name = ? AND state = 'active' AND lease_until < ? AND attempts >= max_attempts")
        .run(now, name, now);
      const due = this.database
        .prepare(`SELECT * FROM jobs WHERE name = ? AND (state = 'waiting' AND run_at <= ? OR state = 'active' AND lease_until < ?) ORDER BY run_at, seq LIMIT 1`)
        .get(name, now, now) as Row | undefined;
      if (!due) return null;
      this.database.prepare("UPDATE jobs SET state = 'active', attempts = attempts + 1, lease = ?, lease_until = ?, error = NULL WHERE id = ?").run(lease, now + leaseMs, due.id);
      return { id: due.id, payload: JSON.parse(due.payload) as unknown, attempt: due.attempts + 1, maxAttempts: due.max_attempts, lease };
    });
  }

  /** False when somebody else holds the job now. */
  renew(job: Taken, leaseUntil: number): boolean {
    return this.changed("UPDATE jobs SET lease_until = ? WHERE id = ? AND lease = ? AND state = 'active'", leaseUntil, job.id, job.lease);
  }

  progress(job: Taken, percent: number): boolean {
    return this.changed("UPDATE jobs SET progress = ? WHERE id = ? AND lease = ? AND state = 'active'", percent, job.id, job.lease);
  }

  done(job: Taken, now: number): boolean {
    return this.changed("UPDATE jobs SET state = 'done', progress = 100, error = NULL, finished_at = ?, lease = NULL WHERE id = ? AND lease = ? AND state = 'active'", now, job.id, job.lease);
  }

  fail(job: Taken, error: string, now: number): boolean {
    return this.changed("UPDATE jobs SET state = 'failed', error = ?, finished_at = ?, lease = NULL WHERE id = ? AND lease = ? AND state = 'active'", error, now, job.id, job.lease);
  }

  again(job: Taken, error: string, runAt: number): boolean {
    return this.changed("UPDATE jobs SET state = 'waiting', error = ?, run_at = ?, lease = NULL WHERE id = ? AND lease = ? AND state = 'active'", error, runAt, job.id, job.lease);
  }

  retry(id: string, now: number): boolean {
    return this.changed("UPDATE jobs SET state = 'waiting', attempts = 0, progress = 0, error = NULL, finished_at = NULL, run_at = ? WHERE id = ? AND state = 'failed'", now, id);
  }

  /** When the next job of this name falls due, null for none. */
  nextDue(name: string): number | null {
    const row = this.database
      .prepare("SELECT MIN(CASE state WHEN 'waiting' THEN run_at ELSE lease_until + 1 END) AS due FROM jobs WHERE name = ? AND state IN ('waiting', 'active')")
      .get(name) as { due: number | null };
    return row.due;
  }

  find({ name, state, skip = 0, limit = 50 }: { name?: string; state?: JobState; skip?: number; limit?: number }): { jobs: Job[]; total: number } {
    const wanted = [name === undefined ? null : (['name = ?', name] as const), state === undefined ? null : (['state = ?', state] as const)].filter((part) => part !== null);
    const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([text]) => text).join(' AND ')}`;
    const values = wanted.map(([, value]) => value);
    const { total } = this.database.prepare(`SELECT COUNT(*) AS total FROM jobs ${where}`).get(...values) as { total: number };
    const rows = this.database.prepare(`SELECT * FROM jobs ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`).all(...values, limit, skip) as Row[];
    return { total, jobs: rows.map(jobOf) };
  }

  checkpoint(reader: string): { logId: string; position: string } | null {
    const row = this.database.prepare('SELECT log_id, position FROM checkpoints WHERE reader = ?').get(reader) as { log_id: string; position: string } | undefined;
    return row ? { logId: row.log_id, position: row.position } : null;
  }

  saveCheckpoint(reader: string, logId: string, position: string): void {
    this.database
      .prepare('INSERT INTO checkpoints (reader, log_id, position) VALUES (?, ?, ?) ON CONFLICT (reader) DO UPDATE SET log_id = excluded.log_id, position = excluded.position')
      .run(reader, logId, position);
  }

  private changed(sql: string, ...values: (string | number)[]): boolean {
    return Number(this.database.prepare(sql).run(...values).changes) === 1;
  }
}

const jobOf = (row: Row): Job => ({
  id: row.id,
  name: row.name,
  payload: JSON.parse(row.payload) as unknown,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  progress: row.progress,
  error: row.error,
  createdAt: new Date(row.created_at).toISOString(),
  runAt: new Date(row.run_at).toISOString(),
  finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
});
