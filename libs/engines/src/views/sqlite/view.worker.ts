import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { keepWriteAheadLogShort, openDatabase } from '../../sqlite/database.js';
import {
  type HostResponse,
  type HostRequest,
  type Call,
  invokeMethod,
  failedBy,
  type Method,
} from '../../sqlite/write-thread.js';
import { ViewReader } from './view-reader.js';
import { ViewWriter } from './view-writer.js';

const port = parentPort;
if (!port) throw new Error('The halves of the views run as worker threads');

const { file, half } = workerData as { file: string; half: 'reader' | 'writer' };
/** Size of the page cache in megabytes: a list reads parts of few indexes, a write changes all of them. */
const CACHE_MB = { reader: 16, writer: 32 };
const options = { readOnly: half === 'reader', cacheMb: CACHE_MB[half] };
const database = openDatabase(file, options);
const engine = half === 'reader' ? new ViewReader(database) : new ViewWriter(database);
if (half === 'writer') keepWriteAheadLogShort(database, file);

const responseTo = (call: Call): HostResponse => {
  try {
    return { answer: invokeMethod(engine, call) };
  } catch (error) {
    return failedBy(error);
  }
};

/**
 * Calls that many views make at the same moment. In one transaction they share its cost and the pages that they all
 * change.
 */
const SHARED_METHODS: readonly string[] = ['rowsOf', 'write', 'mark'] satisfies Method<ViewWriter>[];

const responsesTo = (calls: Call[]): HostResponse[] => {
  if (calls.length < 2 || engine instanceof ViewReader) return calls.map(responseTo);
  try {
    return engine.together(() => calls.map(responseTo));
  } catch (error) {
    return calls.map(() => failedBy(error));
  }
};

const waitingMessages = (first: HostRequest): HostRequest[] => {
  const messages = [first];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    messages.push(next.message as HostRequest);
  return messages;
};

port.on('message', (first: HostRequest) => {
  const sharing: Call[] = [];
  const flush = (): void => {
    for (const response of responsesTo(sharing.splice(0))) port.postMessage(response);
  };
  for (const request of waitingMessages(first)) {
    if (request === 'close') {
      flush();
      engine.close();
      port.close();
      return;
    }
    if (!SHARED_METHODS.includes(request.method)) flush();
    sharing.push(request);
    if (!SHARED_METHODS.includes(request.method)) flush();
  }
  flush();
});
