import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const KEY = 'calls of databases';
const [CALLS, ENDING] = [0, 1];
/** Longer than almost every call. */
const EXIT_TIMEOUT_MS = 500;
/** In which a thread that is between two calls comes to the second one. */
const BETWEEN_CALLS_MS = 20;

/** How many threads below a thread are within a call of a database, and whether that thread is ending. */
const newCount = () => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/**
 * The counts of the threads above this one, the main thread first, and its own: threads get the environment data of the
 * one that starts them.
 */
const counters = (getEnvironmentData(KEY) as SharedArrayBuffer[] | undefined) ?? [];
const above = isMainThread ? [] : counters.map((shared) => new Int32Array(shared));
const ownShared = (isMainThread ? counters[0] : undefined) ?? newCount();
const own = new Int32Array(ownShared);
setEnvironmentData(KEY, isMainThread ? [ownShared] : [...counters, ownShared]);

/**
 * Runs a call of a database and resolves to its answer. In a thread below one that is ending no call begins any more.
 */
export const trackDatabaseCall = <Answer>(call: () => Answer): Answer => {
  if (above.length === 0) return call();
  for (const count of above) Atomics.add(count, CALLS, 1);
  try {
    const ending = above.find((count) => Atomics.load(count, ENDING) === 1);
    if (ending) {
      for (const count of above) Atomics.sub(count, CALLS, 1);
      Atomics.wait(ending, ENDING, 1); // until the thread has ended, and this one with it
    }
    return call();
  } finally {
    for (const count of above) Atomics.sub(count, CALLS, 1);
  }
};

/**
 * Ends the process, or in a thread the thread alone, when no thread below is within a call of a database, or after
 * `timeoutMs`. Node ends those threads wherever they are, and the binding of SQLite for Node before 22.13 aborts the
 * process (SIGABRT, "Napi::Error") when that is within a call.
 */
export const exitProcess = (code: number, timeoutMs = EXIT_TIMEOUT_MS): never => {
  Atomics.store(own, ENDING, 1);
  const began = performance.now();
  const passed = () => performance.now() - began;
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  while (passed() < BETWEEN_CALLS_MS || (Atomics.load(own, CALLS) > 0 && passed() < timeoutMs))
    Atomics.wait(pause, 0, 0, 1);
  process.exit(code);
};
