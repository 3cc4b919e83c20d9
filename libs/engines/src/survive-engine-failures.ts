import { isMainThread } from 'node:worker_threads';
import { isEngineFailure } from './failures/engine-failure.js';
import { exitProcess } from './sqlite/calls-of-threads.js';

type Log = { error(facts: object, text: string): void; fatal(facts: object, text: string): void };

/** How long calls of databases are waited for in other threads: an ended thread within one would abort the process. */
const PATIENCE_MS = 5_000;

/**
 * The last line of defence of a process or thread: an engine's failure that nobody has caught is logged and ends nothing, and neither does
 * a standard output that cannot be written. Anything else that nobody has caught, an exception or the rejection of a promise, is a mistake
 * of the code and ends the process with 1, or does what `end` says: a thread ends itself alone.
 */
export const surviveEngineFailures = (logger: Log, end: () => void = () => exitProcess(1, PATIENCE_MS)): void => {
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
