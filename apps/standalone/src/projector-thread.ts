import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { compiledFile, runInBackground, type EngineSettings } from '#engines';

const RETRY_MS = 1_000;
/** The `threadId` of a thread that has ended. */
const ENDED = -1;

/**
 * Runs the projector in its own thread, so that rebuilding a view of a million events does not block the api. The
 * thread opens the engines that the settings select, as a projector process does. A thread that dies is replaced.
 */
export const startProjectorThread = (settings: EngineSettings, logger: Logger) => {
  // Only the settings of engines: the thread needs no others, and some of them cannot be sent to a thread.
  const { DATA_DIR, EVENTSTORE_URL, MONGO_URL, REDIS_URL, STREAM_CACHE_MB } = settings;
  const engineSettings: EngineSettings = { DATA_DIR, EVENTSTORE_URL, MONGO_URL, REDIS_URL, STREAM_CACHE_MB };
  const stopping = new AbortController();
  let worker: Worker;

  const start = (): void => {
    worker = new Worker(compiledFile(import.meta.url, './projector.worker.js'), {
      workerData: { level: logger.level, settings: engineSettings },
    });
    let failure: unknown;
    worker.on('error', (error) => (failure = error));
    worker.once('exit', (code) => {
      const consequence = stopping.signal.aborted ? 'did not stop in order' : 'has stopped and starts again';
      if (code !== 0)
        logger.error({ code, ...(failure === undefined ? {} : { err: failure }) }, `the projector ${consequence}`);
      runInBackground(restart(), 'the projector could not be started again', logger);
    });
  };
  const restart = async (): Promise<void> => {
    await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // ends early when the signal aborts
    if (!stopping.signal.aborted) start();
  };
  start();

  return {
    /** Events that were read are still written. */
    async stop(): Promise<void> {
      stopping.abort();
      if (worker.threadId === ENDED) return;
      const exit = once(worker, 'exit').catch(() => undefined); // a thread that fails while it stops has stopped, too
      worker.postMessage('stop');
      await exit;
    },
  };
};
