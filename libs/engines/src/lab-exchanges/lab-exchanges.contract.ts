import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PUSH_HOURS, MAX_REFUSED_PUSHES, type LabExchanges, type RefusedPush } from './lab-exchanges.js';

/** The same exchanges, opened twice as by two processes. */
export type LabExchangesUnderTest = { first: LabExchanges; second: LabExchanges; close(): Promise<void> };

const HOUR_S = 3_600;
/** The time this number of seconds after noon. */
const at = (seconds: number): string => new Date(Date.parse('2026-03-01T12:00:00.000Z') + seconds * 1000).toISOString();

const push = (subject: string | null, seconds: number, changes: Partial<RefusedPush> = {}): RefusedPush => ({
  operation: 'PushConsignStatus',
  keyId: 'key-1',
  status: 409,
  code: 'TRANSITION_NOT_ALLOWED',
  subject,
  others: 0,
  reason: '{}',
  at: at(seconds),
  ...changes,
});

/** What every adapter of the exchanges must do. */
export const labExchangesContract = (adapter: string, open: () => Promise<LabExchangesUnderTest>): void => {
  describe(`exchanges with laboratory systems on ${adapter}`, () => {
    let test: LabExchangesUnderTest;
    let unit = '';
    beforeAll(async () => {
      test = await open();
    });
    beforeEach(() => {
      unit = randomUUID();
    });
    afterAll(() => test.close());

    const subjects = async (seconds: number) =>
      (await test.second.refusedPushes(unit, at(seconds))).map(({ subject }) => subject);

    it('record refused pushes of each unit separately, and a repeated refusal once with its count', async () => {
      await test.first.recordRefusedPush(unit, push('c-1', 1));
      await test.second.recordRefusedPush(unit, push('c-2', 2, { keyId: null, others: 3 }));
      await test.second.recordRefusedPush(unit, push('c-1', 3));
      await test.first.recordRefusedPush(randomUUID(), push('c-3', 4));
      expect(await test.second.refusedPushes(unit, at(10))).toEqual([
        { ...push('c-1', 3), times: 2, firstAt: at(1) },
        { ...push('c-2', 2, { keyId: null, others: 3 }), times: 1, firstAt: at(2) },
      ]);
    });

    it('keep a limited number of refused pushes, drop the oldest first, and delete all after 30 days', async () => {
      for (let n = 1; n <= MAX_REFUSED_PUSHES + 3; n += 1) await test.first.recordRefusedPush(unit, push(`c-${n}`, n));
      const storedSubjects = await subjects(100);
      expect([storedSubjects.length, storedSubjects[0], storedSubjects.at(-1)]).toEqual([
        MAX_REFUSED_PUSHES,
        `c-${MAX_REFUSED_PUSHES + 3}`,
        'c-4',
      ]);
      expect(await subjects(31 * 24 * HOUR_S)).toEqual([]);
      await test.first.recordRefusedPush(unit, push('later', 31 * 24 * HOUR_S));
      expect(await subjects(0)).toEqual(['later']);
    });

    it('count pushes per hour for a day', async () => {
      for (const seconds of [0, 60, HOUR_S]) await test.first.recordAcceptedPush(unit, at(seconds));
      await test.second.recordRefusedPush(unit, push('c-1', 120));
      expect(await test.first.hours(unit, at(HOUR_S))).toEqual([
        { at: at(0), accepted: 2, refused: 1 },
        { at: at(HOUR_S), accepted: 1, refused: 0 },
      ]);
      await test.first.recordAcceptedPush(unit, at(PUSH_HOURS * HOUR_S));
      const remainingHours = await test.second.hours(unit, at(0));
      expect(remainingHours.map((hour) => hour.at)).toEqual([at(HOUR_S), at(PUSH_HOURS * HOUR_S)]);
    });

    it('report for each kind of call its last success, its last failure and since when it fails', async () => {
      const failedCall = (seconds: number) => ({ at: at(seconds), ms: 5_000, status: null, failure: 'timeout' });
      await test.first.recordCall(unit, 'bill', { at: at(0), ms: 9, status: 200, failure: null });
      await test.first.recordCall(unit, 'catalogue', { at: at(1), ms: 40, status: 200, failure: null });
      await test.second.recordCall(unit, 'catalogue', failedCall(2));
      await test.second.recordCall(unit, 'catalogue', failedCall(4));
      await test.first.recordCall(unit, 'catalogue', { at: at(3), ms: 1, status: 200, failure: null });
      const failingHealth = {
        kind: 'catalogue',
        lastAt: at(4),
        lastMs: 5_000,
        lastStatus: null,
        successAt: at(1),
        failureAt: at(4),
        failure: 'timeout',
        failureStatus: null,
        failingSince: at(2),
      };
      expect(await test.first.calls(unit)).toEqual([
        failingHealth,
        expect.objectContaining({ kind: 'bill', failureAt: null }),
      ]);
      await test.first.recordCall(unit, 'catalogue', { at: at(5), ms: 30, status: 200, failure: null });
      const [catalogue] = await test.second.calls(unit);
      expect(catalogue).toEqual({
        ...failingHealth,
        lastAt: at(5),
        lastMs: 30,
        lastStatus: 200,
        successAt: at(5),
        failingSince: null,
      });
    });
  });
};
