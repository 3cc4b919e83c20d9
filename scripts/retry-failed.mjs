// Runs failed test files once more, alone: on a busy machine an engine may answer too late while tests run in parallel.
// Files that pass only then are listed at the end of npm test; files that fail again have failed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './prepare.mjs';

/** More failed files than this are not due to load, and would take as long as the first run. */
const MAX_FILES = 12;

const counted = (results) => {
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...of) => tests.filter(({ status }) => of.includes(status)).length;
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return {
    ...results,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'todo', 'skipped'),
    numRuntimeErrorTestSuites: broken,
  };
};

/**
 * Runs the failed files of a results file again by `jest(args)` and puts their second results into it. Returns the
 * files that passed only now, and whether all have passed.
 */
export const retryFailed = (file, jest, argsOf) => {
  const first = JSON.parse(readFileSync(file, 'utf8'));
  const failed = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > MAX_FILES) return { green: false, second: [] };
  process.stdout.write(`\nOnce more, alone:\n${failed.map((name) => `  ${relative(root, name)}\n`).join('')}`);
  const again = `${file}.again`;
  const green = jest([...argsOf(again), '--maxWorkers=1', '--runTestsByPath', ...failed]);
  const results = JSON.parse(readFileSync(again, 'utf8')).testResults;
  rmSync(again);
  const tried = new Set(results.map(({ name }) => name));
  writeFileSync(
    file,
    JSON.stringify(
      counted({ ...first, testResults: [...first.testResults.filter(({ name }) => !tried.has(name)), ...results] }),
    ),
  );
  return { green, second: results.filter(({ status }) => status === 'passed').map(({ name }) => relative(root, name)) };
};
