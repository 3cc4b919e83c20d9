import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const KEY = 'calls of databases';
const [CALLS, ENDING] = [0, 1];
/** Longer than almost every database call. */
const EXIT_TIMEOUT_MS = 500;
/** A thread that is between two calls begins the second one within this time, and is counted then. */
const BETWEEN_CALLS_MS = 20;

/** For one thread: how many threads below it are in a database call, and whether it is ending. */
const createCounter = () => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/**
 * The counters of the threads above this one, the main thread first, and its own. A thread gets the environment data of
 * the thread that starts it.
 */
const inheritedCounters = (getEnvironmentData(KEY) as SharedArrayBuffer[] | undefined) ?? [];
const ancestorCounters = isMainThread ? [] : inheritedCounters.map((shared) => new Int32Array(shared));
const sharedCounter = (isMainThread ? inheritedCounters[0] : undefined) ?? createCounter();
const threadCounter = new Int32Array(sharedCounter);
setEnvironmentData(KEY, isMainThread ? [sharedCounter] : [...inheritedCounters, sharedCounter]);

/** Runs a database call. In a thread below one that is ending, no further call begins. */
export const trackDatabaseCall = <Result>(call: () => Result): Result => {
  if (ancestorCounters.length === 0) return call();
  for (const counter of ancestorCounters) Atomics.add(counter, CALLS, 1);
  try {
    const endingCounter = ancestorCounters.find((counter) => Atomics.load(counter, ENDING) === 1);
    if (endingCounter) {
      for (const counter of ancestorCounters) Atomics.sub(counter, CALLS, 1);
      Atomics.wait(endingCounter, ENDING, 1); // until the thread has ended, and this one with it
    }
    return call();
  } finally {
    for (const counter of ancestorCounters) Atomics.sub(counter, CALLS, 1);
  }
};

/**
 * Ends the process, or only the thread if it is called in one, as soon as no thread below is in a database call, at the
 * latest after `timeoutMs`. Node ends those threads wherever they are, and the SQLite binding for Node before 22.13
 * aborts the process (SIGABRT, "Napi::Error") if a thread ends during a call.
 */
export const exitProcess = (code: number, timeoutMs = EXIT_TIMEOUT_MS): never => {
  Atomics.store(threadCounter, ENDING, 1);
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  while (elapsed() < BETWEEN_CALLS_MS || (Atomics.load(threadCounter, CALLS) > 0 && elapsed() < timeoutMs))
    Atomics.wait(pause, 0, 0, 1);
  process.exit(code);
};
