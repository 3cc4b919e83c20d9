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

/** For what is being written after an error that nobody has caught. */
const STOP_WITHIN_MS = 5_000;
/** The indexes of a large view are made in one call, and whoever comes next could not write before it has ended. */
const LONGEST_CALL_MS = 60_000;

// Where cores are short, who waits for an answer comes before the lists. Only Linux gives a thread a priority of its
// own.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { level, settings } = workerData as { level: string; settings: EngineSettings };
const logger = pino({ level, serializers: logSerializers }, logLines());
let stopped: Promise<void> | undefined;
let stop = (): Promise<void> => Promise.resolve();

/**
 * After an error that nobody has caught the thread ends in order, as far as it can, and is replaced. Its own threads
 * write: one that was ended within a call of a database would take the whole process with it.
 */
const endAfterMistake = async (): Promise<void> => {
  stopped ??= stop();
  await Promise.race([stopped.catch(() => undefined), pause(STOP_WITHIN_MS)]);
  exitProcess(1, LONGEST_CALL_MS);
};
surviveEngineFailures(logger, () => runInBackground(endAfterMistake(), 'the thread could not be ended'));

const engines = await openEngines(settings, logger);
const projector = createProjector({ engines, projections: allProjections, logger });
stop = async () => {
  await projector.stop();
  await engines.close();
};

port.once('message', () => {
  stopped ??= stop();
  runInBackground(
    stopped.finally(() => port.close()),
    'the projector has stopped, though not everything could be closed',
    logger,
  );
});
await projector.ready;
