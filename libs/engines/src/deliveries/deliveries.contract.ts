import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptResult, Deliveries, DeliveryFailure, NewDelivery } from './deliveries.js';

/** The same deliveries, opened twice as by two processes. */
export type DeliveriesUnderTest = { first: Deliveries; second: Deliveries; close(): Promise<void> };

const FAILING = 3;
const LOG = 'log-1';
const position = (n: number): string => String(n).padStart(20, '0');
/** The time this number of seconds after noon. */
const at = (seconds: number): string => new Date(Date.parse('2026-03-01T12:00:00.000Z') + seconds * 1000).toISOString();

const event = (n: number, more: Partial<NewDelivery> = {}): NewDelivery => ({
  eventId: `event-${n}`,
  position: position(n),
  type: 'consignment.submitted',
  subject: `consignment-${n}`,
  createdAt: at(n),
  isTest: false,
  ...more,
});

type Outcome = { failure?: DeliveryFailure; state?: AttemptResult['state']; nextAt?: string; seconds?: number };

/** An attempt of an event: accepted, unless `failure` is set. */
const attempt = (n: number, { failure, state, nextAt, seconds = 100 }: Outcome = {}): AttemptResult => ({
  eventId: `event-${n}`,
  attempt: {
    at: at(seconds),
    ms: 40,
    status: failure === undefined ? 204 : failure === 'status' ? 500 : null,
    failure: failure ?? null,
    retryAfterS: null,
    headers: { 'webhook-id': `event-${n}` },
    answer: 'not "today"',
  },
  state: state ?? (failure === undefined ? 'delivered' : 'waiting'),
  nextAt: nextAt ?? null,
});

/** What every adapter of the deliveries must do. */
export const deliveriesContract = (adapter: string, open: () => Promise<DeliveriesUnderTest>): void => {
  describe(`the delivery store on ${adapter}`, () => {
    let test: DeliveriesUnderTest;
    let id = '';
    beforeAll(async () => {
      test = await open();
    });
    beforeEach(() => {
      id = randomUUID();
    });
    afterAll(() => test.close());

    const add = (...events: NewDelivery[]) => test.first.add(id, events, { logId: LOG, position: position(9) });
    const dueIds = async (now: string) => (await test.first.findDue(id, now, 100)).map(({ eventId }) => eventId);

    it('exports all its data unchanged to another engine, where a repeated import changes nothing', async () => {
      await add(event(1), event(2), event(3, { position: null, isTest: true }));
      await test.first.record(id, [attempt(1), attempt(2, { failure: 'status', nextAt: at(500) })], FAILING);
      const copyId = randomUUID();
      /** Imports the export as into another engine, under another id, because this engine has the original. */
      const importCopy = async (): Promise<void> => {
        for await (const { deliveries, hours, endpoints } of test.first.exportAll()) {
          const rowsOfCopy = <Row extends { webhookId: string }>(rows: Row[]): Row[] =>
            rows.filter(({ webhookId }) => webhookId === id).map((row) => ({ ...row, webhookId: copyId }));
          await test.second.importPart({
            deliveries: rowsOfCopy(deliveries),
            hours: rowsOfCopy(hours),
            endpoints: rowsOfCopy(endpoints),
          });
        }
      };
      await importCopy();
      const storedDataOf = async (webhookId: string) => ({
        cursor: await test.second.cursor(webhookId),
        due: (await test.second.findDue(webhookId, at(600), 10)).map((row) => ({ ...row, webhookId: '' })),
        tried: await Promise.all([1, 2, 3].map(async (n) => (await test.second.get(webhookId, `event-${n}`))?.tried)),
        summary: (await test.second.summary([webhookId])).map((row) => ({ ...row, webhookId: '' })),
        hours: await test.second.hours(webhookId, at(0)),
      });
      const deliveries = await storedDataOf(copyId);
      expect(deliveries).toEqual(await storedDataOf(id));
      expect([deliveries.due.length, deliveries.tried[0]?.length, deliveries.summary[0]?.failures]).toEqual([2, 1, 1]);
      await test.second.record(copyId, [attempt(2, { seconds: 501 })], FAILING);
      const updatedData = await storedDataOf(copyId);
      await importCopy();
      expect(await storedDataOf(copyId)).toEqual(updatedData);
    });

    it('stores events together with the cursor, and leaves an event unchanged if it is added again', async () => {
      expect([await test.first.cursor(id), await test.first.findDue(id, at(50), 10)]).toEqual([null, []]);
      await add(event(1), event(2));
      await test.first.record(id, [attempt(1)], FAILING);
      await test.first.add(id, [event(1), event(2), event(3)], { logId: LOG, position: position(3) });
      expect(await test.second.cursor(id)).toEqual({ logId: LOG, position: position(3) });
      expect(await dueIds(at(50))).toEqual(['event-2', 'event-3']);
      expect(await test.second.get(id, 'event-2')).toEqual({
        ...event(2),
        webhookId: id,
        state: 'waiting',
        attempts: 0,
        tries: 0,
        nextAt: at(2),
        lastAt: null,
        lastStatus: null,
        lastFailure: null,
        lastMs: null,
        isRedelivery: false,
        tried: [],
      });
      expect(await test.first.get(randomUUID(), 'event-2')).toBeNull();
    });

    it('returns deliveries that are due, ordered by due time and then by log position', async () => {
      await add(event(3, { createdAt: at(1) }), event(2, { createdAt: at(1) }), event(1, { createdAt: at(5) }));
      expect(await dueIds(at(4))).toEqual(['event-2', 'event-3']);
      expect(await test.first.nextAt(id)).toBe(at(1));
      await test.first.record(id, [attempt(2, { failure: 'status', nextAt: at(200) })], FAILING);
      expect(await dueIds(at(199))).toEqual(['event-3', 'event-1']);
      expect(await dueIds(at(200))).toEqual(['event-3', 'event-1', 'event-2']);
      expect((await test.second.findDue(id, at(200), 1)).map(({ eventId }) => eventId)).toEqual(['event-3']);
    });

    it('records the request and the response of every attempt', async () => {
      await add(event(1));
      await test.first.record(id, [attempt(1, { failure: 'status', nextAt: at(105) })], FAILING);
      const secondAttempt = attempt(1, { seconds: 105 });
      await test.first.record(id, [secondAttempt, attempt(77)], FAILING);
      const delivery = await test.second.get(id, 'event-1');
      expect(delivery).toMatchObject({ state: 'delivered', attempts: 2, tries: 2, nextAt: null, lastAt: at(105) });
      expect(delivery).toMatchObject({ lastStatus: 204, lastFailure: null, lastMs: 40 });
      expect(delivery?.tried).toEqual([
        { n: 1, ...attempt(1, { failure: 'status' }).attempt },
        { n: 2, ...secondAttempt.attempt },
      ]);
    });

    it('counts consecutive failures, and makes the backlog due with pacing at the first success after several of them', async () => {
      await add(event(1), event(2), event(3));
      const failedAttempts = [1, 2, 3].map((n) =>
        attempt(n, { failure: 'timeout', nextAt: at(9000), seconds: 100 + n }),
      );
      await test.first.record(id, failedAttempts, FAILING);
      expect(await test.second.state(id)).toMatchObject({
        failures: 3,
        failingSince: at(101),
        isPaced: false,
        lastStatus: null,
        lastFailure: 'timeout',
        lastDeliveredAt: null,
      });
      await test.first.record(id, [attempt(2, { seconds: 300 })], FAILING);
      expect(await test.second.state(id)).toMatchObject({ failures: 0, failingSince: null, isPaced: true });
      expect(await dueIds(at(300))).toEqual(['event-1', 'event-3']);
      await test.first.endPacing(id);
      expect(await test.first.state(id)).toMatchObject({ isPaced: false, lastDeliveredAt: at(300), lastStatus: 204 });
      await test.first.record(id, [attempt(1, { failure: 'timeout', nextAt: at(9000) }), attempt(3)], FAILING);
      expect([await dueIds(at(8999)), (await test.first.state(id)).isPaced]).toEqual([[], false]);
    });

    it('probes with one event, and makes the others due only if that one is accepted', async () => {
      await add(event(1), event(2), event(3));
      const failedAttempts = [1, 2, 3].map((n) => attempt(n, { failure: 'connection', nextAt: at(5000) }));
      await test.first.record(id, failedAttempts, 99);
      const { changes } = await test.second.state(id);
      expect(await test.second.retryNow(id, at(200))).toBe('event-1');
      expect(await dueIds(at(200))).toEqual(['event-1']);
      expect((await test.first.state(id)).isProbed).toBe(true);
      expect((await test.first.changes([id, 'unknown'])).get(id)).toBeGreaterThan(changes);
      await test.first.record(id, [attempt(1, { failure: 'status', nextAt: at(6000) })], 99);
      expect([await dueIds(at(4999)), (await test.first.state(id)).isProbed]).toEqual([[], false]);
      await test.first.resume(id, at(300)); // fails, so it is probed first
      expect(await dueIds(at(300))).toEqual(['event-1']);
      await test.first.record(id, [attempt(1, { seconds: 301 })], 99);
      expect(await dueIds(at(301))).toEqual(['event-2', 'event-3']);
      expect(await test.first.state(id)).toMatchObject({ isPaced: true, isProbed: false });
      await test.first.record(id, [attempt(2), attempt(3)], 99);
      expect(await test.first.retryNow(id, at(400))).toBeNull();
    });

    it('makes the whole backlog due with pacing when an endpoint without failures is resumed', async () => {
      await add(event(1), event(2));
      await test.first.resume(id, at(60));
      expect([await dueIds(at(60)), (await test.first.state(id)).isPaced]).toEqual([['event-1', 'event-2'], true]);
    });

    it('holds all events back until the time that a response demanded, except test events and manual retries', async () => {
      await add(event(1), event(2));
      await test.first.record(
        id,
        [{ ...attempt(1, { failure: 'status', nextAt: at(160) }), holdUntil: at(160) }],
        FAILING,
      );
      await test.first.add(id, [event(7, { isTest: true, position: null })], null);
      expect([await dueIds(at(159)), await dueIds(at(160))]).toEqual([['event-7'], ['event-2', 'event-7', 'event-1']]);
      expect((await test.first.state(id)).holdUntil).toBe(at(160));
      expect((await test.first.findDue(id, at(200), 9, true)).map(({ eventId }) => eventId)).toEqual(['event-7']);
      expect(await test.first.retryNow(id, at(120))).toBe('event-1');
      expect(await dueIds(at(120))).toEqual(['event-1', 'event-2', 'event-7']);
    });

    it('probes with the event whose id retryNow returns, even if other events have been due for longer', async () => {
      await add(event(1), event(2));
      await test.first.record(id, [attempt(1, { failure: 'status', nextAt: at(5000) })], FAILING);
      const first = async (now: string) => (await test.second.findDue(id, now, 1)).map(({ eventId }) => eventId);
      expect(await first(at(200))).toEqual(['event-2']);
      for (const now of [at(200), at(201)]) {
        expect(await test.first.retryNow(id, now)).toBe('event-1');
        expect(await first(now)).toEqual(['event-1']);
      }
      await test.first.record(id, [attempt(1, { failure: 'status', nextAt: at(6000), seconds: 202 })], FAILING);
      expect(await dueIds(at(5999))).toEqual(['event-2']);
    });

    it('probes before a test event that became due at the same moment', async () => {
      await add(event(1, { createdAt: at(200) }));
      await test.first.add(id, [event(7, { createdAt: at(200), isTest: true, position: null })], null);
      expect(await test.first.retryNow(id, at(200))).toBe('event-1');
      expect(await dueIds(at(200))).toEqual(['event-1', 'event-7']);
    });

    it('leaves test events out of failures, hours, summaries and redeliveries', async () => {
      await test.first.add(id, [event(7, { isTest: true, position: null })], null);
      await test.first.record(id, [attempt(7, { failure: 'status', state: 'failed' })], FAILING);
      expect(await test.second.get(id, 'event-7')).toMatchObject({ state: 'failed', isTest: true, position: null });
      expect(await test.second.state(id)).toMatchObject({ failures: 0, lastAt: null, changes: 1 });
      expect(await test.second.hours(id, at(0))).toEqual([]);
      expect(await test.second.summary([id])).toMatchObject([{ webhookId: id, waiting: 0, nextAt: null }]);
      expect(await test.first.redeliver(id, { failedOnly: true }, at(200), { dryRun: true })).toMatchObject({
        count: 0,
      });
      expect((await test.first.find(id, { isTest: false }, { limit: 5 })).deliveries).toEqual([]);
    });

    it('lists the newest first in pages, filtered by state, search text and time', async () => {
      await add(...[1, 2, 3, 4, 5].map((n) => event(n)), event(6, { createdAt: at(5), type: 'report.published' }));
      await test.first.record(id, [attempt(2), attempt(3, { failure: 'gone', state: 'failed' })], FAILING);
      const list = async (filter: Parameters<Deliveries['find']>[1]) =>
        (await test.second.find(id, filter, { limit: 10 })).deliveries.map(({ position: p }) => Number(p));
      const first = await test.first.find(id, {}, { limit: 4 });
      expect(first.deliveries.map(({ eventId }) => eventId)).toEqual(['event-6', 'event-5', 'event-4', 'event-3']);
      const second = await test.second.find(id, {}, { limit: 4, after: first.next ?? '' });
      expect([second.deliveries.map(({ eventId }) => eventId), second.next]).toEqual([['event-2', 'event-1'], null]);
      expect(await list({ state: 'waiting' })).toEqual([6, 5, 4, 1]);
      expect(await list({ state: 'failed' })).toEqual([3]);
      expect(await list({ search: 'REPORT.pub' })).toEqual([6]);
      expect(await list({ search: 'nment-4' })).toEqual([4]);
      expect(await list({ search: 'e.*t' })).toEqual([]);
      expect(await list({ from: at(2), to: at(5), state: 'waiting' })).toEqual([4]);
    });

    it('summarises many endpoints in the requested order', async () => {
      await add(event(1), event(2));
      await test.first.record(id, [attempt(1, { failure: 'tls', nextAt: at(400) })], FAILING);
      const unknown = randomUUID();
      expect(await test.second.summary([unknown, id])).toEqual([
        expect.objectContaining({ webhookId: unknown, waiting: 0, nextAt: null, waitingSince: null, failures: 0 }),
        expect.objectContaining({
          webhookId: id,
          waiting: 2,
          nextAt: at(2),
          waitingSince: at(1),
          failingSince: at(100),
          lastFailure: 'tls',
        }),
      ]);
    });

    it('counts for each hour the accepted events and those that were still failing at its end', async () => {
      await add(event(1), event(2), event(3));
      const failedAttempt = (n: number, seconds: number) =>
        attempt(n, { failure: 'status', nextAt: at(seconds), seconds });
      await test.first.record(
        id,
        [failedAttempt(1, 10), failedAttempt(1, 20), failedAttempt(2, 30), failedAttempt(3, 40)],
        99,
      );
      await test.first.record(id, [attempt(1, { seconds: 50 }), failedAttempt(2, 3700)], 99);
      await test.first.record(id, [attempt(2, { seconds: 7300 })], 99);
      const hours = await test.second.hours(id, at(1));
      expect(hours).toEqual([
        { at: at(0), delivered: 1, failed: 2, p95: expect.any(Number) },
        { at: at(3600), delivered: 0, failed: 1, p95: null },
        { at: at(7200), delivered: 1, failed: 0, p95: expect.any(Number) },
      ]);
      expect(Math.abs((hours[0]?.p95 ?? 0) - 40)).toBeLessThanOrEqual(4);
      expect(await test.first.hours(id, at(7000))).toHaveLength(2);
    });

    it('makes deliveries due again only once for each request id', async () => {
      await add(event(1), event(2, { subject: 'consignment-1' }), event(3), event(4));
      await test.first.record(id, [attempt(1), attempt(2), attempt(3, { failure: 'gone', state: 'failed' })], FAILING);
      const period = { from: at(1), to: at(4) };
      const expectedCount = { count: 3, subjects: 2, deliveredBefore: 2 };
      expect(await test.first.redeliver(id, period, at(500), { dryRun: true })).toEqual(expectedCount);
      expect((await test.first.find(id, { state: 'delivered' }, { limit: 9 })).deliveries).toHaveLength(2);
      expect(await test.first.redeliver(id, period, at(500), { dryRun: false, requestId: 'r1' })).toEqual(
        expectedCount,
      );
      expect(await test.second.get(id, 'event-1')).toMatchObject({
        state: 'waiting',
        attempts: 1,
        tries: 0,
        nextAt: at(500),
        isRedelivery: true,
      });
      await test.first.record(id, [attempt(1, { seconds: 501 })], FAILING);
      expect(await test.first.redeliver(id, period, at(600), { dryRun: false, requestId: 'r1' })).toEqual(
        expectedCount,
      );
      expect(await test.first.get(id, 'event-1')).toMatchObject({ state: 'delivered', attempts: 2 });
      const selection = { eventIds: ['event-1', 'event-9'] };
      expect(await test.first.redeliver(id, selection, at(700), { dryRun: false, requestId: 'r2' })).toMatchObject({
        count: 1,
      });
      await test.first.record(id, [attempt(3, { failure: 'gone', state: 'failed' })], FAILING);
      const redelivery = await test.first.redeliver(id, { failedOnly: true }, at(800), {
        dryRun: false,
        requestId: 'r3',
      });
      expect([redelivery.count, await dueIds(at(800))]).toEqual([1, ['event-4', 'event-2', 'event-1', 'event-3']]);
    });

    it('deletes deliveries that ended before a given time, but never those that are still waiting', async () => {
      await add(event(1), event(2), event(3));
      await test.first.record(id, [attempt(1, { seconds: -9e6 }), attempt(2, { seconds: -8e6 })], FAILING);
      await test.first.record(id, [attempt(3, { failure: 'timeout', nextAt: at(0), seconds: -9e6 })], FAILING);
      expect(await test.second.forget(at(-7e6), 1)).toBe(1);
      expect([await test.first.get(id, 'event-1'), await test.first.get(id, 'event-2')]).toEqual([
        null,
        expect.objectContaining({ state: 'delivered' }),
      ]);
      expect(await test.second.forget(at(-7e6), 10)).toBe(1);
      expect(await test.first.get(id, 'event-3')).toMatchObject({ state: 'waiting', tried: [expect.anything()] });
      expect(await test.first.hours(id, at(-9.1e6))).toEqual([]);
    });

    it('marks waiting deliveries as failed when their endpoint is deleted', async () => {
      await add(event(1), event(2));
      await test.first.record(id, [attempt(1)], FAILING);
      await test.first.remove(id, at(900));
      expect(await dueIds(at(5000))).toEqual([]);
      expect(await test.second.get(id, 'event-1')).toMatchObject({ state: 'delivered' });
      expect(await test.second.get(id, 'event-2')).toMatchObject({ state: 'failed', lastFailure: 'deleted' });
      await test.first.overwriteDeleted();
    });
  });
};
