import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { allProjections } from '#domain';
import { logSerializers, openEngines } from '#engines';
import { createProjector } from '../../projector/src/projector.js';

const port = parentPort;
if (!port) throw new Error('The projector of a standalone runs as a worker thread');

// Where cores are short, who waits for an answer comes before the lists. Only Linux gives a thread a priority of its own.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { level } = workerData as { level: string };
const engines = await openEngines(process.env);
const projector = createProjector({
  engines,
  projections: allProjections,
  logger: pino({ level, serializers: logSerializers }),
});

port.once('message', () => {
  void projector
    .stop()
    .then(() => engines.close())
    .then(() => port.close());
});
await projector.ready;
