import { pino } from 'pino';
import { allProjections } from '#domain';
import { endOnSignal, openEngines } from '#engines';
import { createProjector } from './projector.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const engines = await openEngines(process.env, logger);
const projector = createProjector({ engines, projections: allProjections, logger });

endOnSignal(logger, async () => {
  await projector.stop();
  await engines.close();
});
await projector.ready;
