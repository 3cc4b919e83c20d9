import { afterEach, expect, it, jest } from '@jest/globals';
import { RateLimitStore } from './rate-limit-store.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('the rate limit store counts within a window independently of clock changes, separately for each address and route', () => {
  let monotonic = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T16:00:00Z'));
  const store = new RateLimitStore();
  const windows: (number | undefined)[] = [];
  const count = (key: string, counting = store) =>
    counting.incr(key, (_, window) => windows.push(window?.current, window?.ttl), 60_000, 2);
  count('a');
  count('a');
  clock.mockReturnValue(Date.parse('2026-11-25T08:00:00Z'));
  monotonic += 59_000;
  count('a');
  count('b');
  count('a', store.child() as RateLimitStore);
  monotonic += 1_000;
  count('a');
  expect(windows).toEqual([1, 60_000, 2, 60_000, 3, 1_000, 1, 60_000, 1, 60_000, 1, 60_000]);
});
