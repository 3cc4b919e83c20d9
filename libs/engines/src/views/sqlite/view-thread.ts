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
  toError,
  type DatabaseHost,
  type Method,
} from '../../sqlite/write-thread.js';

type PendingCall = { resolve: (result: never) => void; reject: (error: Error) => void };

/**
 * Runs the reader or the writer of a views file in its own thread, which the first call starts, so that neither long
 * queries nor the disk block HTTP.
 */
export class ViewThread<Target> implements DatabaseHost<Target> {
  private worker: Worker | null = null;
  private pendingCalls: PendingCall[] = [];
  private isClosed = false;

  constructor(
    private readonly file: string,
    private readonly role: 'reader' | 'writer',
  ) {}

  get pending(): number {
    return this.pendingCalls.length;
  }

  call<Name extends Method<Target>>(method: Name, ...args: ArgumentsOf<Target, Name>): Promise<ResultOf<Target, Name>> {
    return this.send({ method: String(method), args });
  }

  async callUnlessAborted<Name extends Method<Target>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Target, Name>
  ): Promise<ResultOf<Target, Name>> {
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
    this.isClosed = true;
    if (!this.worker) return;
    const exit = once(this.worker, 'exit');
    this.worker.ref();
    this.worker.postMessage('close' satisfies HostRequest);
    await exit;
  }

  private send<Result>(call: Call): Promise<Result> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable('the views are closed'));
    const worker = this.worker ?? this.start();
    return new Promise((resolve, reject) => {
      this.pendingCalls.push({ resolve, reject });
      worker.ref();
      worker.postMessage(call);
    });
  }

  /** An idle thread does not keep the process alive. A thread that has ended is replaced at the next call. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './view.worker.js'), {
      workerData: { file: this.file, role: this.role },
    });
    let failure: Error = new StoreUnavailable(`the ${this.role} of the views has stopped`);
    worker.on('message', (response: HostResponse) => {
      const pendingCall = this.pendingCalls.shift();
      if (this.pendingCalls.length === 0) worker.unref();
      if ('failure' in response) pendingCall?.reject(toError(response));
      else pendingCall?.resolve(response.result as never);
    });
    worker.on('error', (cause: Error) => {
      failure = new StoreUnavailable(`the ${this.role} of the views has stopped: ${cause.message}`, { cause });
    });
    worker.on('exit', () => {
      this.worker = null;
      for (const { reject } of this.pendingCalls.splice(0)) reject(failure);
    });
    worker.unref();
    this.worker = worker;
    return worker;
  }
}
