import { inWriteTransaction, type DatabaseSync } from '../sqlite/database.js';

/** `position` is an empty text for test events, so that it can be sorted; `ended_at` is null while an event waits. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS endpoint (
    webhook_id TEXT PRIMARY KEY, log_id TEXT, position TEXT, failures INTEGER NOT NULL DEFAULT 0, failing_since TEXT,
    is_probed INTEGER NOT NULL DEFAULT 0, is_paced INTEGER NOT NULL DEFAULT 0, hold_until TEXT, last_at TEXT, last_status INTEGER,
    last_failure TEXT, last_delivered_at TEXT, changes INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS delivery (
    webhook_id TEXT NOT NULL, event_id TEXT NOT NULL, position TEXT NOT NULL, type TEXT NOT NULL, subject TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting', attempts INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, next_at TEXT,
    last_at TEXT, last_status INTEGER, last_failure TEXT, last_ms INTEGER, created_at TEXT NOT NULL, ended_at TEXT,
    is_redelivery INTEGER NOT NULL DEFAULT 0, is_test INTEGER NOT NULL, was_accepted INTEGER NOT NULL DEFAULT 0, request_id TEXT,
    PRIMARY KEY (webhook_id, event_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS attempt (
    webhook_id TEXT NOT NULL, event_id TEXT NOT NULL, n INTEGER NOT NULL, at TEXT NOT NULL, ms INTEGER NOT NULL, status INTEGER,
    failure TEXT, retry_after_s INTEGER, headers TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (webhook_id, event_id, n)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS hour (
    webhook_id TEXT NOT NULL, at TEXT NOT NULL, delivered INTEGER NOT NULL, failed INTEGER NOT NULL, buckets TEXT NOT NULL,
    PRIMARY KEY (webhook_id, at)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS delivery_due ON delivery (webhook_id, next_at, position) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS delivery_listed ON delivery (webhook_id, created_at, position, event_id);
  CREATE INDEX IF NOT EXISTS delivery_listed_by_state ON delivery (webhook_id, state, created_at, position, event_id);
  CREATE INDEX IF NOT EXISTS delivery_requested ON delivery (webhook_id, request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS hour_listed ON hour (at);
`;

/** Creates the tables; several processes may do so at the same time. */
export const createDeliveryTables = (database: DatabaseSync): void =>
  inWriteTransaction(database, () => database.exec(TABLES));
