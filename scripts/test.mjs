// npm test: the same set-up as npm start, then all tests: jest (server, then console), then the browser.
// `npm test -- <jest arguments>` runs only what they name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.mjs';
import { prepare, root } from './prepare.mjs';
import { retryFailed } from './retry-failed.mjs';
import { missingIn, startServers, tableOf } from './servers.mjs';

prepare();
const chosen = process.argv.slice(2);
const results = join(root, '.cache/test-results');
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };

// In CI the engines are also tested on servers; those that the environment does not name are started here.
const servers =
  process.env.CI && chosen.length === 0
    ? await startServers(process.env)
    : { env: process.env, started: new Set(), problems: [], stop: async () => {} };

const jest = (args) => {
  const done = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...args],
    { cwd: root, stdio: 'inherit', env: servers.env },
  );
  return done.status === 0;
};

if (chosen.length > 0) process.exit(jest(chosen) ? 0 : 1);

/** The failed tests in a results file of jest; for a file that could not be run, the file itself. */
const failuresOf = ({ testResults = [] }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const titles = failed.map(({ title, failureMessages }) => `${title}\n${failureMessages.join('\n')}`);
      return (titles.length > 0 ? titles : [message]).map((text) => `${relative(root, name)}: ${text.slice(0, 2000)}`);
    });

/** The failed tests of a suite in the report of Playwright, including nested suites. */
const browserFailuresOf = ({ file, specs = [], suites = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => `test/browser/${file}: ${title}`),
  ...suites.flatMap(browserFailuresOf),
];

let green = true;
const onlyAlone = [];
/** Prints the names of failed tests at the end, because the output of CI is read from its end. */
const failures = [];
for (const project of ['node', 'console']) {
  const file = join(results, `${project}.json`);
  rmSync(file, { force: true });
  // One worker more than cores, because tests often wait for engines and timers. Forced exit, so that a process that a
  // failed test has left behind does not block the end of the run.
  const argsOf = (output) => ['--selectProjects', project, '--forceExit', '--json', `--outputFile=${output}`];
  if (!jest([...argsOf(file), `--maxWorkers=${availableParallelism() + 1}`])) {
    const again = existsSync(file) ? retryFailed(file, jest, argsOf) : { green: false, second: [] };
    onlyAlone.push(...again.second);
    green &&= again.green;
  }
  const run = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0 };
  total.passed += run.numPassedTests;
  total.failed += run.numFailedTests + (run.numRuntimeErrorTestSuites ?? 0);
  total.skipped += run.numPendingTests;
  failures.push(...failuresOf(run));
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
  const report = existsSync(browserFile)
    ? JSON.parse(readFileSync(browserFile, 'utf8'))
    : { stats: { expected: 0, unexpected: 1, skipped: 0, flaky: 0 }, suites: [] };
  const { stats } = report;
  failures.push(...report.suites.flatMap(browserFailuresOf));
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
  `\nThe engines were tested embedded and on\n${tableOf(servers.env, servers.started)}\n` +
    servers.problems.map((line) => `${line}\n`).join(''),
);
if (process.env.CI && missingIn(servers.env).length > 0) {
  green = false;
  total.failed += 1;
}
if (onlyAlone.length > 0) process.stdout.write(`\nPassed only when tried again: ${onlyAlone.join(', ')}\n`);
for (const failure of failures) process.stdout.write(`\nFailed: ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(green && total.failed === 0 ? 0 : 1);
