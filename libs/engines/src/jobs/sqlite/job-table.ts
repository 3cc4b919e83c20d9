import { CLOCK_SKEW_MS } from '#domain/time';
import type { Position } from '#events';
import { type DatabaseSync, emptyWriteAheadLog, type Statement, inWriteTransaction } from '../../sqlite/database.js';
import {
  type Job,
  jobCounts,
  type JobFilter,
  type JobState,
  type LogCheckpoint,
  MAX_BACKOFF_MS,
  type ReconciliationResult,
  type JobLocation,
  type WorkOptions,
} from '../jobs.js';

/** A row of the table. */
type JobRow = {
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

const jobOf = (row: JobRow): Job => ({
  id: row.id,
  name: row.name,
  payload: JSON.parse(row.payload) as unknown,
  subject: row.subject,
  state: row.state,
  attempts: Math.min(row.attempts, row.max_attempts),
  maxAttempts: row.max_attempts,
  progress: row.progress,
  error: row.error,
  createdAt: row.created_at,
  runAt: row.run_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** A job that is leased to one worker; `lease` is the token that proves it. */
export type LeasedJob = { id: string; lease: string; payload: unknown; attempt: number; maxAttempts: number };

export type NewJob = {
  id: string;
  name: string;
  subject: string | null;
  payload: unknown;
  maxAttempts: number;
  createdAt: string;
  runAt: string;
  parkedReason: string | null;
};

/**
 * `leasesEndedBy`: leases up to this time have ended; an empty text if that is not known. `leaseUntil`: end of a lease
 * that begins now.
 */
type DueOptions = { now: Date; leaseUntil: string; leasesEndedBy: string };
type TakeOptions = DueOptions & { lease: string; limit: WorkOptions['limit'] | undefined };

const IS_LEASED = `id = ? AND lease = ? AND state = 'active'`;
const CLEAR_LEASE = 'lease = NULL, lease_until = NULL';
const MAX_DELETED = 1_000;
/**
 * Jobs whose time to run is later than any rule of this table sets it: jobs to run at once, and retries. A time that
 * the caller of enqueue has chosen is not limited.
 */
const HAS_IMPOSSIBLE_TIME = `run_at > ? AND ((attempts = 0 AND run_at = created_at)
  OR ((attempts > 0 OR started_at IS NOT NULL) AND run_at > ?))`;
/** `ms` after `time`, plus the allowed difference of clocks. */
const latestTime = (time: string, ms: number): string => new Date(Date.parse(time) + ms + CLOCK_SKEW_MS).toISOString();

/**
 * The table of jobs. Times are UTC in ISO 8601 with milliseconds, so that they can be compared as texts. Every change
 * is on disk when the method returns.
 */
export class JobTable {
  private readonly statements = new Map<string, Statement>();

  /** The database must have been prepared by `createJobTable`. */
  constructor(private readonly database: DatabaseSync) {}

  /** Does nothing if the id exists. `parkedReason`: the job is stored as failed for this reason. */
  add({ id, name, subject, payload, maxAttempts, createdAt, runAt, parkedReason }: NewJob): void {
    this.statement(
      `INSERT INTO job (id, name, subject, payload, state, max_attempts, error, created_at, run_at, finished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ).run(
      id,
      name,
      subject,
      JSON.stringify(payload ?? null),
      parkedReason === null ? 'waiting' : 'failed',
      maxAttempts,
      parkedReason,
      createdAt,
      runAt,
      parkedReason === null ? null : createdAt,
    );
  }

  /**
   * Whether a job of this name is due, has a lease that has ended, or has a time that was written with a wrong clock.
   */
  hasWork(name: string, { now, leaseUntil, leasesEndedBy }: DueOptions): boolean {
    const at = now.toISOString();
    return (
      this.statement(`SELECT 1 FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?`).get(name, at) !==
        undefined ||
      this.statement(`SELECT 1 FROM job WHERE state = 'active' AND name = ? AND lease_until <= ?`).get(
        name,
        leasesEndedBy,
      ) !== undefined ||
      this.hasImpossibleTime(name, at, leaseUntil)
    );
  }

  /**
   * Takes the job that has been due for longest, or whose lease has ended. Null if there is none, or if `limit` does
   * not allow another one now.
   */
  take(name: string, { lease, now, leaseUntil, leasesEndedBy, limit }: TakeOptions): LeasedJob | null {
    const at = now.toISOString();
    return inWriteTransaction(this.database, () => {
      if (this.hasImpossibleTime(name, at, leaseUntil)) this.correctTimes(name, at, leaseUntil);
      this.failAbandoned(name, at, leasesEndedBy);
      const recentAttempts =
        limit && this.countAttemptsBetween(name, new Date(now.getTime() - limit.perMs).toISOString(), at);
      if (limit && recentAttempts !== undefined && recentAttempts >= limit.max) return null;
      const row = this.statement(
        `UPDATE job SET state = 'active', attempts = attempts + 1, progress = 0, started_at = ?, lease = ?, lease_until = ?
         WHERE id = (
           SELECT id FROM (
             SELECT id, number, lease_until AS since FROM job WHERE state = 'active' AND name = ? AND lease_until <= ? UNION ALL
             SELECT id, number, run_at AS since FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?)
           ORDER BY since, number LIMIT 1)
         RETURNING id, payload, attempts, max_attempts`,
      ).get(at, lease, leaseUntil, name, leasesEndedBy, name, at) as
        Pick<JobRow, 'id' | 'payload' | 'attempts' | 'max_attempts'> | undefined;
      if (!row) return null;
      if (limit) this.run('INSERT INTO begun VALUES (?, ?)', [name, at]);
      return {
        id: row.id,
        lease,
        payload: JSON.parse(row.payload) as unknown,
        attempt: row.attempts,
        maxAttempts: row.max_attempts,
      };
    });
  }

  /**
   * This method and the ones up to `release` return false, and change nothing, if the job no longer belongs to the
   * worker.
   */
  hasLease({ id, lease }: LeasedJob): boolean {
    return this.statement(`SELECT 1 FROM job WHERE ${IS_LEASED}`).get(id, lease) !== undefined;
  }

  extend({ id, lease }: LeasedJob, leaseUntil: string): boolean {
    return this.run(`UPDATE job SET lease_until = ? WHERE ${IS_LEASED}`, [leaseUntil, id, lease]);
  }

  progress({ id, lease }: LeasedJob, percent: number): boolean {
    return this.run(`UPDATE job SET progress = ? WHERE ${IS_LEASED}`, [percent, id, lease]);
  }

  complete({ id, lease }: LeasedJob, at: string): boolean {
    return this.run(
      `UPDATE job SET state = 'done', progress = 100, error = NULL, finished_at = ?, ${CLEAR_LEASE} WHERE ${IS_LEASED}`,
      [at, id, lease],
    );
  }

  fail({ id, lease }: LeasedJob, error: string, at: string): boolean {
    return this.run(`UPDATE job SET state = 'failed', error = ?, finished_at = ?, ${CLEAR_LEASE} WHERE ${IS_LEASED}`, [
      error,
      at,
      id,
      lease,
    ]);
  }

  /** Sets a job to waiting after a failed attempt. */
  retryLater({ id, lease }: LeasedJob, error: string, runAt: string): boolean {
    return this.run(`UPDATE job SET state = 'waiting', error = ?, run_at = ?, ${CLEAR_LEASE} WHERE ${IS_LEASED}`, [
      error,
      runAt,
      id,
      lease,
    ]);
  }

  /** Sets a job to waiting as if this attempt had not begun; at once if `runAt` is null. */
  release({ id, lease }: LeasedJob, runAt: string | null): boolean {
    if (runAt === null)
      return this.run(
        `UPDATE job SET state = 'waiting', attempts = attempts - 1, progress = 0, started_at = NULL, ${CLEAR_LEASE} WHERE ${IS_LEASED}`,
        [id, lease],
      );
    // `started_at` stays and marks that the worker has set this time, possibly with a wrong clock.
    return this.run(
      `UPDATE job SET state = 'waiting', attempts = attempts - 1, progress = 0, run_at = ?, ${CLEAR_LEASE} WHERE ${IS_LEASED}`,
      [runAt, id, lease],
    );
  }

  /**
   * Sets a failed or cancelled job to waiting, due since its creation. Returns its name; null if there is no such job
   * with this id.
   */
  retry(id: string): string | null {
    return this.updateReturningName(
      `UPDATE job SET state = 'waiting', attempts = 0, progress = 0, error = NULL, started_at = NULL, finished_at = NULL,
         run_at = created_at
       WHERE id = ? AND state IN ('failed', 'cancelled') RETURNING name`,
      [id],
    );
  }

  /** Cancels a waiting or active job. Returns its name; null if there is no such job with this id. */
  cancel(id: string, now: string): string | null {
    return this.updateReturningName(
      `UPDATE job SET state = 'cancelled', finished_at = ?, ${CLEAR_LEASE}
       WHERE id = ? AND state IN ('waiting', 'active') RETURNING name`,
      [now, id],
    );
  }

  /** Deletes jobs that ended before these times. Returns whether there may be more. */
  deleteEnded(doneBefore: string, unsettledBefore: string): boolean {
    const deleteOlder = (states: string, before: string): boolean =>
      Number(
        this.statement(
          `DELETE FROM job WHERE number IN (
             SELECT number FROM job WHERE state IN (${states}) AND finished_at < ? LIMIT ${MAX_DELETED})`,
        ).run(before).changes,
      ) === MAX_DELETED;
    return [deleteOlder(`'done'`, doneBefore), deleteOlder(`'failed', 'cancelled'`, unsettledBefore)].includes(true);
  }

  get(id: string): Job | null {
    const row = this.statement('SELECT * FROM job WHERE id = ?').get(id) as JobRow | undefined;
    return row ? jobOf(row) : null;
  }

  find({ skip, limit, ...filter }: JobFilter & { skip: number; limit: number }): { jobs: Job[]; total: number } {
    const { where, values } = conditionsOf(filter);
    const jobs = this.statement(
      `SELECT * FROM job WHERE ${where} ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`,
    ).all(...values, limit, skip) as JobRow[];
    const { total } = this.statement(`SELECT count(*) AS total FROM job WHERE ${where}`).get(...values) as {
      total: number;
    };
    return { jobs: jobs.map(jobOf), total };
  }

  counts(filter: JobFilter): Record<JobState, number> {
    const { where, values } = conditionsOf(filter);
    const rows = this.statement(`SELECT state, count(*) AS jobs FROM job WHERE ${where} GROUP BY state`).all(
      ...values,
    ) as { state: JobState; jobs: number }[];
    return jobCounts(rows.map(({ state, jobs }) => [state, jobs] as const));
  }

  locate(ids: readonly string[], now: string): JobLocation[] {
    const statement = this.statement(
      `SELECT CASE state WHEN 'waiting' THEN iif(run_at <= ?, 'due', 'later')
                         WHEN 'failed' THEN 'unsettled' WHEN 'cancelled' THEN 'unsettled' ELSE state END AS location
       FROM job WHERE id = ?`,
    );
    return ids.map((id) => (statement.get(now, id) as { location: JobLocation } | undefined)?.location ?? 'lost');
  }

  recordReconciliation(results: readonly Omit<ReconciliationResult, 'putBackAt'>[]): void {
    inWriteTransaction(this.database, () => {
      for (const { name, at, overdue, putBack } of results)
        this.statement(
          `INSERT INTO reconciled VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at,
             overdue = excluded.overdue, put_back = put_back + excluded.put_back,
             put_back_at = coalesce(excluded.put_back_at, put_back_at)`,
        ).run(name, at, overdue, putBack, putBack > 0 ? at : null);
    });
  }

  reconciliationResults(): ReconciliationResult[] {
    return this.statement(
      'SELECT name, at, overdue, put_back AS putBack, put_back_at AS putBackAt FROM reconciled',
    ).all() as ReconciliationResult[];
  }

  checkpoint(reader: string): LogCheckpoint | null {
    const row = this.statement('SELECT log_id, position FROM checkpoint WHERE reader = ?').get(reader) as
      { log_id: string; position: Position } | undefined;
    return row ? { logId: row.log_id, position: row.position } : null;
  }

  saveCheckpoint(reader: string, { logId, position }: LogCheckpoint): void {
    this.statement(
      `INSERT INTO checkpoint VALUES (?, ?, ?)
       ON CONFLICT (reader) DO UPDATE SET log_id = excluded.log_id, position = excluded.position`,
    ).run(reader, logId, position);
  }

  /** False if it is missing, of another log, or before `from`. */
  advanceCheckpoint(reader: string, { logId, position }: LogCheckpoint, to: Position): boolean {
    return this.run(
      'UPDATE checkpoint SET position = max(position, ?) WHERE reader = ? AND log_id = ? AND position >= ?',
      [to, reader, logId, position],
    );
  }

  overwriteDeleted(): void {
    emptyWriteAheadLog(this.database);
  }

  close(): void {
    this.database.close();
  }

  /**
   * Whether a job waits, or is leased, for longer than any rule allows: its time was written with a wrong clock that
   * has been corrected since.
   */
  private hasImpossibleTime(name: string, now: string, leaseUntil: string): boolean {
    return (
      this.statement(`SELECT 1 FROM job WHERE state = 'waiting' AND name = ? AND ${HAS_IMPOSSIBLE_TIME}`).get(
        name,
        now,
        latestTime(now, MAX_BACKOFF_MS),
      ) !== undefined ||
      this.statement(`SELECT 1 FROM job WHERE state = 'active' AND name = ? AND lease_until > ?`).get(
        name,
        latestTime(leaseUntil, 0),
      ) !== undefined
    );
  }

  /** Makes such waiting jobs due, and such leases begin now; their workers renew them if they are alive. */
  private correctTimes(name: string, now: string, leaseUntil: string): void {
    this.run(`UPDATE job SET run_at = ? WHERE state = 'waiting' AND name = ? AND ${HAS_IMPOSSIBLE_TIME}`, [
      now,
      name,
      now,
      latestTime(now, MAX_BACKOFF_MS),
    ]);
    this.run(`UPDATE job SET lease_until = ? WHERE state = 'active' AND name = ? AND lease_until > ?`, [
      leaseUntil,
      name,
      latestTime(leaseUntil, 0),
    ]);
  }

  /**
   * Fails jobs whose worker died in every attempt and also in the one that only records an answer; they would never end
   * otherwise.
   */
  private failAbandoned(name: string, now: string, leasesEndedBy: string): void {
    this.run(
      `UPDATE job SET state = 'failed', error = 'its worker died', finished_at = ?, ${CLEAR_LEASE}
       WHERE state = 'active' AND name = ? AND lease_until <= ? AND attempts > max_attempts`,
      [now, name, leasesEndedBy],
    );
  }

  /**
   * The number of attempts that began between two times. Deletes earlier ones, and later ones, which were written with
   * a wrong clock.
   */
  private countAttemptsBetween(name: string, time: string, now: string): number {
    this.run('DELETE FROM begun WHERE name = ? AND (at <= ? OR at > ?)', [name, time, now]);
    return (this.statement('SELECT count(*) AS attempts FROM begun WHERE name = ?').get(name) as { attempts: number })
      .attempts;
  }

  private updateReturningName(sql: string, values: (string | number)[]): string | null {
    return (this.statement(sql).get(...values) as { name: string } | undefined)?.name ?? null;
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

const conditionsOf = ({ name, state, subject }: JobFilter): { where: string; values: string[] } => {
  const conditions = Object.entries({ 'name = ?': name, 'state = ?': state, 'subject = ?': subject }).flatMap(
    ([sql, value]) => (value === undefined ? [] : [{ sql, value }]),
  );
  return { where: conditions.map(({ sql }) => sql).join(' AND ') || '1', values: conditions.map(({ value }) => value) };
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS job (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, error TEXT,
    created_at TEXT NOT NULL, run_at TEXT NOT NULL, finished_at TEXT, lease TEXT, lease_until TEXT);
  CREATE TABLE IF NOT EXISTS begun (name TEXT NOT NULL, at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS checkpoint (reader TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reconciled (
    name TEXT PRIMARY KEY, at TEXT NOT NULL, overdue INTEGER NOT NULL, put_back INTEGER NOT NULL, put_back_at TEXT
  ) WITHOUT ROWID;
`;

/** Columns that are missing in files of earlier versions. */
const ADDED_COLUMNS = { subject: 'TEXT', started_at: 'TEXT' };

const INDEXES = `
  CREATE INDEX IF NOT EXISTS job_due ON job (name, run_at) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS job_leased ON job (name, lease_until) WHERE state = 'active';
  CREATE INDEX IF NOT EXISTS job_listed ON job (created_at, number);
  CREATE INDEX IF NOT EXISTS job_listed_by_state ON job (state, created_at, number);
  CREATE INDEX IF NOT EXISTS job_listed_by_name ON job (name, state, created_at, number);
  CREATE INDEX IF NOT EXISTS job_listed_by_subject ON job (subject, created_at, number) WHERE subject IS NOT NULL;
  CREATE INDEX IF NOT EXISTS job_ended ON job (state, finished_at) WHERE finished_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS begun_lately ON begun (name, at);
`;

/** Creates the tables or migrates those of an earlier version; several processes may do so at the same time. */
export const createJobTable = (database: DatabaseSync): void =>
  inWriteTransaction(database, () => {
    database.exec(TABLES);
    const columns = (database.prepare('PRAGMA table_info(job)').all() as { name: string }[]).map(({ name }) => name);
    for (const [name, type] of Object.entries(ADDED_COLUMNS))
      if (!columns.includes(name)) database.exec(`ALTER TABLE job ADD COLUMN ${name} ${type}`);
    database.exec(INDEXES);
  });
