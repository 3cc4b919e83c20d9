import { setTimeout as pause } from 'node:timers/promises';
import { StoreMisconfigured, StoreUnavailable } from '#events';

type Options = {
  logger?: { warn(facts: object, text: string): void; error(facts: object, text: string): void };
  /** Pause between two attempts, in milliseconds. */
  retryMs?: number;
  /** The pause if an operator has to correct something first. */
  retryMisconfiguredMs?: number;
  /** Called with the failure of each attempt. */
  onWaiting?: ((reason: StoreUnavailable) => void) | undefined;
  /** Ends the retries; the last failure is then thrown. */
  signal?: AbortSignal | undefined;
};

/**
 * Calls `work` and repeats it while an engine is unavailable. For the start of a process, which has no callers yet that
 * a failure could be reported to, and which loses nothing by waiting.
 * @throws StoreUnavailable once `signal` aborts; any other error of `work` at once
 */
export const retryUntilAvailable = async <Result>(
  work: () => Promise<Result>,
  { logger, retryMs = 1_000, retryMisconfiguredMs = 5_000, onWaiting, signal }: Options = {},
): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || signal?.aborted) throw error;
      onWaiting?.(error);
      const isMisconfigured = error instanceof StoreMisconfigured;
      if (isMisconfigured) logger?.error({ err: error }, 'an engine cannot be used until this is fixed, trying again');
      else logger?.warn({ err: error }, 'an engine is not available, trying again');
      const waitMs = isMisconfigured ? retryMisconfiguredMs : retryMs;
      await pause(waitMs, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
    }
  }
};
