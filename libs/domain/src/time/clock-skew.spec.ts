import { expect, it } from '@jest/globals';
import { ageOf, CLOCK_SKEW_MS, isImpossible, timeLeft } from './clock-skew.js';

const HOUR_MS = 3_600_000;
const now = '2026-11-25T08:00:00.000Z';
const timeAfter = (ms: number) => new Date(Date.parse(now) + ms).toISOString();

it('a time further in the future than the clock skew counts as long past', () => {
  expect(ageOf(timeAfter(-HOUR_MS), now)).toBe(HOUR_MS);
  expect(ageOf(timeAfter(CLOCK_SKEW_MS), now)).toBe(0);
  expect(ageOf(timeAfter(CLOCK_SKEW_MS + 1), now)).toBe(Infinity);
});

it('a period with more time left than its rule allows counts as ended', () => {
  expect(timeLeft(timeAfter(HOUR_MS), now, HOUR_MS)).toBe(HOUR_MS);
  expect(timeLeft(timeAfter(-1), now, HOUR_MS)).toBe(0);
  expect(timeLeft(timeAfter(9 * HOUR_MS), now, HOUR_MS)).toBe(0);
  expect(isImpossible(Date.parse(timeAfter(HOUR_MS)), Date.parse(now), HOUR_MS)).toBe(false);
});
