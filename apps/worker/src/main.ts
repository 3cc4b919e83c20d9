import { join } from 'node:path';
import { pino } from 'pino';
import { endOnSignal, openEngines } from '#engines';
import { outbox } from './messages/outbox.js';
import { smtpFromEnvironment } from './messages/smtp.js';
import { createWorker } from './worker.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const dataDir = process.env.DATA_DIR ?? '.data';
const engines = await openEngines(process.env, logger);
const worker = createWorker({
  engines,
  logger,
  messages: smtpFromEnvironment(process.env) ?? outbox(join(dataDir, 'outbox')),
});

endOnSignal(logger, async () => {
  await worker.stop();
  await engines.close();
});
await worker.done;
