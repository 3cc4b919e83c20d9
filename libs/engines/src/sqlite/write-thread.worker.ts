import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { runInBackground, type PeriodicTask } from '../background/periodic.js';
import { DeliveryTable } from '../deliveries/delivery-table.js';
import { JobTable } from '../jobs/sqlite/job-table.js';
import { LabExchangeTable } from '../lab-exchanges/lab-exchange-table.js';
import { LastWriteTable } from '../last-writes/last-write-table.js';
import { VaultTables } from '../vault/vault-tables.js';
import { databaseNameOf, recordWriteWait } from './database-files.js';
import { BUSY_MS, isBusy, keepWriteAheadLogShort, openDatabase } from './database.js';
import {
  type HostResponse,
  invokeMethod,
  CLOSE_METHOD,
  toHostFailure,
  type WriteThreadTables,
  type WriteResponse,
  type WriteCall,
} from './write-thread.js';

const port = parentPort;
if (!port) throw new Error('Vault, jobs, last writes and deliveries are written in a worker thread');

/** Pause before a locked file is tried again. */
const RETRY_MS = 5;

type Database = { tables: WriteThreadTables[keyof WriteThreadTables]; walTask: PeriodicTask };
type Queue = { calls: (WriteCall & { receivedAt: number })[]; database: Database | null };

const queues = new Map<number, Queue>();

/** Opens the database without a busy timeout: a locked file must not delay the writes to another one. */
const openTables = ({ kind, file }: WriteCall): Database => {
  const database = openDatabase(file, { busyMs: 0 });
  const tables = {
    vault: () => new VaultTables(database),
    jobs: () => new JobTable(database),
    lastWrites: () => new LastWriteTable(database),
    deliveries: () => new DeliveryTable(database),
    labExchanges: () => new LabExchangeTable(database),
  }[kind]();
  return { tables, walTask: keepWriteAheadLogShort(database, file, 0) };
};

/** The response; null if the file is locked and the time to wait is not over. */
const execute = (queue: Queue, call: Queue['calls'][number]): HostResponse | null => {
  const waitMs = performance.now() - call.receivedAt;
  try {
    queue.database ??= openTables(call);
    const result = invokeMethod(queue.database.tables, call);
    recordWriteWait(databaseNameOf(call.file), waitMs);
    return { result };
  } catch (error) {
    if (isBusy(error) && waitMs < BUSY_MS) return null;
    recordWriteWait(databaseNameOf(call.file), waitMs);
    return toHostFailure(error);
  }
};

const close = async (id: number, queue: Queue): Promise<HostResponse> => {
  queues.delete(id);
  await queue.database?.walTask.stop();
  queue.database?.tables.close();
  return { result: undefined };
};

/** Answers the calls of one file in their order. */
const serve = async (id: number, queue: Queue): Promise<void> => {
  for (let [call] = queue.calls; call; [call] = queue.calls) {
    const response = call.method === CLOSE_METHOD ? await close(id, queue) : execute(queue, call);
    if (response) {
      queue.calls.shift();
      port.postMessage({ id: call.id, response } satisfies WriteResponse);
    } else await pause(RETRY_MS);
  }
};

port.on('message', (call: WriteCall | typeof CLOSE_METHOD) => {
  if (call === CLOSE_METHOD) {
    port.close();
    return;
  }
  const queue = queues.get(call.database) ?? { calls: [], database: null };
  queues.set(call.database, queue);
  queue.calls.push({ ...call, receivedAt: performance.now() });
  if (queue.calls.length === 1) runInBackground(serve(call.database, queue), 'a file could not be written');
});
