import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASES } from '../backup/data-folder.js';
import { openDatabase } from '../sqlite/database.js';
import { DamagedDatabase, damageMarkerOf, isDerived } from '../sqlite/damaged-database.js';

type Log = { error(facts: object, text: string): void };

/** Larger files are not read through at every start, which takes a second for each hundred megabytes: damage in them is found in use. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Looks for damaged databases before they are opened. What is derived from the log is set aside, and made anew by whoever opens it next.
 * @throws DamagedDatabase for the log and the vault
 */
export const setDamagedAside = (dataDir: string, logger: Log, now = new Date()): void => {
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
