import { pino } from 'pino';
import { endOnSignal } from '#engines';
import { firstAdministratorFrom } from './import/first-administrator.js';
import { keepHeapsSmall } from './small-heaps.js';
import { startStandalone } from './standalone.js';

const production = process.env.NODE_ENV === 'production';
// Who tries it out reads the address, not the log.
const logger = pino({ level: process.env.LOG_LEVEL ?? (production ? 'info' : 'warn') });
keepHeapsSmall();
const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);

try {
  const service = await startStandalone({
    dataDir: process.env.DATA_DIR ?? '.data',
    host,
    port,
    production,
    administrator: firstAdministratorFrom(process.env),
    logger,
  });
  process.stdout.write(`\n  ${service.url}\n\n${service.accounts.map((line) => `  ${line}\n`).join('')}\n`);
  endOnSignal(logger, () => service.close());
} catch (error) {
  // What a newcomer can act on (port taken, weak password, unwritable directory) is said in one line.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  logger.debug({ err: error }, 'start failed');
  process.exit(1);
}
