import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Engines, Vault } from '#engines';
import { sweepSessionsOnce, sweepSessions } from './sweep-sessions.js';
import { HOUR, openTestEngines, TestClock, waitUntil } from '#harness/worker/test-engines';

const logger = pino({ level: 'silent' });
let clock: TestClock;
let engines: Engines;
let vault: Vault;
beforeEach(async () => {
  clock = new TestClock();
  engines = await openTestEngines(clock);
  ({ vault } = engines);
});
afterEach(() => engines.close());

/** Sessions that expire so many hours from now, named by them. */
const addSessions = async (...hours: number[]): Promise<void> => {
  for (const hour of hours)
    await vault.addSession({
      jti: String(hour),
      userId: 'user',
      createdAt: clock.now().toISOString(),
      expiresAt: new Date(clock.now().getTime() + hour * HOUR).toISOString(),
    });
};
const remainingSessions = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const group of vault.entries())
    for (const entry of group) if (entry.kind === 'session') ids.push(entry.session.jti);
  return ids.toSorted();
};

describe('expired sessions', () => {
  it('are deleted when they expire, and others are kept', async () => {
    await addSessions(1, 2, 3);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(0);
    clock.pass(2 * HOUR);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(2);
    expect(await remainingSessions()).toEqual(['3']);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(0);
  });

  it('are deleted in rounds of a limited number, the oldest first, and once if two workers run', async () => {
    await addSessions(5, 4, 3, 2, 1);
    clock.pass(6 * HOUR);
    const runRound = () => sweepSessionsOnce({ vault, now: clock.now, logger, pageSize: 2, maxPages: 1 });
    expect(await runRound()).toBe(2);
    expect(await remainingSessions()).toEqual(['3', '4', '5']);
    expect((await Promise.all([runRound(), runRound()])).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await remainingSessions()).toEqual([]);
  });

  it('are deleted periodically, also after a failed round', async () => {
    await addSessions(1);
    clock.pass(2 * HOUR);
    let remainingFailures = 1;
    const failingVault = new Proxy(vault, {
      get: (target, name) =>
        name === 'deleteExpiredSessions' && remainingFailures-- > 0
          ? () => Promise.reject(new Error('the vault is away'))
          : Reflect.get(target, name).bind(target),
    });
    const stopController = new AbortController();
    const running = sweepSessions({
      vault: failingVault,
      now: clock.now,
      logger,
      signal: stopController.signal,
      everyMs: 1,
    });
    await waitUntil(async () => (await remainingSessions()).length === 0);
    stopController.abort();
    await running;
  });
});
