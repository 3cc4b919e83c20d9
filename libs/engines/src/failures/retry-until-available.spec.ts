import { describe, expect, it } from '@jest/globals';
import { StoreMisconfigured, StoreUnavailable } from '#events';
import { retryUntilAvailable } from './retry-until-available.js';

const unavailable = new StoreUnavailable('the engine is away');

describe('a call at the start of a process', () => {
  it('is repeated while an engine is unavailable, with a warning each time', async () => {
    let callCount = 0;
    const loggedFacts: unknown[] = [];
    const loadKeys = async () => {
      if (++callCount < 3) throw unavailable;
      return 'keys';
    };
    const logger = {
      warn: (facts: object) => loggedFacts.push(facts),
      error: () => {
        throw new Error('not this one');
      },
    };
    expect(await retryUntilAvailable(loadKeys, { retryMs: 1, logger })).toBe('keys');
    expect([callCount, loggedFacts]).toEqual([3, [{ err: unavailable }, { err: unavailable }]]);
  });

  it('is repeated after a misconfiguration, with an error in the log each time', async () => {
    const denied = new StoreMisconfigured('EVENTSTORE_URL: its user may not read $all');
    let callCount = 0;
    const loggedFacts: unknown[] = [];
    const loadKeys = async () => {
      if (++callCount < 3) throw denied;
      return 'keys';
    };
    const logger = {
      error: (facts: object) => loggedFacts.push(facts),
      warn: () => {
        throw new Error('not this one');
      },
    };
    expect(await retryUntilAvailable(loadKeys, { retryMs: 60_000, retryMisconfiguredMs: 1, logger })).toBe('keys');
    expect(loggedFacts).toEqual([{ err: denied }, { err: denied }]);
  });

  it('fails at once with any other error', async () => {
    let callCount = 0;
    const otherError = new Error('authentication failed');
    await expect(
      retryUntilAvailable(async () => {
        callCount++;
        throw otherError;
      }),
    ).rejects.toBe(otherError);
    expect(callCount).toBe(1);
  });

  it('ends its wait when the process stops', async () => {
    const abortController = new AbortController();
    const result = retryUntilAvailable(
      async () => {
        throw unavailable;
      },
      { retryMs: 60_000, signal: abortController.signal },
    );
    setImmediate(() => abortController.abort());
    await expect(result).rejects.toBe(unavailable);
  });
});
