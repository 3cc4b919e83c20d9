import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { allProjections } from '#domain';
import {
  inBackground,
  logLines,
  logSerializers,
  openEngines,
  surviveEngineFailures,
  type EngineSettings,
} from '#engines';
import { createProjector } from '../../projector/src/projector.js';

const port = parentPort;
if (!port) throw new Error('The projector of a standalone runs as a worker thread');

// Where cores are short, who waits for an answer comes before the lists. Only Linux gives a thread a priority of its own.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { level, settings } = workerData as { level: string; settings: EngineSettings };
const logger = pino({ level, serializers: logSerializers }, logLines());
surviveEngineFailures(logger);
const engines = await openEngines(settings, logger);
const projector = createProjector({ engines, projections: allProjections, logger });

port.once('message', () => {
  const stopped = projector
    .stop()
    .then(() => engines.close())
    .finally(() => port.close());
  inBackground(stopped, 'the projector has stopped, though not everything could be closed', logger);
});
await projector.ready;
