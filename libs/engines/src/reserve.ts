import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export const RESERVE_FILE = 'reserve';
/** Enough for what SQLite makes beside each database before it can be read: 32 kB each, more after a kill. */
const RESERVE_BYTES = 2 * 1024 * 1024;
const STEP_BYTES = 64 * 1024;
/** A reserve is first taken only from a disk that has this much. */
const PLENTY = 4 * RESERVE_BYTES;

/**
 * Opens the databases of a data folder, also where its disk is full: even to be read in write-ahead mode they need small files beside
 * them, which the reserve makes room for. What was not used of it is taken back afterwards.
 */
export const withReserve = async <Opened>(dataDir: string, opening: () => Promise<Opened>): Promise<Opened> => {
  const isShort = ((await roomIn(dataDir)) ?? PLENTY) < RESERVE_BYTES / 2;
  if (isShort) await rm(join(dataDir, RESERVE_FILE), { force: true });
  const opened = await opening();
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
