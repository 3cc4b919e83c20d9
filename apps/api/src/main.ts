import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { endOnSignal, openEngines } from '#engines';
import { createApi } from './app.js';
import { addressLimitsFrom } from './auth/address-limits.js';
import { hostsFrom } from './catalogue/lab-system/lab-address.js';
import { scannerFromEnvironment } from './files/clamd.js';
import { providersFromEnvironment } from './session/external/weixin.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
/** The bundle of the console: built beside the server's own compiled files. */
const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));
const engines = await openEngines(process.env, logger);
const app = await createApi({
  engines,
  logger,
  console: consoleFolder,
  trustProxy: process.env.TRUST_PROXY === '1',
  otherLoginHost: process.env.OTHER_LOGIN_HOST,
  scanner: scannerFromEnvironment(process.env),
  providers: providersFromEnvironment(process.env),
  labSystemHosts: hostsFrom(process.env.LAB_SYSTEM_HOSTS),
  addressLimits: addressLimitsFrom(process.env),
});
await app.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1');
logger.info({ url: await app.getUrl() }, 'listening');

endOnSignal(logger, async () => {
  await app.close();
  await engines.close();
});
