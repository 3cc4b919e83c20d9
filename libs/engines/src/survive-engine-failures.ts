import { isEngineFailure } from './failures/engine-failure.js';
import { exitProcess } from './sqlite/calls-of-threads.js';

type Log = { error(facts: object, text: string): void; fatal(facts: object, text: string): void };

/**
 * The last line of defence of a process or thread: an engine's failure that nobody has caught is logged and ends nothing, and neither does
 * a standard output that cannot be written. Anything else that nobody has caught is a mistake of the code and ends the process with 1.
 */
export const surviveEngineFailures = (logger: Log): void => {
  process.on('uncaughtException', (error) => {
    if (isEngineFailure(error)) {
      logger.error({ err: error }, 'an engine failed where nobody waited for it; the service goes on');
      return;
    }
    logger.fatal({ err: error }, 'the process ends');
    exitProcess(1);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
