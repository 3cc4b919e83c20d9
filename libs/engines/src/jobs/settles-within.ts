import { setTimeout as pause } from 'node:timers/promises';

/** Whether `work` has ended before so many milliseconds have passed. @throws whatever `work` throws until then */
export const settlesWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const ended = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      pause(ms, false, { signal: ended.signal }).catch(() => false), // woken by the end of the work
    ]);
  } finally {
    ended.abort();
  }
};
