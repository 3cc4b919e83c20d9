import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '#events';
import { onceThere } from './once-there.js';

const away = new StoreUnavailable('the engine is away');

describe('what is asked at the start of a process', () => {
  it('is asked again while an engine is away, and each time is told', async () => {
    let asked = 0;
    const told: unknown[] = [];
    const ask = async () => {
      if (++asked < 3) throw away;
      return 'keys';
    };
    expect(await onceThere(ask, { retryMs: 1, logger: { warn: (facts) => told.push(facts) } })).toBe('keys');
    expect([asked, told]).toEqual([3, [{ err: away }, { err: away }]]);
  });

  it('fails at once with anything else: waiting mends no wrong password', async () => {
    let asked = 0;
    const wrong = new Error('authentication failed');
    await expect(
      onceThere(async () => {
        asked++;
        throw wrong;
      }),
    ).rejects.toBe(wrong);
    expect(asked).toBe(1);
  });

  it('ends with the process that waits', async () => {
    const ending = new AbortController();
    const asking = onceThere(
      async () => {
        throw away;
      },
      { retryMs: 60_000, signal: ending.signal },
    );
    setImmediate(() => ending.abort());
    await expect(asking).rejects.toBe(away);
  });
});
