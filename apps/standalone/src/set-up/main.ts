import { pino } from 'pino';
import { logSerializers, openEngines } from '#engines';
import { loadSettings } from '#settings';
import { createFirstAdministrator, firstAdministratorFrom } from '../import/run-import.js';
import { importReference } from '../import/import-reference.js';
import { runCommand } from '../run-command.js';

/**
 * Prepares a service on servers for its first start: imports the reference data and creates the first administrator. It
 * can be run again at any time.
 */
await runCommand(async (output) => {
  const settings = loadSettings('command');
  const engines = await openEngines(settings);
  try {
    const imported = await importReference(
      engines,
      pino({ level: settings.LOG_LEVEL ?? 'info', serializers: logSerializers }),
    );
    const created = await createFirstAdministrator(engines, firstAdministratorFrom(settings));
    output.line(imported > 0 ? `Reference data: ${imported} records.` : 'The reference data are there.');
    output.line(created ? 'The administrator "admin" was created with ADMIN_PASSWORD.' : 'The administrator is there.');
  } finally {
    await engines.close();
  }
});
