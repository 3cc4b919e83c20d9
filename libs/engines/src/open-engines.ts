import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventCatalogue, StoreUnavailable } from '#events';
import type { PeriodicLog } from './background/periodic.js';
import { rejectHalfRestored } from './data-folder/data-files.js';
import { openDataFolder, withReserve } from './data-folder/data-folder.js';
import { openSqliteDeliveries } from './deliveries/sqlite-deliveries.js';
import { assembleEngines, type Engines, type Openers } from './engines.js';
import { parseConnectionString } from './event-store/eventstoredb/connection-string.js';
import { streamCacheOf } from './event-store/sealed-event-store.js';
import { SqliteEventLog } from './event-store/sqlite/sqlite-event-log.js';
import { retryUntilAvailable } from './failures/retry-until-available.js';
import { openFolderFiles } from './files/folder-files.js';
import { MemoryFiles } from './files/memory-files.js';
import { logJobsWarnings } from './jobs/job-worker.js';
import { openSqliteJobs } from './jobs/sqlite/sqlite-jobs.js';
import { MemoryKeyRequests } from './key-requests/memory-key-requests.js';
import { openSqliteLabExchanges } from './lab-exchanges/sqlite-lab-exchanges.js';
import { openSqliteLastWrites } from './last-writes/sqlite-last-writes.js';
import { MEMORY, sharedInMemory } from './sqlite/database.js';
import { openSqliteVault } from './vault/sqlite-vault.js';
import { openSqliteViews } from './views/sqlite/sqlite-views.js';

/**
 * How the engines that need no server are opened in a folder, which is made when an engine first needs it. `logger` is
 * told what fails in their background.
 */
export const embeddedOpeners = (dataDir: string, logger?: PeriodicLog): Openers => {
  const inMemory = dataDir.startsWith(MEMORY);
  const fileOf = async (name: string): Promise<string> => {
    if (inMemory) return dataDir === MEMORY ? MEMORY : sharedInMemory(`${dataDir}/${name}`);
    rejectHalfRestored(dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return join(dataDir, name);
  };
  return {
    vault: async () => openSqliteVault(await fileOf('vault.db')),
    log: async () => new SqliteEventLog(await fileOf('events.db')),
    views: async () => openSqliteViews(await fileOf('views.db')),
    jobs: async () => openSqliteJobs(await fileOf('jobs.db'), { logger }),
    lastWrites: async () => openSqliteLastWrites(await fileOf('last-writes.db')),
    deliveries: async () => openSqliteDeliveries(await fileOf('deliveries.db')),
    keyRequests: async () => new MemoryKeyRequests(),
    // Beside the deliveries: both are what passed between the platform and the systems of units.
    labExchanges: async () => openSqliteLabExchanges(await fileOf('deliveries.db')),
    files: async () => (inMemory ? new MemoryFiles() : openFolderFiles(await fileOf('files'))),
  };
};

/**
 * Opens the engines that need no server, in a folder that processes of one machine may share, or in memory (`:memory:`,
 * or with a name `:memory:one` that can be copied). `catalogue` is for tests with events of their own.
 * @throws Error when the folder cannot be written.
 */
export const openEmbeddedEngines = (dataDir: string, catalogue?: EventCatalogue): Promise<Engines> =>
  withReserve(dataDir, () => assembleEngines(embeddedOpeners(dataDir), catalogue));

/** The servers that the environment names instead of embedded engines; each variable moves its own. */
export type ServerUrls = {
  /** EventStoreDB, for the log: `esdb://...`. */
  EVENTSTORE_URL?: string | undefined;
  /** MongoDB, for views, files, deliveries and the vault: `mongodb://host/database`. */
  MONGO_URL?: string | undefined;
  /** Redis, for jobs and for the counts of access keys: `redis://...`. */
  REDIS_URL?: string | undefined;
};

/** What is wrong with a URL can be told before anything is opened: for `settingsOf`. */
export const serverChecks = { EVENTSTORE_URL: parseConnectionString };

/**
 * How the engines on servers are opened; only those whose URL is given. Their clients are loaded when they are needed:
 * a service that uses none starts without them. `close` ends the connection that views, files, vault, last writes and
 * deliveries share, after the engines. Jobs are also opened while Redis is away; `whenAway` is told why.
 */
export const serverOpeners = async (
  { EVENTSTORE_URL, MONGO_URL, REDIS_URL }: ServerUrls,
  whenAway: (why: StoreUnavailable) => void = () => undefined,
): Promise<{ openers: Partial<Openers>; close(): Promise<void> }> => {
  const openers: Partial<Openers> = {};
  let close = async (): Promise<void> => {};
  if (EVENTSTORE_URL) {
    openers.log = async () =>
      (await import('./event-store/eventstoredb/open-eventstoredb-log.js')).openEventStoreDbLog(EVENTSTORE_URL);
  }
  if (MONGO_URL) {
    const { openMongoDatabase } = await import('./mongo/mongo-database.js');
    const mongo = openMongoDatabase(MONGO_URL);
    close = () => mongo.close();
    openers.views = async () => (await import('./views/mongo/mongo-views.js')).openMongoViews(mongo.db);
    openers.files = async () => (await import('./files/grid-fs-files.js')).openGridFsFiles(mongo.db);
    openers.lastWrites = async () => (await import('./last-writes/mongo-last-writes.js')).openMongoLastWrites(mongo.db);
    openers.deliveries = async () => (await import('./deliveries/mongo-deliveries.js')).openMongoDeliveries(mongo.db);
    openers.labExchanges = async () =>
      (await import('./lab-exchanges/mongo-lab-exchanges.js')).openMongoLabExchanges(mongo.db);
    openers.vault = async () => (await import('./vault/mongo-vault.js')).openMongoVault(mongo.db);
  }
  if (REDIS_URL) {
    openers.jobs = async () => (await import('./jobs/redis/redis-jobs.js')).openRedisJobs(REDIS_URL, { whenAway });
    openers.keyRequests = async () =>
      (await import('./key-requests/redis-key-requests.js')).openRedisKeyRequests(REDIS_URL);
  }
  return { openers, close };
};

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
 * One that may be away for now is named in the log of the process, and a process that has one waits for it; tools
 * without are told. `signal` ends the waiting; `onWaiting` is told each time which engines have been asked, and which
 * of them does not answer.
 * @throws whatever an engine throws that cannot be opened; StoreUnavailable only without a logger, or once `signal`
 * aborts
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
    const engines = await (logger ? retryUntilAvailable(open, { ...waiting, logger }) : open());
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
  { vault, log, views, jobs, files, lastWrites, deliveries, keyRequests, labExchanges }: Openers,
  states: EngineStates,
): Openers => ({
  vault: noting(states, 'vault', vault),
  log: noting(states, 'eventStore', log),
  views: noting(states, 'views', views),
  jobs: noting(states, 'jobs', jobs),
  files: noting(states, 'files', files),
  lastWrites: noting(states, 'lastWrites', lastWrites),
  deliveries: noting(states, 'deliveries', deliveries),
  labExchanges: noting(states, 'labExchanges', labExchanges),
  keyRequests, // it never fails
});

/** Why the start of a process is broken off: it was asked to end before it had started. */
export class StartAborted extends Error {
  override name = 'Stopping';
  constructor() {
    super('the process is asked to end');
  }
}

type Part = { name: string; close: () => unknown; isEarly: boolean };

/**
 * What a process has opened, by name. It is closed in the reverse order, one part after the other, whether the process
 * has finished its start or not.
 */
export class OpenResources {
  private readonly parts: Part[] = [];
  private readonly closing = new AbortController();
  private readonly unfinished = new Set<string>();
  private closed: Promise<void> | null = null;

  /** Aborts when the closing begins. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** The parts that are being closed at this moment. */
  get beingClosed(): string[] {
    return [...this.unfinished];
  }

  /**
   * `early`: it begins to close when the first part does, and is waited for in its turn.
   * @throws Stopping when the process is closing already: the part is closed at once then
   */
  async add(name: string, close: () => unknown, { early = false } = {}): Promise<void> {
    if (this.signal.aborted) {
      await this.finish({ name, close, isEarly: early });
      throw new StartAborted();
    }
    this.parts.unshift({ name, close, isEarly: early });
  }

  /** Closes everything, once. @throws AggregateError of what could not be closed, after everything else has been */
  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    this.closing.abort(new StartAborted());
    const parts = this.parts.map((part) => ({ part, begun: part.isEarly ? settled(this.finish(part)) : null }));
    const failures: unknown[] = [];
    for (const { part, begun } of parts) {
      const failure = await (begun ?? settled(this.finish(part)));
      if (failure) failures.push(new Error(`${part.name} could not be closed`, { cause: failure.error }));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(', '));
  }

  private async finish({ name, close }: Part): Promise<void> {
    this.unfinished.add(name);
    try {
      await close();
    } finally {
      this.unfinished.delete(name);
    }
  }
}

/** What it failed with; null when it did not. */
const settled = (work: Promise<void>): Promise<{ error: unknown } | null> =>
  work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
