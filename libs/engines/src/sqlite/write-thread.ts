import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#events/event-store';
import type { DeliveryTable } from '../deliveries/delivery-table.js';
import { isEngineFailure } from '../failures/engine-failure.js';
import type { JobTable } from '../jobs/sqlite/job-table.js';
import type { LabExchangeTable } from '../lab-exchanges/lab-exchange-table.js';
import type { LastWriteTable } from '../last-writes/last-write-table.js';
import type { VaultTables } from '../vault/vault-tables.js';
import { compiledFile } from './compiled-file.js';
import { READER_BUSY_MS, type DatabaseSync } from './database.js';

type Callable = (...args: never[]) => unknown;
export type Method<Half> = { [Name in keyof Half]: Half[Name] extends Callable ? Name : never }[keyof Half];
export type ArgumentsOf<Half, Name extends keyof Half> = Half[Name] extends (...args: infer Args) => unknown
  ? Args
  : never;
export type ResultOf<Half, Name extends keyof Half> = Half[Name] extends (...args: never[]) => infer Result
  ? Result
  : never;

/** Runs the part of an engine that works on a database: in place or in a thread. Calls are answered in their order. */
export interface DatabaseHost<Half> {
  /** Number of calls that have not been answered yet. */
  readonly pending: number;
  call<Name extends Method<Half>>(method: Name, ...args: ArgumentsOf<Half, Name>): Promise<ResultOf<Half, Name>>;
  /**
   * Like `call`, but the call is skipped if `signal` aborts before its turn.
   * @throws the reason of `signal` if the call is skipped
   */
  callUnless<Name extends Method<Half>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Half, Name>
  ): Promise<ResultOf<Half, Name>>;
  close(): Promise<void>;
}

/** `skip`: shared memory; a value other than 0 means that the call is not wanted any more. */
export type Call = { method: string; args: unknown[]; skip?: Int32Array };
export type HostRequest = Call | 'close';
/** `isUnavailable`: only the text of an error reaches another thread, so its kind is sent separately. */
export type HostFailure = { failure: Error; isUnavailable: boolean };
export type HostResponse = { answer: unknown } | HostFailure;

export const failedBy = (error: unknown): HostFailure => ({
  failure: error instanceof Error ? error : new Error(String(error)),
  isUnavailable: isEngineFailure(error),
});

/** Restores the error of a thread for the caller. */
export const failureIn = ({ failure, isUnavailable }: HostFailure): Error =>
  isUnavailable ? new StoreUnavailable(failure.message, { cause: failure }) : failure;

export const invokeMethod = <Half extends object>(half: Half, { method, args, skip }: Call): unknown => {
  if (skip && Atomics.load(skip, 0) !== 0) throw new Error('the call was left out');
  const target: unknown = Reflect.get(half, method);
  if (typeof target !== 'function') throw new Error(`nothing is called "${method}"`);
  return Reflect.apply(target, half, args);
};

/** Runs in place, for a database in memory, which other threads cannot open. */
export const createInlineHost = <Half extends object>(half: Half): DatabaseHost<Half> => {
  const call: DatabaseHost<Half>['call'] = async (method, ...args) =>
    invokeMethod(half, { method: String(method), args }) as ResultOf<Half, typeof method>;
  return { pending: 0, call, callUnless: (_signal, method, ...args) => call(method, ...args), close: async () => {} };
};

/** The tables that the write thread writes. */
export type WriteThreadTables = {
  vault: VaultTables;
  jobs: JobTable;
  lastWrites: LastWriteTable;
  deliveries: DeliveryTable;
  labExchanges: LabExchangeTable;
};

/** `database` distinguishes several connections to the same file. */
export type WriteCall = {
  id: number;
  database: number;
  kind: keyof WriteThreadTables;
  file: string;
  method: string;
  args: unknown[];
};
export type WriteResponse = { id: number; response: HostResponse };
/** Name of the call that closes a database. */
export const CLOSE_METHOD = 'close';

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

/**
 * The thread of a process in which vault, jobs, last writes, deliveries and lab exchanges are written, so that neither
 * the disk nor a locked file blocks the event loop. A locked file delays only its own writes, each for at most two
 * seconds. The first write starts the thread.
 */
class WriteThread {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private open = 0;

  opened(): number {
    this.open += 1;
    this.lastId += 1;
    return this.lastId;
  }

  call(call: Omit<WriteCall, 'id'>): Promise<never> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      this.waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...call, id } satisfies WriteCall);
    });
  }

  /** Closes a database; the last one to be closed ends the thread. */
  async closed(call: Omit<WriteCall, 'id' | 'method' | 'args'>): Promise<void> {
    if (this.worker) await this.call({ ...call, method: CLOSE_METHOD, args: [] });
    this.open -= 1;
    const { worker } = this;
    if (this.open > 0 || !worker) return;
    this.worker = null;
    const exited = once(worker, 'exit');
    worker.ref();
    worker.postMessage(CLOSE_METHOD);
    await exited;
  }

  /** An idle thread does not keep the process alive. A thread that has ended is replaced at the next write. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './write-thread.worker.js'));
    let failure = new StoreUnavailable('the thread that writes has stopped');
    worker.on('message', ({ id, response }: WriteResponse) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (this.waiting.size === 0) worker.unref();
      if ('failure' in response) waiting?.reject(failureIn(response));
      else waiting?.resolve(response.answer as never);
    });
    worker.on('error', (cause: Error) => {
      failure = new StoreUnavailable(`the thread that writes has stopped: ${cause.message}`, { cause });
    });
    worker.on('exit', () => {
      if (this.worker && this.worker !== worker) return;
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(failure);
      this.waiting.clear();
    });
    worker.unref();
    return worker;
  }
}

const thread = new WriteThread();

/**
 * Writes the tables of a file in the write thread. `database` is only used to read in place from now on: in write-ahead
 * mode writers do not block readers, so its busy timeout is short.
 */
export const createWriteThread = <Kind extends keyof WriteThreadTables>(
  database: DatabaseSync,
  file: string,
  kind: Kind,
): DatabaseHost<WriteThreadTables[Kind]> => {
  database.exec(`PRAGMA busy_timeout = ${READER_BUSY_MS}`);
  const target = { database: thread.opened(), kind, file };
  let [pending, isClosed] = [0, false];
  const call: DatabaseHost<WriteThreadTables[Kind]>['call'] = async (method, ...args) => {
    if (isClosed) throw new StoreUnavailable(`${kind} is closed`);
    pending += 1;
    try {
      return await thread.call({ ...target, method: String(method), args });
    } finally {
      pending -= 1;
    }
  };
  return {
    get pending() {
      return pending;
    },
    call,
    callUnless: (_signal, method, ...args) => call(method, ...args),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await thread.closed(target);
    },
  };
};
