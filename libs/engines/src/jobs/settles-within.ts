import { setTimeout as pause } from 'node:timers/promises';

/**
 * Whether `work` ends within `ms` milliseconds.
 * @throws the error of `work` if it fails within that time
 */
export const settlesWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const timerAbort = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      pause(ms, false, { signal: timerAbort.signal }).catch(() => false), // aborted when the work has ended
    ]);
  } finally {
    timerAbort.abort();
  }
};
