import { CLOCK_SKEW_MS } from '#domain/time';
import type { Position } from '#events';
import { type DatabaseSync, emptyWriteAheadLog, type Statement, inWriteTransaction } from '../../sqlite/database.js';
import {
  type RedisJobRow,
  type Job,
  jobCounts,
  type JobFilter,
  jobOf,
  type JobState,
  type LogCheckpoint,
  MAX_BACKOFF_MS,
  type ReconciliationResult,
  type JobLocation,
  type WorkOptions,
} from '../jobs.js';

/** A job given to one worker until `leaseUntil`; `lease` proves that it still is. */
export type LeasedJob = { id: string; lease: string; payload: unknown; attempt: number; maxAttempts: number };

export type NewJob = {
  id: string;
  name: string;
  subject: string | null;
  payload: unknown;
  maxAttempts: number;
  createdAt: string;
  runAt: string;
  parked: string | null;
};

/**
 * `leasesEndedBy`: leases until then have ended; before all of them while nobody can say. `leaseUntil`: how far a lease
 * of now reaches.
 */
type Looking = { now: Date; leaseUntil: string; leasesEndedBy: string };
type Taking = Looking & { lease: string; limit: WorkOptions['limit'] | undefined };

const HELD = `id = ? AND lease = ? AND state = 'active'`;
const FREE = 'lease = NULL, lease_until = NULL';
const FORGOTTEN_AT_ONCE = 1_000;
/**
 * Asked for at once, or to be tried or looked at again; a time to run at that the caller named may lie as far ahead as
 * it likes.
 */
const AHEAD = `run_at > ? AND ((attempts = 0 AND run_at = created_at)
  OR ((attempts > 0 OR started_at IS NOT NULL) AND run_at > ?))`;
/** Further ahead than a rule can put it that reaches `ms` beyond `time`. */
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms + CLOCK_SKEW_MS).toISOString();

/**
 * The table of jobs. Times are UTC, ISO 8601 with milliseconds, so that they compare as text. Every change is on disk
 * when it returns.
 */
export class JobTable {
  private readonly statements = new Map<string, Statement>();

  /** On a database that has been prepared by `createJobTable`. */
  constructor(private readonly database: DatabaseSync) {}

  /** Does nothing when the id is known. `parked`: it is stored as failed for this reason. */
  add({ id, name, subject, payload, maxAttempts, createdAt, runAt, parked }: NewJob): void {
    this.statement(
      `INSERT INTO job (id, name, subject, payload, state, max_attempts, error, created_at, run_at, finished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ).run(
      id,
      name,
      subject,
      JSON.stringify(payload ?? null),
      parked === null ? 'waiting' : 'failed',
      maxAttempts,
      parked,
      createdAt,
      runAt,
      parked === null ? null : createdAt,
    );
  }

  /** Whether a job of this name is due, one whose lease has ended, or one that a wrong clock makes wait. */
  hasWork(name: string, { now, leaseUntil, leasesEndedBy }: Looking): boolean {
    const at = now.toISOString();
    return (
      this.statement(`SELECT 1 FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?`).get(name, at) !==
        undefined ||
      this.statement(`SELECT 1 FROM job WHERE state = 'active' AND name = ? AND lease_until <= ?`).get(
        name,
        leasesEndedBy,
      ) !== undefined ||
      this.isAhead(name, at, leaseUntil)
    );
  }

  /**
   * The job longest due, or one whose worker has let its lease end. Null when there is none, or no other may begin yet.
   */
  take(name: string, { lease, now, leaseUntil, leasesEndedBy, limit }: Taking): LeasedJob | null {
    const at = now.toISOString();
    return inWriteTransaction(this.database, () => {
      if (this.isAhead(name, at, leaseUntil)) this.putRight(name, at, leaseUntil);
      this.giveUpAbandoned(name, at, leasesEndedBy);
      const begun = limit && this.begunBetween(name, new Date(now.getTime() - limit.perMs).toISOString(), at);
      if (limit && begun !== undefined && begun >= limit.max) return null;
      const taken = this.statement(
        `UPDATE job SET state = 'active', attempts = attempts + 1, progress = 0, started_at = ?, lease = ?, lease_until = ?
         WHERE id = (
           SELECT id FROM (
             SELECT id, number, lease_until AS since FROM job WHERE state = 'active' AND name = ? AND lease_until <= ? UNION ALL
             SELECT id, number, run_at AS since FROM job WHERE state = 'waiting' AND name = ? AND run_at <= ?)
           ORDER BY since, number LIMIT 1)
         RETURNING id, payload, attempts, max_attempts`,
      ).get(at, lease, leaseUntil, name, leasesEndedBy, name, at) as
        Pick<RedisJobRow, 'id' | 'payload' | 'attempts' | 'max_attempts'> | undefined;
      if (!taken) return null;
      if (limit) this.run('INSERT INTO begun VALUES (?, ?)', [name, at]);
      return {
        id: taken.id,
        lease,
        payload: JSON.parse(taken.payload) as unknown,
        attempt: taken.attempts,
        maxAttempts: taken.max_attempts,
      };
    });
  }

  /** Each of these answers false when the job is no longer the worker's: then nothing was changed. */
  holds({ id, lease }: LeasedJob): boolean {
    return this.statement(`SELECT 1 FROM job WHERE ${HELD}`).get(id, lease) !== undefined;
  }

  extend({ id, lease }: LeasedJob, leaseUntil: string): boolean {
    return this.run(`UPDATE job SET lease_until = ? WHERE ${HELD}`, [leaseUntil, id, lease]);
  }

  progress({ id, lease }: LeasedJob, percent: number): boolean {
    return this.run(`UPDATE job SET progress = ? WHERE ${HELD}`, [percent, id, lease]);
  }

  done({ id, lease }: LeasedJob, at: string): boolean {
    return this.run(
      `UPDATE job SET state = 'done', progress = 100, error = NULL, finished_at = ?, ${FREE} WHERE ${HELD}`,
      [at, id, lease],
    );
  }

  failed({ id, lease }: LeasedJob, error: string, at: string): boolean {
    return this.run(`UPDATE job SET state = 'failed', error = ?, finished_at = ?, ${FREE} WHERE ${HELD}`, [
      error,
      at,
      id,
      lease,
    ]);
  }

  /** Back to waiting after a failed attempt. */
  again({ id, lease }: LeasedJob, error: string, runAt: string): boolean {
    return this.run(`UPDATE job SET state = 'waiting', error = ?, run_at = ?, ${FREE} WHERE ${HELD}`, [
      error,
      runAt,
      id,
      lease,
    ]);
  }

  /** Back to waiting as if this attempt had not begun; `runAt` is null for at once. */
  giveBack({ id, lease }: LeasedJob, runAt: string | null): boolean {
    if (runAt === null)
      return this.run(
        `UPDATE job SET state = 'waiting', attempts = attempts - 1, progress = 0, started_at = NULL, ${FREE} WHERE ${HELD}`,
        [id, lease],
      );
    // When it was begun stays: this time to run at is the worker's, which its clock may have dated wrongly.
    return this.run(
      `UPDATE job SET state = 'waiting', attempts = attempts - 1, progress = 0, run_at = ?, ${FREE} WHERE ${HELD}`,
      [runAt, id, lease],
    );
  }

  /**
   * Name of the job put back to waiting, due since it was made; null when none of that id has failed or was cancelled.
   */
  retry(id: string): string | null {
    return this.changed(
      `UPDATE job SET state = 'waiting', attempts = 0, progress = 0, error = NULL, started_at = NULL, finished_at = NULL,
         run_at = created_at
       WHERE id = ? AND state IN ('failed', 'cancelled') RETURNING name`,
      [id],
    );
  }

  /** Name of the cancelled job; null when none of that id waits or runs. */
  cancel(id: string, now: string): string | null {
    return this.changed(
      `UPDATE job SET state = 'cancelled', finished_at = ?, ${FREE}
       WHERE id = ? AND state IN ('waiting', 'active') RETURNING name`,
      [now, id],
    );
  }

  /** Deletes jobs that ended before their time; whether there may be more. */
  forget(doneBefore: string, othersBefore: string): boolean {
    const forget = (states: string, before: string): boolean =>
      Number(
        this.statement(
          `DELETE FROM job WHERE number IN (
             SELECT number FROM job WHERE state IN (${states}) AND finished_at < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
        ).run(before).changes,
      ) === FORGOTTEN_AT_ONCE;
    return [forget(`'done'`, doneBefore), forget(`'failed', 'cancelled'`, othersBefore)].includes(true);
  }

  get(id: string): Job | null {
    const entry = this.statement('SELECT * FROM job WHERE id = ?').get(id) as RedisJobRow | undefined;
    return entry ? jobOf(entry) : null;
  }

  find({ skip, limit, ...filter }: JobFilter & { skip: number; limit: number }): { jobs: Job[]; total: number } {
    const { where, values } = conditionsOf(filter);
    const jobs = this.statement(
      `SELECT * FROM job WHERE ${where} ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`,
    ).all(...values, limit, skip) as RedisJobRow[];
    const { total } = this.statement(`SELECT count(*) AS total FROM job WHERE ${where}`).get(...values) as {
      total: number;
    };
    return { jobs: jobs.map(jobOf), total };
  }

  counts(filter: JobFilter): Record<JobState, number> {
    const { where, values } = conditionsOf(filter);
    const counted = this.statement(`SELECT state, count(*) AS jobs FROM job WHERE ${where} GROUP BY state`).all(
      ...values,
    ) as { state: JobState; jobs: number }[];
    return jobCounts(counted.map(({ state, jobs }) => [state, jobs] as const));
  }

  whereabouts(ids: readonly string[], now: string): JobLocation[] {
    const statement = this.statement(
      `SELECT CASE state WHEN 'waiting' THEN iif(run_at <= ?, 'due', 'later')
                         WHEN 'failed' THEN 'unsettled' WHEN 'cancelled' THEN 'unsettled' ELSE state END AS whereabouts
       FROM job WHERE id = ?`,
    );
    return ids.map((id) => (statement.get(now, id) as { whereabouts: JobLocation } | undefined)?.whereabouts ?? 'lost');
  }

  noteReconciled(found: readonly Omit<ReconciliationResult, 'putBackAt'>[]): void {
    inWriteTransaction(this.database, () => {
      for (const { name, at, overdue, putBack } of found)
        this.statement(
          `INSERT INTO reconciled VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at,
             overdue = excluded.overdue, put_back = put_back + excluded.put_back,
             put_back_at = coalesce(excluded.put_back_at, put_back_at)`,
        ).run(name, at, overdue, putBack, putBack > 0 ? at : null);
    });
  }

  reconciled(): ReconciliationResult[] {
    return this.statement(
      'SELECT name, at, overdue, put_back AS putBack, put_back_at AS putBackAt FROM reconciled',
    ).all() as ReconciliationResult[];
  }

  checkpoint(reader: string): LogCheckpoint | null {
    const saved = this.statement('SELECT log_id, position FROM checkpoint WHERE reader = ?').get(reader) as
      { log_id: string; position: Position } | undefined;
    return saved ? { logId: saved.log_id, position: saved.position } : null;
  }

  saveCheckpoint(reader: string, { logId, position }: LogCheckpoint): void {
    this.statement(
      `INSERT INTO checkpoint VALUES (?, ?, ?)
       ON CONFLICT (reader) DO UPDATE SET log_id = excluded.log_id, position = excluded.position`,
    ).run(reader, logId, position);
  }

  /** False when it is gone, of another log, or before `from`. */
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
   * Whether a job waits, or is leased, for longer than any rule makes it: a clock wrote that which has been put right
   * since.
   */
  private isAhead(name: string, now: string, leaseUntil: string): boolean {
    return (
      this.statement(`SELECT 1 FROM job WHERE state = 'waiting' AND name = ? AND ${AHEAD}`).get(
        name,
        now,
        later(now, MAX_BACKOFF_MS),
      ) !== undefined ||
      this.statement(`SELECT 1 FROM job WHERE state = 'active' AND name = ? AND lease_until > ?`).get(
        name,
        later(leaseUntil, 0),
      ) !== undefined
    );
  }

  /** What waits is due, and a lease counts from now: its worker, where there is one, renews it. */
  private putRight(name: string, now: string, leaseUntil: string): void {
    this.run(`UPDATE job SET run_at = ? WHERE state = 'waiting' AND name = ? AND ${AHEAD}`, [
      now,
      name,
      now,
      later(now, MAX_BACKOFF_MS),
    ]);
    this.run(`UPDATE job SET lease_until = ? WHERE state = 'active' AND name = ? AND lease_until > ?`, [
      leaseUntil,
      name,
      later(leaseUntil, 0),
    ]);
  }

  /**
   * A job that took its worker with it at every attempt, and then the one that was to answer for it, would do so for
   * ever.
   */
  private giveUpAbandoned(name: string, now: string, leasesEndedBy: string): void {
    this.run(
      `UPDATE job SET state = 'failed', error = 'its worker died', finished_at = ?, ${FREE}
       WHERE state = 'active' AND name = ? AND lease_until <= ? AND attempts > max_attempts`,
      [now, name, leasesEndedBy],
    );
  }

  /**
   * How many attempts have begun since; forgets the earlier ones, and those that a clock dated ahead that has been put
   * right since.
   */
  private begunBetween(name: string, time: string, now: string): number {
    this.run('DELETE FROM begun WHERE name = ? AND (at <= ? OR at > ?)', [name, time, now]);
    return (this.statement('SELECT count(*) AS attempts FROM begun WHERE name = ?').get(name) as { attempts: number })
      .attempts;
  }

  private changed(sql: string, values: (string | number)[]): string | null {
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

/** Columns that files of earlier versions lack. */
const ADDED = { subject: 'TEXT', started_at: 'TEXT' };

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

/** Makes the tables, or brings those of an earlier version up to date; several processes may do so at once. */
export const createJobTable = (database: DatabaseSync): void =>
  inWriteTransaction(database, () => {
    database.exec(TABLES);
    const columns = (database.prepare('PRAGMA table_info(job)').all() as { name: string }[]).map(({ name }) => name);
    for (const [name, type] of Object.entries(ADDED))
      if (!columns.includes(name)) database.exec(`ALTER TABLE job ADD COLUMN ${name} ${type}`);
    database.exec(INDEXES);
  });
