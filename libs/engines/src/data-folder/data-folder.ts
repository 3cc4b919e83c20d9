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
 * The format of the data in the folder and in the log. Increase it with every change that an older release cannot read,
 * and add a migration from the previous format to MIGRATIONS. 1: releases that wrote no mark. 2: files and folders
 * private to the user of the service.
 */
const DATA_FORMAT = 2;

/** Marks data with their format and with the newest release that has written them. */
type DataMark = { format: number; release: string };

const { version } = JSON.parse(
  readFileSync(join(rootOf(dirname(fileURLToPath(import.meta.url))), 'package.json'), 'utf8'),
) as { version: string };

/** The mark of this release. */
export const currentMark: DataMark = { format: DATA_FORMAT, release: version };

/** The data was written by a newer release, whose format this release does not know. */
export class DataTooNew extends Error {
  override name = 'DataTooNew';
  constructor(location: string, { format, release }: DataMark) {
    super(
      `${location} was written by release ${release} (data format ${format}), ` +
        `and this is release ${currentMark.release} (data format ${currentMark.format}): ` +
        `start release ${release} or newer.`,
    );
  }
}

/** Parses a mark; null for any other JSON value. */
export const parseMark = (value: unknown): DataMark | null => {
  const { format, release } = Object(value) as { format?: unknown; release?: unknown };
  return Number.isInteger(format) && typeof release === 'string' ? { format: format as number, release } : null;
};

/**
 * The mark that data gets when this release writes it; null if it has that mark already. Releases that differ only in
 * their last number have the same format, so one may go back to an older one of them.
 * @throws DataTooNew
 */
export const nextMark = (location: string, mark: DataMark | null): DataMark | null => {
  if (!mark) return currentMark;
  if (mark.format > currentMark.format || compareReleases(mark.release, currentMark.release, 2) > 0)
    throw new DataTooNew(location, mark);
  const isNewer = compareReleases(mark.release, currentMark.release, 3) > 0;
  if (mark.format === currentMark.format && (isNewer || mark.release === currentMark.release)) return null;
  return { format: currentMark.format, release: isNewer ? mark.release : currentMark.release };
};

/** Compares the first `count` numbers of two releases. */
const compareReleases = (a: string, b: string, count: number): number => {
  const [left, right] = [a, b].map((release) => release.split(/[.+-]/).slice(0, count).map(Number));
  for (let n = 0; n < count; n++) {
    const difference = (left?.[n] || 0) - (right?.[n] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Name of the file with the mark, in the data folder and in every backup. */
export const MARK_FILE = 'format.json';

/**
 * The mark of a folder; null if no release has marked it.
 * @throws Error for a mark that cannot be read
 */
export const markOf = (folder: string): DataMark | null => {
  const file = join(folder, MARK_FILE);
  if (!existsSync(file)) return null;
  const mark = parseMark(parseJson(readFileSync(file, 'utf8')));
  if (!mark)
    throw new Error(
      `${file} cannot be read: restore it from a backup, or delete it if no newer release than this one has run on the folder.`,
    );
  return mark;
};

/** Writes the mark atomically: to a temporary file, which is forced to disk and then renamed. */
export const writeMark = (folder: string, mark: DataMark): void => {
  const file = join(folder, MARK_FILE);
  const temporaryFile = `${file}.${randomUUID()}.tmp`;
  const handle = openSync(temporaryFile, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(mark)}\n`);
    fsyncSync(handle);
    renameSync(temporaryFile, file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

type FolderLog = { warn(facts: object, text: string): void };

const ACCESS_OF_OTHERS = 0o077;
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Files that this process creates from now on are readable only by its user. Called once, in the main thread. */
export const keepFilesPrivate = (): void => {
  process.umask(ACCESS_OF_OTHERS);
};

/**
 * Makes files and folders in a data folder private if they belong to the user of this process; an earlier release
 * created them readable for others. For a file of another user, the command that makes it private is logged.
 * `recursive` includes subfolders.
 */
const makePrivate = (dataDir: string, recursive: boolean, logger?: FolderLog): void => {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(dataDir)) return; // Windows has no such modes
  const changedPaths: string[] = [];
  const makeEntriesPrivate = (folder: string): void => {
    for (const entry of readdirSync(folder)) {
      const path = join(folder, entry);
      const stats = statSync(path, { throwIfNoEntry: false }); // the file may be deleted meanwhile
      if (!stats) continue;
      const isFolder = stats.isDirectory();
      if (stats.uid !== user) {
        if (!isFolder) warnIfOpen(path, stats, logger);
        continue; // a folder of another user, e.g. lost+found, does not belong to the service
      }
      if ((stats.mode & ACCESS_OF_OTHERS) !== 0) {
        chmodSync(path, isFolder ? PRIVATE_FOLDER : PRIVATE_FILE);
        changedPaths.push(path);
      }
      if (isFolder && recursive) makeEntriesPrivate(path);
    }
  };
  makeEntriesPrivate(dataDir);
  if (changedPaths.length > 0)
    logger?.warn(
      { closed: changedPaths.slice(0, 10), count: changedPaths.length },
      `${changedPaths.length} files and folders were open to other users and are private now`,
    );
};

/**
 * The data folder itself, which an operator may have created, is not changed. If it is open to others, the command that
 * makes it private is logged.
 */
const warnOfOpenFolder = (dataDir: string, logger: FolderLog): void => {
  if (process.getuid !== undefined) warnIfOpen(dataDir, statSync(dataDir), logger);
};

const warnIfOpen = (path: string, stats: Stats, logger?: FolderLog): void => {
  if ((stats.mode & ACCESS_OF_OTHERS) === 0) return;
  const mode = (stats.mode & 0o777).toString(8);
  const privateMode = (stats.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE).toString(8);
  logger?.warn(
    { path, mode },
    `${path} is open to other users of this machine (mode ${mode}): chmod ${privateMode} ${path}`,
  );
};

type DamageLog = { error(facts: object, text: string): void };

/**
 * Larger files are not checked completely at every start, because that takes a second per hundred megabytes. Damage in
 * them is found in use.
 */
const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Looks for damaged databases before they are opened. A database that is derived from the log is renamed, so that the
 * engine creates it again.
 * @throws DamagedDatabase for the log and the vault
 */
const setDamagedDatabasesAside = (dataDir: string, logger: DamageLog, now = new Date()): void => {
  for (const name of DATABASES) {
    const file = join(dataDir, name);
    const damage = findDamage(file);
    if (damage === null) continue;
    if (!isDerived(file)) throw new DamagedDatabase(file, damage);
    const asideFile = `${file}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${asideFile}${suffix}`);
    rmSync(damageMarkerOf(file), { force: true });
    logger.error(
      { file, aside: asideFile, damage },
      `${file} was damaged (${damage}), is set aside as ${asideFile}, and is rebuilt`,
    );
  }
};

/** The damage of a database in the words of SQLite; null if no damage is found. */
const findDamage = (file: string): string | null => {
  if (!existsSync(file)) return null;
  if (existsSync(damageMarkerOf(file))) return 'found in use';
  try {
    const database = openDatabase(file, { whenDamaged: () => undefined }); // the caller reports it
    try {
      const check =
        statSync(file).size <= MAX_CHECKED_BYTES ? 'PRAGMA quick_check(1)' : 'SELECT name FROM sqlite_master';
      const row = database.prepare(check).get() as { quick_check?: string } | undefined;
      return row?.quick_check === undefined || row.quick_check === 'ok'
        ? null
        : row.quick_check.replaceAll(/\s+/g, ' ');
    } finally {
      database.close();
    }
  } catch (error) {
    // Any other error, e.g. a lock or a full disk, is reported when the engine opens the file.
    return error instanceof DamagedDatabase ? error.damage : null;
  }
};

type Log = { warn(facts: object, text: string): void; error(facts: object, text: string): void };

/**
 * Migrations from the previous format, by the number of the new one. Each can be run again after it was interrupted.
 */
const MIGRATIONS: Readonly<Record<number, (dataDir: string, logger?: Log) => void>> = {
  2: (dataDir, logger) => makePrivate(dataDir, true, logger),
};

/**
 * Prepares a data folder for this release, before anything in it is opened: creates it if it is missing, migrates its
 * data and marks it with this release. With a logger, as a process of the service has one, it also makes files private
 * that are open to other users, and sets damaged databases aside.
 * @throws DataTooNew; DamagedDatabase for a log or vault; Error for a folder that is half restored or cannot be written
 */
export const openDataFolder = (dataDir: string, logger?: Log): void => {
  rejectHalfRestored(dataDir);
  const isNew = !existsSync(join(dataDir, LOG_FILE));
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const mark = markOf(dataDir);
  const newMark = nextMark(dataDir, mark);
  const from = mark?.format ?? (isNew ? currentMark.format : 1);
  for (let format = from + 1; format <= currentMark.format; format++) MIGRATIONS[format]?.(dataDir, logger);
  if (newMark) tryWriteMark(dataDir, newMark, logger);
  if (!logger) return;
  warnOfOpenFolder(dataDir, logger);
  makePrivate(dataDir, false, logger);
  setDamagedDatabasesAside(dataDir, logger);
};

/** A service must be able to start and read on a full disk, so the mark is then written by a later start. */
const tryWriteMark = (dataDir: string, mark: DataMark, logger?: Log): void => {
  try {
    writeMark(dataDir, mark);
  } catch (error) {
    if (!isTransientFailure(error)) throw error;
    logger?.warn({ err: error }, `${dataDir} could not be marked with this release; the next start tries again`);
  }
};

export const RESERVE_FILE = 'reserve';
/**
 * Enough for the files that SQLite creates beside each database before it can be read: 32 kB each, more after a kill.
 */
const RESERVE_BYTES = 2 * 1024 * 1024;
const STEP_BYTES = 64 * 1024;
/** If more than this is free, an error for lack of space comes from another disk. */
const MIN_FREE_BYTES = RESERVE_BYTES / 2;
/** A reserve is created only on a disk that has this much free. */
const MIN_FREE_BYTES_FOR_RESERVE = 4 * RESERVE_BYTES;

/** The databases of a folder cannot be opened, not even for reading, until there is space on the disk. */
export class OutOfDiskSpace extends Error {
  override name = 'NoRoom';
  constructor(dataDir: string, bytes: number, options: ErrorOptions) {
    super(
      `The disk of ${dataDir} is full (${Math.floor(bytes / 1024)} kB free), ` +
        'and there is no reserve that could be given up to open the databases: ' +
        `make room, at least ${RESERVE_BYTES / 1024 / 1024} MB, and start again.`,
      options,
    );
  }
}

/**
 * Opens the databases of a data folder, even if its disk is full: in write-ahead mode SQLite needs small files beside a
 * database even to read it. The reserve is deleted to make space for them, and filled up again afterwards.
 * @throws OutOfDiskSpace if they cannot be opened for lack of space; any other error of `openDatabases`
 */
export const withReserve = async <Result>(dataDir: string, openDatabases: () => Promise<Result>): Promise<Result> => {
  const isDiskFull = ((await freeBytesOf(dataDir)) ?? MIN_FREE_BYTES_FOR_RESERVE) < MIN_FREE_BYTES;
  if (isDiskFull) await rm(join(dataDir, RESERVE_FILE), { force: true });
  const result = await openDatabases().catch(async (error: unknown) => {
    const freeBytes = (await freeBytesOf(dataDir)) ?? MIN_FREE_BYTES_FOR_RESERVE;
    throw freeBytes < MIN_FREE_BYTES && isOutOfSpace(error)
      ? new OutOfDiskSpace(dataDir, freeBytes, { cause: error })
      : error;
  });
  // The service goes on without a reserve, e.g. if the disk is full again.
  await fillReserve(dataDir, isDiskFull).catch(() => undefined);
  return result;
};

const fillReserve = async (dataDir: string, wasReserveDeleted: boolean): Promise<void> => {
  const file = join(dataDir, RESERVE_FILE);
  const currentBytes = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  if (
    currentBytes >= RESERVE_BYTES ||
    (!wasReserveDeleted && ((await freeBytesOf(dataDir)) ?? 0) < MIN_FREE_BYTES_FOR_RESERVE)
  )
    return;
  const handle = await open(file, 'a', 0o600);
  try {
    // Random bytes, so that no file system compresses the file.
    for (let size = currentBytes; size < RESERVE_BYTES; size += STEP_BYTES) await handle.write(randomBytes(STEP_BYTES));
  } finally {
    await handle.close();
  }
};

/** Free bytes on the disk of a folder; null if there is no such folder. */
const freeBytesOf = async (dataDir: string): Promise<number | null> =>
  statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
