import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../sqlite/compiled-file.js';
import type { DatabaseSync } from '../sqlite/database.js';
import { toMessage } from './append-message.js';
import { GroupCommit, type Append, type Outcome } from './group-commit.js';

/** The one place of a process that writes a log. Groups are written in the order they come. */
export interface Writer {
  commit(group: Append[]): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** Writes where it stands: for a database in memory, which no other connection can see. */
export const writerInPlace = (database: DatabaseSync): Writer => {
  const groups = new GroupCommit(database);
  return { commit: async (group) => groups.commit(group), close: async () => {} };
};

type Waiting = { group: Append[]; settle: (outcomes: Outcome[]) => void };

/** Writes a file from a thread of its own, so that waiting for the disk or for another process never stops HTTP. */
export class WriterThread implements Writer {
  private worker: Worker | null = null;
  private waiting: Waiting[] = [];

  constructor(private readonly file: string) {
    this.start();
  }

  commit(group: Append[]): Promise<Outcome[]> {
    const worker = this.worker ?? this.start();
    return new Promise((settle) => {
      this.waiting.push({ group, settle });
      worker.ref();
      worker.postMessage(toMessage(group));
    });
  }

  async close(): Promise<void> {
    if (!this.worker) return;
    const exited = once(this.worker, 'exit');
    this.worker.ref();
    this.worker.postMessage('close');
    await exited;
  }

  /** An idle writer does not keep the process alive; a dead one is replaced at the next append. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './writer.worker.js'), { workerData: this.file });
    let failure = 'the writer of the log has stopped';
    worker.on('message', (outcomes: Outcome[]) => {
      this.waiting.shift()?.settle(outcomes);
      if (this.waiting.length === 0) worker.unref();
    });
    worker.on('error', (error) => (failure = String(error)));
    worker.on('exit', () => this.abandon(failure));
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private abandon(failure: string): void {
    this.worker = null;
    for (const { group, settle } of this.waiting.splice(0)) settle(group.map(() => ({ failure, inDoubt: true })));
  }
}
