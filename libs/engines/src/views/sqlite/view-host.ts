import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#events';
import { compiledFile } from '../../sqlite/compiled-file.js';
import {
  type HostResponse,
  type ResultOf,
  type ArgumentsOf,
  type HostRequest,
  type Call,
  failureIn,
  type DatabaseHost,
  type Method,
} from '../../sqlite/write-thread.js';

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/**
 * Runs the reader or the writer of a views file in its own thread, which the first call starts, so that neither long
 * queries nor the disk block HTTP.
 */
export class ViewThread<Half> implements DatabaseHost<Half> {
  private worker: Worker | null = null;
  private waiting: Waiting[] = [];
  private closed = false;

  constructor(
    private readonly file: string,
    private readonly half: 'reader' | 'writer',
  ) {}

  get pending(): number {
    return this.waiting.length;
  }

  call<Name extends Method<Half>>(method: Name, ...args: ArgumentsOf<Half, Name>): Promise<ResultOf<Half, Name>> {
    return this.send({ method: String(method), args });
  }

  async callUnless<Name extends Method<Half>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Half, Name>
  ): Promise<ResultOf<Half, Name>> {
    if (!signal) return this.call(method, ...args);
    const skip = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const skipCall = (): void => {
      Atomics.store(skip, 0, 1);
    };
    signal.addEventListener('abort', skipCall);
    try {
      return await this.send({ method: String(method), args, skip });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', skipCall);
    }
  }

  /** Earlier calls are still answered. */
  async close(): Promise<void> {
    this.closed = true;
    if (!this.worker) return;
    const exited = once(this.worker, 'exit');
    this.worker.ref();
    this.worker.postMessage('close' satisfies HostRequest);
    await exited;
  }

  private send<Result>(call: Call): Promise<Result> {
    if (this.closed) return Promise.reject(new StoreUnavailable('the views are closed'));
    const worker = this.worker ?? this.start();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(call);
    });
  }

  /** An idle thread does not keep the process alive. A thread that has ended is replaced at the next call. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './view.worker.js'), {
      workerData: { file: this.file, half: this.half },
    });
    let failure: Error = new StoreUnavailable(`the ${this.half} of the views has stopped`);
    worker.on('message', (response: HostResponse) => {
      const waiting = this.waiting.shift();
      if (this.waiting.length === 0) worker.unref();
      if ('failure' in response) waiting?.reject(failureIn(response));
      else waiting?.resolve(response.answer as never);
    });
    worker.on('error', (cause: Error) => {
      failure = new StoreUnavailable(`the ${this.half} of the views has stopped: ${cause.message}`, { cause });
    });
    worker.on('exit', () => {
      this.worker = null;
      for (const { reject } of this.waiting.splice(0)) reject(failure);
    });
    worker.unref();
    this.worker = worker;
    return worker;
  }
}
