import { pino } from 'pino';
import { logLines, logSerializers, runUntilStopped, surviveEngineFailures } from '#engines';
import { firstAdministratorFrom } from './import/first-administrator.js';
import { keepHeapsSmall } from './small-heaps.js';
import { startStandalone } from './standalone.js';

const production = process.env.NODE_ENV === 'production';
// Who tries it out reads the address, not the log.
const logger = pino(
  { level: process.env.LOG_LEVEL ?? (production ? 'info' : 'warn'), serializers: logSerializers },
  logLines(),
);
surviveEngineFailures(logger);
keepHeapsSmall();
const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);

await runUntilStopped(logger, async (parts) => {
  const { url, accounts } = await startStandalone({
    dataDir: process.env.DATA_DIR ?? '.data',
    host,
    port,
    production,
    administrator: firstAdministratorFrom(process.env),
    logger,
    parts,
  });
  process.stdout.write(`\n  ${url}\n\n${accounts.map((line) => `  ${line}\n`).join('')}\n`);
});
