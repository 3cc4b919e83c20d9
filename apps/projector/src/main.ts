import { pino } from 'pino';
import { allProjections } from '#domain';
import { openEngines } from '#engines';
import { createProjector } from './projector.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const engines = await openEngines(process.env);
const projector = createProjector({ engines, projections: allProjections, logger });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    logger.info({ signal }, 'stopping');
    void projector.stop().then(() => engines.close()).then(() => process.exit(0));
  });
}
await projector.ready;
