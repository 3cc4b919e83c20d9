// npm run bench [-- --short] [-- --servers] [-- names]: measures this machine, each figure with its baseline of the
// same run. Prints absolute figures and ratios. The exit code is 1 if a ratio misses its target. --servers measures the
// time from append to visible on EventStoreDB, MongoDB and Redis: those of the environment, or those that this program
// starts.
import { cpus } from 'node:os';
import { prepare } from '../../scripts/prepare.mjs';
import { missingServers, startServers, serverTable } from '../../scripts/servers.mjs';

prepare({ console: false });
const short = process.argv.includes('--short');
const benchNames = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onServers = process.argv.includes('--servers');
const benches = onServers
  ? ['visible']
  : [
      'appends',
      'http',
      'visible',
      'lists',
      'catalogue',
      'million',
      'replay',
      'export',
      'pdf',
      'start',
      'memory',
      'servers',
      'feed',
      'webhooks',
      'read-log',
      'calls',
    ].filter((name) => benchNames.length === 0 || benchNames.includes(name));

process.stdout.write(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}${short ? ', short run' : ''}\n`,
);
const servers = onServers ? await startServers(process.env) : null;
if (servers) {
  process.stdout.write(
    `${serverTable(servers.env, servers.started)}\n${servers.problems.map((line) => `${line}\n`).join('')}`,
  );
  if (missingServers(servers.env).length > 0) process.exit(1);
  Object.assign(process.env, servers.env);
}
let missedCount = 0;
for (const name of benches) {
  const { default: bench } = await import(`./${name}.bench.mjs`);
  process.stdout.write(`\n${name}\n`);
  for (const row of await bench({ short, servers: onServers })) {
    const ratio =
      row.ratio === undefined
        ? ''
        : `  ratio ${row.ratio.toFixed(2)}${row.target === undefined ? '' : ` (target >= ${row.target.toFixed(2)})`}`;
    const isMet = row.target === undefined || row.ratio >= row.target;
    if (!isMet) missedCount += 1;
    process.stdout.write(`  ${isMet ? ' ' : '!'} ${row.label.padEnd(58)} ${row.figure.padStart(18)}${ratio}\n`);
  }
}
await servers?.stop();
process.exit(missedCount > 0 && !short ? 1 : 0);
