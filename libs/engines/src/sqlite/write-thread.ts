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
export type AnswerOf<Half, Name extends keyof Half> = Half[Name] extends (...args: never[]) => infer Answer
  ? Answer
  : never;

/**
 * Where a part of an engine runs that works on a database: in place, or in a thread. Calls are answered in the order
 * they come.
 */
export interface DatabaseHost<Half> {
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
export type HostRequest = Call | 'close';
/** `isUnavailable`: threads hand on no more of an error than its text, so what kind it is travels beside it. */
export type HostFailure = { failure: Error; isUnavailable: boolean };
export type HostResponse = { answer: unknown } | HostFailure;

export const failedBy = (error: unknown): HostFailure => ({
  failure: error instanceof Error ? error : new Error(String(error)),
  isUnavailable: isEngineFailure(error),
});

/** The error of a thread as the caller gets it. */
export const failureIn = ({ failure, isUnavailable }: HostFailure): Error =>
  isUnavailable ? new StoreUnavailable(failure.message, { cause: failure }) : failure;

export const invokeMethod = <Half extends object>(half: Half, { method, args, leaveOut }: Call): unknown => {
  if (leaveOut && Atomics.load(leaveOut, 0) !== 0) throw new Error('the call was left out');
  const called: unknown = Reflect.get(half, method);
  if (typeof called !== 'function') throw new Error(`nothing is called "${method}"`);
  return Reflect.apply(called, half, args);
};

/** Runs where it stands: for a database in memory, which no other connection can see. */
export const createInlineHost = <Half extends object>(half: Half): DatabaseHost<Half> => {
  const call: DatabaseHost<Half>['call'] = async (method, ...args) =>
    invokeMethod(half, { method: String(method), args }) as AnswerOf<Half, typeof method>;
  return { pending: 0, call, callUnless: (_signal, method, ...args) => call(method, ...args), close: async () => {} };
};

/** What the write thread writes. */
export type WriteThreadTables = {
  vault: VaultTables;
  jobs: JobTable;
  lastWrites: LastWriteTable;
  deliveries: DeliveryTable;
  labExchanges: LabExchangeTable;
};

/** `database` tells apart those who opened the same file twice. */
export type WriteCall = {
  id: number;
  database: number;
  kind: keyof WriteThreadTables;
  file: string;
  method: string;
  args: unknown[];
};
export type WriteAnswer = { id: number; answered: HostResponse };
/** The method by which a database is closed. */
export const CLOSE_METHOD = 'close';

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

/**
 * The one thread of a process in which vault, jobs, last writes, deliveries and lab exchanges are written: neither the
 * disk nor whoever else holds a file stops the event loop. A file that is held keeps only its own writes waiting, each
 * for at most two seconds. Begun by the first write.
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

  /** The last one to close ends the thread. */
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

  /** An idle thread does not keep the process alive; a dead one is replaced at the next write. */
  private start(): Worker {
    const worker = new Worker(compiledFile(import.meta.url, './write-thread.worker.js'));
    let failure = new StoreUnavailable('the thread that writes has stopped');
    worker.on('message', ({ id, answered }: WriteAnswer) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (this.waiting.size === 0) worker.unref();
      if ('failure' in answered) waiting?.reject(failureIn(answered));
      else waiting?.resolve(answered.answer as never);
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
 * Where the tables of a file are written whose `database` is read in place from now on: reads wait for nobody there,
 * because in write-ahead mode nobody who writes is in their way.
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
