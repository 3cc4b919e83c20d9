import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { endOnSignal, openEngines } from '#engines';
import { createApi } from './app.js';
import { addressLimitsFrom } from './auth/address-limits.js';
import { hostsFrom } from './catalogue/lab-system/lab-address.js';
import { scannerFromEnvironment } from './files/clamd.js';
import { trustProxyFrom } from './http/trust-proxy.js';
import { listenForMetrics, metricsAccessFrom } from './operations/metrics-access.js';
import { MetricsPage } from './operations/metrics-page.js';
import { providersFromEnvironment } from './session/external/weixin.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
/** The bundle of the console: built beside the server's own compiled files. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));
/** A setting that is wrong is said in one line, before anything is opened. */
const settingsFrom = (env: NodeJS.ProcessEnv) => {
  try {
    return {
      trustProxy: trustProxyFrom(env),
      otherLoginHost: env.OTHER_LOGIN_HOST,
      scanner: scannerFromEnvironment(env),
      providers: providersFromEnvironment(env),
      labSystemHosts: hostsFrom(env.LAB_SYSTEM_HOSTS),
      addressLimits: addressLimitsFrom(env),
      metricsAccess: metricsAccessFrom(env),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
const settings = settingsFrom(process.env);
const engines = await openEngines(process.env, logger);
const app = await createApi({ engines, logger, console: consoleFolder, ...settings });
const host = process.env.HOST ?? '127.0.0.1';
await app.listen(Number(process.env.PORT ?? 3000), host);
const metrics = await listenForMetrics(settings.metricsAccess, host, () => app.get(MetricsPage).show());
logger.info({ url: await app.getUrl() }, 'listening');

endOnSignal(logger, async () => {
  metrics?.close();
  await app.close();
  await engines.close();
});
