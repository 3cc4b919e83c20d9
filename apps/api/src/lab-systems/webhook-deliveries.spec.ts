import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  deleteWebhook,
  eventTypes,
  getFeed,
  getWebhook,
  getWebhookDelivery,
  issueAccessKey,
  listFeedConsumers,
  listWebhookDeliveries,
  listWebhookHours,
  pauseWebhook,
  redeliverWebhook,
  registerWebhook,
  resumeWebhook,
  retryWebhookNow,
  testWebhook,
  type BodyOf,
  type Operation,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { webhook } from '#domain/lab-systems';
import type { AttemptResult, DeliveryFailure } from '#engines';
import { createConsignmentAt } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const HOUR_MS = 60 * 60_000;
/** Failures in a row after which the dispatcher sends one event at a time. */
const FAILING = 5;

let now = new Date();
let service: Service;
let lab: Client;
let machine: Client;
/** An endpoint of its own for each test. */
let webhookId: string;

beforeAll(async () => {
  service = await startService({ now: () => now, publicUrl: 'https://platform.example' });
  lab = await service.as('lab1');
  const scopes = ['webhooks:manage' as const, 'events:read' as const];
  machine = service.withToken((await lab.do(issueAccessKey, { body: { name: 'LIMS', scopes } })).secret);
});
afterAll(() => service.close());
beforeEach(async () => {
  webhookId = (await lab.do(registerWebhook, { body: { url: 'https://lims.example.com/hooks' } })).id;
});

/** Events of the unit's feed, the newest last, as the worker adds them for the endpoint. */
const delivering = async (count: number) => {
  await createConsignmentAt(service, 60);
  await service.catchUp();
  const { events } = await machine.do(getFeed, { query: { limit: 1000 } });
  const newestEvents = events.slice(-count);
  const rows = await Promise.all(
    newestEvents.map(async ({ id, cursor, type, subject }, at) => ({
      eventId: id,
      position: positionOf(cursor),
      type: type.replace(/\.v1$/, '') as never,
      subject,
      createdAt: new Date(now.getTime() - HOUR_MS + at * 1000).toISOString(),
      isTest: false,
    })),
  );
  const { eventStore, deliveries } = service.engines;
  await deliveries.add(webhookId, rows, { logId: eventStore.logId, position: rows.at(-1)?.position ?? '' });
  return { events: newestEvents, rows };
};
/** The position that a cursor of this log stands for. */
const positionOf = (cursor: string): string => String(parseInt(atob(cursor).split('.')[1] ?? '', 36)).padStart(20, '0');

/** What came of an attempt, as the worker notes it. */
const attempted = async (
  eventId: string,
  failure: DeliveryFailure | null,
  { state = failure === null ? 'delivered' : 'failed', nextAt = null }: Partial<AttemptResult> = {},
): Promise<void> => {
  const response = failure === null ? { status: 204, answer: '' } : { status: 503, answer: '{"error":"busy"}' };
  const request = { at: now.toISOString(), ms: 120, headers: { 'webhook-id': eventId } };
  const attempt = { ...request, ...response, failure, retryAfterS: null };
  await service.engines.deliveries.record(webhookId, [{ eventId, attempt, state, nextAt }], FAILING);
};

const redeliver = (body: BodyOf<typeof redeliverWebhook>, headers: Record<string, string> = {}) =>
  lab.call(redeliverWebhook, { query: { webhookId }, body, headers });
const requestsOf = async (): Promise<unknown[]> =>
  (await load(service.engines.eventStore, webhook, webhookId)).events
    .filter(({ type }) => type === 'WebhookRedeliveryRequested')
    .map(({ data }) => data);

describe('ILIS EM-010 deliveries of an endpoint', () => {
  it('are listed with their attempts, the requests and the responses', async () => {
    const { events, rows } = await delivering(3);
    const [first, second] = rows.map(({ eventId }) => eventId);
    await attempted(first ?? '', null);
    await attempted(second ?? '', 'status');
    const page = await lab.do(listWebhookDeliveries, { query: { webhookId, limit: 2 } });
    expect(page.items.map(({ eventId, state }) => [eventId, state])).toEqual([
      [rows[2]?.eventId, 'waiting'],
      [second, 'failed'],
    ]);
    const codes = events.map(({ data }) => data['consignCode']);
    expect(codes[2]).toBeTruthy();
    expect(page.items.map(({ consignCode }) => consignCode)).toEqual([codes[2], codes[1]]);
    const nextPage = await lab.do(listWebhookDeliveries, { query: { webhookId, limit: 2, after: page.next ?? '' } });
    expect([nextPage.items.map(({ eventId }) => eventId), nextPage.next]).toEqual([[first], null]);
    const only = async (query: object) =>
      (await lab.do(listWebhookDeliveries, { query: { webhookId, ...query } })).items.map(({ eventId }) => eventId);
    expect(await only({ state: 'failed' })).toEqual([second]);
    expect(await only({ search: first?.slice(0, 13) })).toEqual([first]);
    expect(await only({ to: rows[1]?.createdAt })).toEqual([first]);

    const detail = await lab.do(getWebhookDelivery, { query: { webhookId, eventId: second ?? '' } });
    expect(detail).toMatchObject({
      type: events[1]?.type,
      lastStatus: 503,
      lastFailure: 'status',
      tried: [{ n: 1, status: 503, headers: { 'webhook-id': second }, answer: '{"error":"busy"}' }],
    });
    expect(JSON.parse(detail.body ?? '')).toEqual(events[1]);
    expect((await lab.call(getWebhookDelivery, { query: { webhookId, eventId: v4() } })).failure).toMatchObject({
      code: 'NO_SUCH_DELIVERY',
    });
  });

  it('are summarised for the endpoint, by the hour, and among the consumers of the feed', async () => {
    const { rows } = await delivering(3);
    await attempted(rows[0]?.eventId ?? '', null);
    await attempted(rows[1]?.eventId ?? '', 'timeout', { state: 'waiting', nextAt: now.toISOString() });
    const endpoint = await lab.do(getWebhook, { query: { webhookId } });
    expect(endpoint).toMatchObject({
      waiting: 2,
      failingSince: now.toISOString(),
      lastFailure: 'timeout',
      lastDeliveredAt: now.toISOString(),
    });
    const { items } = await lab.do(listWebhookHours, { query: { webhookId } });
    expect(items).toHaveLength(24);
    expect(items.at(-1)).toMatchObject({ delivered: 1, failed: 1 });
    expect(items.slice(0, -1).every(({ delivered, failed, p95 }) => delivered + failed === 0 && p95 === null)).toBe(
      true,
    );
    const consumers = (await machine.do(listFeedConsumers)).items;
    expect(consumers.find(({ id }) => id === webhookId)).toMatchObject({
      kind: 'webhook',
      name: 'https://lims.example.com/hooks',
      lagEvents: 2,
      lagSeconds: HOUR_MS / 1000 - 1,
    });
    const { id: untouched } = await lab.do(registerWebhook, {
      body: { url: 'https://a.example.com/', types: ['report.'] },
    });
    await createConsignmentAt(service, 20);
    await service.catchUp();
    const later = (await machine.do(listFeedConsumers)).items;
    expect(later.find(({ id }) => id === untouched)).toMatchObject({ position: null, lagEvents: 0 });
    expect(later.find(({ id }) => id === webhookId)).toMatchObject({ lagEvents: 3 });
    const twoDaysAgo = new Date(now.getTime() - 48 * HOUR_MS).toISOString();
    const attempt = { at: twoDaysAgo, ms: 80, status: 204, failure: null, retryAfterS: null, headers: {}, answer: '' };
    const eventId = rows[2]?.eventId ?? '';
    await service.engines.deliveries.record(
      webhookId,
      [{ eventId, attempt, state: 'delivered', nextAt: null }],
      FAILING,
    );
    const { lastWeek } = await lab.do(listWebhookHours, { query: { webhookId } });
    expect(lastWeek).toEqual({ delivered: 2, failed: 1 });
  });

  it('can begin with a test event, which is marked, not counted, and created once for a repeated request', async () => {
    const request = {
      query: { webhookId },
      body: { type: 'report.published.v1' },
      headers: { 'idempotency-key': v4() },
    };
    await lab.do(pauseWebhook, { query: { webhookId } });
    const { eventId } = await lab.do(testWebhook, request);
    expect(await lab.do(testWebhook, request)).toEqual({ eventId });
    const delivery = await lab.do(getWebhookDelivery, { query: { webhookId, eventId } });
    expect(delivery).toMatchObject({ type: 'report.published.v1', isTest: true, state: 'waiting', tried: [] });
    const body = JSON.parse(delivery.body ?? '') as { data: object };
    const described = eventTypes.find(({ name }) => name === 'report.published.v1');
    expect(body).toMatchObject({ id: eventId, type: 'report.published.v1', source: '/units/TU001' });
    expect(body.data).toEqual({ ...described?.example, test: true });
    expect(
      (await service.engines.deliveries.findDue(webhookId, now.toISOString(), 9)).map((dueRow) => dueRow.eventId),
    ).toEqual([eventId]);
    expect((await lab.do(getWebhook, { query: { webhookId } })).waiting).toBe(0);
    expect((await machine.call(testWebhook, { query: { webhookId } })).status).toBe(200);
    const unknown = await lab.call(testWebhook, { query: { webhookId }, body: { type: 'nothing.v1' } });
    expect([unknown.status, unknown.failure]).toMatchObject([400, { code: 'FEED_TYPE_UNKNOWN' }]);
  });

  it('that wait are retried at once on request, unless the endpoint is paused', async () => {
    expect((await lab.do(retryWebhookNow, { query: { webhookId } })).eventId).toBeNull();
    const { rows } = await delivering(2);
    const nextAt = new Date(now.getTime() + HOUR_MS).toISOString();
    for (const { eventId } of rows) await attempted(eventId, 'status', { state: 'waiting', nextAt });
    expect(await service.engines.deliveries.findDue(webhookId, now.toISOString(), 9)).toEqual([]);
    const retried = await lab.do(retryWebhookNow, { query: { webhookId } });
    expect(retried).toMatchObject({ eventId: rows[0]?.eventId, webhook: { waiting: 2, nextAt: now.toISOString() } });
    await lab.do(pauseWebhook, { query: { webhookId } });
    const refused = await lab.call(retryWebhookNow, { query: { webhookId } });
    expect([refused.status, refused.failure]).toMatchObject([409, { code: 'WEBHOOK_NOT_ACTIVE' }]);
    expect(await lab.do(resumeWebhook, { query: { webhookId } })).toMatchObject({ state: 'active' });
    expect(await service.engines.deliveries.state(webhookId)).toMatchObject({ isProbed: true });
  });

  it('are counted before they are sent again, and not sent if the count has changed', async () => {
    const { rows } = await delivering(3);
    await attempted(rows[0]?.eventId ?? '', null);
    await attempted(rows[1]?.eventId ?? '', 'status');
    const dryRun = await redeliver({ failedOnly: true, dryRun: true });
    expect(dryRun.result).toMatchObject({ count: 1, consignments: 1, deliveredBefore: 0 });
    expect(dryRun.result.bytes).toBeGreaterThan(300);
    expect(dryRun.result.seconds).toBe(1);
    const period = { from: rows[0]?.createdAt ?? '', to: rows[2]?.createdAt ?? '' };
    expect((await redeliver({ ...period, dryRun: true })).result).toMatchObject({ count: 2, deliveredBefore: 1 });
    expect(await requestsOf()).toEqual([]);

    const changed = await redeliver({ failedOnly: true, reason: '漏收', expectedCount: 2 });
    expect([changed.status, changed.failure]).toMatchObject([409, { code: 'COUNT_CHANGED' }]);
    expect(changed.failure?.details).toContain('1');
    for (const reason of ['', ' '])
      expect((await redeliver({ failedOnly: true, reason })).failure).toMatchObject({ code: 'REASON_REQUIRED' });
    for (const selection of [
      {},
      { failedOnly: true, eventIds: [v4()] },
      { from: period.from },
      { ...period, failedOnly: true },
      { failedOnly: true, to: period.to },
      { from: period.to, to: period.from },
    ])
      expect((await redeliver({ ...selection, reason: 'x' })).failure).toMatchObject({ code: 'REDELIVERY_SELECTION' });
    expect(await requestsOf()).toEqual([]);
    expect((await service.engines.deliveries.findDue(webhookId, now.toISOString(), 9)).length).toBe(1);
  });

  it('are sent again with a reason, recorded as an event, and once for a repeated request', async () => {
    const { rows } = await delivering(2);
    const [eventA = '', eventB = ''] = rows.map(({ eventId }) => eventId);
    for (const eventId of [eventA, eventB]) await attempted(eventId, 'status');
    const body = { eventIds: [eventA, eventA], reason: ' 接收端已修复 ', expectedCount: 1 };
    const headers = { 'idempotency-key': v4() };
    expect((await redeliver(body, headers)).result).toMatchObject({ count: 1, consignments: 1 });
    expect(await requestsOf()).toEqual([{ mode: 'events', eventIds: [eventA], count: 1, reason: '接收端已修复' }]);
    expect((await service.engines.deliveries.get(webhookId, eventA))?.isRedelivery).toBe(true);
    await attempted(eventA, null);
    expect((await redeliver(body, headers)).result.count).toBe(1);
    expect(await service.engines.deliveries.get(webhookId, eventA)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await requestsOf()).toHaveLength(1);
    expect((await service.engines.deliveries.get(webhookId, eventB))?.state).toBe('failed');
  });

  it('that failed are sent again with the same estimate as in the dry run', async () => {
    const { rows } = await delivering(2);
    for (const { eventId } of rows) await attempted(eventId, 'status');
    const { result: dryRun } = await redeliver({ failedOnly: true, dryRun: true });
    expect(dryRun).toMatchObject({ count: 2, bytes: expect.any(Number), seconds: 1 });
    expect((await redeliver({ failedOnly: true, reason: '接收端已修复' })).result).toEqual(dryRun);
  });

  it('are given up when the endpoint is deleted, and can be read only by their unit, also afterwards', async () => {
    const { rows } = await delivering(1);
    const eventId = rows[0]?.eventId ?? '';
    const calls: [Operation, object, object?][] = [
      [listWebhookDeliveries, { webhookId }],
      [getWebhookDelivery, { webhookId, eventId }],
      [listWebhookHours, { webhookId }],
      [testWebhook, { webhookId }],
      [retryWebhookNow, { webhookId }],
      [redeliverWebhook, { webhookId }, { eventIds: [eventId], reason: 'x' }],
    ];
    const key = await (
      await service.as('lab2')
    ).do(issueAccessKey, { body: { name: 'x', scopes: ['webhooks:manage'] } });
    for (const caller of [await service.as('lab2'), service.withToken(key.secret)])
      for (const [operation, query, body] of calls)
        expect([operation.name, (await caller.call(operation, { query, body })).status]).toEqual([operation.name, 404]);
    await lab.do(deleteWebhook, { query: { webhookId } });
    expect(await lab.do(getWebhookDelivery, { query: { webhookId, eventId } })).toMatchObject({
      state: 'failed',
      lastFailure: 'deleted',
    });
    for (const [operation, query, body] of calls.slice(3))
      expect([operation.name, (await lab.call(operation, { query, body })).status]).toEqual([operation.name, 404]);
  });
});
