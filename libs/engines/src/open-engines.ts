import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventCatalogue, StoreUnavailable } from '#events';
import type { PeriodicLogger } from './background/periodic.js';
import { rejectHalfRestored } from './data-folder/data-files.js';
import { openDataFolder, withReserve } from './data-folder/data-folder.js';
import { openSqliteDeliveries } from './deliveries/sqlite-deliveries.js';
import { assembleEngines, type Engines, type Openers } from './engines.js';
import { parseConnectionString } from './event-store/eventstoredb/connection-string.js';
import { streamCacheSizeOf } from './event-store/sealed-event-store.js';
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
 * Openers of the engines that need no server. The folder is created when an engine first needs it. Failures of
 * background work are logged to `logger`.
 */
export const embeddedOpeners = (dataDir: string, logger?: PeriodicLogger): Openers => {
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
    // In the file of the deliveries: both record what the platform and the systems of units exchange.
    labExchanges: async () => openSqliteLabExchanges(await fileOf('deliveries.db')),
    files: async () => (inMemory ? new MemoryFiles() : openFolderFiles(await fileOf('files'))),
  };
};

/**
 * Opens the engines that need no server, in a folder that processes of one machine may share, or in memory (`:memory:`,
 * or `:memory:<name>`, which can be copied). `catalogue` is for tests with events of their own.
 * @throws Error if the folder cannot be written.
 */
export const openEmbeddedEngines = (dataDir: string, catalogue?: EventCatalogue): Promise<Engines> =>
  withReserve(dataDir, () => assembleEngines(embeddedOpeners(dataDir), catalogue));

/** The servers to use instead of embedded engines. Each URL moves the engines that its comment names. */
export type ServerUrls = {
  /** EventStoreDB, for the log: `esdb://...`. */
  EVENTSTORE_URL?: string | undefined;
  /** MongoDB, for views, files, deliveries and the vault: `mongodb://host/database`. */
  MONGO_URL?: string | undefined;
  /** Redis, for jobs and for the counts of access keys: `redis://...`. */
  REDIS_URL?: string | undefined;
};

/** Checks of URLs for `loadSettings`, so that a mistake is reported before anything is opened. */
export const serverChecks = { EVENTSTORE_URL: parseConnectionString };

/**
 * Openers of the engines on servers, for each URL that is set. Clients are loaded on demand, so a service without
 * servers starts without them. `close` is called after the engines were closed; it ends the MongoDB connection that
 * they share. Jobs can be opened while Redis is unavailable; `onUnavailable` is called with the reason.
 */
export const serverOpeners = async (
  { EVENTSTORE_URL, MONGO_URL, REDIS_URL }: ServerUrls,
  onUnavailable: (reason: StoreUnavailable) => void = () => undefined,
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
    openers.jobs = async () => (await import('./jobs/redis/redis-jobs.js')).openRedisJobs(REDIS_URL, { onUnavailable });
    openers.keyRequests = async () =>
      (await import('./key-requests/redis-key-requests.js')).openRedisKeyRequests(REDIS_URL);
  }
  return { openers, close };
};

type Log = { error(facts: object, text: string): void; warn(facts: object, text: string): void };

/** States of the engines that have been opened so far, by name. */
export type EngineStates = Record<string, 'ok' | 'unreachable'>;

/** The settings that select the engines; a part of the settings of a process (libs/settings). */
export type EngineSettings = ServerUrls & {
  DATA_DIR?: string | undefined;
  STREAM_CACHE_MB?: string | number | undefined;
};

/**
 * Opens the engines that the settings select: each on the server of its URL, or embedded in DATA_DIR (default ./.data).
 * With a `logger`, as a process of the service has one, an engine that is unavailable is logged and retried until
 * `signal` aborts; each time `onWaiting` gets the states of the engines. Without a logger, as in tools, the failure is
 * thrown at once.
 * @throws any error of an engine that cannot be opened; StoreUnavailable only without a logger, or once `signal` aborts
 */
export const openEngines = async (
  settings: EngineSettings,
  logger?: Log,
  signal?: AbortSignal,
  onWaiting?: (engines: EngineStates) => void,
): Promise<Engines> => {
  let states: EngineStates = {};
  const servers = await serverOpeners(settings, (reason) =>
    logger?.error({ err: reason }, 'jobs wait: Redis does not respond at REDIS_URL, trying again'),
  );
  try {
    const dataDir = settings.DATA_DIR ?? './.data';
    const embedded = embeddedOpeners(dataDir, logger);
    const isInFolder =
      !dataDir.startsWith(MEMORY) && Object.keys(embedded).some((engine) => !(engine in servers.openers));
    let isFolderOpened = false;
    const open = () =>
      withReserve(dataDir, () => {
        states = {};
        if (isInFolder && !isFolderOpened) openDataFolder(dataDir, logger);
        isFolderOpened = true; // its warnings are logged once, not with every retry
        return assembleEngines(
          withStates({ ...embedded, ...servers.openers }, states),
          undefined,
          streamCacheSizeOf(settings),
        );
      });
    const retryOptions = { logger, signal, onWaiting: () => onWaiting?.(states) };
    const engines = await (logger ? retryUntilAvailable(open, { ...retryOptions, logger }) : open());
    // A failure to read the warnings is ignored: that Redis is unavailable has been logged already.
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

const withState =
  <Engine>(states: EngineStates, name: string, open: () => Promise<Engine>) =>
  async (): Promise<Engine> => {
    states[name] = 'unreachable';
    const engine = await open();
    states[name] = 'ok';
    return engine;
  };

/** The names are those in the response of readyz. */
const withStates = (
  { vault, log, views, jobs, files, lastWrites, deliveries, keyRequests, labExchanges }: Openers,
  states: EngineStates,
): Openers => ({
  vault: withState(states, 'vault', vault),
  log: withState(states, 'eventStore', log),
  views: withState(states, 'views', views),
  jobs: withState(states, 'jobs', jobs),
  files: withState(states, 'files', files),
  lastWrites: withState(states, 'lastWrites', lastWrites),
  deliveries: withState(states, 'deliveries', deliveries),
  labExchanges: withState(states, 'labExchanges', labExchanges),
  keyRequests, // it never fails
});

/** The start of a process was aborted, because the process got a signal to end before it had started. */
export class StartAborted extends Error {
  override name = 'Stopping';
  constructor() {
    super('the process is asked to end');
  }
}

type Part = { name: string; close: () => unknown; isEarly: boolean };

/**
 * The parts that a process has opened, by name. They are closed one after another in the reverse order, whether or not
 * the process has finished its start.
 */
export class OpenResources {
  private readonly parts: Part[] = [];
  private readonly abortController = new AbortController();
  private readonly closingNames = new Set<string>();
  private closeResult: Promise<void> | null = null;

  /** Aborts when `close` is called. */
  get signal(): AbortSignal {
    return this.abortController.signal;
  }

  /** The parts that are being closed now. */
  get closingParts(): string[] {
    return [...this.closingNames];
  }

  /**
   * `early`: the part begins to close together with the first part; it is still awaited in its turn.
   * @throws StartAborted if `close` was called before; the part is then closed at once
   */
  async add(name: string, close: () => unknown, { early = false } = {}): Promise<void> {
    if (this.signal.aborted) {
      await this.closePart({ name, close, isEarly: early });
      throw new StartAborted();
    }
    this.parts.unshift({ name, close, isEarly: early });
  }

  /**
   * Closes all parts, once.
   * @throws AggregateError of the parts that could not be closed, after all others are closed
   */
  close(): Promise<void> {
    this.closeResult ??= this.closeAll();
    return this.closeResult;
  }

  private async closeAll(): Promise<void> {
    this.abortController.abort(new StartAborted());
    const parts = this.parts.map((part) => ({
      part,
      earlyFailure: part.isEarly ? failureOf(this.closePart(part)) : null,
    }));
    const failures: unknown[] = [];
    for (const { part, earlyFailure } of parts) {
      const failure = await (earlyFailure ?? failureOf(this.closePart(part)));
      if (failure) failures.push(new Error(`${part.name} could not be closed`, { cause: failure.error }));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(', '));
  }

  private async closePart({ name, close }: Part): Promise<void> {
    this.closingNames.add(name);
    try {
      await close();
    } finally {
      this.closingNames.delete(name);
    }
  }
}

/** The error of the work; null if it succeeded. */
const failureOf = (work: Promise<void>): Promise<{ error: unknown } | null> =>
  work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
