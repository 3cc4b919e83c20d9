import { parentPort } from 'node:worker_threads';
import { MEMORY, openDatabase } from '../../../libs/engines/src/sqlite/database.js';

/** A thread that is always in a database call. */
const database = openDatabase(MEMORY);
database.exec('CREATE TABLE number (n INTEGER PRIMARY KEY)');
const add = database.prepare('INSERT INTO number VALUES ((SELECT coalesce(max(n), 0) + 1 FROM number))');
const count = database.prepare('SELECT n FROM number ORDER BY n DESC LIMIT 1000');
parentPort?.postMessage('busy');
for (;;) {
  add.run();
  count.all();
}
