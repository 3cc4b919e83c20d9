import type { Position } from '#events';
import { writing, type DatabaseSync, type Statement } from '../sqlite/database.js';
import type { Job, JobState } from './jobs.js';

/** A job given to one worker until `leaseUntil`; `lease` proves that it still is. */
export type Leased = { id: string; lease: string; payload: unknown; attempt: number; maxAttempts: number };

type Entry = {
  id: string;
  name: string;
  payload: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  progress: number;
  error: string | null;
  created_at: string;
  run_at: string;
  finished_at: string | null;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS job (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, error TEXT,
    created_at TEXT NOT NULL, run_at TEXT NOT NULL, finished_at TEXT, lease TEXT, lease_until TEXT);
  CREATE INDEX IF NOT EXISTS job_due ON job (name, run_at) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS job_leased ON job (name, lease_until) WHERE state = 'active';
  CREATE INDEX IF NOT EXISTS job_listed ON job (created_at, number);
  CREATE INDEX IF NOT EXISTS job_listed_by_state ON job (state, created_at, number);
  CREATE TABLE IF NOT EXISTS checkpoint (reader TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL) WITHOUT ROWID`;

const HELD = `id = ? AND lease = ? AND state = 'active'`;
const FREE = 'lease = NULL, lease_until = NULL';

/** The table of jobs. Times are UTC, ISO 8601 with milliseconds, so that they compare as text. Every change is on disk when it returns. */
export class JobTable {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: DatabaseSync) {
    database.exec(SCHEMA);
  }

  /** Does nothing when the id is known. `parked`: it is stored as failed for this reason. */
  add(job: { id: string; name: string; payload: unknown; maxAttempts: number; createdAt: string; runAt: string; parked: string | null }): void {
    const { id, name, payload, maxAttempts, createdAt, runAt, parked } = job;
    this.statement(
      `INSERT INTO job (id, name, payload, state, max_attempts, error, created_at, run_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ).run(id, name, JSON.stringify(payload ?? null), parked === null ? 'waiting' : 'failed', maxAttempts, parked, createdAt, runAt, parked === null ? null : createdAt);
  }

  /** The job longest due, or one whose worker has let its lease end. Null when there is none. */
  take(name: string, lease: string, now: string, leaseUntil: string): Leased | null {
    if (!this.hasWork(name, now)) return null;
    return writing(this.database, () => {
      this.giveUpAbandoned(name, now);
      const taken = this.statement(
        `UPDATE job SET state = 'active', attempts = attempts + 1, progress = 0, lease = ?, lease_until = ? WHERE id = (
           SELECT id FROM (
             SELECT id, number, lease_until AS since FROM job WHERE state = 'active' AND name = ? AND lease_until <= ? UNION ALL
             SELECT id, number, run_at AS since FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?)
           ORDER BY since, number LIMIT 1)
         RETURNING id, payload, attempts, max_attempts`,
      ).get(lease, leaseUntil, name, now, name, now) as Pick<Entry, 'id' | 'payload' | 'attempts' | 'max_attempts'> | undefined;
      if (!taken) return null;
      return { id: taken.id, lease, payload: JSON.parse(taken.payload) as unknown, attempt: taken.attempts, maxAttempts: taken.max_attempts };
    });
  }

  /** Each of these answers false when the job has been taken over: then nothing was changed. */
  extend({ id, lease }: Leased, leaseUntil: string): boolean {
    return this.run(`UPDATE job SET lease_until = ? WHERE ${HELD}`, [leaseUntil, id, lease]);
  }

  progress({ id, lease }: Leased, percent: number): boolean {
    return this.run(`UPDATE job SET progress = ? WHERE ${HELD}`, [percent, id, lease]);
  }

  done({ id, lease }: Leased, at: string): boolean {
    return this.run(`UPDATE job SET state = 'done', progress = 100, error = NULL, finished_at = ?, ${FREE} WHERE ${HELD}`, [at, id, lease]);
  }

  failed({ id, lease }: Leased, error: string, at: string): boolean {
    return this.run(`UPDATE job SET state = 'failed', error = ?, finished_at = ?, ${FREE} WHERE ${HELD}`, [error, at, id, lease]);
  }

  /** Back to waiting after a failed attempt. */
  again({ id, lease }: Leased, error: string, runAt: string): boolean {
    return this.run(`UPDATE job SET state = 'waiting', error = ?, run_at = ?, ${FREE} WHERE ${HELD}`, [error, runAt, id, lease]);
  }

  /** Name of the job put back to waiting; null when none of that id has failed. */
  retry(id: string, now: string): string | null {
    const retried = this.statement(
      `UPDATE job SET state = 'waiting', attempts = 0, progress = 0, error = NULL, finished_at = NULL, run_at = ? WHERE id = ? AND state = 'failed' RETURNING name`,
    ).get(now, id) as { name: string } | undefined;
    return retried?.name ?? null;
  }

  find({ name, state, skip, limit }: { name: string | undefined; state: JobState | undefined; skip: number; limit: number }): { jobs: Job[]; total: number } {
    const conditions = { 'name = ?': name, 'state = ?': state };
    const given = Object.entries(conditions).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
    const where = given.map(({ sql }) => sql).join(' AND ') || '1';
    const values = given.map(({ value }) => value);
    const jobs = this.statement(`SELECT * FROM job WHERE ${where} ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`).all(...values, limit, skip) as Entry[];
    const { total } = this.statement(`SELECT count(*) AS total FROM job WHERE ${where}`).get(...values) as { total: number };
    return { jobs: jobs.map(jobOf), total };
  }

  checkpoint(reader: string): { logId: string; position: Position } | null {
    const saved = this.statement('SELECT log_id, position FROM checkpoint WHERE reader = ?').get(reader) as { log_id: string; position: Position } | undefined;
    return saved ? { logId: saved.log_id, position: saved.position } : null;
  }

  saveCheckpoint(reader: string, { logId, position }: { logId: string; position: Position }): void {
    this.statement(
      'INSERT INTO checkpoint VALUES (?, ?, ?) ON CONFLICT (reader) DO UPDATE SET log_id = excluded.log_id, position = excluded.position',
    ).run(reader, logId, position);
  }

  close(): void {
    this.database.close();
  }

  /** Looked at first without the write lock: idle workers poll. */
  private hasWork(name: string, now: string): boolean {
    return (
      this.statement(`SELECT 1 FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?`).get(name, now) !== undefined ||
      this.statement(`SELECT 1 FROM job WHERE state = 'active' AND name = ? AND lease_until <= ?`).get(name, now) !== undefined
    );
  }

  /** A job that took its worker with it at every attempt, and then the one that was to answer for it, would do so for ever. */
  private giveUpAbandoned(name: string, now: string): void {
    this.run(
      `UPDATE job SET state = 'failed', error = 'its worker died', finished_at = ?, ${FREE}
       WHERE state = 'active' AND name = ? AND lease_until <= ? AND attempts > max_attempts`,
      [now, name, now],
    );
  }

  private run(sql: string, values: (string | number)[]): boolean {
    return Number(this.statement(sql).run(...values).changes) > 0;
  }

  private statement(sql: string): Statement {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

const jobOf = (entry: Entry): Job => ({
  id: entry.id,
  name: entry.name,
  payload: JSON.parse(entry.payload) as unknown,
  state: entry.state,
  attempts: Math.min(entry.attempts, entry.max_attempts),
  maxAttempts: entry.max_attempts,
  progress: entry.progress,
  error: entry.error,
  createdAt: entry.created_at,
  runAt: entry.run_at,
  finishedAt: entry.finished_at,
});
