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
export type Method<Target> = { [Name in keyof Target]: Target[Name] extends Callable ? Name : never }[keyof Target];
export type ArgumentsOf<Target, Name extends keyof Target> = Target[Name] extends (...args: infer Args) => unknown
  ? Args
  : never;
export type ResultOf<Target, Name extends keyof Target> = Target[Name] extends (...args: never[]) => infer Result
  ? Result
  : never;

/** Runs the part of an engine that works on a database: in place or in a thread. Calls are answered in their order. */
export interface DatabaseHost<Target> {
  /** Number of calls that have not been answered yet. */
  readonly pending: number;
  call<Name extends Method<Target>>(method: Name, ...args: ArgumentsOf<Target, Name>): Promise<ResultOf<Target, Name>>;
  /**
   * Like `call`, but the call is skipped if `signal` aborts before its turn.
   * @throws the reason of `signal` if the call is skipped
   */
  callUnlessAborted<Name extends Method<Target>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Target, Name>
  ): Promise<ResultOf<Target, Name>>;
  close(): Promise<void>;
}

/** `skip`: shared memory; a value other than 0 means that the call is not wanted any more. */
export type Call = { method: string; args: unknown[]; skip?: Int32Array };
export type HostRequest = Call | 'close';
/** `isUnavailable`: only the text of an error reaches another thread, so its kind is sent separately. */
export type HostFailure = { failure: Error; isUnavailable: boolean };
export type HostResponse = { result: unknown } | HostFailure;

export const toHostFailure = (error: unknown): HostFailure => ({
  failure: error instanceof Error ? error : new Error(String(error)),
  isUnavailable: isEngineFailure(error),
});

/** Restores the error of a thread for the caller. */
export const toError = ({ failure, isUnavailable }: HostFailure): Error =>
  isUnavailable ? new StoreUnavailable(failure.message, { cause: failure }) : failure;

export const invokeMethod = <Target extends object>(target: Target, { method, args, skip }: Call): unknown => {
  if (skip && Atomics.load(skip, 0) !== 0) throw new Error('the call was left out');
  const implementation: unknown = Reflect.get(target, method);
  if (typeof implementation !== 'function') throw new Error(`nothing is called "${method}"`);
  return Reflect.apply(implementation, target, args);
};

/** Runs in place, for a database in memory, which other threads cannot open. */
export const createInlineHost = <Target extends object>(target: Target): DatabaseHost<Target> => {
  const call: DatabaseHost<Target>['call'] = async (method, ...args) =>
    invokeMethod(target, { method: String(method), args }) as ResultOf<Target, typeof method>;
  return {
    pending: 0,
    call,
    callUnlessAborted: (_signal, method, ...args) => call(method, ...args),
    close: async () => {},
  };
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

type PendingCall = { resolve(result: never): void; reject(error: Error): void };

/**
 * The thread of a process in which vault, jobs, last writes, deliveries and lab exchanges are written, so that neither
 * the disk nor a locked file blocks the event loop. A locked file delays only its own writes, each for at most two
 * seconds. The first write starts the thread.
 */
class WriteThread {
  private worker: Worker | null = null;
  private readonly pendingCalls = new Map<number, PendingCall>();
  private lastId = 0;
  private openDatabases = 0;

  registerDatabase(): number {
    this.openDatabases += 1;
    this.lastId += 1;
    return this.lastId;
  }

  call(call: Omit<WriteCall, 'id'>): Promise<never> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      this.pendingCalls.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...call, id } satisfies WriteCall);
    });
  }

  /** Closes a database; the last one to be closed ends the thread. */
  async closeDatabase(call: Omit<WriteCall, 'id' | 'method' | 'args'>): Promise<void> {
    if (this.worker) await this.call({ ...call, method: CLOSE_METHOD, args: [] });
    this.openDatabases -= 1;
    const { worker } = this;
    if (this.openDatabases > 0 || !worker) return;
    this.worker = null;
    const exit = once(worker, 'exit');
    worker.ref();
    worker.postMessage(CLOSE_METHOD);
    await exit;
  }

  /** An idle thread does not keep the process alive. A thread that has ended is replaced at the next write. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './write-thread.worker.js'));
    let failure = new StoreUnavailable('the thread that writes has stopped');
    worker.on('message', ({ id, response }: WriteResponse) => {
      const pendingCall = this.pendingCalls.get(id);
      this.pendingCalls.delete(id);
      if (this.pendingCalls.size === 0) worker.unref();
      if ('failure' in response) pendingCall?.reject(toError(response));
      else pendingCall?.resolve(response.result as never);
    });
    worker.on('error', (cause: Error) => {
      failure = new StoreUnavailable(`the thread that writes has stopped: ${cause.message}`, { cause });
    });
    worker.on('exit', () => {
      if (this.worker && this.worker !== worker) return;
      this.worker = null;
      for (const { reject } of this.pendingCalls.values()) reject(failure);
      this.pendingCalls.clear();
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
  const target = { database: thread.registerDatabase(), kind, file };
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
    callUnlessAborted: (_signal, method, ...args) => call(method, ...args),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await thread.closeDatabase(target);
    },
  };
};
