import { createHash } from 'node:crypto';
import type { LoggedEvent } from '../event-store/event-log.js';
import { verifyChain, type BrokenEvent, type ReadableLog } from '../event-store/verify-chain.js';
import { openDatabase, type DatabaseSync } from '../sqlite/database.js';

/** What is counted of a log, so that two copies of it can be compared. `heads` is the SHA-256 over all streams with their last revision and hash. */
export type LogSummary = { logId: string; events: number; streams: number; position: string; heads: string };

/** The summary of the log in a file that nobody writes. */
export const summaryOf = (file: string): Promise<LogSummary> =>
  reading(file, async (database) => {
    const { logId } = database.prepare('SELECT id AS logId FROM log').get() as { logId: string };
    const { events, position } = database
      .prepare('SELECT count(*) AS events, max(position) AS position FROM event')
      .get() as { events: number; position: number | null };
    const heads = createHash('sha256');
    let streams = 0;
    for (const row of database
      .prepare('SELECT stream, max(revision) AS revision, hash FROM event GROUP BY stream ORDER BY stream')
      .iterate()) {
      const { stream, revision, hash } = row as { stream: string; revision: number; hash: string };
      heads.update(`${stream} ${revision} ${hash}\n`);
      streams++;
    }
    return { logId, events, streams, position: positionOf(position ?? 0), heads: heads.digest('hex') };
  });

/** The first event of the log in a file whose proof fails; null when all chains are whole. */
export const firstBroken = (file: string): Promise<BrokenEvent | null> =>
  reading(file, async (database) => {
    const page = database.prepare('SELECT * FROM event WHERE position > ? ORDER BY position LIMIT ?');
    const log: ReadableLog = {
      dense: true,
      read: async () => [],
      readAll: async (after, limit) =>
        (page.all(Number(after), limit) as Row[]).map((row) => ({ ...row, position: positionOf(row.position) })),
    };
    return (await verifyChain({ log })).broken;
  });

type Row = Omit<LoggedEvent, 'position'> & { position: number };

const positionOf = (position: number): string => String(position).padStart(20, '0');

/** Read only, so that a copy keeps the one file it is. */
const reading = async <Result>(file: string, read: (database: DatabaseSync) => Promise<Result>): Promise<Result> => {
  const database = openDatabase(file, { readOnly: true });
  try {
    return await read(database);
  } finally {
    database.close();
  }
};
