import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The databases of a data folder, by the names that metrics give them. */
const NAMES = ['events', 'vault', 'views', 'jobs', 'last-writes', 'deliveries'] as const;
export type DatabaseName = (typeof NAMES)[number];

const KEY = 'waits for databases';
/**
 * For each database: the number of writes, and the microseconds that they waited. All threads of the process count in
 * the same memory.
 */
const sharedWaits =
  (getEnvironmentData(KEY) as SharedArrayBuffer | undefined) ??
  new SharedArrayBuffer(NAMES.length * 2 * BigUint64Array.BYTES_PER_ELEMENT);
setEnvironmentData(KEY, sharedWaits);
const waits = new BigUint64Array(sharedWaits);

/** The files that this thread has opened; for each name the newest one. */
const openFiles = new Map<DatabaseName, string>();

export const databaseNameOf = (file: string): DatabaseName | undefined =>
  NAMES.find((name) => basename(file) === `${name}.db`);

/** Includes the write-ahead log of this file in `writeAheadLogs`. */
export const measureFile = (file: string): void => {
  const name = databaseNameOf(file);
  if (name) openFiles.set(name, file);
};

/** Records how long a write waited for earlier writes and for other users of the file. */
export const recordWriteWait = (name: DatabaseName | undefined, milliseconds: number): void => {
  if (!name) return;
  const offset = NAMES.indexOf(name) * 2;
  Atomics.add(waits, offset, 1n);
  Atomics.add(waits, offset + 1, BigInt(Math.round(milliseconds * 1_000)));
};

/** The number of writes of all threads of this process, and how long they waited. */
export const databaseWaits = (): { database: DatabaseName; writes: number; seconds: number }[] =>
  NAMES.map((database, index) => ({
    database,
    writes: Number(Atomics.load(waits, index * 2)),
    seconds: Number(Atomics.load(waits, index * 2 + 1)) / 1e6,
  }));

/** Size of the write-ahead log of a database in bytes; 0 if there is none. */
export const walBytesOf = async (file: string): Promise<number> =>
  stat(`${file}-wal`).then(
    ({ size }) => size,
    () => 0,
  );

/** The write-ahead logs of the databases that this process has open. */
export const writeAheadLogs = (): Promise<{ database: DatabaseName; bytes: number }[]> =>
  Promise.all([...openFiles].map(async ([database, file]) => ({ database, bytes: await walBytesOf(file) })));
