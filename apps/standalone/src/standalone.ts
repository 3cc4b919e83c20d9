import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { allProjections } from '#domain/views';
import { retryUntilAvailable, openEngines, scannerAt, type OpenResources } from '#engines';
import { START } from '#events';
import { openOutbound } from '#outbound';
import type { Settings } from '#settings';
import { apiSettingsFrom } from '../../api/src/api-settings.js';
import { createApi } from '../../api/src/app.js';
import { listenForMetrics } from '../../api/src/operations/metrics-access.js';
import { ApiDocumentController } from '../../api/src/operations/api-document.controller.js';
import { MetricsController } from '../../api/src/operations/metrics.controller.js';
import { serveWhileStarting } from '../../api/src/operations/startup-server.js';
import { createMessageTransport } from '../../worker/src/messages/messages.js';
import { createWorker } from '../../worker/src/worker.js';
import { createFirstAdministrator, firstAdministratorFrom } from './import/run-import.js';
import { demoAccounts, importDemo, importDemoInstructions, importDemoReports } from './import/import-demo.js';
import { importDemoConsignments } from './import/import-demo-consignments.js';
import { importReference } from './import/import-reference.js';
import { startProjectorThread } from './projector-thread.js';

export type StandaloneOptions = {
  /** In production only reference data is imported, and a first administrator is created instead of demo accounts. */
  settings: Settings;
  logger: Logger;
  /** Collects everything that is opened, to close it. */
  parts: OpenResources;
};

const VIEW_WAIT_MS = 10_000;

/** The bundle of the console, beside the compiled files of the server. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));

/**
 * Runs api, projector and worker in one process, on the embedded engines unless the environment names servers. An
 * unfinished import is finished first.
 */
export const startStandalone = async ({ settings, logger, parts }: StandaloneOptions) => {
  const apiSettings = apiSettingsFrom(settings);
  const { signal } = parts;
  const startupServer = serveWhileStarting(settings.PORT, settings.HOST);
  await parts.add('answers while opening', () => startupServer.close());
  const engines = await openEngines(settings, logger, signal, (states) => startupServer.waitsFor(states));
  await parts.add('engines', () => engines.close());
  // An interrupted import continues where it stopped.
  await retryUntilAvailable(() => importReference(engines, logger), { logger, signal });
  const accounts = await retryUntilAvailable(
    () => (settings.NODE_ENV === 'production' ? createFirstAccount() : importDemoData()),
    {
      logger,
      signal,
    },
  );
  const projector = startProjectorThread(settings, logger);
  await parts.add('projector', () => projector.stop());
  const worker = createWorker({
    engines,
    logger,
    messages: createMessageTransport(settings),
    outbound: openOutbound({ allowedHosts: settings.LAB_SYSTEM_HOSTS, keepAlive: true }),
    scanner: scannerAt(settings.CLAMD_URL),
    publicUrl: apiSettings.publicUrl,
  });
  await parts.add('worker', () => worker.stop(), { early: true });
  const api = await createApi({
    engines,
    console: consoleFolder,
    logger,
    signal,
    ...apiSettings,
  });
  await parts.add('api', () => api.close());
  api.get(ApiDocumentController).prepare();
  await startupServer.close();
  await api.listen(settings.PORT, settings.HOST);
  const metrics = await listenForMetrics(apiSettings.metricsAccess, settings.HOST, () =>
    api.get(MetricsController).render(),
  );
  await parts.add('metrics', () => metrics?.close().closeAllConnections());
  // Waits for the views, so that a user who opens the printed address can sign in. Long logs take longer; readyz shows
  // the progress of their views.
  await Promise.all(allProjections.map((view) => engines.views.waitFor(view, START, VIEW_WAIT_MS)));
  signal.throwIfAborted();
  return { url: await api.getUrl(), accounts };

  async function createFirstAccount(): Promise<string[]> {
    const created = await createFirstAdministrator(engines, firstAdministratorFrom(settings));
    return [
      created
        ? 'The administrator "admin" was created with ADMIN_PASSWORD.'
        : "Sign in with the administrator's account.",
    ];
  }

  async function importDemoData(): Promise<string[]> {
    await importDemo(engines, logger);
    await importDemoConsignments(engines, logger);
    await importDemoReports(engines, logger);
    await importDemoInstructions(engines, logger);
    return [
      'Demo accounts (password Consign-2026!):',
      ...demoAccounts.map((account) => `  ${account.userName.padEnd(10)}${account.description}`),
    ];
  }
};
