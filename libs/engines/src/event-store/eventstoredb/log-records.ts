import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  jsonEvent,
  type JSONEventData,
  type JSONEventType,
  type JSONType,
  START as LOG_START,
  type Position as LogPosition,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { type Position, START, StoreUnavailable } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { canonicalJson } from '../canonical-json.js';
import type { LoggedEvent, StoredEvent } from '../event-log.js';
import type { Connection } from './connection.js';
import { failureOfRead } from './failures.js';

/** Metadata in EventStoreDB: the metadata of the event, and values for which EventStoreDB has no field. */
type StoredMetadata = { eventId: string; hash: string; previousHash: string; [name: string]: unknown };
type StoredJsonEvent = JSONEventType<string, JSONType, StoredMetadata>;

/** A record as the client returns it, written by the platform or by others. */
export type LogRecord = {
  streamId: string;
  revision: bigint;
  type: string;
  isJson: boolean;
  data: unknown;
  metadata: unknown;
  position?: LogPosition;
};
export type PlatformRecord = LogRecord & { metadata: StoredMetadata };

/**
 * The event as JSON, which people and projections of the server can read. When it is read, it is converted to canonical
 * JSON again. That depends only on the value, so it restores the bytes that were hashed (RFC 8785; ADR-006).
 * @throws SyntaxError, RangeError for input that the client does not validate and with which its call would hang
 */
export const toJsonEvent = ({
  stream,
  type,
  hash,
  id,
  data,
  metadata,
}: StoredEvent): JSONEventData<StoredJsonEvent> => {
  for (const name of [stream, type])
    if (name === '' || name.startsWith('$')) throw new RangeError(`"${name}" cannot name a stream or a type of event`);
  const storedMetadata: StoredMetadata = { ...JSON.parse(metadata), eventId: id, hash };
  return jsonEvent<StoredJsonEvent>({ id: idOfHash(hash), type, data: JSON.parse(data), metadata: storedMetadata });
};

/**
 * The id of an event in EventStoreDB: the beginning of its hash as a UUID of version 8 (RFC 9562). The server treats
 * equal ids as a repetition without comparing the contents. Ids that are made of the hash are equal only if contents,
 * revision and the whole history before the event are equal.
 */
export const idOfHash = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`"${hash}" is no SHA-256`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

/** Whether the platform wrote the record; links, events of the server and of other applications have no hash. */
export const isPlatformRecord = (record: LogRecord): record is PlatformRecord => {
  if (!record.isJson || record.type.startsWith('$') || record.streamId.startsWith('$')) return false;
  const { eventId, hash, previousHash } = Object(record.metadata) as Partial<StoredMetadata>;
  return typeof eventId === 'string' && typeof hash === 'string' && typeof previousHash === 'string';
};

export const toLoggedEvent = (record: PlatformRecord): LoggedEvent => {
  const { eventId, hash, ...metadata } = record.metadata;
  return {
    position: positionOf(record),
    id: eventId,
    stream: record.streamId,
    revision: Number(record.revision),
    type: record.type,
    // Readers use the parsed values. The texts are made on demand, for proofs and moves, because they cost as much as
    // everything else together.
    get data() {
      return canonicalJson(record.data);
    },
    get metadata() {
      return canonicalJson(metadata);
    },
    hash,
    parsed: { data: record.data, metadata },
  };
};

/**
 * The commit position, padded so that texts sort like numbers.
 * @throws StoreUnavailable if the server returns no position
 */
export const positionOf = ({ position }: { position?: LogPosition }): Position => {
  if (!position) throw new StoreUnavailable('EventStoreDB gives no positions: version 22.6 or newer is needed');
  return position.commit.toString().padStart(20, '0');
};

/** Prepare and commit position of a record are equal since EventStoreDB has no transactions. */
export const logPositionOf = (position: Position): LogPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

/**
 * Records after a position, of the platform and of others. `through`: the position up to which the log was read.
 * `isFull`: there may be more.
 */
export type Page = { records: LogRecord[]; through: Position; isFull: boolean };

/** Records of one stream in order, `from` and `to` inclusive; empty if there is no such stream. */
export const readStream = async (
  connection: Connection,
  stream: string,
  from: number,
  to?: number,
): Promise<LogRecord[]> => {
  if (to !== undefined && to < from) return [];
  const count = to === undefined ? undefined : to - from + 1;
  const resolvedEvents = await emptyIfMissing(
    stream,
    connection.collect((client) =>
      client.readStream(stream, { ...connection.options, fromRevision: BigInt(from), maxCount: count }),
    ),
  );
  return resolvedEvents.flatMap(({ event }) => event ?? []);
};

export const readEndOfStream = async (connection: Connection, stream: string): Promise<LogRecord | null> => {
  const [last] = await emptyIfMissing(
    stream,
    connection.collect((client) =>
      client.readStream(stream, { ...connection.options, direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    ),
  );
  return last?.event ?? null;
};

/**
 * Up to `limit` records after a position. The server begins with the record at the position, so one more is requested.
 */
export const readPage = async (connection: Connection, after: Position, limit: number): Promise<Page> => {
  const fromPosition = after === START ? LOG_START : logPositionOf(after);
  const recordsFromPosition = await readAllRecords(
    connection,
    { fromPosition, maxCount: limit + 1 },
    `the log after ${after}`,
  );
  const [first] = recordsFromPosition;
  const records =
    first && positionOf(first) <= after ? recordsFromPosition.slice(1) : recordsFromPosition.slice(0, limit);
  const last = records.at(-1);
  return { records, through: last ? positionOf(last) : after, isFull: records.length === limit };
};

/**
 * The position of the newest record that is not a system event. Subscribers do not get system events, so they would
 * never reach the position of one.
 */
export const readEndOfLog = async (connection: Connection): Promise<Position> => {
  for (
    let fromPosition: typeof END | ReturnType<typeof logPositionOf> = END, maxCount = 1;
    ;
    maxCount = Math.min(maxCount * 32, 1_024)
  ) {
    const records = await readAllRecords(
      connection,
      { direction: BACKWARDS, fromPosition, maxCount },
      'the end of the log',
    );
    const newest = records.find(({ type }) => !type.startsWith('$'));
    if (newest) return positionOf(newest);
    const last = records.at(-1);
    if (!last || records.length < maxCount) return START;
    fromPosition = logPositionOf(positionOf(last));
  }
};

type ReadAllOptions = NonNullable<Parameters<Connection['client']['readAll']>[0]>;

const readAllRecords = async (
  connection: Connection,
  options: ReadAllOptions,
  source: string,
): Promise<AllStreamRecordedEvent[]> => {
  try {
    const resolvedEvents = await connection.collect((client) => client.readAll({ ...connection.options, ...options }));
    return resolvedEvents.flatMap(({ event }) => event ?? []);
  } catch (error) {
    throw failureOfRead(error, source, '$all');
  }
};

const emptyIfMissing = async <Item>(stream: string, reading: Promise<Item[]>): Promise<Item[]> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw failureOfRead(error, stream);
  }
};

/**
 * Records of the platform after a position. `through`: the position up to which the log was read. `isFull`: there may
 * be more.
 */
export type LogPage = { records: PlatformRecord[]; through: Position; isFull: boolean };

const MAX_PAGES = 4;

/**
 * Pages of history, read once for all readers that need them at about the same time: views that start together read the
 * log together.
 */
export class LogPages {
  private readonly pages = new Map<Position, Promise<LogPage>>();

  constructor(private readonly read: (after: Position) => Promise<LogPage>) {}

  /** The page after a position. The next page is read ahead while the caller processes this one. */
  async after(after: Position): Promise<LogPage> {
    const page = await this.pageAfter(after);
    if (page.isFull) runInBackground(this.pageAfter(page.through), 'a page could not be read ahead');
    return page;
  }

  /** Drops the cached pages. A reader that still needs one reads it again. */
  clear(): void {
    this.pages.clear();
  }

  private pageAfter(after: Position): Promise<LogPage> {
    const cachedPage = this.pages.get(after);
    if (cachedPage) return cachedPage;
    const page = this.read(after);
    this.pages.set(after, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= MAX_PAGES) break;
      this.pages.delete(oldest);
    }
    page.then(
      ({ isFull }) => {
        if (!isFull) this.pages.clear(); // the end of the log is reached, so no reader is far behind
      },
      () => this.pages.delete(after),
    );
    return page;
  }
}
