import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { keepWriteAheadLogShort, openDatabase } from '../../sqlite/database.js';
import { type AppendRequest, GroupCommit } from './group-commit.js';
import { type AppendMessage, fromMessage } from './append-message.js';

const port = parentPort;
if (!port) throw new Error('The writer of the log runs as a worker thread');

const database = openDatabase(workerData as string);
const writer = new GroupCommit(database);
keepWriteAheadLogShort(database, workerData as string);

type Message = AppendMessage | 'checkpoint' | 'close';

/** All messages that have arrived while the last transaction was written; they go into the next one. */
const receiveMessages = (firstMessage: Message): Message[] => {
  const messages = [firstMessage];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    messages.push(next.message as Message);
  return messages;
};

port.on('message', (firstMessage: Message) => {
  let groups: AppendRequest[][] = [];
  const commit = (): void => {
    if (groups.length === 0) return;
    const outcomes = writer.commit(groups.flat());
    let offset = 0;
    for (const group of groups) port.postMessage(outcomes.slice(offset, (offset += group.length)));
    groups = [];
  };
  for (const message of receiveMessages(firstMessage)) {
    if (typeof message !== 'string') {
      groups.push(fromMessage(message));
      continue;
    }
    commit();
    if (message === 'close') {
      database.close();
      port.close();
      return;
    }
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    port.postMessage([]);
  }
  commit();
});
