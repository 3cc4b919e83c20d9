import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isBusy, openDatabase } from '../sqlite/database.js';

/**
 * Names in the folder of the embedded engines. Views and jobs are derived from the log, and last writes are of use for
 * seconds, so nobody keeps copies of them; one of deliveries saves endpoints what they have had already.
 */
export const LOG_FILE = 'events.db';
export const VAULT_FILE = 'vault.db';
export const DELIVERIES_FILE = 'deliveries.db';
export const FILES_FOLDER = 'files';
export const DATABASES = [LOG_FILE, VAULT_FILE, 'views.db', 'jobs.db', 'last-writes.db', DELIVERIES_FILE];

/** While it is there, what lies around it is a part of a service only. */
export const RESTORE_MARKER = 'restore.unfinished';
/** Where a restore keeps what it is still copying and checking, and what it has replaced. */
export const STAGING_FOLDER = 'restore.staging';
const REPLACED = 'replaced-';
export const replacedFolder = (at: Date): string => `${REPLACED}${at.toISOString().replaceAll(/[:.]/g, '-')}`;

/** What belongs to a service in a folder, whole or not; none when there is no such folder. */
export const serviceEntries = async (dataDir: string): Promise<string[]> => {
  if (!existsSync(dataDir)) return [];
  const entries = await readdir(dataDir);
  return entries.filter(
    (entry) =>
      entry !== RESTORE_MARKER && entry !== STAGING_FOLDER && !entry.startsWith(REPLACED) && entry !== 'lost+found',
  );
};

/**
 * @throws Error when a backup lies in the folder of the service: what destroys the one would destroy the other, and a
 * restore would move it.
 */
export const rejectFolderInsideData = (dataDir: string, folder: string): void => {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Error(`${folder} lies in ${dataDir}: keep backups elsewhere, best on another disk.`);
};

/**
 * @throws Error when a restore into this folder was interrupted: only that restore, run again, makes a service of it.
 */
export const rejectHalfRestored = (dataDir: string): void => {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new Error(`A restore into ${dataDir} was interrupted. Run it again: npm run restore -- <backup folder>`);
};

/**
 * @throws Error when a process has one of the databases open. SQLite tells: it leaves the write-ahead mode, which every
 * open sets again, only for the sole user of a file.
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
