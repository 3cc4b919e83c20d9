import { runUntilStopped } from '../../../libs/engines/src/stop-on-signal.js';
import { openDatabase } from '../../../libs/engines/src/sqlite/database.js';

const log = (facts: object, text: string): void => void process.stdout.write(`${text} ${JSON.stringify(facts)}\n`);

/** A process that reads a damaged database while it runs. Argument: the file. */
await runUntilStopped({ debug: log, info: log, error: log }, async (parts) => {
  const database = openDatabase(process.argv[2] ?? '');
  await parts.add('jobs', () => database.close());
  const readTimer = setInterval(() => {
    try {
      database.prepare('SELECT sum(length(payload)) FROM job').get();
    } catch (error) {
      log({}, String(error));
    }
  }, 10);
  await parts.add('reading', () => clearInterval(readTimer));
});
