import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { logLines, logSerializers, openEngines, runUntilStopped, serverChecks, surviveEngineFailures } from '#engines';
import { loadSettings } from '#settings';
import { apiSettingsFrom } from './api-settings.js';
import { createApi } from './app.js';
import { listenForMetrics } from './operations/metrics-access.js';
import { ApiDocumentController } from './operations/api-document.controller.js';
import { MetricsController } from './operations/metrics.controller.js';
import { serveWhileStarting } from './operations/startup-server.js';

const settings = loadSettings('api', serverChecks);
const logger = pino({ level: settings.LOG_LEVEL ?? 'info', serializers: logSerializers }, logLines());
surviveEngineFailures(logger);
/** The built console, next to the compiled files of the server. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));
await runUntilStopped(logger, async (parts) => {
  const { signal } = parts;
  const { HOST, PORT } = settings;
  const opening = serveWhileStarting(PORT, HOST);
  await parts.add('answers while opening', () => opening.close());
  const engines = await openEngines(settings, logger, signal, (states) => opening.waitsFor(states));
  await parts.add('engines', () => engines.close());
  const api = apiSettingsFrom(settings);
  const app = await createApi({ engines, logger, console: consoleFolder, signal, ...api });
  await parts.add('api', () => app.close());
  app.get(ApiDocumentController).prepare();
  await opening.close();
  await app.listen(PORT, HOST);
  const metrics = await listenForMetrics(api.metricsAccess, HOST, () => app.get(MetricsController).render());
  await parts.add('metrics', () => metrics?.close().closeAllConnections());
  logger.info({ url: await app.getUrl() }, 'listening');
});
