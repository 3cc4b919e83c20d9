import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../sqlite/database.js';
import { callOn, type Answered, type Asked } from './view-host.js';
import { ViewReader } from './view-reader.js';
import { ViewWriter } from './view-writer.js';

const port = parentPort;
if (!port) throw new Error('The halves of the views run as worker threads');

const { file, half } = workerData as { file: string; half: 'reader' | 'writer' };
const engine = half === 'reader' ? new ViewReader(openDatabase(file, { readOnly: true })) : new ViewWriter(openDatabase(file));

const answer = (asked: Exclude<Asked, 'close'>): Answered => {
  try {
    return { answer: callOn(engine, asked) };
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }
};

port.on('message', (asked: Asked) => {
  if (asked !== 'close') return port.postMessage(answer(asked));
  engine.close();
  port.close();
});
