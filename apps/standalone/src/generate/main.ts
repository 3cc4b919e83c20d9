import { parseArgs } from 'node:util';
import { openEngines } from '#engines';
import { settingsOf } from '#settings';
import { runCommand } from '../run-command.js';
import { generate } from './generate.js';

const SAY_EVERY_MS = 2_000;

await runCommand(async (say, args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, until: { type: 'string' } },
  });
  const events = Number(positionals[0]);
  const until = values.until === undefined ? new Date() : new Date(values.until);
  if (!Number.isInteger(events) || events < 1 || Number.isNaN(until.getTime()))
    return say.usage('npm run generate -- EVENTS [--seed TEXT] [--until 2026-11-01]');
  const engines = await openEngines(settingsOf('command'));
  const started = performance.now();
  const rate = (written: number): string => `${Math.round((written / (performance.now() - started)) * 1000)} events/s`;
  let saidAt = started;
  const onProgress = (written: number): void => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    say.line(`  ${written} of ${events} events, ${rate(written)}`);
  };
  try {
    const { events: written, consignments } = await generate(
      engines,
      { events, seed: values.seed, until, onProgress },
      { info: () => undefined },
    );
    say.line(`${written} events of ${consignments} consignments, ${rate(written)}`);
  } finally {
    await engines.close();
  }
});
