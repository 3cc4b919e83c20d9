import { describe, expect, it } from '@jest/globals';
import { runInBackground, backoffMs, startPeriodic } from './periodic.js';

describe('periodic work', () => {
  it('continues after a failed round, which is logged, and stops only after the round in progress', async () => {
    const told: string[] = [];
    const logger = { warn: (_: object, text: string) => void told.push(text) };
    let [begun, ended, thirdIsThere] = [0, 0, () => {}];
    const third = new Promise<void>((resolve) => (thirdIsThere = resolve));
    const rounds = startPeriodic({ everyMs: 1, failure: 'it failed', logger }, async () => {
      begun += 1;
      if (begun < 3) throw new Error('no');
      thirdIsThere();
      await new Promise((resolve) => setImmediate(resolve));
      ended += 1;
    });
    await third;
    await rounds.stop();
    expect([told, begun, ended]).toEqual([['it failed', 'it failed'], 3, 1]);
  });

  it('doubles its pause after each failure up to a limit, and never pauses for less than its usual interval', () => {
    expect([0, 1, 2, 3, 40].map((failed) => backoffMs(failed, 200, 5_000))).toEqual([200, 400, 800, 1600, 5_000]);
    expect(backoffMs(3, 60_000, 5_000)).toBe(60_000);
  });

  it('a background task that fails is logged and causes no unhandled rejection', async () => {
    const told = await new Promise<string>((resolve) =>
      runInBackground(Promise.reject(new Error('no')), 'it failed', { warn: (_, text) => resolve(text) }),
    );
    expect(told).toBe('it failed');
  });
});
