import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FILE, refuseHalfRestored } from '../backup/data-folder.js';
import { isPassingFailure } from '../failures/engine-failure.js';
import { ownMark, raisedMark, type DataMark } from './data-format.js';
import { markOf, writeMark } from './folder-mark.js';
import { closeToOthers, PRIVATE_FOLDER, tellOfOpenFolder } from './private-folder.js';
import { setDamagedAside } from './damaged-databases.js';

type Log = { warn(facts: object, text: string): void; error(facts: object, text: string): void };

/** What turns the form before into this one, by the number of the form. Each may be run again after it was killed. */
const MIGRATIONS: Readonly<Record<number, (dataDir: string, logger?: Log) => void>> = {
  2: (dataDir, logger) => closeToOthers(dataDir, true, logger),
};

/**
 * Makes a data folder ready for this release, before anything in it is opened: makes it where it is missing, brings the form of its data
 * up to date and marks it with this release. With a logger, as a process of the service has one, it also looks at the state of the
 * folder: what is open to other users of the machine, and which databases are damaged.
 * @throws DataTooNew; DamagedDatabase for a log or vault; Error for a folder that is half restored or cannot be written
 */
export const openDataFolder = (dataDir: string, logger?: Log): void => {
  refuseHalfRestored(dataDir);
  const isNew = !existsSync(join(dataDir, LOG_FILE));
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const found = markOf(dataDir);
  const raised = raisedMark(dataDir, found);
  const from = found?.format ?? (isNew ? ownMark.format : 1);
  for (let format = from + 1; format <= ownMark.format; format++) MIGRATIONS[format]?.(dataDir, logger);
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
    if (!isPassingFailure(error)) throw error;
    logger?.warn({ err: error }, `${dataDir} could not be marked with this release; the next start tries again`);
  }
};
