import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const KEY = 'calls of databases';
const [CALLS, ENDING] = [0, 1];
/** Longer than almost every call. */
const PATIENCE_MS = 500;
/** In which a thread that is between two calls comes to the second one. */
const BETWEEN_CALLS_MS = 20;

/** How many threads of this process are within a call of a database, and whether the process is ending. */
const shared =
  (getEnvironmentData(KEY) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
setEnvironmentData(KEY, shared);
const state = new Int32Array(shared);

/** Runs a call of a database and resolves to its answer. In a thread of a process that is ending no call begins any more. */
export const asCall = <Answer>(call: () => Answer): Answer => {
  if (isMainThread) return call();
  Atomics.add(state, CALLS, 1);
  try {
    if (Atomics.load(state, ENDING) === 1) {
      Atomics.sub(state, CALLS, 1);
      Atomics.wait(state, ENDING, 1); // until the process has ended
    }
    return call();
  } finally {
    Atomics.sub(state, CALLS, 1);
  }
};

/**
 * Ends the process when no thread is within a call of a database, or after half a second. Node ends threads wherever they are, and the
 * binding of SQLite for Node before 22.13 aborts the process (SIGABRT, "Napi::Error") when that is within a call. In a thread it ends
 * the thread alone, as `process.exit` does.
 */
export const exitProcess = (code: number): never => {
  if (isMainThread) {
    Atomics.store(state, ENDING, 1);
    const began = performance.now();
    const passed = () => performance.now() - began;
    const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    while (passed() < BETWEEN_CALLS_MS || (Atomics.load(state, CALLS) > 0 && passed() < PATIENCE_MS))
      Atomics.wait(pause, 0, 0, 1);
  }
  process.exit(code);
};
