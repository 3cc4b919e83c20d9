import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOutOfSpace, isTransientFailure } from '../failures/engine-failure.js';
import { rootOf } from '../sqlite/compiled-file.js';
import { DamagedDatabase, damageMarkerOf, isDerived, openDatabase } from '../sqlite/database.js';
import { DATABASES, LOG_FILE, rejectHalfRestored } from './data-files.js';

/**
 * The form in which data lie in the folder and in the log. Raise it with every change that an older release cannot
 * read, and add what turns the form before into it to MIGRATIONS. 1: releases that left no mark. 2: files and folders
 * private to the user of the service.
 */
const DATA_FORMAT = 2;

/** What data say of themselves: their form, and the newest release that has written to them. */
type DataMark = { format: number; release: string };

const { version } = JSON.parse(
  readFileSync(join(rootOf(dirname(fileURLToPath(import.meta.url))), 'package.json'), 'utf8'),
) as { version: string };

/** The mark of this release. */
export const currentMark: DataMark = { format: DATA_FORMAT, release: version };

/** A newer release has written here, and this one cannot know in which form. */
export class DataTooNew extends Error {
  override name = 'DataTooNew';
  constructor(place: string, { format, release }: DataMark) {
    super(
      `${place} was written by release ${release} (data format ${format}), and this is release ${currentMark.release} (data format ${currentMark.format}): start release ${release} or newer.`,
    );
  }
}

/** The mark in a JSON value; null for anything else. */
export const parseMark = (value: unknown): DataMark | null => {
  const { format, release } = Object(value) as { format?: unknown; release?: unknown };
  return Number.isInteger(format) && typeof release === 'string' ? { format: format as number, release } : null;
};

/**
 * What data are to be marked with once this release writes to them; null where they say so already. A release that
 * differs in its last number alone changes no data, so one may go back to it.
 * @throws DataTooNew
 */
export const nextMark = (place: string, found: DataMark | null): DataMark | null => {
  if (!found) return currentMark;
  if (found.format > currentMark.format || compare(found.release, currentMark.release, 2) > 0)
    throw new DataTooNew(place, found);
  const isNewer = compare(found.release, currentMark.release, 3) > 0;
  if (found.format === currentMark.format && (isNewer || found.release === currentMark.release)) return null;
  return { format: currentMark.format, release: isNewer ? found.release : currentMark.release };
};

/** Compares so many numbers of two releases. */
const compare = (one: string, other: string, numbers: number): number => {
  const [left, right] = [one, other].map((release) => release.split(/[.+-]/).slice(0, numbers).map(Number));
  for (let n = 0; n < numbers; n++) {
    const difference = (left?.[n] || 0) - (right?.[n] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Lies in the data folder and in every backup of it. */
export const MARK_FILE = 'format.json';

/** What a folder says of its data; null where no release has marked it. @throws Error for a mark that cannot be read */
export const markOf = (folder: string): DataMark | null => {
  const file = join(folder, MARK_FILE);
  if (!existsSync(file)) return null;
  const mark = parseMark(parsed(readFileSync(file, 'utf8')));
  if (!mark)
    throw new Error(
      `${file} cannot be read: restore it from a backup, or delete it if no newer release than this one has run on the folder.`,
    );
  return mark;
};

/** Whole or not at all: written aside, forced to disk, then named. */
export const writeMark = (folder: string, mark: DataMark): void => {
  const file = join(folder, MARK_FILE);
  const aside = `${file}.${randomUUID()}.tmp`;
  const handle = openSync(aside, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(mark)}\n`);
    fsyncSync(handle);
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

type FolderLog = { warn(facts: object, text: string): void };

const OTHERS = 0o077;
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Everything this process makes from now on is readable by its user alone. Called once, in the main thread. */
export const keepFilesPrivate = (): void => {
  process.umask(OTHERS);
};

/**
 * Closes what lies in a data folder to everybody but its owner, as far as the owner is this process: what an earlier
 * release has made is open to others. What is somebody else's is told with the command that closes it. `deep` looks
 * into folders, too.
 */
const closeToOthers = (dataDir: string, deep: boolean, logger?: FolderLog): void => {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(dataDir)) return; // Windows has no such modes
  const closed: string[] = [];
  const close = (folder: string): void => {
    for (const entry of readdirSync(folder)) {
      const path = join(folder, entry);
      const found = statSync(path, { throwIfNoEntry: false }); // a file that is collected, or a log that is emptied meanwhile
      if (!found) continue;
      const isFolder = found.isDirectory();
      if (found.uid !== user) {
        if (!isFolder) tellIfOpen(path, found, logger);
        continue; // a folder of somebody else's, e.g. lost+found, is none of the service's
      }
      if ((found.mode & OTHERS) !== 0) {
        chmodSync(path, isFolder ? PRIVATE_FOLDER : PRIVATE_FILE);
        closed.push(path);
      }
      if (isFolder && deep) close(path);
    }
  };
  close(dataDir);
  if (closed.length > 0)
    logger?.warn(
      { closed: closed.slice(0, 10), count: closed.length },
      `${closed.length} files and folders were open to other users, and are not any more`,
    );
};

/** A folder that an operator has made stays as it is; when it is open to others, the command that closes it is told. */
const tellOfOpenFolder = (dataDir: string, logger: FolderLog): void => {
  if (process.getuid !== undefined) tellIfOpen(dataDir, statSync(dataDir), logger);
};

const tellIfOpen = (path: string, found: Stats, logger?: FolderLog): void => {
  if ((found.mode & OTHERS) === 0) return;
  const mode = (found.mode & 0o777).toString(8);
  const right = (found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE).toString(8);
  logger?.warn({ path, mode }, `${path} is open to other users of this machine (mode ${mode}): chmod ${right} ${path}`);
};

type DamageLog = { error(facts: object, text: string): void };

/**
 * Larger files are not read through at every start, which takes a second for each hundred megabytes: damage in them is
 * found in use.
 */
const CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Looks for damaged databases before they are opened. What is derived from the log is set aside, and made anew by
 * whoever opens it next.
 * @throws DamagedDatabase for the log and the vault
 */
const setDamagedAside = (dataDir: string, logger: DamageLog, now = new Date()): void => {
  for (const name of DATABASES) {
    const file = join(dataDir, name);
    const damage = damageOf(file);
    if (damage === null) continue;
    if (!isDerived(file)) throw new DamagedDatabase(file, damage);
    const aside = `${file}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
    rmSync(damageMarkerOf(file), { force: true });
    logger.error(
      { file, aside, damage },
      `${file} was damaged (${damage}), is set aside as ${aside}, and is built anew`,
    );
  }
};

/** What is wrong with a database, in the words of SQLite; null when nothing is known to be. */
const damageOf = (file: string): string | null => {
  if (!existsSync(file)) return null;
  if (existsSync(damageMarkerOf(file))) return 'found in use';
  try {
    const database = openDatabase(file, { whenDamaged: () => undefined }); // it is told by whoever asks
    try {
      const check = statSync(file).size <= CHECKED_BYTES ? 'PRAGMA quick_check(1)' : 'SELECT name FROM sqlite_master';
      const row = database.prepare(check).get() as { quick_check?: string } | undefined;
      return row?.quick_check === undefined || row.quick_check === 'ok'
        ? null
        : row.quick_check.replaceAll(/\s+/g, ' ');
    } finally {
      database.close();
    }
  } catch (error) {
    // Anything else, e.g. a lock or a full disk, is told by whoever opens it next.
    return error instanceof DamagedDatabase ? error.damage : null;
  }
};

type Log = { warn(facts: object, text: string): void; error(facts: object, text: string): void };

/** What turns the form before into this one, by the number of the form. Each may be run again after it was killed. */
const MIGRATIONS: Readonly<Record<number, (dataDir: string, logger?: Log) => void>> = {
  2: (dataDir, logger) => closeToOthers(dataDir, true, logger),
};

/**
 * Makes a data folder ready for this release, before anything in it is opened: makes it where it is missing, brings the
 * form of its data up to date and marks it with this release. With a logger, as a process of the service has one, it
 * also looks at the state of the folder: what is open to other users of the machine, and which databases are damaged.
 * @throws DataTooNew; DamagedDatabase for a log or vault; Error for a folder that is half restored or cannot be written
 */
export const openDataFolder = (dataDir: string, logger?: Log): void => {
  rejectHalfRestored(dataDir);
  const isNew = !existsSync(join(dataDir, LOG_FILE));
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const found = markOf(dataDir);
  const raised = nextMark(dataDir, found);
  const from = found?.format ?? (isNew ? currentMark.format : 1);
  for (let format = from + 1; format <= currentMark.format; format++) MIGRATIONS[format]?.(dataDir, logger);
  if (raised) tryToMark(dataDir, raised, logger);
  if (!logger) return;
  tellOfOpenFolder(dataDir, logger);
  closeToOthers(dataDir, false, logger);
  setDamagedAside(dataDir, logger);
};

/** A service starts and reads on a full disk: the mark is raised when there is room again. */
const tryToMark = (dataDir: string, mark: DataMark, logger?: Log): void => {
  try {
    writeMark(dataDir, mark);
  } catch (error) {
    if (!isTransientFailure(error)) throw error;
    logger?.warn({ err: error }, `${dataDir} could not be marked with this release; the next start tries again`);
  }
};

export const RESERVE_FILE = 'reserve';
/** Enough for what SQLite makes beside each database before it can be read: 32 kB each, more after a kill. */
const RESERVE_BYTES = 2 * 1024 * 1024;
const STEP_BYTES = 64 * 1024;
/** What failed for lack of room with more than this free is on another disk. */
const SMALLEST_ROOM = RESERVE_BYTES / 2;
/** A reserve is first taken only from a disk that has this much. */
const PLENTY = 4 * RESERVE_BYTES;

/** The databases of a folder cannot be opened, not even to be read, until somebody makes room. */
export class OutOfDiskSpace extends Error {
  override name = 'NoRoom';
  constructor(dataDir: string, bytes: number, options: ErrorOptions) {
    super(
      `The disk of ${dataDir} is full (${Math.floor(bytes / 1024)} kB free), and there is no reserve that could be given up to open the databases: make room, at least ${RESERVE_BYTES / 1024 / 1024} MB, and start again.`,
      options,
    );
  }
}

/**
 * Opens the databases of a data folder, also where its disk is full: even to be read in write-ahead mode they need
 * small files beside them, which the reserve makes room for. What was not used of it is taken back afterwards.
 * @throws NoRoom when they cannot be opened for lack of room; whatever else `opening` throws
 */
export const withReserve = async <Opened>(dataDir: string, opening: () => Promise<Opened>): Promise<Opened> => {
  const isShort = ((await roomIn(dataDir)) ?? PLENTY) < SMALLEST_ROOM;
  if (isShort) await rm(join(dataDir, RESERVE_FILE), { force: true });
  const opened = await opening().catch(async (error: unknown) => {
    const left = (await roomIn(dataDir)) ?? PLENTY;
    throw left < SMALLEST_ROOM && isOutOfSpace(error) ? new OutOfDiskSpace(dataDir, left, { cause: error }) : error;
  });
  await holdReserve(dataDir, isShort).catch(() => undefined); // full again, or not to be written: a reserve is no reason to fail
  return opened;
};

const holdReserve = async (dataDir: string, isShort: boolean): Promise<void> => {
  const file = join(dataDir, RESERVE_FILE);
  const reserved = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  if (reserved >= RESERVE_BYTES || (!isShort && ((await roomIn(dataDir)) ?? 0) < PLENTY)) return;
  const handle = await open(file, 'a', 0o600);
  try {
    // Random, so that no file system makes it smaller than it looks.
    for (let size = reserved; size < RESERVE_BYTES; size += STEP_BYTES) await handle.write(randomBytes(STEP_BYTES));
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
