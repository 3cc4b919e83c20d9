import { setTimeout as pause } from 'node:timers/promises';

export type PeriodicLog = { warn(facts: object, text: string): void };

type Options = {
  everyMs: number;
  /** What is logged when a round fails. */
  failure: string;
  /** Without one failures are not told: for rounds whose work is found again by the next. */
  logger?: PeriodicLog | undefined;
  /** The longest pause after rounds that failed one after another; `everyMs` where that is longer. */
  longestMs?: number;
  /** Does not keep the process alive. */
  unref?: boolean;
};

/** Longest pause between two tries of what keeps failing. */
const LONGEST_MS = 5_000;

/** Work that is repeated until it is stopped. */
export type PeriodicTask = {
  /** No round begins any more; resolves when the one that runs has ended. */
  stop(): Promise<void>;
};

/**
 * The one way in which work is repeated in the background. A round follows `everyMs` after the last has ended, so two
 * never run at once. One that fails is logged, ends nothing, and is tried again after pauses that double.
 */
export const startPeriodic = (options: Options, round: () => unknown): PeriodicTask => {
  const stopping = new AbortController();
  const ended = runPeriodic({ ...options, signal: stopping.signal }, round);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
};

/**
 * As `startPeriodic`, until `signal` aborts; resolves when the last round has ended. The first round comes after one
 * pause. What the signal broke off is not logged.
 */
export const runPeriodic = async (
  {
    everyMs,
    failure,
    logger,
    longestMs = Math.max(everyMs, LONGEST_MS),
    unref = false,
    signal,
  }: Options & { signal: AbortSignal },
  round: () => unknown,
): Promise<void> => {
  for (let failed = 0; !signal.aborted;) {
    const waitMs = backoffMs(failed, everyMs, longestMs);
    await pause(waitMs, undefined, { signal, ref: !unref }).catch(() => undefined); // ends early when the signal aborts
    if (signal.aborted) return;
    try {
      await round();
      failed = 0;
    } catch (error) {
      failed += 1;
      if (!signal.aborted) logger?.warn({ err: error }, failure);
    }
  }
};

/** Runs work that nobody waits for; when it fails, that is logged and nothing ends. */
export const runInBackground = (work: Promise<unknown> | undefined, failure: string, logger?: PeriodicLog): void => {
  work?.catch((error: unknown) => logger?.warn({ err: error }, failure));
};

/** After `failures` rounds in a row that failed. */
export const backoffMs = (failures: number, everyMs: number, longestMs: number): number =>
  Math.min(everyMs * 2 ** Math.min(failures, 20), Math.max(everyMs, longestMs));
