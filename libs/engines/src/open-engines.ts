import { openDataFolder } from './data-folder/open-data-folder.js';
import { embeddedOpeners } from './embedded-engines.js';
import { assembleEngines, type Engines, type Openers } from './engines.js';
import { streamCacheOf } from './event-store/opened-streams.js';
import { logJobsWarnings } from './jobs/log-warnings.js';
import { onceThere } from './once-there.js';
import { withReserve } from './reserve.js';
import { serverOpeners, type ServerUrls } from './server-engines.js';
import { MEMORY } from './sqlite/database.js';

type Log = { error(facts: object, text: string): void; warn(facts: object, text: string): void };

/** Engines that have been asked at the start, by name. */
export type EngineStates = Record<string, 'ok' | 'unreachable'>;

/** What says which engines there are; the settings of a process (libs/settings) hold it. */
export type EngineSettings = ServerUrls & {
  DATA_DIR?: string | undefined;
  STREAM_CACHE_MB?: string | number | undefined;
};

/**
 * Opens the engines that the settings name: each on the server of its URL, else embedded in DATA_DIR (default ./.data).
 * One that may be away for now is named in the log of the process, and a process that has one waits for it; tools without are told.
 * `signal` ends the waiting; `onWaiting` is told each time which engines have been asked, and which of them does not answer.
 * @throws whatever an engine throws that cannot be opened; StoreUnavailable only without a logger, or once `signal` aborts
 */
export const openEngines = async (
  settings: EngineSettings,
  logger?: Log,
  signal?: AbortSignal,
  onWaiting?: (engines: EngineStates) => void,
): Promise<Engines> => {
  let states: EngineStates = {};
  const servers = await serverOpeners(settings, (why) =>
    logger?.error({ err: why }, 'jobs wait: Redis is not where REDIS_URL says, or is away; it is looked for further'),
  );
  try {
    const dataDir = settings.DATA_DIR ?? './.data';
    const embedded = embeddedOpeners(dataDir, logger);
    const isInFolder =
      !dataDir.startsWith(MEMORY) && Object.keys(embedded).some((engine) => !(engine in servers.openers));
    let isLookedAt = false;
    const open = () =>
      withReserve(dataDir, () => {
        states = {};
        if (isInFolder && !isLookedAt) openDataFolder(dataDir, logger);
        isLookedAt = true; // what it tells is told once, however long an engine is waited for
        return assembleEngines(
          notingStates({ ...embedded, ...servers.openers }, states),
          undefined,
          streamCacheOf(settings),
        );
      });
    const waiting = { logger, signal, onWaiting: () => onWaiting?.(states) };
    const engines = await (logger ? onceThere(open, { ...waiting, logger }) : open());
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

const noting =
  <Engine>(states: EngineStates, name: string, open: () => Promise<Engine>) =>
  async (): Promise<Engine> => {
    states[name] = 'unreachable';
    const engine = await open();
    states[name] = 'ok';
    return engine;
  };

/** By the names that readyz has for them. */
const notingStates = (
  { vault, log, views, jobs, files, lastWrites, deliveries, keyRequests }: Openers,
  states: EngineStates,
): Openers => ({
  vault: noting(states, 'vault', vault),
  log: noting(states, 'eventStore', log),
  views: noting(states, 'views', views),
  jobs: noting(states, 'jobs', jobs),
  files: noting(states, 'files', files),
  lastWrites: noting(states, 'lastWrites', lastWrites),
  deliveries: noting(states, 'deliveries', deliveries),
  keyRequests, // it never fails
});
