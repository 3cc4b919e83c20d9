import { describe, expect, it } from '@jest/globals';
import { runInBackground, backoffMs, startPeriodic } from './periodic.js';

describe('periodic work', () => {
  it('continues after a failed round, which is logged, and stops only after the round in progress', async () => {
    const loggedTexts: string[] = [];
    const logger = { warn: (_: object, text: string) => void loggedTexts.push(text) };
    let [startedRounds, endedRounds, startThird] = [0, 0, () => {}];
    const thirdRound = new Promise<void>((resolve) => (startThird = resolve));
    const rounds = startPeriodic({ everyMs: 1, failure: 'it failed', logger }, async () => {
      startedRounds += 1;
      if (startedRounds < 3) throw new Error('no');
      startThird();
      await new Promise((resolve) => setImmediate(resolve));
      endedRounds += 1;
    });
    await thirdRound;
    await rounds.stop();
    expect([loggedTexts, startedRounds, endedRounds]).toEqual([['it failed', 'it failed'], 3, 1]);
  });

  it('doubles its pause after each failure up to a limit, and never pauses for less than its usual interval', () => {
    expect([0, 1, 2, 3, 40].map((failures) => backoffMs(failures, 200, 5_000))).toEqual([200, 400, 800, 1600, 5_000]);
    expect(backoffMs(3, 60_000, 5_000)).toBe(60_000);
  });

  it('a background task that fails is logged and causes no unhandled rejection', async () => {
    const loggedText = await new Promise<string>((resolve) =>
      runInBackground(Promise.reject(new Error('no')), 'it failed', { warn: (_, text) => resolve(text) }),
    );
    expect(loggedText).toBe('it failed');
  });
});
