import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { compiledFile, runInBackground, type EngineSettings } from '#engines';

const RETRY_MS = 1_000;
/** What a thread that has ended calls itself. */
const GONE = -1;

/**
 * Runs the projector beside the api in a thread of its own: folding a million events again must not stop a single
 * answer. It opens the engines itself, those that the settings name, as a projector process would. A thread that dies
 * is replaced.
 */
export const startProjectorThread = (settings: EngineSettings, logger: Logger) => {
  // Of all settings those of engines: others cannot be handed to a thread, and it reads no more.
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
      const then = stopping.signal.aborted ? 'did not stop in order' : 'has stopped and starts again';
      if (code !== 0)
        logger.error({ code, ...(failure === undefined ? {} : { err: failure }) }, `the projector ${then}`);
      runInBackground(startAgain(), 'the projector could not be started again', logger);
    });
  };
  const startAgain = async (): Promise<void> => {
    await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // woken by the signal
    if (!stopping.signal.aborted) start();
  };
  start();

  return {
    /** What has been read is still written. */
    async stop(): Promise<void> {
      stopping.abort();
      if (worker.threadId === GONE) return;
      const exited = once(worker, 'exit').catch(() => undefined); // one that fails while it stops has stopped, too
      worker.postMessage('stop');
      await exited;
    },
  };
};
