import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../sqlite/compiled-file.js';
import { toMessage, type AppendMessage } from './append-message.js';
import type { Append, Outcome } from './group-commit.js';
import type { Writer } from './writer.js';

type Waiting = { group: Append[]; settle: (outcomes: Outcome[]) => void };

/** Writes a file from a thread of its own, begun by the first write: waiting for the disk or for another process stops nobody there. */
export class WriterThread implements Writer {
  private worker: Worker | null = null;
  private waiting: Waiting[] = [];

  constructor(private readonly file: string) {}

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  commit(group: Append[]): Promise<Outcome[]> {
    return new Promise((settle) => this.send(group, toMessage(group), settle));
  }

  /**
   * Has the write-ahead log copied into the file. What is committed meanwhile waits here, so that the copy is whole and the
   * write-ahead log begins anew: a log that only grows makes every wait for the disk half as long again.
   */
  checkpoint(): void {
    this.send([], 'checkpoint', () => {});
  }

  async close(): Promise<void> {
    if (!this.worker) return;
    const exited = once(this.worker, 'exit');
    this.worker.ref();
    this.worker.postMessage('close');
    await exited;
  }

  private send(group: Append[], message: AppendMessage | 'checkpoint', settle: (outcomes: Outcome[]) => void): void {
    const worker = this.worker ?? this.start();
    this.waiting.push({ group, settle });
    worker.ref();
    worker.postMessage(message);
  }

  /** An idle thread does not keep the process alive; a dead one is replaced at the next append. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './writer.worker.js'), { workerData: this.file });
    let failure = 'the writer of the log has stopped';
    worker.on('message', (outcomes: Outcome[]) => {
      this.waiting.shift()?.settle(outcomes);
      if (this.isIdle) worker.unref();
    });
    worker.on('error', (error) => (failure = String(error)));
    worker.on('exit', () => this.abandon(failure));
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private abandon(failure: string): void {
    this.worker = null;
    for (const { group, settle } of this.waiting.splice(0)) settle(group.map(() => ({ failure, written: 'perhaps' })));
  }
}
