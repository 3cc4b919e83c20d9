import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MARK_FILE, markOf, nextMark, writeMark } from '../data-folder/data-folder.js';
import { openDatabase } from '../sqlite/database.js';
import {
  checkedManifest,
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
  replacedFolder,
  RESTORE_MARKER,
  serviceEntries,
  STAGING_FOLDER,
  VAULT_FILE,
} from '../data-folder/data-files.js';

export type Restored = {
  manifest: Manifest;
  /** Where the service that was there before lies now; null when there was none. */ replaced: string | null;
};

/**
 * Makes a backup the service of a folder. It is copied and proven beside the old one first, down to every event's hash;
 * only then the old one is set aside. Views and jobs are left out: they are derived from the restored log, which gets a
 * new id, so that nothing derived from events after the backup counts any more. Killed before the exchange, nothing has
 * changed; killed in it, no service starts in the folder until the restore has been run again.
 * @throws Error for a folder that is no finished backup or was changed, a broken chain (the first broken event is
 * named), a folder that holds a service unless `replace`, and one on which a service runs.
 */
export const restore = async (
  folder: string,
  dataDir: string,
  { replace = false, now = new Date() } = {},
): Promise<Restored> => {
  rejectFolderInsideData(dataDir, folder);
  const manifest = await checkedManifest(resolve(folder));
  nextMark(folder, markOf(folder)); // refuses what a newer release has written
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
  const replaced = await exchange(dataDir, staging, now);
  return { manifest, replaced };
};

const stage = async (folder: string, staging: string, { log }: Manifest): Promise<void> => {
  await mkdir(staging, { mode: 0o700 });
  // Without its deliveries a service sends once more what endpoints have had lately.
  const databases = [LOG_FILE, VAULT_FILE, DELIVERIES_FILE].filter((name) => existsSync(join(folder, name)));
  for (const name of databases) {
    await copyFile(join(folder, name), join(staging, name));
    await chmod(join(staging, name), 0o600);
  }
  // The first start brings it up to date, as it would the folder it was taken of.
  const mark = markOf(folder);
  if (mark) writeMark(staging, mark);
  await mkdir(join(staging, FILES_FOLDER), { mode: 0o700 });
  // A file that was damaged already when it was backed up keeps nobody from all the others: the manifest names it.
  await copyFiles(join(folder, FILES_FOLDER), join(staging, FILES_FOLDER), staging);
  renewLogId(join(staging, LOG_FILE));
  const broken = await findFirstBrokenEvent(join(staging, LOG_FILE));
  if (broken)
    throw new Error(
      `The log of the backup is broken: ${broken.stream} at revision ${broken.revision}, ${broken.problem}.`,
    );
  const { events, heads } = await summaryOf(join(staging, LOG_FILE));
  if (events !== log.events || heads !== log.heads)
    throw new Error('The log of the backup is not the one its manifest describes.');
  for (const name of [...databases, FILES_FOLDER]) await syncToDisk(join(staging, name));
};

/**
 * Checkpoints and caches name the log they were taken of: those of the history that is given up must not pass for this
 * one's. All of it is in the one file again when it returns, which is about to be moved: no prepared statement keeps
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

/** From the first move to the last the marker keeps every service out. */
const exchange = async (dataDir: string, staging: string, now: Date): Promise<string | null> => {
  await writeSynced(join(dataDir, RESTORE_MARKER), `${now.toISOString()}\n`, dataDir);
  await syncToDisk(dataDir);
  rejectWhileInUse(dataDir); // one that was started while the backup was being copied
  const before = await serviceEntries(dataDir);
  const replaced = before.length === 0 ? null : join(dataDir, replacedFolder(now));
  if (replaced) {
    await mkdir(replaced, { recursive: true, mode: 0o700 });
    for (const entry of before) await rename(join(dataDir, entry), join(replaced, entry));
  }
  for (const name of [MARK_FILE, LOG_FILE, VAULT_FILE, DELIVERIES_FILE, FILES_FOLDER])
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name));
  await syncToDisk(dataDir);
  await removeSynced(staging);
  await removeSynced(join(dataDir, RESTORE_MARKER));
  return replaced;
};
