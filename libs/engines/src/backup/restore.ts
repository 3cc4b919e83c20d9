import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MARK_FILE, markOf, nextMark, writeMark } from '../data-folder/data-folder.js';
import { openDatabase } from '../sqlite/database.js';
import {
  readCheckedManifest,
  copyFiles,
  findFirstBrokenEvent,
  type Manifest,
  removeSynced,
  summaryOf,
  syncToDisk,
  writeSynced,
} from './backup.js';
import {
  DELIVERIES_FILE,
  FILES_FOLDER,
  LOG_FILE,
  rejectFolderInsideData,
  rejectWhileInUse,
  replacedFolderName,
  RESTORE_MARKER,
  serviceEntries,
  STAGING_FOLDER,
  VAULT_FILE,
} from '../data-folder/data-files.js';

export type RestoreResult = {
  manifest: Manifest;
  /** The folder that the previous service was moved to; null if there was none. */
  replacedFolder: string | null;
};

/**
 * Restores a backup into the folder of a service. The backup is copied and verified beside the old service first,
 * including the hash of every event; only then the old service is set aside. Views and jobs are left out: they are
 * derived from the restored log. The log gets a new id, so that everything derived from events after the backup becomes
 * invalid. If the restore is killed before the exchange, nothing has changed; if it is killed during the exchange, no
 * service starts in the folder until the restore is run again.
 * @throws Error if the folder is not a finished backup or was changed, if a chain is broken (the first broken event is
 * named), if `dataDir` contains a service and `replace` is not set, or if a service is running on it
 */
export const restore = async (
  folder: string,
  dataDir: string,
  { replace = false, now = new Date() } = {},
): Promise<RestoreResult> => {
  rejectFolderInsideData(dataDir, folder);
  const manifest = await readCheckedManifest(resolve(folder));
  nextMark(folder, markOf(folder)); // throws if a newer release has written the backup
  const isInterrupted = existsSync(join(dataDir, RESTORE_MARKER));
  if (!isInterrupted && !replace && (await serviceEntries(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty. With --replace what is there is set aside.`);
  rejectWhileInUse(dataDir);

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const staging = join(dataDir, STAGING_FOLDER);
  await rm(staging, { recursive: true, force: true });
  try {
    await stage(folder, staging, manifest);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  const replacedFolder = await exchange(dataDir, staging, now);
  return { manifest, replacedFolder };
};

const stage = async (folder: string, staging: string, { log }: Manifest): Promise<void> => {
  await mkdir(staging, { mode: 0o700 });
  // Without the deliveries the service would send recent events to endpoints again.
  const databases = [LOG_FILE, VAULT_FILE, DELIVERIES_FILE].filter((name) => existsSync(join(folder, name)));
  for (const name of databases) {
    await copyFile(join(folder, name), join(staging, name));
    await chmod(join(staging, name), 0o600);
  }
  // The first start migrates the data, as it would in the original folder.
  const mark = markOf(folder);
  if (mark) writeMark(staging, mark);
  await mkdir(join(staging, FILES_FOLDER), { mode: 0o700 });
  // A file that was damaged already in the service does not stop the restore: the manifest names it.
  await copyFiles(join(folder, FILES_FOLDER), join(staging, FILES_FOLDER), staging);
  renewLogId(join(staging, LOG_FILE));
  const brokenEvent = await findFirstBrokenEvent(join(staging, LOG_FILE));
  if (brokenEvent)
    throw new Error(
      `The log of the backup is broken: ${brokenEvent.stream} at revision ${brokenEvent.revision}, ${brokenEvent.problem}.`,
    );
  const { events, heads } = await summaryOf(join(staging, LOG_FILE));
  if (events !== log.events || heads !== log.heads)
    throw new Error('The log of the backup is not the one its manifest describes.');
  for (const name of [...databases, FILES_FOLDER]) await syncToDisk(join(staging, name));
};

/**
 * Gives the log a new id. Checkpoints and caches contain the id of their log, so those of the discarded history are not
 * used with this log. The file is moved afterwards, so the write-ahead log is removed, and no prepared statement keeps
 * the connection open.
 */
const renewLogId = (file: string): void => {
  const database = openDatabase(file);
  try {
    database.exec(`UPDATE log SET id = '${randomUUID()}'; PRAGMA journal_mode = DELETE`);
  } finally {
    database.close();
  }
};

/** The marker prevents a service from starting until everything is moved. */
const exchange = async (dataDir: string, staging: string, now: Date): Promise<string | null> => {
  await writeSynced(join(dataDir, RESTORE_MARKER), `${now.toISOString()}\n`, dataDir);
  await syncToDisk(dataDir);
  rejectWhileInUse(dataDir); // a service may have been started while the backup was being copied
  const existingEntries = await serviceEntries(dataDir);
  const replacedFolder = existingEntries.length === 0 ? null : join(dataDir, replacedFolderName(now));
  if (replacedFolder) {
    await mkdir(replacedFolder, { recursive: true, mode: 0o700 });
    for (const entry of existingEntries) await rename(join(dataDir, entry), join(replacedFolder, entry));
  }
  for (const name of [MARK_FILE, LOG_FILE, VAULT_FILE, DELIVERIES_FILE, FILES_FOLDER])
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name));
  await syncToDisk(dataDir);
  await removeSynced(staging);
  await removeSynced(join(dataDir, RESTORE_MARKER));
  return replacedFolder;
};
