import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isBusy, openDatabase } from '../sqlite/database.js';

/**
 * Names in the folder of the embedded engines. Views, jobs and last writes are not backed up: views and jobs are
 * derived from the log, and last writes are only used for seconds. Deliveries are backed up so that endpoints do not
 * get the same events again.
 */
export const LOG_FILE = 'events.db';
export const VAULT_FILE = 'vault.db';
export const DELIVERIES_FILE = 'deliveries.db';
export const FILES_FOLDER = 'files';
export const DATABASES = [LOG_FILE, VAULT_FILE, 'views.db', 'jobs.db', 'last-writes.db', DELIVERIES_FILE];

/** While this file exists, the folder contains only a part of a service. */
export const RESTORE_MARKER = 'restore.unfinished';
/** The folder in which a restore copies and checks a backup, and the prefix of folders with what was replaced. */
export const STAGING_FOLDER = 'restore.staging';
const REPLACED_PREFIX = 'replaced-';
export const replacedFolderName = (at: Date): string =>
  `${REPLACED_PREFIX}${at.toISOString().replaceAll(/[:.]/g, '-')}`;

/** The entries of a folder that belong to a service, complete or not. Empty if there is no such folder. */
export const serviceEntries = async (dataDir: string): Promise<string[]> => {
  if (!existsSync(dataDir)) return [];
  const entries = await readdir(dataDir);
  return entries.filter(
    (entry) =>
      entry !== RESTORE_MARKER &&
      entry !== STAGING_FOLDER &&
      !entry.startsWith(REPLACED_PREFIX) &&
      entry !== 'lost+found',
  );
};

/**
 * @throws Error if the folder of a backup is inside the folder of the service: both could be lost together, and a
 * restore would move the backup.
 */
export const rejectFolderInsideData = (dataDir: string, folder: string): void => {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Error(`${folder} lies in ${dataDir}: keep backups elsewhere, best on another disk.`);
};

/** @throws Error if a restore into this folder was interrupted; it has to be run again. */
export const rejectHalfRestored = (dataDir: string): void => {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new Error(`A restore into ${dataDir} was interrupted. Run it again: npm run restore -- <backup folder>`);
};

/**
 * @throws Error if a process has one of the databases open. SQLite leaves the write-ahead mode, which every open sets
 * again, only for the sole user of a file.
 */
export const rejectWhileInUse = (dataDir: string): void => {
  for (const name of DATABASES) {
    const file = join(dataDir, name);
    if (!existsSync(file)) continue;
    const database = openDatabase(file);
    try {
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
    } catch (error) {
      if (isBusy(error)) throw new Error(`A service is running on ${dataDir}: stop it first.`, { cause: error });
      throw error;
    } finally {
      database.close();
    }
  }
};
