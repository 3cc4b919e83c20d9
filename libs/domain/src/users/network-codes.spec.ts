import { describe, expect, it } from '@jest/globals';
import type { NetworkCodesEvent } from '#events';
import { specificationOf } from '../testing/specification.js';
import { mayAskForCode, networkCodes } from './network-codes.js';

const asked = (at: string): NetworkCodesEvent => ({ type: 'CodeAskedForFromNetwork', data: { at } });
const { evolve, initialState } = networkCodes.decider;
const LIMITS = { perMinute: 2, perDay: 3 };

describe('codes asked for from a network', () => {
  it('are recorded by the minute', () =>
    specificationOf(networkCodes.decider)()
      .when({ type: 'CountCode', at: '2026-03-02T10:00:59.123Z' })
      .then(asked('2026-03-02T10:00:00.000Z')));

  it('are counted in a minute of the clock and in 24 hours, older ones too, which say the second', () => {
    const state = [asked('2026-03-02T10:00:00.000Z'), asked('2026-03-02T10:00:41.500Z')].reduce(evolve, initialState);
    expect(mayAskForCode(state, '2026-03-02T10:00:59.999Z', LIMITS)).toBe(false);
    expect(mayAskForCode(state, '2026-03-02T10:01:00.000Z', LIMITS)).toBe(true);
    const full = evolve(state, asked('2026-03-02T10:01:00.000Z'));
    expect([
      mayAskForCode(full, '2026-03-03T09:59:59.000Z', LIMITS),
      mayAskForCode(full, '2026-03-03T10:00:00.000Z', LIMITS),
    ]).toEqual([false, true]);
  });

  it('take the room of their minutes, however many they are', () => {
    const day = Array.from({ length: 20_000 }, (_, count) =>
      asked(new Date(Date.UTC(2026, 2, 2) + Math.floor(count / 100) * 60_000).toISOString()),
    );
    const state = day.reduce(evolve, initialState);
    expect([state.length, state.at(-1)]).toEqual([200, { at: Date.UTC(2026, 2, 2, 3, 19), count: 100 }]);
  });
});
