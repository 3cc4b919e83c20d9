import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PUSH_HOURS, REFUSED_PUSHES_KEPT, type LabExchanges, type RefusedPush } from './lab-exchanges.js';

/** The same exchanges, opened twice as by two processes. */
export type LabExchangesUnderTest = { one: LabExchanges; other: LabExchanges; close(): Promise<void> };

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
      (await test.other.refused(unit, at(seconds))).map(({ subject }) => subject);

    it('record refused pushes of each unit separately, and a repeated refusal once with its count', async () => {
      await test.one.noteRefused(unit, push('c-1', 1));
      await test.other.noteRefused(unit, push('c-2', 2, { keyId: null, others: 3 }));
      await test.other.noteRefused(unit, push('c-1', 3));
      await test.one.noteRefused(randomUUID(), push('c-3', 4));
      expect(await test.other.refused(unit, at(10))).toEqual([
        { ...push('c-1', 3), times: 2, firstAt: at(1) },
        { ...push('c-2', 2, { keyId: null, others: 3 }), times: 1, firstAt: at(2) },
      ]);
    });

    it('keep a limited number of refused pushes, drop the oldest first, and delete all after 30 days', async () => {
      for (let n = 1; n <= REFUSED_PUSHES_KEPT + 3; n += 1) await test.one.noteRefused(unit, push(`c-${n}`, n));
      const stored = await subjects(100);
      expect([stored.length, stored[0], stored.at(-1)]).toEqual([
        REFUSED_PUSHES_KEPT,
        `c-${REFUSED_PUSHES_KEPT + 3}`,
        'c-4',
      ]);
      expect(await subjects(31 * 24 * HOUR_S)).toEqual([]);
      await test.one.noteRefused(unit, push('later', 31 * 24 * HOUR_S));
      expect(await subjects(0)).toEqual(['later']);
    });

    it('count pushes per hour for a day', async () => {
      for (const seconds of [0, 60, HOUR_S]) await test.one.noteAccepted(unit, at(seconds));
      await test.other.noteRefused(unit, push('c-1', 120));
      expect(await test.one.hours(unit, at(HOUR_S))).toEqual([
        { at: at(0), accepted: 2, refused: 1 },
        { at: at(HOUR_S), accepted: 1, refused: 0 },
      ]);
      await test.one.noteAccepted(unit, at(PUSH_HOURS * HOUR_S));
      const left = await test.other.hours(unit, at(0));
      expect(left.map((hour) => hour.at)).toEqual([at(HOUR_S), at(PUSH_HOURS * HOUR_S)]);
    });

    it('report for each kind of call its last success, its last failure and since when it fails', async () => {
      const failed = (seconds: number) => ({ at: at(seconds), ms: 5_000, status: null, failure: 'timeout' });
      await test.one.noteCall(unit, 'bill', { at: at(0), ms: 9, status: 200, failure: null });
      await test.one.noteCall(unit, 'catalogue', { at: at(1), ms: 40, status: 200, failure: null });
      await test.other.noteCall(unit, 'catalogue', failed(2));
      await test.other.noteCall(unit, 'catalogue', failed(4));
      await test.one.noteCall(unit, 'catalogue', { at: at(3), ms: 1, status: 200, failure: null });
      const failing = {
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
      expect(await test.one.calls(unit)).toEqual([failing, expect.objectContaining({ kind: 'bill', failureAt: null })]);
      await test.one.noteCall(unit, 'catalogue', { at: at(5), ms: 30, status: 200, failure: null });
      const [catalogue] = await test.other.calls(unit);
      expect(catalogue).toEqual({
        ...failing,
        lastAt: at(5),
        lastMs: 30,
        lastStatus: 200,
        successAt: at(5),
        failingSince: null,
      });
    });
  });
};
