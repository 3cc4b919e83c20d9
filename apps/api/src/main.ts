import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { logLines, logSerializers, openEngines, runUntilStopped, surviveEngineFailures } from '#engines';
import { createApi } from './app.js';
import { addressLimitsFrom } from './auth/address-limits.js';
import { hostsFrom } from './catalogue/lab-system/lab-address.js';
import { scannerFromEnvironment } from './files/clamd.js';
import { trustProxyFrom } from './http/trust-proxy.js';
import { publicUrlFrom } from './lab-systems/public-url.js';
import { listenForMetrics, metricsAccessFrom } from './operations/metrics-access.js';
import { MetricsPage } from './operations/metrics-page.js';
import { answerWhileOpening } from './operations/while-opening.js';
import { providersFromEnvironment } from './session/external/weixin.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info', serializers: logSerializers }, logLines());
surviveEngineFailures(logger);
/** The bundle of the console: built beside the server's own compiled files. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));
const settingsFrom = (env: NodeJS.ProcessEnv) => ({
  trustProxy: trustProxyFrom(env),
  otherLoginHost: env.OTHER_LOGIN_HOST,
  scanner: scannerFromEnvironment(env),
  providers: providersFromEnvironment(env),
  labSystemHosts: hostsFrom(env.LAB_SYSTEM_HOSTS),
  publicUrl: publicUrlFrom(env),
  addressLimits: addressLimitsFrom(env),
  metricsAccess: metricsAccessFrom(env),
});

await runUntilStopped(logger, async (parts) => {
  // Settings that are wrong are told before anything is opened.
  const settings = settingsFrom(process.env);
  const { signal } = parts;
  const host = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? 3000);
  const opening = answerWhileOpening(port, host);
  await parts.add('answers while opening', () => opening.close());
  const engines = await openEngines(process.env, logger, signal, (states) => opening.waitsFor(states));
  await parts.add('engines', () => engines.close());
  const app = await createApi({ engines, logger, console: consoleFolder, signal, ...settings });
  await parts.add('api', () => app.close());
  await opening.close();
  await app.listen(port, host);
  const metrics = await listenForMetrics(settings.metricsAccess, host, () => app.get(MetricsPage).show());
  await parts.add('metrics', () => metrics?.close().closeAllConnections());
  logger.info({ url: await app.getUrl() }, 'listening');
});
