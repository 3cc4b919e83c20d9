import { runUntilStopped } from '../../../libs/engines/src/stop-on-signal.js';
import { openDatabase } from '../../../libs/engines/src/sqlite/database.js';

const say = (facts: object, text: string): void => void process.stdout.write(`${text} ${JSON.stringify(facts)}\n`);

/** A process that reads a damaged database while it runs. Argument: the file. */
await runUntilStopped({ debug: say, info: say, error: say }, async (parts) => {
  const database = openDatabase(process.argv[2] ?? '');
  await parts.add('jobs', () => database.close());
  const reading = setInterval(() => {
    try {
      database.prepare('SELECT sum(length(payload)) FROM job').get();
    } catch (error) {
      say({}, String(error));
    }
  }, 10);
  await parts.add('reading', () => clearInterval(reading));
});
