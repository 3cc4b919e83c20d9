import { setTimeout as pause } from 'node:timers/promises';
import { StoreMisconfigured, StoreUnavailable } from '#events';

type Waiting = {
  logger?: { warn(facts: object, text: string): void; error(facts: object, text: string): void };
  /** Between two times of asking, in milliseconds. */
  retryMs?: number;
  /** The same where an operator has to mend something first, who is told each time. */
  retryMisconfiguredMs?: number;
  /** Told each time why it is waited. */
  onWaiting?: ((why: StoreUnavailable) => void) | undefined;
  /** Ends the waiting: the answer is then the last failure. */
  signal?: AbortSignal | undefined;
};

/**
 * The answer of `ask`, asked again for as long as an engine is away: at the start of a process, when there is nobody
 * yet whom a failure could be told and nothing that could be lost by waiting.
 * @throws StoreUnavailable once `signal` aborts; anything else that `ask` throws at once
 */
export const retryUntilAvailable = async <Answer>(
  ask: () => Promise<Answer>,
  { logger, retryMs = 1_000, retryMisconfiguredMs = 5_000, onWaiting, signal }: Waiting = {},
): Promise<Answer> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || signal?.aborted) throw error;
      onWaiting?.(error);
      const isMisconfigured = error instanceof StoreMisconfigured;
      if (isMisconfigured) logger?.error({ err: error }, 'an engine cannot be used until this is mended, trying again');
      else logger?.warn({ err: error }, 'an engine is away, trying again');
      const waitMs = isMisconfigured ? retryMisconfiguredMs : retryMs;
      await pause(waitMs, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
    }
  }
};
