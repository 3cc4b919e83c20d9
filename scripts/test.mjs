// npm test: the same set-up as npm start, then all tests: jest (server, then console), then the browser.
// `npm test -- <jest arguments>` runs only what they name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { prepare, root } from './prepare.mjs';
import { tryFailedAgain } from './second-try.mjs';
import { missingIn, startServers, tableOf } from './servers.mjs';

prepare();
const chosen = process.argv.slice(2);
const results = join(root, '.cache/test-results');
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };

// In CI the engines are tested on servers, too: what the environment does not name is started here.
const servers =
  process.env.CI && chosen.length === 0
    ? await startServers(process.env)
    : { env: process.env, started: new Set(), problems: [], stop: async () => {} };

const jest = (args) => {
  const done = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...args],
    { cwd: root, stdio: 'inherit', env: servers.env },
  );
  return done.status === 0;
};

if (chosen.length > 0) process.exit(jest(chosen) ? 0 : 1);

let green = true;
const onlyAlone = [];
for (const project of ['node', 'console']) {
  const file = join(results, `${project}.json`);
  rmSync(file, { force: true });
  // One worker more than there are cores: much of a test is waiting for engines and timers. Forced, so that a process a failed test has
  // left behind does not keep the whole run from its end.
  const argsOf = (output) => ['--selectProjects', project, '--forceExit', '--json', `--outputFile=${output}`];
  if (!jest([...argsOf(file), `--maxWorkers=${availableParallelism() + 1}`])) {
    const again = existsSync(file) ? tryFailedAgain(file, jest, argsOf) : { green: false, second: [] };
    onlyAlone.push(...again.second);
    green &&= again.green;
  }
  const run = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0 };
  total.passed += run.numPassedTests;
  total.failed += run.numFailedTests + (run.numRuntimeErrorTestSuites ?? 0);
  total.skipped += run.numPendingTests;
}
await servers.stop();

const chromium = findChromium();
const browserFile = join(results, 'browser.json');
rmSync(browserFile, { force: true });
if (chromium) {
  rmSync(join(root, '.cache/e2e'), { recursive: true, force: true });
  const done = spawnSync('npx', ['playwright', 'test'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile },
  });
  if (done.status !== 0) green = false;
  const stats = existsSync(browserFile)
    ? JSON.parse(readFileSync(browserFile, 'utf8')).stats
    : { expected: 0, unexpected: 1, skipped: 0, flaky: 0 };
  total.passed += stats.expected + stats.flaky;
  if (stats.flaky > 0) onlyAlone.push(`${stats.flaky} of the browser`);
  total.failed += stats.unexpected;
  total.skipped += stats.skipped;
} else {
  process.stdout.write('\nNo Chromium was found: the browser tests did not run. Set CHROMIUM to its path.\n');
  if (process.env.CI) {
    green = false;
    total.failed += 1;
  }
}

process.stdout.write(
  `\nThe engines were tested embedded and on\n${tableOf(servers.env, servers.started)}\n${servers.problems.map((line) => `${line}\n`).join('')}`,
);
if (process.env.CI && missingIn(servers.env).length > 0) {
  green = false;
  total.failed += 1;
}
if (onlyAlone.length > 0) process.stdout.write(`\nPassed only when tried again: ${onlyAlone.join(', ')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(green && total.failed === 0 ? 0 : 1);
