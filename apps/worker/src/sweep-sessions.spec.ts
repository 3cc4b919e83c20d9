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
const open = async (...hours: number[]): Promise<void> => {
  for (const hour of hours)
    await vault.addSession({
      jti: String(hour),
      userId: 'user',
      createdAt: clock.now().toISOString(),
      expiresAt: new Date(clock.now().getTime() + hour * HOUR).toISOString(),
    });
};
const left = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const group of vault.entries())
    for (const entry of group) if (entry.kind === 'session') found.push(entry.session.jti);
  return found.toSorted();
};

describe('expired sessions', () => {
  it('are deleted when they expire, and others are kept', async () => {
    await open(1, 2, 3);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(0);
    clock.pass(2 * HOUR);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(2);
    expect(await left()).toEqual(['3']);
    expect(await sweepSessionsOnce({ vault, now: clock.now, logger })).toBe(0);
  });

  it('are deleted in rounds of a limited number, the oldest first, and once if two workers run', async () => {
    await open(5, 4, 3, 2, 1);
    clock.pass(6 * HOUR);
    const round = () => sweepSessionsOnce({ vault, now: clock.now, logger, page: 2, pages: 1 });
    expect(await round()).toBe(2);
    expect(await left()).toEqual(['3', '4', '5']);
    expect((await Promise.all([round(), round()])).toSorted((one, other) => one - other)).toEqual([1, 2]);
    expect(await left()).toEqual([]);
  });

  it('are deleted periodically, also after a failed round', async () => {
    await open(1);
    clock.pass(2 * HOUR);
    let fails = 1;
    const away = new Proxy(vault, {
      get: (target, name) =>
        name === 'deleteExpiredSessions' && fails-- > 0
          ? () => Promise.reject(new Error('the vault is away'))
          : Reflect.get(target, name).bind(target),
    });
    const stopping = new AbortController();
    const running = sweepSessions({ vault: away, now: clock.now, logger, signal: stopping.signal, everyMs: 1 });
    await waitUntil(async () => (await left()).length === 0);
    stopping.abort();
    await running;
  });
});
