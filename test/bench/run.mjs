// npm run bench [-- --short] [-- names]: figures of this machine, each beside its baseline of the same run.
// Prints absolutes and ratios; ends with 1 when a ratio misses its target.
import { cpus } from 'node:os';
import { prepare } from '../../scripts/prepare.mjs';

prepare({ console: false });
const short = process.argv.includes('--short');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const benches = ['appends', 'http', 'visible', 'lists', 'catalogue', 'million', 'replay', 'export', 'pdf', 'start'].filter((name) => chosen.length === 0 || chosen.includes(name));

process.stdout.write(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}${short ? ', short run' : ''}\n`);
let missed = 0;
for (const name of benches) {
  const { default: bench } = await import(`./${name}.bench.mjs`);
  process.stdout.write(`\n${name}\n`);
  for (const row of await bench({ short })) {
    const ratio = row.ratio === undefined ? '' : `  ratio ${row.ratio.toFixed(2)}${row.target === undefined ? '' : ` (target >= ${row.target.toFixed(2)})`}`;
    const ok = row.target === undefined || row.ratio >= row.target;
    if (!ok) missed += 1;
    process.stdout.write(`  ${ok ? ' ' : '!'} ${row.what.padEnd(58)} ${row.figure.padStart(18)}${ratio}\n`);
  }
}
process.exit(missed > 0 && !short ? 1 : 0);
