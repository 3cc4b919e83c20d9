import { pino } from 'pino';
import { openEngines } from '#engines';
import { createApi } from './app.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const engines = await openEngines(process.env);
const app = await createApi({ engines, logger, console: 'dist/console', trustProxy: process.env.TRUST_PROXY === '1' });
await app.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => engines.close()).then(() => process.exit(0)));
}
