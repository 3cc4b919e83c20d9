import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rejectWhileInUse } from '#engines';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TIMEOUT_MS = 20_000;

/**
 * Lets go of a folder whose engines were closed, as the end of their process would: the SQLite package does so only
 * when the statements it gave out are collected as garbage, so nothing may hold the engines any more.
 * @throws Error when somebody still has it open.
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
