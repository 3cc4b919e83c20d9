// npm run test:faults [-- <rounds> [<kinds> [<specs>]]]: runs the service under load while its processes and servers
// are killed, frozen and emptied, its disks are filled, its databases locked and its clock set; 300 rounds per set of
// engines by default. Kinds of faults and specs are chosen by regular expressions: 'webhooks-faults' checks only feed
// and deliveries. npm test makes each kind of fault happen once. The servers are the stand-ins and the redis-server of
// Debian.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prepare, root } from './prepare.mjs';
import { missingServers, startServers } from './servers.mjs';

const [rounds = '300', kinds = '', specs] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(rounds)) {
  process.stderr.write("npm run test:faults -- <rounds> ['<kinds>' ['<specs>']]\n");
  process.exit(1);
}
prepare({ console: false });
// The tests start their own servers, which they may kill. If these could be started, those can be, too.
const servers = await startServers(process.env);
for (const problem of servers.problems) process.stdout.write(`${problem}\n`);
const jest = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'node',
    '--runInBand',
    '--testPathPatterns',
    ...(specs ? [specs] : ['test/faults/', 'test/engines/']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...servers.env, FAULT_ROUNDS: rounds, FAULT_KINDS: kinds } },
);
const [status] = await once(jest, 'exit');
await servers.stop();
const missing = missingServers(servers.env);
if (missing.length > 0) process.stdout.write(`Not tested, because it could not be started: ${missing.join(', ')}\n`);
process.exit(status !== 0 || missing.length > 0 ? 1 : 0);
