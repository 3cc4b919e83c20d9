import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

type Rounds = { everyMs: number; signal: AbortSignal; logger: Logger; failure: string };

/** Runs a round each `everyMs` until `signal` aborts, the first after one pause. One that fails is logged as `failure`, unless it was broken off by the signal; the next follows all the same. */
export const repeatRounds = async (
  { everyMs, signal, logger, failure }: Rounds,
  round: () => Promise<unknown>,
): Promise<void> => {
  while (!signal.aborted) {
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await round().catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, failure);
    });
  }
};
