import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_WAITS, retryAfterOf, waitBeforeNext } from './delivery-schedule.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('the attempts of a delivery', () => {
  it('are ten, with growing waits that vary at random', () => {
    const delays = Array.from({ length: 11 }, (_, n) => waitBeforeNext(n, () => 0.5, null));
    expect(delays).toEqual([...ATTEMPT_WAITS, null]);
    expect([waitBeforeNext(1, () => 0, null), waitBeforeNext(1, () => 1, null)]).toEqual([4_500, 5_500]);
  });

  it('wait as long as the response demands, up to a day, but never shorter than without a demand', () => {
    expect(waitBeforeNext(1, () => 0.5, 120)).toBe(120_000);
    expect(waitBeforeNext(4, () => 0.5, 120)).toBe(2 * 3_600_000);
    const requestedDelay = (status: number, header?: string) => retryAfterOf(status, header, NOW);
    expect([
      requestedDelay(429, '30'),
      requestedDelay(503, ' Sun, 01 Mar 2026 12:01:00 GMT '),
      requestedDelay(429, '999999999'),
    ]).toEqual([30, 60, 86_400]);
    expect([
      requestedDelay(503, 'Sun, 01 Mar 2026 11:00:00 GMT'),
      requestedDelay(429, '-5'),
      requestedDelay(429, 'soon'),
    ]).toEqual([0, 0, null]);
    expect([requestedDelay(500, '30'), requestedDelay(429), requestedDelay(429, '')]).toEqual([null, null, null]);
  });
});
