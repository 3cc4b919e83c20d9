import { pino } from 'pino';
import { allProjections } from '#domain/views';
import { logLines, logSerializers, openEngines, runUntilStopped, serverChecks, surviveEngineFailures } from '#engines';
import { loadSettings } from '#settings';
import { createProjector } from './projector.js';

const settings = loadSettings('projector', serverChecks);
const logger = pino({ level: settings.LOG_LEVEL ?? 'info', serializers: logSerializers }, logLines());
surviveEngineFailures(logger);

await runUntilStopped(logger, async (parts) => {
  const engines = await openEngines(settings, logger, parts.signal);
  await parts.add('engines', () => engines.close());
  const projector = createProjector({ engines, projections: allProjections, logger });
  await parts.add('projector', () => projector.stop());
  await projector.ready;
});
