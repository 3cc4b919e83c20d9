import { setTimeout as pause } from 'node:timers/promises';

type Options = {
  retryMs: number;
  signal: AbortSignal;
  /** Called for each failure, except for one after `signal` aborted. */
  onFailure(error: unknown): void;
};

/** Runs `work` until it succeeds once or `signal` aborts; after a failure it waits `retryMs` and runs it again. */
export const retryUntilStopped = async (
  work: () => Promise<void>,
  { retryMs, signal, onFailure }: Options,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      await pause(retryMs, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
    }
  }
};
