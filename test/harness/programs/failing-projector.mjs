// Preloaded into a service under test: the thread of its projector fails twice, by an exception and by a rejection,
// while it builds the views and its own threads write them.
import { getEnvironmentData, isMainThread, setEnvironmentData, workerData } from 'node:worker_threads';

const KEY = 'failures of the projector';
const FAILURES = 2;
/**
 * Time of the failure: after the thread listens for such errors, which is before it opens the engines; later each time.
 */
const FIRST_MS = 300;
const LATER_MS = 150;

const failSoon = () => {
  const failureCount = Atomics.add(new Int32Array(getEnvironmentData(KEY)), 0, 1);
  if (failureCount >= FAILURES) return;
  const fail = () => {
    if (failureCount % 2 === 0) throw new Error('thrown in the projector');
    void Promise.reject(new Error('rejected in the projector'));
  };
  setTimeout(fail, FIRST_MS + failureCount * LATER_MS);
};
const onNewListener = (event) => {
  if (event !== 'uncaughtException') return;
  process.off('newListener', onNewListener);
  failSoon();
};

if (isMainThread) setEnvironmentData(KEY, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
// Only the thread of the projector gets settings.
else if (workerData?.settings) process.on('newListener', onNewListener);
