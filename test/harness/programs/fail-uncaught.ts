import { once } from 'node:events';
import { isMainThread, Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { compiledFile } from '../../../libs/engines/src/sqlite/compiled-file.js';
import { surviveEngineFailures } from '../../../libs/engines/src/stop-on-signal.js';

const BUSY = 3;
const ROUNDS = 3;

/**
 * Starts a thread that fails with an uncaught error while its own threads work on databases, and prints how it has
 * ended, three times; then fails in the same way itself.
 */
const log = (_: object, text: string): void => void process.stdout.write(`${text}\n`);
surviveEngineFailures({ error: log, fatal: log });

const fail = async (): Promise<void> => {
  const threads = Array.from(
    { length: BUSY },
    () => new Worker(compiledFile(import.meta.url, './busy-database.worker.js')),
  );
  await Promise.all(threads.map((thread) => once(thread, 'message')));
  void Promise.reject(new Error('nobody catches this'));
};

if (isMainThread)
  for (let round = 0; round < ROUNDS; round++) {
    const [code] = await once(new Worker(fileURLToPath(import.meta.url)), 'exit');
    process.stdout.write(`ended with ${code}\n`);
  }
await fail();
