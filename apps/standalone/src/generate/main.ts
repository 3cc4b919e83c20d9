import { parseArgs } from 'node:util';
import { openEngines } from '#engines';
import { loadSettings } from '#settings';
import { runCommand } from '../run-command.js';
import { generate } from './generate.js';

const PROGRESS_INTERVAL_MS = 2_000;

await runCommand(async (output, args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, until: { type: 'string' } },
  });
  const events = Number(positionals[0]);
  const endDate = values.until === undefined ? new Date() : new Date(values.until);
  if (!Number.isInteger(events) || events < 1 || Number.isNaN(endDate.getTime()))
    return output.usage('npm run generate -- EVENTS [--seed TEXT] [--until 2026-11-01]');
  const engines = await openEngines(loadSettings('command'));
  const startedAt = performance.now();
  const rate = (eventCount: number): string =>
    `${Math.round((eventCount / (performance.now() - startedAt)) * 1000)} events/s`;
  let printedAt = startedAt;
  const onProgress = (eventCount: number): void => {
    if (performance.now() - printedAt < PROGRESS_INTERVAL_MS) return;
    printedAt = performance.now();
    output.line(`  ${eventCount} of ${events} events, ${rate(eventCount)}`);
  };
  try {
    const { events: eventCount, consignments } = await generate(
      engines,
      { events, seed: values.seed, endDate, onProgress },
      { info: () => undefined },
    );
    output.line(`${eventCount} events of ${consignments} consignments, ${rate(eventCount)}`);
  } finally {
    await engines.close();
  }
});
