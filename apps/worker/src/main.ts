import { pino } from 'pino';
import {
  logLines,
  logSerializers,
  openEngines,
  runUntilStopped,
  scannerAt,
  serverChecks,
  surviveEngineFailures,
} from '#engines';
import { openOutbound } from '#outbound';
import { publicAddress, loadSettings } from '#settings';
import { createMessageTransport } from './messages/messages.js';
import { createWorker } from './worker.js';

const settings = loadSettings('worker', serverChecks);
const logger = pino({ level: settings.LOG_LEVEL ?? 'info', serializers: logSerializers }, logLines());
surviveEngineFailures(logger);

await runUntilStopped(logger, async (parts) => {
  const messages = createMessageTransport(settings);
  const engines = await openEngines(settings, logger, parts.signal);
  await parts.add('engines', () => engines.close());
  const outbound = openOutbound({ allowedHosts: settings.LAB_SYSTEM_HOSTS, keepAlive: true });
  const scanner = scannerAt(settings.CLAMD_URL);
  const publicUrl = publicAddress(settings);
  const worker = createWorker({ engines, logger, messages, outbound, scanner, publicUrl });
  await parts.add('worker', () => worker.stop());
});
