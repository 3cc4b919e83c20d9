import { pino } from 'pino';
import { logLines, logSerializers, runUntilStopped, serverChecks, surviveEngineFailures } from '#engines';
import { loadSettings } from '#settings';
import { limitHeapGrowth } from './heap-growth.js';
import { startStandalone } from './standalone.js';

const settings = loadSettings('standalone', serverChecks);
const production = settings.NODE_ENV === 'production';
// A user who tries the platform out needs the printed address and not the log.
const logger = pino(
  { level: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'), serializers: logSerializers },
  logLines(),
);
surviveEngineFailures(logger);
limitHeapGrowth();

await runUntilStopped(logger, async (parts) => {
  const { url, accounts } = await startStandalone({
    settings,
    logger,
    parts,
  });
  process.stdout.write(`\n  ${url}\n\n${accounts.map((line) => `  ${line}\n`).join('')}\n`);
});
