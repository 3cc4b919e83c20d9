import { beforeEach, describe, expect, it } from '@jest/globals';
import { FiguresCache } from './figures-cache.js';

const at = (position: number) => String(position).padStart(20, '0');

describe('cached figures', () => {
  let recent: FiguresCache<number>;
  let counts: number;
  beforeEach(() => {
    recent = new FiguresCache();
    counts = 0;
  });
  const ask = (scope: string, now: number, position: number, atLeast?: number) =>
    recent.getOrCount(
      scope,
      { now, position: at(position), ...(atLeast === undefined ? {} : { atLeast: at(atLeast) }) },
      () => Promise.resolve(++counts),
    );

  it('are counted once per scope for all requests within five seconds', async () => {
    expect(await Promise.all([ask('a', 0, 1), ask('a', 4_999, 9, 1), ask('b', 0, 1)])).toEqual([1, 1, 2]);
    expect(await ask('a', 5_000, 9)).toBe(3);
  });

  it('are counted again for a caller who has seen a newer event', async () => {
    expect([await ask('a', 0, 5, 5), await ask('a', 10, 6, 6), await ask('a', 20, 6, 6)]).toEqual([1, 2, 2]);
  });

  it('do not include a count that failed', async () => {
    await expect(
      recent.getOrCount('a', { now: 0, position: at(1) }, () => Promise.reject(new Error('away'))),
    ).rejects.toThrow('away');
    expect(await ask('a', 1, 1)).toBe(1);
  });
});
