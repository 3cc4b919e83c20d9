import { join } from 'node:path';
import { pino } from 'pino';
import { logLines, logSerializers, openEngines, runUntilStopped, surviveEngineFailures } from '#engines';
import { outbox } from './messages/outbox.js';
import { smtpFromEnvironment } from './messages/smtp.js';
import { createWorker } from './worker.js';

const logger = pino({ level: process.env.LOG_LEVEL ?? 'info', serializers: logSerializers }, logLines());
surviveEngineFailures(logger);
const dataDir = process.env.DATA_DIR ?? '.data';

await runUntilStopped(logger, async (parts) => {
  const messages = smtpFromEnvironment(process.env) ?? outbox(join(dataDir, 'outbox'));
  const engines = await openEngines(process.env, logger, parts.signal);
  await parts.add('engines', () => engines.close());
  const worker = createWorker({ engines, logger, messages });
  await parts.add('worker', () => worker.stop());
});
