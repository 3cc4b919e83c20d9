import { describe, expect, it } from '@jest/globals';
import { USAGE_MINUTES } from './key-requests.js';
import { MemoryKeyRequests } from './memory-key-requests.js';

const MINUTE_MS = 60_000;
const request = { limit: 2, isRefused: false, byPrevious: false };

describe('requests of access keys counted in memory', () => {
  it('are limited per minute, separately for each key', async () => {
    let now = 0;
    const requests = new MemoryKeyRequests(() => now);
    expect(await requests.count('a', request)).toEqual({ limit: 2, remaining: 1, seconds: 60, isExhausted: false });
    now = 59_000;
    await requests.count('a', request);
    expect(await requests.count('a', request)).toEqual({ limit: 2, remaining: 0, seconds: 1, isExhausted: true });
    expect((await requests.count('b', request)).isExhausted).toBe(false);
    now = 60_000;
    expect((await requests.count('a', request)).isExhausted).toBe(false);
  });

  it('are recorded per minute for a while, including refused ones and those with the previous secret', async () => {
    let now = 0;
    const requests = new MemoryKeyRequests(() => now);
    await requests.count('a', { ...request, limit: 1 });
    await requests.count('a', { ...request, limit: 1, byPrevious: true });
    now = 2 * MINUTE_MS;
    await requests.count('a', { ...request, isRefused: true });
    now = 2 * MINUTE_MS + 5_000;
    await requests.recordRefused('a');
    await requests.recordRefused('stranger');
    const [a, stranger, unknown] = await requests.usage(['a', 'stranger', 'unknown']);
    expect([a?.requests.slice(-3), a?.refused.slice(-3), a?.byPrevious, a?.idleMs]).toEqual([
      [2, 0, 2],
      [1, 0, 2],
      1,
      5_000,
    ]);
    expect([stranger?.idleMs, stranger?.refused.at(-1), unknown?.idleMs]).toEqual([null, 1, null]);
    expect(unknown?.requests).toEqual(Array.from({ length: USAGE_MINUTES }, () => 0));
    now = 20 * MINUTE_MS;
    expect((await requests.usage(['a']))[0]).toMatchObject({ idleMs: 18 * MINUTE_MS, byPrevious: 0 });
  });

  it('are forgotten for the key that was unused for the longest time', async () => {
    const requests = new MemoryKeyRequests(() => 0);
    for (let n = 0; n <= 5_000; n++) await requests.count(`key ${n}`, request);
    const usage = await requests.usage(['key 0', 'key 1', 'key 5000']);
    expect(usage.map(({ idleMs }) => idleMs)).toEqual([null, 0, 0]);
  });
});
