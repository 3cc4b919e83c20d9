import { startRounds, type Rounds } from '../background/rounds.js';
import { BUSY_MS, WAL_LIMIT, type DatabaseSync } from './database.js';
import { walBytesOf } from './database-files.js';

const EVERY_MS = 2_000;

/**
 * Keeps the write-ahead log of a file short: who reads for long has it grow, and SQLite alone would shrink it at a later write, if there
 * is one. It is emptied when nobody is in the way; who is, is not waited for. For the thread that writes the file.
 */
export const keepWriteAheadLogShort = (database: DatabaseSync, file: string, patienceMs = BUSY_MS): Rounds =>
  startRounds({ everyMs: EVERY_MS, unref: true, failure: 'a write-ahead log could not be emptied' }, async () => {
    if ((await walBytesOf(file)) <= WAL_LIMIT || !database.isOpen) return;
    database.exec('PRAGMA busy_timeout = 0');
    try {
      database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } finally {
      database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    }
  });
