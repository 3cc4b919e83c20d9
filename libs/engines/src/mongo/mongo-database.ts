import {
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoClientClosedError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  type Db,
  type WriteConcernSettings,
} from 'mongodb';
import { StoreUnavailable } from '#events';

/** What has been acknowledged survives the loss of the primary and of its machine's power. */
export const MAJORITY_JOURNALED: WriteConcernSettings = { w: 'majority', journal: true };

/** How long a server may be away before a caller learns of it. */
const SELECTION_MS = 3_000;
/** How long a caller waits for what it asked, the driver's own second tries included. */
const DEADLINE_MS = 5_000;
/** How long a call holds its connection, longer than anybody waits for it. */
const SOCKET_MS = 10_000;
/** A server that does not answer this for SELECTION_MS ends all calls that wait for it. */
const HEARTBEAT_MS = 1_000;

/**
 * For a call that may take long. The driver takes a time limit of a call's own, though its types do not say so; the
 * heartbeat still finds out when the server is gone or frozen.
 */
export const NO_SOCKET_TIMEOUT = { socketTimeoutMS: 0, comment: 'may take long' };

/**
 * Codes by which a server that lives says that it cannot serve now: stepping down, shutting down, not primary, no
 * majority, no room on its disk.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031]);

/** The database in a URL. Hosts may be several, which the platform's own URL does not take. */
const NAMED = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/;

export type MongoDatabase = { db: Db; close(): Promise<void> };

/**
 * Opens a database by its URL (`mongodb://host/name`; "consign" when it names none). It does not wait for the server: a
 * call finds out.
 * @throws Error for a URL that is none
 */
export const openMongoDatabase = (url: string): MongoDatabase => {
  const client = new MongoClient(url, {
    appName: 'consign',
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    socketTimeoutMS: SOCKET_MS,
    writeConcern: MAJORITY_JOURNALED,
  });
  // A driver whose very first connection fails keeps the topology it has closed, and refuses every later call
  // ("Topology is closed")
  // though the server is back. Without it the next call connects anew.
  client.on('topologyClosed', () => {
    (client as unknown as { topology?: unknown }).topology = undefined;
  });
  return { db: client.db(NAMED.exec(url)?.[1] ?? 'consign'), close: () => client.close() };
};

/**
 * Runs calls to the server. What is not answered in time may still be carried out: ask only for what may be repeated,
 * or be overtaken.
 * @throws StoreUnavailable when the server is away, frozen or too slow (`withinMs`, 0 for as long as it takes);
 * whatever else the calls throw
 */
export const callMongo = async <Answer>(ask: () => Promise<Answer>, withinMs = DEADLINE_MS): Promise<Answer> => {
  const deadline = new AbortController();
  try {
    return await (withinMs === 0 ? ask() : Promise.race([ask(), tooLate(withinMs, deadline.signal)]));
  } catch (error) {
    if (isAway(error)) throw new StoreUnavailable(`MongoDB does not answer: ${String(error)}`, { cause: error });
    throw error;
  } finally {
    deadline.abort();
  }
};

const tooLate = (afterMs: number, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const timer = setTimeout(
      () => reject(new StoreUnavailable(`MongoDB did not answer within ${afterMs} ms`)),
      afterMs,
    );
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

const isAway = (error: unknown): boolean => {
  // A bulk write wraps whatever ended it.
  if (error instanceof MongoBulkWriteError && isAway(error.errorResponse)) return true;
  if (error instanceof MongoServerError) return hasAwayCode(error) || error.hasErrorLabel('RetryableWriteError');
  return [
    MongoNetworkError,
    MongoServerSelectionError,
    MongoClientClosedError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
  ].some((kind) => error instanceof kind);
};

const hasAwayCode = ({ code }: MongoServerError): boolean => AWAY.has(Number(code));
