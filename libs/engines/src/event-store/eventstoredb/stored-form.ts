import {
  jsonEvent,
  type JSONEventData,
  type JSONEventType,
  type JSONType,
  type Position as LogPosition,
} from '@eventstore/db-client';
import { StoreUnavailable, type Position } from '#events';
import { canonicalJson } from '../canonical-json.js';
import type { LoggedEvent, StoredEvent } from '../event-log.js';

/** Metadata as EventStoreDB keeps it: that of the event, and what it has no place of its own for. */
type KeptMetadata = { eventId: string; hash: string; previousHash: string; [name: string]: unknown };
type KeptEvent = JSONEventType<string, JSONType, KeptMetadata>;

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
export type OurRecord = LogRecord & { metadata: KeptMetadata };

/**
 * The event as JSON that people and the server's own projections can read. Reading it makes canonical JSON of it again, which
 * is a function of the value, so that the hashed bytes come back (RFC 8785; ADR-006).
 * @throws SyntaxError, RangeError for what would leave the client hanging: it validates nothing.
 */
export const toProposed = ({ stream, type, hash, id, data, metadata }: StoredEvent): JSONEventData<KeptEvent> => {
  for (const name of [stream, type])
    if (name === '' || name.startsWith('$')) throw new RangeError(`"${name}" cannot name a stream or a type of event`);
  const kept: KeptMetadata = { ...JSON.parse(metadata), eventId: id, hash };
  return jsonEvent<KeptEvent>({ id: idOfHash(hash), type, data: JSON.parse(data), metadata: kept });
};

/**
 * The id EventStoreDB knows an event by: the beginning of its hash, as a UUID of version 8 (RFC 9562).
 * The server takes equal ids for a repetition without looking at the contents; made of the hash, they are equal only when
 * all is: contents, revision and everything that lies before it.
 */
export const idOfHash = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`"${hash}" is no SHA-256`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

/** Whether this log wrote it; links, the server's own events and those of other applications have no hash. */
export const isOurs = (record: LogRecord): record is OurRecord => {
  if (!record.isJson || record.type.startsWith('$') || record.streamId.startsWith('$')) return false;
  const { eventId, hash, previousHash } = Object(record.metadata) as Partial<KeptMetadata>;
  return typeof eventId === 'string' && typeof hash === 'string' && typeof previousHash === 'string';
};

export const toLogged = (record: OurRecord): LoggedEvent => {
  const { eventId, hash, ...metadata } = record.metadata;
  return {
    position: positionOf(record),
    id: eventId,
    stream: record.streamId,
    revision: Number(record.revision),
    type: record.type,
    data: canonicalJson(record.data),
    metadata: canonicalJson(metadata),
    hash,
  };
};

/** The commit position, so wide that text is ordered as numbers are. @throws StoreUnavailable when the server gives none. */
export const positionOf = ({ position }: { position?: LogPosition }): Position => {
  if (!position) throw new StoreUnavailable('EventStoreDB gives no positions: version 22.6 or newer is needed');
  return position.commit.toString().padStart(20, '0');
};

/** Prepare and commit position of a record are the same since EventStoreDB has no transactions. */
export const logPositionOf = (position: Position): LogPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});
