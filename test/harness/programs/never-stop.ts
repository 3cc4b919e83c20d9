import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../../../libs/engines/src/sqlite/compiled-file.js';
import { runUntilStopped } from '../../../libs/engines/src/stop-on-signal.js';

const log = (facts: object, text: string): void => void process.stdout.write(`${text} ${JSON.stringify(facts)}\n`);

/**
 * A process of which one part can never be closed; it prints "started". Arguments: how long it may take to stop, in
 * milliseconds, and how many threads work on databases.
 */
await runUntilStopped(
  { debug: log, info: log, error: log },
  async (parts) => {
    await parts.add('engines', () => process.stdout.write('engines are closed\n'));
    await parts.add('jobs', () => new Promise(() => undefined));
    setInterval(() => undefined, 1_000);
    const threads = Array.from(
      { length: Number(process.argv[3] ?? 0) },
      () => new Worker(compiledFile(import.meta.url, './busy-database.worker.js')),
    );
    await Promise.all(threads.map((thread) => once(thread, 'message')));
    process.stdout.write('started\n');
  },
  Number(process.argv[2]),
);
