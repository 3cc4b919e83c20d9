import type { StoreUnavailable } from '#events';
import type { Openers } from './engines.js';
import { parseConnectionString } from './event-store/eventstoredb/connection-string.js';

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
 * How the engines on servers are opened; only those whose URL is given. Their clients are loaded when they are needed: a service that
 * uses none starts without them. `close` ends the connection that views, files, vault, last writes and deliveries share, after the engines.
 * Jobs are also opened while Redis is away; `whenAway` is told why.
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
    openers.vault = async () => (await import('./vault/mongo-vault.js')).openMongoVault(mongo.db);
  }
  if (REDIS_URL) {
    openers.jobs = async () => (await import('./jobs/redis-jobs.js')).openRedisJobs(REDIS_URL, { whenAway });
    openers.keyRequests = async () =>
      (await import('./key-requests/redis-key-requests.js')).openRedisKeyRequests(REDIS_URL);
  }
  return { openers, close };
};
