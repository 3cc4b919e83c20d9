import { writing, type DatabaseSync } from '../sqlite/database.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS job (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, error TEXT,
    created_at TEXT NOT NULL, run_at TEXT NOT NULL, finished_at TEXT, lease TEXT, lease_until TEXT);
  CREATE TABLE IF NOT EXISTS begun (name TEXT NOT NULL, at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS checkpoint (reader TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reconciled (
    name TEXT PRIMARY KEY, at TEXT NOT NULL, overdue INTEGER NOT NULL, put_back INTEGER NOT NULL, put_back_at TEXT) WITHOUT ROWID;
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
  writing(database, () => {
    database.exec(TABLES);
    const columns = (database.prepare('PRAGMA table_info(job)').all() as { name: string }[]).map(({ name }) => name);
    for (const [name, type] of Object.entries(ADDED))
      if (!columns.includes(name)) database.exec(`ALTER TABLE job ADD COLUMN ${name} ${type}`);
    database.exec(INDEXES);
  });
