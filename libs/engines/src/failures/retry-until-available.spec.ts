import { describe, expect, it } from '@jest/globals';
import { StoreMisconfigured, StoreUnavailable } from '#events';
import { retryUntilAvailable } from './retry-until-available.js';

const away = new StoreUnavailable('the engine is away');

describe('a call at the start of a process', () => {
  it('is repeated while an engine is unavailable, with a warning each time', async () => {
    let asked = 0;
    const told: unknown[] = [];
    const ask = async () => {
      if (++asked < 3) throw away;
      return 'keys';
    };
    const logger = {
      warn: (facts: object) => told.push(facts),
      error: () => {
        throw new Error('not this one');
      },
    };
    expect(await retryUntilAvailable(ask, { retryMs: 1, logger })).toBe('keys');
    expect([asked, told]).toEqual([3, [{ err: away }, { err: away }]]);
  });

  it('is repeated after a misconfiguration, with an error in the log each time', async () => {
    const denied = new StoreMisconfigured('EVENTSTORE_URL: its user may not read $all');
    let asked = 0;
    const told: unknown[] = [];
    const ask = async () => {
      if (++asked < 3) throw denied;
      return 'keys';
    };
    const logger = {
      error: (facts: object) => told.push(facts),
      warn: () => {
        throw new Error('not this one');
      },
    };
    expect(await retryUntilAvailable(ask, { retryMs: 60_000, retryMisconfiguredMs: 1, logger })).toBe('keys');
    expect(told).toEqual([{ err: denied }, { err: denied }]);
  });

  it('fails at once with any other error', async () => {
    let asked = 0;
    const wrong = new Error('authentication failed');
    await expect(
      retryUntilAvailable(async () => {
        asked++;
        throw wrong;
      }),
    ).rejects.toBe(wrong);
    expect(asked).toBe(1);
  });

  it('ends its wait when the process stops', async () => {
    const ending = new AbortController();
    const asking = retryUntilAvailable(
      async () => {
        throw away;
      },
      { retryMs: 60_000, signal: ending.signal },
    );
    setImmediate(() => ending.abort());
    await expect(asking).rejects.toBe(away);
  });
});
