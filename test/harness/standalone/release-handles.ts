import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rejectWhileInUse } from '#engines';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TIMEOUT_MS = 20_000;

/**
 * Releases a folder whose engines were closed, like the end of their process: the SQLite package does so only when its
 * statements are garbage-collected, so nothing may reference the engines any more.
 * @throws Error if a database is still open
 */
export const releaseHandles = async (dataDir: string): Promise<void> => {
  for (const deadline = Date.now() + TIMEOUT_MS; ;) {
    collectGarbage();
    await nextTurn();
    try {
      return rejectWhileInUse(dataDir);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};
