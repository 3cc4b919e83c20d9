import { emptyWriteAheadLog, inWriteTransaction, type DatabaseSync, type Statement } from '../sqlite/database.js';
import type {
  Attempt,
  AttemptResult,
  Deliveries,
  Delivery,
  DeliveryCursor,
  DeliveryFilter,
  DeliveryHour,
  EndpointState,
  EndpointSummary,
  StoredDelivery,
  StoredEndpoint,
  StoredHour,
  StoredPart,
  NewDelivery,
  RedeliveryCount,
  RedeliverySelection,
} from './deliveries.js';
import {
  attemptOf,
  deliveryOf,
  stateOf,
  INITIAL_STATE,
  type AttemptRow,
  type EndpointRow,
  type DeliveryRow,
} from './delivery-rows.js';
import { bucketOf, quantileOf, type Buckets } from './latency-buckets.js';
import { dueFirst, hourOf, pageTokenOf, parsePageToken } from './delivery-times.js';

type Value = string | number | null;

const IS_WAITING = `webhook_id = ? AND state = 'waiting' AND is_test = 0`;

/** The tables of deliveries; synchronous, so files are written by the write thread. */
export class DeliveryTable {
  private readonly statements = new Map<string, Statement>();

  /** The database must have been prepared by `createDeliveryTables`. */
  constructor(private readonly database: DatabaseSync) {
    // A power failure may undo the last transactions as a whole; their events are then sent again.
    database.exec('PRAGMA synchronous = NORMAL');
  }

  cursor(webhookId: string): DeliveryCursor | null {
    const row = this.sql('SELECT log_id, position FROM endpoint WHERE webhook_id = ?').get(webhookId) as
      { log_id: string | null; position: string | null } | undefined;
    return row && row.log_id !== null && row.position !== null ? { logId: row.log_id, position: row.position } : null;
  }

  add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): void {
    const insert = this.sql(
      `INSERT INTO delivery (webhook_id, event_id, position, type, subject, next_at, created_at, is_test)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    inWriteTransaction(this.database, () => {
      this.addEndpoint(webhookId);
      for (const { eventId, position, type, subject, createdAt, isTest } of deliveries)
        insert.run(webhookId, eventId, position ?? '', type, subject, createdAt, createdAt, Number(isTest));
      if (cursor)
        this.run('UPDATE endpoint SET log_id = ?, position = ? WHERE webhook_id = ?', [
          cursor.logId,
          cursor.position,
          webhookId,
        ]);
      else this.countChange(webhookId);
    });
  }

  findDue(webhookId: string, now: string, limit: number, testsOnly = false): Delivery[] {
    const { holdUntil } = this.state(webhookId);
    const isTestsOnly = testsOnly || (holdUntil !== null && holdUntil > now);
    const rows = this.sql(
      `SELECT * FROM delivery WHERE webhook_id = ? AND state = 'waiting' AND next_at <= ? ${isTestsOnly ? 'AND is_test = 1' : ''}
       ORDER BY next_at, position LIMIT ?`,
    ).all(webhookId, now, limit) as DeliveryRow[];
    return rows.map(deliveryOf);
  }

  nextAt(webhookId: string): string | null {
    return (
      this.sql(`SELECT min(next_at) AS at FROM delivery WHERE webhook_id = ? AND state = 'waiting'`).get(webhookId) as {
        at: string | null;
      }
    ).at;
  }

  record(webhookId: string, results: readonly AttemptResult[], failureThreshold: number): void {
    inWriteTransaction(this.database, () => {
      this.addEndpoint(webhookId);
      for (const result of results) this.recordAttempt(webhookId, result, failureThreshold);
    });
  }

  endPacing(webhookId: string): void {
    this.run('UPDATE endpoint SET is_paced = 0 WHERE webhook_id = ?', [webhookId]);
  }

  state(webhookId: string): EndpointState {
    const row = this.sql('SELECT * FROM endpoint WHERE webhook_id = ?').get(webhookId) as EndpointRow | undefined;
    return row ? stateOf(row) : INITIAL_STATE;
  }

  changes(webhookIds: readonly string[]): Map<string, number> {
    return new Map(webhookIds.map((id) => [id, this.state(id).changes]));
  }

  find(
    webhookId: string,
    { state, isTest, search, from, to }: DeliveryFilter,
    { after, limit }: { after?: string; limit: number },
  ): Awaited<ReturnType<Deliveries['find']>> {
    const token = parsePageToken(after);
    const conditions: [sql: string, ...values: Value[]][] = [
      ['webhook_id = ?', webhookId],
      ...(state === undefined ? [] : ([['state = ?', state]] as [string, Value][])),
      ...(isTest === undefined ? [] : ([['is_test = ?', Number(isTest)]] as [string, Value][])),
      ...(from === undefined ? [] : ([['created_at >= ?', from]] as [string, Value][])),
      ...(to === undefined ? [] : ([['created_at < ?', to]] as [string, Value][])),
      ...(search === undefined
        ? []
        : ([[`instr(event_id || ' ' || subject || ' ' || type, lower(?)) > 0`, search]] as [string, Value][])),
      ...(token === null
        ? []
        : ([['(created_at, position, event_id) < (?, ?, ?)', ...token]] as [string, Value, Value, Value][])),
    ];
    const rows = this.sql(
      `SELECT * FROM delivery WHERE ${conditions.map(([sql]) => sql).join(' AND ')}
       ORDER BY created_at DESC, position DESC, event_id DESC LIMIT ?`,
    ).all(...conditions.flatMap(([, ...values]) => values), limit + 1) as DeliveryRow[];
    const deliveries = rows.slice(0, limit).map(deliveryOf);
    const last = deliveries.at(-1);
    return { deliveries, next: last && rows.length > limit ? pageTokenOf(last) : null };
  }

  get(webhookId: string, eventId: string): (Delivery & { tried: Attempt[] }) | null {
    const row = this.row(webhookId, eventId);
    if (!row) return null;
    return { ...deliveryOf(row), tried: this.attemptsOf(webhookId, eventId) };
  }

  summary(webhookIds: readonly string[]): EndpointSummary[] {
    const selectWaiting = this.sql(
      `SELECT count(*) AS waiting, min(next_at) AS nextAt, min(created_at) AS waitingSince FROM delivery WHERE ${IS_WAITING}`,
    );
    return webhookIds.map((webhookId) => ({
      webhookId,
      ...this.state(webhookId),
      ...(selectWaiting.get(webhookId) as Pick<EndpointSummary, 'waiting' | 'nextAt' | 'waitingSince'>),
    }));
  }

  hours(webhookId: string, since: string): DeliveryHour[] {
    const rows = this.sql('SELECT * FROM hour WHERE webhook_id = ? AND at >= ? ORDER BY at').all(
      webhookId,
      hourOf(since),
    ) as { at: string; delivered: number; failed: number; buckets: string }[];
    return rows.map(({ at, delivered, failed, buckets }) => ({
      at,
      delivered,
      failed,
      p95: quantileOf(JSON.parse(buckets) as Buckets, 0.95),
    }));
  }

  retryNow(webhookId: string, now: string): string | null {
    return inWriteTransaction(this.database, () => {
      const row = this.sql(
        `SELECT event_id FROM delivery WHERE ${IS_WAITING} ORDER BY created_at, position LIMIT 1`,
      ).get(webhookId) as { event_id: string } | undefined;
      if (!row) return null;
      const nextAt = dueFirst(now, this.nextAt(webhookId));
      this.run('UPDATE delivery SET next_at = ? WHERE webhook_id = ? AND event_id = ?', [
        nextAt,
        webhookId,
        row.event_id,
      ]);
      this.run('UPDATE endpoint SET is_probed = 1, hold_until = NULL WHERE webhook_id = ?', [webhookId]);
      this.countChange(webhookId);
      return row.event_id;
    });
  }

  resume(webhookId: string, now: string): void {
    inWriteTransaction(this.database, () => {
      if (this.state(webhookId).failures > 0) this.retryNow(webhookId, now);
      else this.release(webhookId, now);
      this.countChange(webhookId);
    });
  }

  redeliver(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    options: { dryRun: true } | { dryRun: false; requestId: string },
  ): RedeliveryCount {
    const [selectionSql, values] = selectionCondition(selection);
    const requestId = options.dryRun ? '' : options.requestId;
    const matchSql = `webhook_id = ? AND is_test = 0 AND (${selectionSql} OR request_id = ?)`;
    const countMatches = (): RedeliveryCount => ({
      ...(this.sql(
        `SELECT count(*) AS count, count(DISTINCT subject) AS subjects, coalesce(sum(was_accepted), 0) AS deliveredBefore
         FROM delivery WHERE ${matchSql}`,
      ).get(webhookId, ...values, requestId) as RedeliveryCount),
    });
    if (options.dryRun) return countMatches();
    return inWriteTransaction(this.database, () => {
      const redeliveryCount = countMatches();
      this.run(
        `UPDATE delivery SET state = 'waiting', tries = 0, next_at = ?, ended_at = NULL, is_redelivery = 1, request_id = ?
         WHERE webhook_id = ? AND is_test = 0 AND ${selectionSql} AND request_id IS NOT ?`,
        [now, requestId, webhookId, ...values, requestId],
      );
      this.countChange(webhookId);
      return redeliveryCount;
    });
  }

  forget(before: string, limit: number): number {
    return inWriteTransaction(this.database, () => {
      this.run('DELETE FROM hour WHERE at < ?', [before]);
      const endedDeliveries = this.sql(
        'SELECT webhook_id, event_id FROM delivery WHERE ended_at < ? ORDER BY ended_at LIMIT ?',
      ).all(before, limit) as Pick<DeliveryRow, 'webhook_id' | 'event_id'>[];
      for (const { webhook_id: webhookId, event_id: eventId } of endedDeliveries) {
        this.run('DELETE FROM attempt WHERE webhook_id = ? AND event_id = ?', [webhookId, eventId]);
        this.run('DELETE FROM delivery WHERE webhook_id = ? AND event_id = ?', [webhookId, eventId]);
      }
      return endedDeliveries.length;
    });
  }

  remove(webhookId: string, now: string): void {
    this.run(
      `UPDATE delivery SET state = 'failed', last_failure = 'deleted', next_at = NULL, ended_at = ?
       WHERE webhook_id = ? AND state = 'waiting'`,
      [now, webhookId],
    );
  }

  /** Up to `limit` deliveries after this one, in the order of their endpoints and events. */
  exportDeliveries([webhookId, eventId]: readonly [string, string], limit: number): StoredDelivery[] {
    const rows = this.sql(
      'SELECT * FROM delivery WHERE (webhook_id, event_id) > (?, ?) ORDER BY webhook_id, event_id LIMIT ?',
    ).all(webhookId, eventId, limit) as DeliveryRow[];
    return rows.map((row) => ({
      ...deliveryOf(row),
      endedAt: row.ended_at,
      wasAccepted: row.was_accepted === 1,
      requestId: row.request_id,
      tried: this.attemptsOf(row.webhook_id, row.event_id),
    }));
  }

  exportHours(): StoredHour[] {
    const rows = this.sql('SELECT * FROM hour').all() as (Omit<StoredHour, 'webhookId' | 'buckets'> & {
      webhook_id: string;
      buckets: string;
    })[];
    return rows.map(({ webhook_id: webhookId, at, delivered, failed, buckets }) => ({
      webhookId,
      at,
      delivered,
      failed,
      buckets: JSON.parse(buckets) as Buckets,
    }));
  }

  exportEndpoints(): StoredEndpoint[] {
    const rows = this.sql('SELECT * FROM endpoint').all() as EndpointRow[];
    return rows.map((row) => ({
      webhookId: row.webhook_id,
      cursor: row.log_id === null || row.position === null ? null : { logId: row.log_id, position: row.position },
      ...stateOf(row),
    }));
  }

  importPart({ deliveries, hours, endpoints }: StoredPart): void {
    inWriteTransaction(this.database, () => {
      for (const delivery of deliveries) this.importDelivery(delivery);
      for (const { webhookId, at, delivered, failed, buckets } of hours)
        this.run('INSERT INTO hour VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', [
          webhookId,
          at,
          delivered,
          failed,
          JSON.stringify(buckets),
        ]);
      for (const { webhookId, cursor, ...state } of endpoints)
        this.run('INSERT INTO endpoint VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', [
          webhookId,
          cursor?.logId ?? null,
          cursor?.position ?? null,
          state.failures,
          state.failingSince,
          Number(state.isProbed),
          Number(state.isPaced),
          state.holdUntil,
          state.lastAt,
          state.lastStatus,
          state.lastFailure,
          state.lastDeliveredAt,
          state.changes,
        ]);
    });
  }

  overwriteDeleted(): void {
    emptyWriteAheadLog(this.database);
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  private recordAttempt(
    webhookId: string,
    { eventId, attempt, state, nextAt, holdUntil = null }: AttemptResult,
    failureThreshold: number,
  ): void {
    const row = this.row(webhookId, eventId);
    if (!row) return;
    const { at, ms, status, failure } = attempt;
    const isAccepted = failure === null;
    const [next, endedAt] = state === 'waiting' ? [nextAt, null] : [null, at];
    const attemptValues: Value[] = [state, next, at, status, failure, ms, endedAt];
    this.addAttempt(webhookId, eventId, { n: row.attempts + 1, ...attempt });
    this.run(
      `UPDATE delivery SET state = ?, attempts = attempts + 1, tries = tries + 1, next_at = ?, last_at = ?, last_status = ?,
         last_failure = ?, last_ms = ?, ended_at = ?, was_accepted = max(was_accepted, ?) WHERE webhook_id = ? AND event_id = ?`,
      attemptValues.concat([Number(isAccepted), webhookId, eventId]),
    );
    if (row.is_test === 1) return;
    this.countHour(webhookId, row, attempt);
    const previousState = this.state(webhookId);
    this.run(
      isAccepted
        ? `UPDATE endpoint SET failures = 0, failing_since = NULL, last_at = ?1, last_status = ?2, last_failure = ?3, hold_until = ?4,
             last_delivered_at = ?1 WHERE webhook_id = ?5`
        : `UPDATE endpoint SET failures = failures + 1, failing_since = coalesce(failing_since, ?1), last_at = ?1, last_status = ?2,
             last_failure = ?3, hold_until = coalesce(?4, hold_until), is_probed = 0 WHERE webhook_id = ?5`,
      [at, status, failure, holdUntil, webhookId],
    );
    if (isAccepted && (previousState.isProbed || previousState.failures >= failureThreshold))
      this.release(webhookId, at);
  }

  private addAttempt(webhookId: string, eventId: string, attempt: Attempt): void {
    const { n, at, ms, status, failure, retryAfterS, headers, answer } = attempt;
    this.run('INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      webhookId,
      eventId,
      n,
      at,
      ms,
      status,
      failure,
      retryAfterS,
      JSON.stringify(headers),
      answer,
    ]);
  }

  private attemptsOf(webhookId: string, eventId: string): Attempt[] {
    const selectAttempts = this.sql('SELECT * FROM attempt WHERE webhook_id = ? AND event_id = ? ORDER BY n');
    return (selectAttempts.all(webhookId, eventId) as AttemptRow[]).map(attemptOf);
  }

  private importDelivery({ tried, ...delivery }: StoredDelivery): void {
    const { webhookId, eventId } = delivery;
    if (this.row(webhookId, eventId)) return;
    this.run(
      `INSERT INTO delivery (webhook_id, event_id, position, type, subject, state, attempts, tries, next_at, last_at, last_status,
         last_failure, last_ms, created_at, ended_at, is_redelivery, is_test, was_accepted, request_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        webhookId,
        eventId,
        delivery.position ?? '',
        delivery.type,
        delivery.subject,
        delivery.state,
        delivery.attempts,
        delivery.tries,
        delivery.nextAt,
        delivery.lastAt,
        delivery.lastStatus,
        delivery.lastFailure,
        delivery.lastMs,
        delivery.createdAt,
        delivery.endedAt,
        Number(delivery.isRedelivery),
        Number(delivery.isTest),
        Number(delivery.wasAccepted),
        delivery.requestId,
      ],
    );
    for (const attempt of tried) this.addAttempt(webhookId, eventId, attempt);
  }

  private countHour(webhookId: string, previousRow: DeliveryRow, { at, ms, failure }: AttemptResult['attempt']): void {
    const hour = hourOf(at);
    const wasCountedAsFailed =
      previousRow.last_failure !== null && previousRow.last_at !== null && hourOf(previousRow.last_at) === hour;
    const hourRow = this.sql('SELECT buckets FROM hour WHERE webhook_id = ? AND at = ?').get(webhookId, hour) as
      { buckets: string } | undefined;
    const buckets = JSON.parse(hourRow?.buckets ?? '{}') as Buckets;
    const bucket = bucketOf(ms);
    if (failure === null) buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    const delivered = failure === null ? 1 : 0;
    const failed = (failure === null ? 0 : 1) - (wasCountedAsFailed ? 1 : 0);
    this.run(
      `INSERT INTO hour VALUES (?, ?, ?, max(0, ?), ?) ON CONFLICT DO UPDATE SET
         delivered = delivered + excluded.delivered, failed = max(0, failed + ?), buckets = excluded.buckets`,
      [webhookId, hour, delivered, failed, JSON.stringify(buckets), failed],
    );
  }

  private release(webhookId: string, now: string): void {
    this.run(`UPDATE delivery SET next_at = ? WHERE ${IS_WAITING}`, [now, webhookId]);
    this.run('UPDATE endpoint SET is_paced = 1, is_probed = 0, hold_until = NULL WHERE webhook_id = ?', [webhookId]);
  }

  private addEndpoint(webhookId: string): void {
    this.run('INSERT INTO endpoint (webhook_id) VALUES (?) ON CONFLICT DO NOTHING', [webhookId]);
  }

  private countChange(webhookId: string): void {
    this.run('UPDATE endpoint SET changes = changes + 1 WHERE webhook_id = ?', [webhookId]);
  }

  private row(webhookId: string, eventId: string): DeliveryRow | undefined {
    return this.sql('SELECT * FROM delivery WHERE webhook_id = ? AND event_id = ?').get(webhookId, eventId) as
      DeliveryRow | undefined;
  }

  private run(text: string, values: Value[]): void {
    this.sql(text).run(...values);
  }

  private sql(text: string): Statement {
    const statement = this.statements.get(text) ?? this.database.prepare(text);
    this.statements.set(text, statement);
    return statement;
  }
}

const selectionCondition = (selection: RedeliverySelection): [sql: string, values: string[]] => {
  if ('eventIds' in selection)
    return ['event_id IN (SELECT value FROM json_each(?))', [JSON.stringify(selection.eventIds)]];
  if ('from' in selection) return ['(created_at >= ? AND created_at < ?)', [selection.from, selection.to]];
  return [`state = 'failed'`, []];
};
