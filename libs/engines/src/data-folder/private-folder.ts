import { chmodSync, existsSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

type Log = { warn(facts: object, text: string): void };

const OTHERS = 0o077;
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Everything this process makes from now on is readable by its user alone. Called once, in the main thread. */
export const keepFilesPrivate = (): void => {
  process.umask(OTHERS);
};

/**
 * Closes what lies in a data folder to everybody but its owner, as far as the owner is this process: what an earlier release has made
 * is open to others. What is somebody else's is told with the command that closes it. `deep` looks into folders, too.
 */
export const closeToOthers = (dataDir: string, deep: boolean, logger?: Log): void => {
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
export const tellOfOpenFolder = (dataDir: string, logger: Log): void => {
  if (process.getuid !== undefined) tellIfOpen(dataDir, statSync(dataDir), logger);
};

const tellIfOpen = (path: string, found: Stats, logger?: Log): void => {
  if ((found.mode & OTHERS) === 0) return;
  const mode = (found.mode & 0o777).toString(8);
  const right = (found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE).toString(8);
  logger?.warn({ path, mode }, `${path} is open to other users of this machine (mode ${mode}): chmod ${right} ${path}`);
};
