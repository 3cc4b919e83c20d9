import { isMainThread } from 'node:worker_threads';
import { isRunByNpm } from '#settings';
import { runInBackground, startPeriodic } from './background/periodic.js';
import { keepFilesPrivate } from './data-folder/data-folder.js';
import { isEngineFailure } from './failures/engine-failure.js';
import { OpenResources } from './open-engines.js';
import { exitProcess } from './sqlite/calls-of-threads.js';
import { onDamage } from './sqlite/database.js';

type Log = {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
};

/**
 * Within this time a process that is asked to end has ended: Docker waits for ten seconds, Kubernetes and systemd for
 * longer.
 */
const STOP_WITHIN_MS = 9_000;
/** npm passes Ctrl-C on to a process that the terminal has told already: what comes so soon is the same request. */
const SAME_REQUEST_MS = 250;
const LOOK_FOR_NPM_MS = 200;

/**
 * Runs a process until SIGTERM or SIGINT. `start` adds what it opens to the parts, which are closed then, also when it
 * has not come to its end. The process exits with 0; with 1 when it could not start, which is said in one line, when a
 * part could not be closed, or when one took longer than `withinMs`, with a line that names it. A second signal ends
 * the process at once. The end of the npm that started it counts as a signal: npm passes on SIGTERM to the shell in
 * between alone, which ends without a word.
 *
 * The process exits by itself once nothing is open any more: only then Node lets go of the statements of its databases,
 * and SQLite removes their write-ahead logs.
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
      `${file} is damaged: the service ends, and its next start sets the file aside and builds it anew`,
    );
    runInBackground(end(logger, parts, withinMs, 1), 'the process could not be ended in order');
  });
  try {
    await start(parts);
  } catch (error) {
    if (parts.signal.aborted) return;
    // What an operator can act on (port taken, weak password, unwritable directory).
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    logger.debug({ err: error }, 'start failed');
    await end(logger, parts, withinMs, 1);
  }
};

const endOnSignals = (logger: Log, parts: OpenResources, withinMs: number): void => {
  let askedAt: number | null = null;
  const stop = (signal: string): void => {
    const now = performance.now();
    if (askedAt !== null && now - askedAt < SAME_REQUEST_MS) return;
    if (askedAt !== null) {
      logger.error({ signal, unfinished: parts.beingClosed }, 'ended at once by a second signal');
      exitProcess(1);
    }
    askedAt = now;
    logger.info({ signal }, 'stopping');
    runInBackground(end(logger, parts, withinMs, 0), 'the process could not be ended in order');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  if (!isRunByNpm()) return;
  const parent = process.ppid;
  const failure = 'the npm that started this process is not looked for any more';
  const looking = startPeriodic({ everyMs: LOOK_FOR_NPM_MS, unref: true, failure }, () => {
    if (process.ppid === parent) return;
    runInBackground(looking.stop(), failure);
    if (askedAt === null) stop('end of npm');
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
  const hung = parts.beingClosed.length > 0 ? parts.beingClosed : open;
  logger.error({ hung, open }, `did not stop within ${withinMs / 1000} s: ${hung.join(', ')}`);
  exitProcess(1);
};

type FailureLog = { error(facts: object, text: string): void; fatal(facts: object, text: string): void };

/** How long calls of databases are waited for in other threads: an ended thread within one would abort the process. */
const EXIT_TIMEOUT_MS = 5_000;

/**
 * The last line of defence of a process or thread: an engine's failure that nobody has caught is logged and ends
 * nothing, and neither does a standard output that cannot be written. Anything else that nobody has caught, an
 * exception or the rejection of a promise, is a mistake of the code and ends the process with 1, or does what `end`
 * says: a thread ends itself alone.
 */
export const surviveEngineFailures = (
  logger: FailureLog,
  end: () => void = () => exitProcess(1, EXIT_TIMEOUT_MS),
): void => {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    if (isEngineFailure(error)) {
      logger.error({ err: error }, 'an engine failed where nobody waited for it; the service goes on');
      return;
    }
    logger.fatal({ err: error }, isMainThread ? 'the process ends' : 'the thread ends');
    if (isEnding) return;
    isEnding = true;
    end();
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
