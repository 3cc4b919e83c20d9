import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isForLackOfRoom } from './failures/engine-failure.js';

export const RESERVE_FILE = 'reserve';
/** Enough for what SQLite makes beside each database before it can be read: 32 kB each, more after a kill. */
const RESERVE_BYTES = 2 * 1024 * 1024;
const STEP_BYTES = 64 * 1024;
/** What failed for lack of room with more than this free is on another disk. */
const SMALLEST_ROOM = RESERVE_BYTES / 2;
/** A reserve is first taken only from a disk that has this much. */
const PLENTY = 4 * RESERVE_BYTES;

/** The databases of a folder cannot be opened, not even to be read, until somebody makes room. */
export class NoRoom extends Error {
  override name = 'NoRoom';
  constructor(dataDir: string, bytes: number, options: ErrorOptions) {
    super(
      `The disk of ${dataDir} is full (${Math.floor(bytes / 1024)} kB free), and there is no reserve that could be given up to open the databases: make room, at least ${RESERVE_BYTES / 1024 / 1024} MB, and start again.`,
      options,
    );
  }
}

/**
 * Opens the databases of a data folder, also where its disk is full: even to be read in write-ahead mode they need small files beside
 * them, which the reserve makes room for. What was not used of it is taken back afterwards.
 * @throws NoRoom when they cannot be opened for lack of room; whatever else `opening` throws
 */
export const withReserve = async <Opened>(dataDir: string, opening: () => Promise<Opened>): Promise<Opened> => {
  const isShort = ((await roomIn(dataDir)) ?? PLENTY) < SMALLEST_ROOM;
  if (isShort) await rm(join(dataDir, RESERVE_FILE), { force: true });
  const opened = await opening().catch(async (error: unknown) => {
    const left = (await roomIn(dataDir)) ?? PLENTY;
    throw left < SMALLEST_ROOM && isForLackOfRoom(error) ? new NoRoom(dataDir, left, { cause: error }) : error;
  });
  await holdReserve(dataDir, isShort).catch(() => undefined); // full again, or not to be written: a reserve is no reason to fail
  return opened;
};

const holdReserve = async (dataDir: string, isShort: boolean): Promise<void> => {
  const file = join(dataDir, RESERVE_FILE);
  const held = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  if (held >= RESERVE_BYTES || (!isShort && ((await roomIn(dataDir)) ?? 0) < PLENTY)) return;
  const handle = await open(file, 'a', 0o600);
  try {
    // Random, so that no file system makes it smaller than it looks.
    for (let size = held; size < RESERVE_BYTES; size += STEP_BYTES) await handle.write(randomBytes(STEP_BYTES));
  } finally {
    await handle.close();
  }
};

/** Bytes that may still be written; null where there is no such folder. */
const roomIn = async (dataDir: string): Promise<number | null> =>
  statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
