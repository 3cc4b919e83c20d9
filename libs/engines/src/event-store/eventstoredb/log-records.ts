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

/** Metadata as EventStoreDB keeps it: that of the event, and what it has no place of its own for. */
type StoredMetadata = { eventId: string; hash: string; previousHash: string; [name: string]: unknown };
type StoredJsonEvent = JSONEventType<string, JSONType, StoredMetadata>;

/** A record as the client gives it back, whoever wrote it. */
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
 * The event as JSON that people and the server's own projections can read. Reading it makes canonical JSON of it again,
 * which is a function of the value, so that the hashed bytes come back (RFC 8785; ADR-006).
 * @throws SyntaxError, RangeError for what would leave the client hanging: it validates nothing.
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
  const stored: StoredMetadata = { ...JSON.parse(metadata), eventId: id, hash };
  return jsonEvent<StoredJsonEvent>({ id: idOfHash(hash), type, data: JSON.parse(data), metadata: stored });
};

/**
 * The id EventStoreDB knows an event by: the beginning of its hash, as a UUID of version 8 (RFC 9562). The server takes
 * equal ids for a repetition without looking at the contents; made of the hash, they are equal only when all is:
 * contents, revision and everything that lies before it.
 */
export const idOfHash = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`"${hash}" is no SHA-256`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

/** Whether this log wrote it; links, the server's own events and those of other applications have no hash. */
export const isPlatformRecord = (record: LogRecord): record is PlatformRecord => {
  if (!record.isJson || record.type.startsWith('$') || record.streamId.startsWith('$')) return false;
  const { eventId, hash, previousHash } = Object(record.metadata) as Partial<StoredMetadata>;
  return typeof eventId === 'string' && typeof hash === 'string' && typeof previousHash === 'string';
};

export const toLogged = (record: PlatformRecord): LoggedEvent => {
  const { eventId, hash, ...metadata } = record.metadata;
  return {
    position: positionOf(record),
    id: eventId,
    stream: record.streamId,
    revision: Number(record.revision),
    type: record.type,
    // Readers of events take the values; the texts, which cost as much as all the rest, are for proofs and moves.
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
 * The commit position, so wide that text is ordered as numbers are. @throws StoreUnavailable when the server gives
 * none.
 */
export const positionOf = ({ position }: { position?: LogPosition }): Position => {
  if (!position) throw new StoreUnavailable('EventStoreDB gives no positions: version 22.6 or newer is needed');
  return position.commit.toString().padStart(20, '0');
};

/** Prepare and commit position of a record are the same since EventStoreDB has no transactions. */
export const logPositionOf = (position: Position): LogPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

/** Records after a position, whoever wrote them, and how far that was looked. `isFull`: there may be more. */
export type Page = { records: LogRecord[]; through: Position; isFull: boolean };

/** Records of one stream in order, `from` and `to` inclusive; none when there is no such stream. */
export const readStream = async (
  connection: Connection,
  stream: string,
  from: number,
  to?: number,
): Promise<LogRecord[]> => {
  if (to !== undefined && to < from) return [];
  const count = to === undefined ? undefined : to - from + 1;
  const found = await ofStream(
    stream,
    connection.collect((client) =>
      client.readStream(stream, { ...connection.options, fromRevision: BigInt(from), maxCount: count }),
    ),
  );
  return found.flatMap(({ event }) => event ?? []);
};

export const readEndOfStream = async (connection: Connection, stream: string): Promise<LogRecord | null> => {
  const [found] = await ofStream(
    stream,
    connection.collect((client) =>
      client.readStream(stream, { ...connection.options, direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    ),
  );
  return found?.event ?? null;
};

/**
 * Up to `limit` records after `after`. The server begins with the record at a position, so that one is asked for too.
 */
export const readPage = async (connection: Connection, after: Position, limit: number): Promise<Page> => {
  const fromPosition = after === START ? LOG_START : logPositionOf(after);
  const found = await recordsOfAll(connection, { fromPosition, maxCount: limit + 1 }, `the log after ${after}`);
  const [first] = found;
  const records = first && positionOf(first) <= after ? found.slice(1) : found.slice(0, limit);
  const last = records.at(-1);
  return { records, through: last ? positionOf(last) : after, isFull: records.length === limit };
};

/**
 * The newest record that is none of the server's own: those are hidden from subscribers, who could never reach them.
 */
export const readEndOfLog = async (connection: Connection): Promise<Position> => {
  for (
    let fromPosition: typeof END | ReturnType<typeof logPositionOf> = END, maxCount = 1;
    ;
    maxCount = Math.min(maxCount * 32, 1_024)
  ) {
    const found = await recordsOfAll(
      connection,
      { direction: BACKWARDS, fromPosition, maxCount },
      'the end of the log',
    );
    const newest = found.find(({ type }) => !type.startsWith('$'));
    if (newest) return positionOf(newest);
    const last = found.at(-1);
    if (!last || found.length < maxCount) return START;
    fromPosition = logPositionOf(positionOf(last));
  }
};

type ReadAll = NonNullable<Parameters<Connection['client']['readAll']>[0]>;

const recordsOfAll = async (
  connection: Connection,
  options: ReadAll,
  what: string,
): Promise<AllStreamRecordedEvent[]> => {
  try {
    const found = await connection.collect((client) => client.readAll({ ...connection.options, ...options }));
    return found.flatMap(({ event }) => event ?? []);
  } catch (error) {
    throw failureOfRead(error, what, '$all');
  }
};

const ofStream = async <Found>(stream: string, reading: Promise<Found[]>): Promise<Found[]> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw failureOfRead(error, stream);
  }
};

/** Our records after a position, and how far that was looked. `isFull`: there may be more. */
export type LogPage = { records: PlatformRecord[]; through: Position; isFull: boolean };

const KEPT = 4;

/**
 * Pages of history, read once for all who ask at about the same time: views that begin together walk through the log
 * together.
 */
export class LogPages {
  private readonly pages = new Map<Position, Promise<LogPage>>();

  constructor(private readonly read: (after: Position) => Promise<LogPage>) {}

  /**
   * The page after `after`; the one after that is asked for, too, so that it comes while this one is being worked on.
   */
  async after(after: Position): Promise<LogPage> {
    const page = await this.pageAfter(after);
    if (page.isFull) runInBackground(this.pageAfter(page.through), 'a page could not be read ahead');
    return page;
  }

  /** Forgets what was read; whoever still needs it reads again. */
  clear(): void {
    this.pages.clear();
  }

  private pageAfter(after: Position): Promise<LogPage> {
    const cachedPage = this.pages.get(after);
    if (cachedPage) return cachedPage;
    const page = this.read(after);
    this.pages.set(after, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.pages.delete(oldest);
    }
    page.then(
      ({ isFull }) => {
        if (!isFull) this.pages.clear(); // here the log ends, for now: nobody is far behind any more
      },
      () => this.pages.delete(after),
    );
    return page;
  }
}
