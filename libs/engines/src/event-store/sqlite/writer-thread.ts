import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { HeadConflict, StoreUnavailable } from '#events';
import { compiledFile } from '../../sqlite/compiled-file.js';
import { AppendInDoubt } from '../event-log.js';
import { type AppendMessage, toMessage } from './append-message.js';
import type { AppendOutcome, AppendRequest, Writer } from './group-commit.js';

type PendingGroup = { group: AppendRequest[]; settle: (outcomes: AppendOutcome[]) => void };

/**
 * Writes a file in its own thread, which the first write starts, so that waiting for the disk or for another process
 * does not block the event loop.
 */
export class WriterThread implements Writer {
  private worker: Worker | null = null;
  private pendingGroups: PendingGroup[] = [];

  constructor(private readonly file: string) {}

  get isIdle(): boolean {
    return this.pendingGroups.length === 0;
  }

  commit(group: AppendRequest[]): Promise<AppendOutcome[]> {
    return new Promise((settle) => this.send(group, toMessage(group), settle));
  }

  /**
   * Copies the write-ahead log into the file. Commits wait meanwhile, so that the copy is complete and the write-ahead
   * log starts again at its beginning: a log that only grows makes every wait for the disk longer by half.
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

  private send(
    group: AppendRequest[],
    message: AppendMessage | 'checkpoint',
    settle: (outcomes: AppendOutcome[]) => void,
  ): void {
    const worker = this.worker ?? this.start();
    this.pendingGroups.push({ group, settle });
    worker.ref();
    worker.postMessage(message);
  }

  /** An idle thread does not keep the process alive. A thread that has ended is replaced at the next append. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './writer.worker.js'), { workerData: this.file });
    let failure = 'the writer of the log has stopped';
    worker.on('message', (outcomes: AppendOutcome[]) => {
      this.pendingGroups.shift()?.settle(outcomes);
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
    for (const { group, settle } of this.pendingGroups.splice(0))
      settle(group.map(() => ({ failure, written: 'perhaps' })));
  }
}

type QueuedAppend = AppendRequest & { resolve: (position: number) => void; reject: (error: Error) => void };

/** Enough appends for the writer to start with, while more appends of a burst are being prepared. */
const CHUNK_SIZE = 16;

/**
 * Collects appends into groups for the writer: those of one turn of the event loop, and while it writes, those that
 * arrive until it has finished. They would wait for the writer anyway, and it waits for the disk only once for all of
 * them.
 */
export class AppendQueue {
  private queuedAppends: QueuedAppend[] = [];
  private readonly runningWrites = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly writer: Writer,
    private readonly onWritten: (position: number) => void,
  ) {}

  append(append: AppendRequest): Promise<number> {
    if (this.closed) return Promise.reject(new StoreUnavailable('the log is closed'));
    return new Promise((resolve, reject) => {
      const length = this.queuedAppends.push({ ...append, resolve, reject });
      if (length === CHUNK_SIZE) this.flush();
      else if (length === 1 && this.runningWrites.size === 0) setImmediate(() => this.flush());
    });
  }

  /** Waiting appends are still written; later ones are refused. */
  async close(): Promise<void> {
    this.closed = true;
    this.flush();
    await Promise.all(this.runningWrites);
    await this.writer.close();
  }

  private flush(): void {
    if (this.queuedAppends.length === 0) return;
    const write = this.send().finally(() => {
      this.runningWrites.delete(write);
      this.flush();
    });
    this.runningWrites.add(write);
  }

  private async send(): Promise<void> {
    const group = this.queuedAppends.splice(0);
    const appends = group.map(({ stream, events, head }) => ({ stream, events, head }));
    const outcomes = await this.writer
      .commit(appends)
      .catch((error: unknown): AppendOutcome[] => appends.map(() => ({ failure: String(error), written: 'perhaps' })));
    let newestPosition = 0;
    for (const [i, append] of group.entries()) {
      const outcome: AppendOutcome = outcomes[i] ?? {
        failure: 'the writer of the log gave no answer',
        written: 'perhaps',
      };
      if (typeof outcome === 'number') newestPosition = Math.max(newestPosition, outcome);
      settle(append, outcome);
    }
    this.onWritten(newestPosition);
  }
}

const settle = ({ stream, head, resolve, reject }: QueuedAppend, outcome: AppendOutcome): void => {
  if (typeof outcome === 'number') resolve(outcome);
  else if ('actual' in outcome) reject(new HeadConflict(stream, head.revision, outcome.actual));
  else if (outcome.written === 'perhaps')
    reject(new AppendInDoubt(`It is not known whether ${stream} was written: ${outcome.failure}`));
  else reject(new StoreUnavailable(`${stream} could not be written: ${outcome.failure}`));
};
