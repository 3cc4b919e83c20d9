import { inWriteTransaction, type DatabaseSync, type Statement } from '../sqlite/database.js';
import {
  firstPushHour,
  healthAfter,
  hourOfPush,
  sortByKind,
  refusalKey,
  MAX_REFUSED_PUSHES,
  refusedPushesSince,
  type LabCallHealth,
  type LabCallKind,
  type LabCallResult,
  type PushHour,
  type RefusedPush,
  type RefusedPushRow,
} from './lab-exchanges.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS refused_push (
    unit_id TEXT NOT NULL, refusal TEXT NOT NULL, operation TEXT NOT NULL, key_id TEXT, status INTEGER NOT NULL, code TEXT NOT NULL,
    subject TEXT, others INTEGER NOT NULL, reason TEXT NOT NULL, times INTEGER NOT NULL, first_at TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (unit_id, refusal)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS push_hour (
    unit_id TEXT NOT NULL, at TEXT NOT NULL, accepted INTEGER NOT NULL, refused INTEGER NOT NULL, PRIMARY KEY (unit_id, at)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lab_call (
    unit_id TEXT NOT NULL, kind TEXT NOT NULL, health TEXT NOT NULL, PRIMARY KEY (unit_id, kind)) WITHOUT ROWID;
`;

/** Creates the tables; several processes may do so at the same time. */
export const createLabExchangeTables = (database: DatabaseSync): void =>
  inWriteTransaction(database, () => database.exec(TABLES));

type RefusedRow = {
  operation: string;
  key_id: string | null;
  status: number;
  code: string;
  subject: string | null;
  others: number;
  reason: string;
  times: number;
  first_at: string;
  at: string;
};

/** The tables of exchanges with the systems of units; synchronous, so files are written by the write thread. */
export class LabExchangeTable {
  private readonly countPush: Statement;
  private readonly dropHours: Statement;
  private readonly putRefused: Statement;
  private readonly dropRefused: Statement;
  private readonly listRefused: Statement;
  private readonly listHours: Statement;
  private readonly putCall: Statement;
  private readonly findCall: Statement;
  private readonly listCalls: Statement;

  constructor(private readonly database: DatabaseSync) {
    this.countPush = database.prepare(
      `INSERT INTO push_hour (unit_id, at, accepted, refused) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET accepted = accepted + excluded.accepted, refused = refused + excluded.refused`,
    );
    this.dropHours = database.prepare('DELETE FROM push_hour WHERE unit_id = ? AND at < ?');
    this.putRefused = database.prepare(
      `INSERT INTO refused_push (unit_id, refusal, operation, key_id, status, code, subject, others, reason, times, first_at, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
       ON CONFLICT DO UPDATE SET times = times + 1, at = max(at, excluded.at), others = excluded.others, status = excluded.status`,
    );
    this.dropRefused = database.prepare(
      `DELETE FROM refused_push WHERE unit_id = ?1 AND (at < ?2 OR refusal NOT IN
         (SELECT refusal FROM refused_push WHERE unit_id = ?1 ORDER BY at DESC, refusal LIMIT ${MAX_REFUSED_PUSHES}))`,
    );
    this.listRefused = database.prepare(
      'SELECT * FROM refused_push WHERE unit_id = ? AND at >= ? ORDER BY at DESC, refusal',
    );
    this.listHours = database.prepare(
      'SELECT at, accepted, refused FROM push_hour WHERE unit_id = ? AND at >= ? ORDER BY at',
    );
    this.putCall = database.prepare('INSERT OR REPLACE INTO lab_call (unit_id, kind, health) VALUES (?, ?, ?)');
    this.findCall = database.prepare('SELECT health FROM lab_call WHERE unit_id = ? AND kind = ?');
    this.listCalls = database.prepare('SELECT health FROM lab_call WHERE unit_id = ?');
  }

  recordAcceptedPush(unitId: string, at: string): void {
    inWriteTransaction(this.database, () => this.count(unitId, at, 1, 0));
  }

  recordRefusedPush(unitId: string, push: RefusedPush): void {
    const { operation, keyId, status, code, subject, others, reason, at } = push;
    inWriteTransaction(this.database, () => {
      this.count(unitId, at, 0, 1);
      const refusal = refusalKey(push);
      this.putRefused.run(unitId, refusal, operation, keyId, status, code, subject, others, reason, at, at);
      this.dropRefused.run(unitId, refusedPushesSince(at));
    });
  }

  refusedPushes(unitId: string, now: string): RefusedPushRow[] {
    const rows = this.listRefused.all(unitId, refusedPushesSince(now)) as RefusedRow[];
    return rows.map(({ operation, key_id, status, code, subject, others, reason, times, first_at, at }) => ({
      operation,
      keyId: key_id,
      status,
      code,
      subject,
      others,
      reason,
      times,
      firstAt: first_at,
      at,
    }));
  }

  hours(unitId: string, now: string): PushHour[] {
    return this.listHours.all(unitId, firstPushHour(now)) as PushHour[];
  }

  recordCall(unitId: string, kind: LabCallKind, result: LabCallResult): void {
    inWriteTransaction(this.database, () => {
      const row = this.findCall.get(unitId, kind) as { health: string } | undefined;
      const storedHealth = row ? (JSON.parse(row.health) as LabCallHealth) : null;
      if (storedHealth && storedHealth.lastAt > result.at) return;
      this.putCall.run(unitId, kind, JSON.stringify(healthAfter(kind, storedHealth, result)));
    });
  }

  calls(unitId: string): LabCallHealth[] {
    const rows = this.listCalls.all(unitId) as { health: string }[];
    return sortByKind(rows.map(({ health }) => JSON.parse(health) as LabCallHealth));
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  private count(unitId: string, at: string, accepted: number, refused: number): void {
    this.countPush.run(unitId, hourOfPush(at), accepted, refused);
    this.dropHours.run(unitId, firstPushHour(at));
  }
}
