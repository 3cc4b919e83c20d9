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

/** An acknowledged write survives the loss of the primary and a power failure. */
export const MAJORITY_JOURNALED: WriteConcernSettings = { w: 'majority', journal: true };

/** How long a call waits for a server that is unavailable. */
const SELECTION_MS = 3_000;
/** How long a call waits for its answer, including retries of the driver. */
const DEADLINE_MS = 5_000;
/** How long a call keeps its connection; longer than any caller waits. */
const SOCKET_MS = 10_000;
/** Interval of heartbeats. If one is not answered for SELECTION_MS, all calls that wait for the server fail. */
const HEARTBEAT_MS = 1_000;

/**
 * Options for a call that may take long. The driver accepts a timeout per call, although its types do not have it. The
 * heartbeat still detects a server that is unavailable or frozen.
 */
export const NO_SOCKET_TIMEOUT = { socketTimeoutMS: 0, comment: 'may take long' };

/** Error codes of a server that cannot serve now: stepping down, shutting down, not primary, no majority, disk full. */
const UNAVAILABLE_CODES = new Set([6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031]);

/** Matches the database in a URL. A regular expression, because URL does not accept several hosts. */
const DATABASE_IN_URL = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/;

export type MongoDatabase = { db: Db; close(): Promise<void> };

/**
 * Opens a database by its URL (`mongodb://host/name`; "consign" without a name). Does not wait for the server: the
 * first call does.
 * @throws Error for an invalid URL
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
  // If its first connection fails, the driver keeps the closed topology and refuses every later call ("Topology is
  // closed"), even when the server is back. Without the topology the next call connects again.
  client.on('topologyClosed', () => {
    (client as unknown as { topology?: unknown }).topology = undefined;
  });
  return { db: client.db(DATABASE_IN_URL.exec(url)?.[1] ?? 'consign'), close: () => client.close() };
};

/**
 * Calls the server. A call that is not answered in time may still be executed, so it must be safe to repeat.
 * @throws StoreUnavailable if the server is unavailable, frozen or slower than `timeoutMs` (0: no limit); any other
 * error of the call
 */
export const callMongo = async <Result>(call: () => Promise<Result>, timeoutMs = DEADLINE_MS): Promise<Result> => {
  const deadline = new AbortController();
  try {
    return await (timeoutMs === 0 ? call() : Promise.race([call(), rejectAfter(timeoutMs, deadline.signal)]));
  } catch (error) {
    if (isUnavailable(error)) throw new StoreUnavailable(`MongoDB does not answer: ${String(error)}`, { cause: error });
    throw error;
  } finally {
    deadline.abort();
  }
};

const rejectAfter = (timeoutMs: number, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const timer = setTimeout(
      () => reject(new StoreUnavailable(`MongoDB did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

const isUnavailable = (error: unknown): boolean => {
  // A bulk write wraps the error that ended it.
  if (error instanceof MongoBulkWriteError && isUnavailable(error.errorResponse)) return true;
  if (error instanceof MongoServerError) return hasUnavailableCode(error) || error.hasErrorLabel('RetryableWriteError');
  return [
    MongoNetworkError,
    MongoServerSelectionError,
    MongoClientClosedError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
  ].some((errorClass) => error instanceof errorClass);
};

const hasUnavailableCode = ({ code }: MongoServerError): boolean => UNAVAILABLE_CODES.has(Number(code));
