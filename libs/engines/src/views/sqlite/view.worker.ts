import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { keepWriteAheadLogShort, openDatabase } from '../../sqlite/database.js';
import {
  type HostResponse,
  type HostRequest,
  type Call,
  invokeMethod,
  toHostFailure,
  type Method,
} from '../../sqlite/write-thread.js';
import { ViewReader } from './view-reader.js';
import { ViewWriter } from './view-writer.js';

const port = parentPort;
if (!port) throw new Error('The halves of the views run as worker threads');

const { file, role } = workerData as { file: string; role: 'reader' | 'writer' };
/** Size of the page cache in megabytes: a list reads parts of few indexes, a write changes all of them. */
const CACHE_MB = { reader: 16, writer: 32 };
const options = { readOnly: role === 'reader', cacheMb: CACHE_MB[role] };
const database = openDatabase(file, options);
const engine = role === 'reader' ? new ViewReader(database) : new ViewWriter(database);
if (role === 'writer') keepWriteAheadLogShort(database, file);

const execute = (call: Call): HostResponse => {
  try {
    return { result: invokeMethod(engine, call) };
  } catch (error) {
    return toHostFailure(error);
  }
};

/**
 * Calls that many views make at the same moment. In one transaction they share its cost and the pages that they all
 * change.
 */
const SHARED_METHODS: readonly string[] = ['rowsOf', 'write', 'writeCheckpoints'] satisfies Method<ViewWriter>[];

const executeAll = (calls: Call[]): HostResponse[] => {
  if (calls.length < 2 || engine instanceof ViewReader) return calls.map(execute);
  try {
    return engine.inTransaction(() => calls.map(execute));
  } catch (error) {
    return calls.map(() => toHostFailure(error));
  }
};

const receiveMessages = (first: HostRequest): HostRequest[] => {
  const messages = [first];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    messages.push(next.message as HostRequest);
  return messages;
};

port.on('message', (first: HostRequest) => {
  const batch: Call[] = [];
  const flush = (): void => {
    for (const response of executeAll(batch.splice(0))) port.postMessage(response);
  };
  for (const request of receiveMessages(first)) {
    if (request === 'close') {
      flush();
      engine.close();
      port.close();
      return;
    }
    if (!SHARED_METHODS.includes(request.method)) flush();
    batch.push(request);
    if (!SHARED_METHODS.includes(request.method)) flush();
  }
  flush();
});
