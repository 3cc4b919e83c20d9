// Runs failed test files once more, alone: on a busy machine an engine may answer too late while tests run in parallel.
// Files that pass only then are listed at the end of npm test; files that fail again have failed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './prepare.mjs';

/** More failed files than this are not due to load, and would take as long as the first run. */
const MAX_FILES = 12;

const withCounts = (results) => {
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const runtimeErrorFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return {
    ...results,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'todo', 'skipped'),
    numRuntimeErrorTestSuites: runtimeErrorFiles,
  };
};

/**
 * Runs the failed files of a results file again by `jest(args)` and puts their second results into it. Returns the
 * files that passed only now, and whether all have passed.
 */
export const retryFailed = (file, jest, argsOf) => {
  const firstRun = JSON.parse(readFileSync(file, 'utf8'));
  const failedFiles = firstRun.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES) return { allPassed: false, passedOnRetry: [] };
  process.stdout.write(`\nOnce more, alone:\n${failedFiles.map((name) => `  ${relative(root, name)}\n`).join('')}`);
  const retryFile = `${file}.again`;
  const allPassed = jest([...argsOf(retryFile), '--maxWorkers=1', '--runTestsByPath', ...failedFiles]);
  const results = JSON.parse(readFileSync(retryFile, 'utf8')).testResults;
  rmSync(retryFile);
  const retriedFiles = new Set(results.map(({ name }) => name));
  writeFileSync(
    file,
    JSON.stringify(
      withCounts({
        ...firstRun,
        testResults: [...firstRun.testResults.filter(({ name }) => !retriedFiles.has(name)), ...results],
      }),
    ),
  );
  return {
    allPassed,
    passedOnRetry: results.filter(({ status }) => status === 'passed').map(({ name }) => relative(root, name)),
  };
};
