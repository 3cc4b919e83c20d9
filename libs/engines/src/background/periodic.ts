import { setTimeout as pause } from 'node:timers/promises';

export type PeriodicLogger = { warn(facts: object, text: string): void };

type Options = {
  everyMs: number;
  /** What is logged when a round fails. */
  failure: string;
  /** Without a logger failures are not reported, for rounds whose work the next round repeats anyway. */
  logger?: PeriodicLogger | undefined;
  /** Longest pause after several failed rounds; by default 5 s, or `everyMs` if that is longer. */
  maxPauseMs?: number;
  /** Does not keep the process alive. */
  unref?: boolean;
};

/** Default of `maxPauseMs`. */
const DEFAULT_MAX_PAUSE_MS = 5_000;

/** Work that is repeated until it is stopped. */
export type PeriodicTask = {
  /** Starts no further round; resolves when the running round has ended. */
  stop(): Promise<void>;
};

/**
 * Repeats work in the background. A round starts `everyMs` after the last one has ended, so two never run at once. A
 * failed round is logged, and the pauses double until a round succeeds. All repeated work of the service uses this
 * function or `runPeriodic`.
 */
export const startPeriodic = (options: Options, round: () => unknown): PeriodicTask => {
  const stopping = new AbortController();
  const completion = runPeriodic({ ...options, signal: stopping.signal }, round);
  return {
    async stop() {
      stopping.abort();
      await completion;
    },
  };
};

/**
 * Like `startPeriodic`, until `signal` aborts; resolves when the last round has ended. The first round starts after one
 * pause. A failure after the abort is not logged.
 */
export const runPeriodic = async (
  {
    everyMs,
    failure,
    logger,
    maxPauseMs = Math.max(everyMs, DEFAULT_MAX_PAUSE_MS),
    unref = false,
    signal,
  }: Options & { signal: AbortSignal },
  round: () => unknown,
): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    const waitMs = backoffMs(failures, everyMs, maxPauseMs);
    await pause(waitMs, undefined, { signal, ref: !unref }).catch(() => undefined); // ends early when the signal aborts
    if (signal.aborted) return;
    try {
      await round();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!signal.aborted) logger?.warn({ err: error }, failure);
    }
  }
};

/** Runs work that is not awaited; a failure is logged. */
export const runInBackground = (work: Promise<unknown> | undefined, failure: string, logger?: PeriodicLogger): void => {
  work?.catch((error: unknown) => logger?.warn({ err: error }, failure));
};

/** The pause after this number of consecutive failures. */
export const backoffMs = (failures: number, everyMs: number, maxPauseMs: number): number =>
  Math.min(everyMs * 2 ** Math.min(failures, 20), Math.max(everyMs, maxPauseMs));
