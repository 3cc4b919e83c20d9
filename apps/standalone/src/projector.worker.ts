import { constants, platform, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { allProjections } from '#domain/views';
import {
  exitProcess,
  runInBackground,
  logLines,
  logSerializers,
  openEngines,
  surviveEngineFailures,
  type EngineSettings,
} from '#engines';
import { createProjector } from '../../projector/src/projector.js';

const port = parentPort;
if (!port) throw new Error('The projector of a standalone runs as a worker thread');

/** Time for running writes after an uncaught error. */
const STOP_WITHIN_MS = 5_000;
/** The indexes of a large view are created in one database call, which blocks other writers until it ends. */
const LONGEST_CALL_MS = 60_000;

// On a machine with few cores, requests have priority over the update of lists. Only Linux has priorities for threads.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { level, settings } = workerData as { level: string; settings: EngineSettings };
const logger = pino({ level, serializers: logSerializers }, logLines());
let stopping: Promise<void> | undefined;
let stop = (): Promise<void> => Promise.resolve();

/**
 * After an uncaught error the thread shuts down as far as possible, and is replaced. Its own threads write to
 * databases: ending one during a database call would abort the whole process.
 */
const endAfterError = async (): Promise<void> => {
  stopping ??= stop();
  await Promise.race([stopping.catch(() => undefined), pause(STOP_WITHIN_MS)]);
  exitProcess(1, LONGEST_CALL_MS);
};
surviveEngineFailures(logger, () => runInBackground(endAfterError(), 'the thread could not be ended'));

const engines = await openEngines(settings, logger);
const projector = createProjector({ engines, projections: allProjections, logger });
stop = async () => {
  await projector.stop();
  await engines.close();
};

port.once('message', () => {
  stopping ??= stop();
  runInBackground(
    stopping.finally(() => port.close()),
    'the projector has stopped, though not everything could be closed',
    logger,
  );
});
await projector.ready;
