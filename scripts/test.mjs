// npm test: the same set-up as npm start, then all tests: jest (server, then console), then the browser.
// `npm test -- <jest arguments>` runs only what they name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.mjs';
import { prepare, root } from './prepare.mjs';
import { retryFailed } from './retry-failed.mjs';
import { missingServers, startServers, serverTable } from './servers.mjs';

prepare();
const jestArgs = process.argv.slice(2);
const results = join(root, '.cache/test-results');
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };

// In CI the engines are also tested on servers; those that the environment does not name are started here.
const servers =
  process.env.CI && jestArgs.length === 0
    ? await startServers(process.env)
    : { env: process.env, started: new Set(), problems: [], stop: async () => {} };

const jest = (args) => {
  const jestProcess = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...args],
    { cwd: root, stdio: 'inherit', env: servers.env },
  );
  return jestProcess.status === 0;
};

if (jestArgs.length > 0) process.exit(jest(jestArgs) ? 0 : 1);

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

let allPassed = true;
const passedOnRetry = [];
/** Prints the names of failed tests at the end, because the output of CI is read from its end. */
const failures = [];
for (const project of ['node', 'console']) {
  const file = join(results, `${project}.json`);
  rmSync(file, { force: true });
  // One worker more than cores, because tests often wait for engines and timers. Forced exit, so that a process that a
  // failed test has left behind does not block the end of the run.
  const argsOf = (output) => ['--selectProjects', project, '--forceExit', '--json', `--outputFile=${output}`];
  if (!jest([...argsOf(file), `--maxWorkers=${availableParallelism() + 1}`])) {
    const retry = existsSync(file) ? retryFailed(file, jest, argsOf) : { allPassed: false, passedOnRetry: [] };
    passedOnRetry.push(...retry.passedOnRetry);
    allPassed &&= retry.allPassed;
  }
  const summary = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0 };
  total.passed += summary.numPassedTests;
  total.failed += summary.numFailedTests + (summary.numRuntimeErrorTestSuites ?? 0);
  total.skipped += summary.numPendingTests;
  failures.push(...failuresOf(summary));
}
await servers.stop();

const chromium = findChromium();
const browserFile = join(results, 'browser.json');
rmSync(browserFile, { force: true });
if (chromium) {
  rmSync(join(root, '.cache/e2e'), { recursive: true, force: true });
  const playwright = spawnSync('npx', ['playwright', 'test'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile },
  });
  if (playwright.status !== 0) allPassed = false;
  const report = existsSync(browserFile)
    ? JSON.parse(readFileSync(browserFile, 'utf8'))
    : { stats: { expected: 0, unexpected: 1, skipped: 0, flaky: 0 }, suites: [] };
  const { stats } = report;
  failures.push(...report.suites.flatMap(browserFailuresOf));
  total.passed += stats.expected + stats.flaky;
  if (stats.flaky > 0) passedOnRetry.push(`${stats.flaky} of the browser`);
  total.failed += stats.unexpected;
  total.skipped += stats.skipped;
} else {
  process.stdout.write('\nNo Chromium was found: the browser tests did not run. Set CHROMIUM to its path.\n');
  if (process.env.CI) {
    allPassed = false;
    total.failed += 1;
  }
}

process.stdout.write(
  `\nThe engines were tested embedded and on\n${serverTable(servers.env, servers.started)}\n` +
    servers.problems.map((line) => `${line}\n`).join(''),
);
if (process.env.CI && missingServers(servers.env).length > 0) {
  allPassed = false;
  total.failed += 1;
}
if (passedOnRetry.length > 0) process.stdout.write(`\nPassed only when tried again: ${passedOnRetry.join(', ')}\n`);
for (const failure of failures) process.stdout.write(`\nFailed: ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(allPassed && total.failed === 0 ? 0 : 1);
