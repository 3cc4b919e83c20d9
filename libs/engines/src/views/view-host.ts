import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../sqlite/compiled-file.js';

type Callable = (...args: never[]) => unknown;
export type Method<Half> = { [Name in keyof Half]: Half[Name] extends Callable ? Name : never }[keyof Half];
type ArgumentsOf<Half, Name extends keyof Half> = Half[Name] extends (...args: infer Args) => unknown ? Args : never;
type AnswerOf<Half, Name extends keyof Half> = Half[Name] extends (...args: never[]) => infer Answer ? Answer : never;

/** Where the reading or the writing half of the views runs. Calls are answered in the order they come. */
export interface Host<Half> {
  /** Calls not answered yet. */
  readonly pending: number;
  call<Name extends Method<Half>>(method: Name, ...args: ArgumentsOf<Half, Name>): Promise<AnswerOf<Half, Name>>;
  /** A call that is left out when `signal` has aborted before its turn. @throws whatever `signal` aborts with, then */
  callUnless<Name extends Method<Half>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Half, Name>
  ): Promise<AnswerOf<Half, Name>>;
  close(): Promise<void>;
}

/** `leaveOut`: a memory that both threads see, in which anything but 0 says that nobody wants the call any more. */
export type Call = { method: string; args: unknown[]; leaveOut?: Int32Array };
export type Asked = Call | 'close';
export type Answered = { answer: unknown } | { failure: Error };

export const callOn = <Half extends object>(half: Half, { method, args, leaveOut }: Call): unknown => {
  if (leaveOut && Atomics.load(leaveOut, 0) !== 0) throw new Error('views: the call was left out');
  const called: unknown = Reflect.get(half, method);
  if (typeof called !== 'function') throw new Error(`views: nothing is called "${method}"`);
  return Reflect.apply(called, half, args);
};

/** Runs where it stands: for views in memory, which no other connection can see. */
export const hostInPlace = <Half extends object>(half: Half): Host<Half> => {
  const call: Host<Half>['call'] = async (method, ...args) =>
    callOn(half, { method: String(method), args }) as AnswerOf<Half, typeof method>;
  return { pending: 0, call, callUnless: (_signal, method, ...args) => call(method, ...args), close: async () => {} };
};

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/** Runs half of a views file in a thread of its own, begun by its first call: neither long queries nor the disk stop HTTP. */
export class HostThread<Half> implements Host<Half> {
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

  call<Name extends Method<Half>>(method: Name, ...args: ArgumentsOf<Half, Name>): Promise<AnswerOf<Half, Name>> {
    return this.ask({ method: String(method), args });
  }

  async callUnless<Name extends Method<Half>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Half, Name>
  ): Promise<AnswerOf<Half, Name>> {
    if (!signal) return this.call(method, ...args);
    const leaveOut = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const leave = (): void => {
      Atomics.store(leaveOut, 0, 1);
    };
    signal.addEventListener('abort', leave);
    try {
      return await this.ask({ method: String(method), args, leaveOut });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Answers what was asked before. */
  async close(): Promise<void> {
    this.closed = true;
    if (!this.worker) return;
    const exited = once(this.worker, 'exit');
    this.worker.ref();
    this.worker.postMessage('close' satisfies Asked);
    await exited;
  }

  private ask<Answer>(call: Call): Promise<Answer> {
    if (this.closed) return Promise.reject(new Error('the views are closed'));
    const worker = this.worker ?? this.start();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(call);
    });
  }

  /** An idle thread does not keep the process alive; a dead one is replaced at the next call. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './view.worker.js'), {
      workerData: { file: this.file, half: this.half },
    });
    let failure = new Error(`the ${this.half} of the views has stopped`);
    worker.on('message', (answered: Answered) => {
      const waiting = this.waiting.shift();
      if (this.waiting.length === 0) worker.unref();
      if ('failure' in answered) waiting?.reject(answered.failure);
      else waiting?.resolve(answered.answer as never);
    });
    worker.on('error', (error: Error) => (failure = error));
    worker.on('exit', () => {
      this.worker = null;
      for (const { reject } of this.waiting.splice(0)) reject(failure);
    });
    worker.unref();
    this.worker = worker;
    return worker;
  }
}
