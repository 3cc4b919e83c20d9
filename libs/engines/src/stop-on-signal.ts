import { isMainThread } from 'node:worker_threads';
import { isRunByNpm } from '#settings';
import { runInBackground, startPeriodic } from './background/periodic.js';
import { keepFilesPrivate } from './data-folder/data-folder.js';
import { isEngineFailure } from './failures/engine-failure.js';
import { OpenResources } from './open-engines.js';
import { exitProcess } from './sqlite/database-calls.js';
import { onDamage } from './sqlite/database.js';

type Log = {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
};

/** A process ends within this time after a signal: Docker waits for ten seconds, Kubernetes and systemd for longer. */
const STOP_WITHIN_MS = 9_000;
/**
 * On Ctrl-C a process gets a signal of the terminal and another one of npm. A second signal within this time counts as
 * the same.
 */
const SAME_SIGNAL_MS = 250;
const NPM_CHECK_INTERVAL_MS = 200;

/**
 * Runs a process until SIGTERM or SIGINT. `start` adds everything it opens to the parts, which are closed on the
 * signal, even if `start` has not finished. The process exits with 0. It exits with 1 if it could not start (one line
 * says why), if a part could not be closed, or if a part took longer than `withinMs` (one line names it). A second
 * signal ends the process at once. The end of the npm that started the process counts as a signal, because npm passes
 * SIGTERM only to the shell in between, and that shell does not pass it on.
 *
 * The process is not exited explicitly but ends when nothing is open: only then Node releases the statements of its
 * databases, and SQLite removes their write-ahead logs.
 */
export const runUntilStopped = async (
  logger: Log,
  start: (parts: OpenResources) => Promise<void>,
  withinMs = STOP_WITHIN_MS,
): Promise<void> => {
  keepFilesPrivate();
  const parts = new OpenResources();
  endOnSignals(logger, parts, withinMs);
  onDamage((file) => {
    if (parts.signal.aborted) return;
    logger.error(
      { file },
      `${file} is damaged: the service ends, and its next start sets the file aside and rebuilds it`,
    );
    runInBackground(end(logger, parts, withinMs, 1), 'the process could not be ended in order');
  });
  try {
    await start(parts);
  } catch (error) {
    if (parts.signal.aborted) return;
    // For problems that an operator can solve (port in use, weak password, folder not writable).
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    logger.debug({ err: error }, 'start failed');
    await end(logger, parts, withinMs, 1);
  }
};

const endOnSignals = (logger: Log, parts: OpenResources, withinMs: number): void => {
  let firstSignalAt: number | null = null;
  const stop = (signal: string): void => {
    const now = performance.now();
    if (firstSignalAt !== null && now - firstSignalAt < SAME_SIGNAL_MS) return;
    if (firstSignalAt !== null) {
      logger.error({ signal, unfinished: parts.closingParts }, 'ended at once by a second signal');
      exitProcess(1);
    }
    firstSignalAt = now;
    logger.info({ signal }, 'stopping');
    runInBackground(end(logger, parts, withinMs, 0), 'the process could not be ended in order');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  if (!isRunByNpm()) return;
  const parentPid = process.ppid;
  const failure = 'the npm that started this process is not looked for any more';
  const npmCheck = startPeriodic({ everyMs: NPM_CHECK_INTERVAL_MS, unref: true, failure }, () => {
    if (process.ppid === parentPid) return;
    runInBackground(npmCheck.stop(), failure);
    if (firstSignalAt === null) stop('end of npm');
  });
};

const end = async (logger: Log, parts: OpenResources, withinMs: number, exitCode: number): Promise<void> => {
  setTimeout(() => giveUp(logger, parts, withinMs), withinMs).unref();
  try {
    await parts.close();
    process.exitCode = exitCode;
  } catch (error) {
    logger.error({ err: error }, 'stopped, though not everything could be closed');
    process.exitCode = 1;
  }
};

const giveUp = (logger: Log, parts: OpenResources, withinMs: number): void => {
  const open = process.getActiveResourcesInfo();
  const hung = parts.closingParts.length > 0 ? parts.closingParts : open;
  logger.error({ hung, open }, `did not stop within ${withinMs / 1000} s: ${hung.join(', ')}`);
  exitProcess(1);
};

type FailureLog = { error(facts: object, text: string): void; fatal(facts: object, text: string): void };

/**
 * How long the exit waits for database calls of other threads: to end a thread during such a call would abort the
 * process.
 */
const EXIT_TIMEOUT_MS = 5_000;

/**
 * The last line of defence of a process or thread. An uncaught failure of an engine is logged, and the process goes on;
 * it also goes on if standard output cannot be written. Any other uncaught exception or rejection is a bug and calls
 * `end`, which exits the process with 1 by default; a thread passes its own, which ends only the thread.
 */
export const surviveEngineFailures = (
  logger: FailureLog,
  end: () => void = () => exitProcess(1, EXIT_TIMEOUT_MS),
): void => {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    if (isEngineFailure(error)) {
      logger.error({ err: error }, 'an engine failed outside of a call; the service continues');
      return;
    }
    logger.fatal({ err: error }, isMainThread ? 'the process ends' : 'the thread ends');
    if (isEnding) return;
    isEnding = true;
    end();
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
