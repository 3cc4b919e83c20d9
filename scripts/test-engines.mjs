// npm run test:engines [-- --start]: the contract suites of all engines, on a server if its URL is set; with --start
// also on servers that can be started here. Ends with 1 if a test fails and, in CI, if a server is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prepare, root } from './prepare.mjs';
import { missingServers, startServers, serverTable } from './servers.mjs';

prepare({ console: false });
const servers = process.argv.includes('--start')
  ? await startServers(process.env)
  : { env: process.env, started: new Set(), problems: [], stop: async () => {} };
const jest = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'node',
    '--testPathPatterns',
    '^.*/libs/engines/',
    'test/(engines|eventstoredb|mongodb)/',
    'emptied-redis',
  ],
  { cwd: root, stdio: 'inherit', env: servers.env },
);
const [status] = await once(jest, 'exit');
await servers.stop();

const missing = missingServers(servers.env);
process.stdout.write(
  `\nThe engines were tested embedded and on\n${serverTable(servers.env, servers.started)}\n` +
    servers.problems.map((line) => `${line}\n`).join(''),
);
process.exit(status !== 0 || (process.env.CI && missing.length > 0) ? 1 : 0);
