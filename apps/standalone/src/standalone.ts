import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { allProjections } from '#domain';
import { onceThere, openEngines, type OpenParts } from '#engines';
import { START } from '#events';
import { createApi } from '../../api/src/app.js';
import { addressLimitsFrom } from '../../api/src/auth/address-limits.js';
import { publicUrlFrom } from '../../api/src/lab-systems/public-url.js';
import { hostsFrom } from '../../api/src/catalogue/lab-system/lab-address.js';
import { scannerFromEnvironment } from '../../api/src/files/clamd.js';
import { trustProxyFrom } from '../../api/src/http/trust-proxy.js';
import { listenForMetrics, metricsAccessFrom } from '../../api/src/operations/metrics-access.js';
import { MetricsPage } from '../../api/src/operations/metrics-page.js';
import { answerWhileOpening } from '../../api/src/operations/while-opening.js';
import { providersFromEnvironment } from '../../api/src/session/external/weixin.js';
import { outbox } from '../../worker/src/messages/outbox.js';
import { smtpFromEnvironment } from '../../worker/src/messages/smtp.js';
import { createWorker } from '../../worker/src/worker.js';
import { createFirstAdministrator, type FirstAdministrator } from './import/first-administrator.js';
import { demoAccounts, importDemo } from './import/import-demo.js';
import { importDemoConsignments } from './import/import-demo-consignments.js';
import { importDemoInstructions } from './import/import-demo-instructions.js';
import { importDemoReports } from './import/import-demo-reports.js';
import { importReference } from './import/import-reference.js';
import { startProjectorThread } from './projector-thread.js';

export type StandaloneOptions = {
  /** Folder of all data; made when missing. */
  dataDir: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Reference data only, and a first administrator instead of demo accounts. */
  production: boolean;
  administrator: FirstAdministrator;
  logger: Logger;
  /** Takes what is opened, and closes it. */
  parts: OpenParts;
};

const SETTLING_MS = 10_000;

/** The bundle of the console: built beside the server's own compiled files. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));

/** Api, projector and worker in one process, on the embedded engines unless the environment names servers. An unfinished import is finished first. */
export const startStandalone = async ({
  dataDir,
  host,
  port,
  production,
  administrator,
  logger,
  parts,
}: StandaloneOptions) => {
  // Settings that are wrong are told before anything is written.
  const [trustProxy, addressLimits] = [trustProxyFrom(process.env), addressLimitsFrom(process.env)];
  const metricsAccess = metricsAccessFrom(process.env);
  const { signal } = parts;
  const opening = answerWhileOpening(port, host);
  await parts.add('answers while opening', () => opening.close());
  const engines = await openEngines({ ...process.env, DATA_DIR: dataDir }, logger, signal, (states) =>
    opening.waitsFor(states),
  );
  await parts.add('engines', () => engines.close());
  // An import that was interrupted goes on where it was.
  await onceThere(() => importReference(engines, logger), { logger, signal });
  const accounts = await onceThere(() => (production ? firstAccount() : demo()), { logger, signal });
  const projector = startProjectorThread(dataDir, logger);
  await parts.add('projector', () => projector.stop());
  const worker = createWorker({
    engines,
    logger,
    messages: smtpFromEnvironment(process.env) ?? outbox(join(dataDir, 'outbox')),
  });
  await parts.add('worker', () => worker.stop(), { early: true });
  const api = await createApi({
    engines,
    console: consoleFolder,
    logger,
    signal,
    trustProxy,
    otherLoginHost: process.env.OTHER_LOGIN_HOST,
    scanner: scannerFromEnvironment(process.env),
    providers: providersFromEnvironment(process.env),
    labSystemHosts: hostsFrom(process.env.LAB_SYSTEM_HOSTS),
    publicUrl: publicUrlFrom(process.env),
    addressLimits,
    metricsAccess,
  });
  await parts.add('api', () => api.close());
  await opening.close();
  await api.listen(port, host);
  const metrics = await listenForMetrics(metricsAccess, host, () => api.get(MetricsPage).show());
  await parts.add('metrics', () => metrics?.close().closeAllConnections());
  // So that whoever opens the printed address can sign in. Long logs take longer; readyz then says how far their views are.
  await Promise.all(allProjections.map((view) => engines.views.waitFor(view, START, SETTLING_MS)));
  signal.throwIfAborted();
  return { url: await api.getUrl(), accounts };

  async function firstAccount(): Promise<string[]> {
    const created = await createFirstAdministrator(engines, administrator);
    return [
      created
        ? 'The administrator "admin" was created with ADMIN_PASSWORD.'
        : "Sign in with the administrator's account.",
    ];
  }

  async function demo(): Promise<string[]> {
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
