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
/** Megabytes of pages: a list leafs through parts of few indexes, a write goes into all of them. */
const CACHE_MB = { reader: 16, writer: 32 };
const options = { readOnly: half === 'reader', cacheMb: CACHE_MB[half] };
const database = openDatabase(file, options);
const engine = half === 'reader' ? new ViewReader(database) : new ViewWriter(database);
if (half === 'writer') keepWriteAheadLogShort(database, file);

const answer = (call: Call): HostResponse => {
  try {
    return { answer: invokeMethod(engine, call) };
  } catch (error) {
    return failedBy(error);
  }
};

/**
 * What many views ask at the same moment. In one transaction they share its cost, and the pages that they all change.
 */
const SHARING: readonly string[] = ['rowsOf', 'write', 'mark'] satisfies Method<ViewWriter>[];

const answerTogether = (calls: Call[]): HostResponse[] => {
  if (calls.length < 2 || engine instanceof ViewReader) return calls.map(answer);
  try {
    return engine.together(() => calls.map(answer));
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
    for (const answered of answerTogether(sharing.splice(0))) port.postMessage(answered);
  };
  for (const asked of waitingMessages(first)) {
    if (asked === 'close') {
      flush();
      engine.close();
      port.close();
      return;
    }
    if (!SHARING.includes(asked.method)) flush();
    sharing.push(asked);
    if (!SHARING.includes(asked.method)) flush();
  }
  flush();
});
