import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import { allProjections } from '#domain/views';
import { logSerializers, openEngines } from '#engines';
import { loadSettings } from '#settings';
import { rebuildArguments, runRebuildCommand, USAGE } from './rebuild-from-shell.js';

const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
const print = (line: string): void => {
  process.stdout.write(isTerminal ? `\r\u001b[K${line}\n` : `${line}\n`);
};
const overwrite = isTerminal ? (line: string): unknown => process.stdout.write(`\r\u001b[K${line}`) : null;

const askReason = async (): Promise<string> => {
  if (!isTerminal) throw new Error('Give a --reason.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reason = (await terminal.question('Reason: ')).trim();
  terminal.close();
  if (reason === '' || reason.length > 200) throw new Error('The reason has 1 to 200 characters.');
  return reason;
};

try {
  const args = rebuildArguments(process.argv.slice(2));
  if (args === 'help') print(USAGE);
  else {
    const reason = args.reason ?? (await askReason());
    const settings = loadSettings('command');
    const engines = await openEngines(settings);
    try {
      process.exitCode = await runRebuildCommand(
        { ...args, reason },
        {
          engines,
          projections: allProjections,
          logger: pino({ level: settings.LOG_LEVEL ?? 'warn', serializers: logSerializers }),
          print,
          overwrite,
        },
      );
    } finally {
      await engines.close();
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
