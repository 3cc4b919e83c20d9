import { openDataFolder } from './data-folder/open-data-folder.js';
import { embeddedOpeners } from './embedded-engines.js';
import { assembleEngines, type Engines } from './engines.js';
import { streamCacheOf } from './event-store/opened-streams.js';
import { logJobsWarnings } from './jobs/log-warnings.js';
import { onceThere } from './once-there.js';
import { withReserve } from './reserve.js';
import { serverOpeners } from './server-engines.js';
import { MEMORY } from './sqlite/database.js';

type Log = { error(facts: object, text: string): void; warn(facts: object, text: string): void };

/**
 * Opens the engines that the environment names: each on the server of its URL, else embedded in DATA_DIR (default ./.data).
 * One that may be away for now is named in the log of the process, and a process that has one waits for it; tools without are told.
 * `signal` ends the waiting.
 * @throws whatever an engine throws that cannot be opened; StoreUnavailable only without a logger, or once `signal` aborts
 */
export const openEngines = async (env: NodeJS.ProcessEnv, logger?: Log, signal?: AbortSignal): Promise<Engines> => {
  const servers = await serverOpeners(env, (why) =>
    logger?.error({ err: why }, 'jobs wait: Redis is not where REDIS_URL says, or is away; it is looked for further'),
  );
  try {
    const dataDir = env['DATA_DIR'] ?? './.data';
    const embedded = embeddedOpeners(dataDir, logger);
    const isInFolder =
      !dataDir.startsWith(MEMORY) && Object.keys(embedded).some((engine) => !(engine in servers.openers));
    let isLookedAt = false;
    const open = () =>
      withReserve(dataDir, () => {
        if (isInFolder && !isLookedAt) openDataFolder(dataDir, logger);
        isLookedAt = true; // what it tells is told once, however long an engine is waited for
        return assembleEngines({ ...embedded, ...servers.openers }, undefined, streamCacheOf(env));
      });
    const engines = await (logger ? onceThere(open, { logger, signal }) : open());
    // That Redis is away has been said.
    if (logger) logJobsWarnings(logger)(await engines.jobs.warnings().catch(() => []));
    return {
      ...engines,
      async close() {
        await engines.close();
        await servers.close();
      },
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
};
