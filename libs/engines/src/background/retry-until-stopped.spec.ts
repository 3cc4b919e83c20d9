import { expect, it } from '@jest/globals';
import { retryUntilStopped } from './retry-until-stopped.js';

it('work is repeated until it succeeds once, and every failure is reported', async () => {
  const failures: unknown[] = [];
  const { signal } = new AbortController();
  let runs = 0;
  await retryUntilStopped(
    async () => {
      if (++runs < 3) throw new Error(`run ${runs}`);
    },
    { retryMs: 1, signal, onFailure: (error) => failures.push((error as Error).message) },
  );
  expect([runs, failures]).toEqual([3, ['run 1', 'run 2']]);
});

it('work is not repeated after the signal aborts, which also ends the wait, and a failure after that is not reported', async () => {
  const stopping = new AbortController();
  let [runs, failures] = [0, 0];
  const retrying = retryUntilStopped(
    async () => {
      runs += 1;
      throw new Error('no');
    },
    { retryMs: 60_000, signal: stopping.signal, onFailure: () => void (failures += 1) },
  );
  await new Promise((resolve) => setImmediate(resolve));
  stopping.abort();
  await retrying;
  expect([runs, failures]).toEqual([1, 1]);

  const lateAbort = new AbortController();
  await retryUntilStopped(
    async () => {
      lateAbort.abort();
      throw new Error('no');
    },
    { retryMs: 1, signal: lateAbort.signal, onFailure: () => void (failures += 1) },
  );
  expect(failures).toBe(1);
});
