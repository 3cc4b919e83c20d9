import { NO_STREAM as MISSING, type AppendToStreamOptions } from '@eventstore/db-client';
import { EventTooLarge, HeadConflict, NO_STREAM, StoreUnavailable, type Head, type Position } from '#events';
import type { StoredEvent } from '../event-log.js';
import type { Connection } from './connection.js';
import { failureOfAppend } from './failures.js';
import type { KnownHeads } from './known-heads.js';
import { readStream } from './reading.js';
import { isOurs, positionOf, toProposed } from './stored-form.js';

/** The server counts the data of all events of an append together. */
const MAX_APPEND_BYTES = 1024 * 1024;

/**
 * Appends at exactly `head`. The server compares revisions and ids; whether the history before is the one `head` was taken
 * from, it cannot know: that is compared here, mostly with what was read or written a moment ago.
 * @throws HeadConflict, InDoubt, StoreUnavailable, EventTooLarge
 */
export const append = async (connection: Connection, heads: KnownHeads, stream: string, events: StoredEvent[], head: Head): Promise<Position> => {
  const last = events.at(-1);
  if (!last) throw new RangeError(`Nothing to append to ${stream}`); // the server would call it a success
  if (connection.isClosed) throw new StoreUnavailable('the log is closed'); // nothing was sent, so nothing is in doubt
  refuseTooLarge(stream, events);
  const proposed = events.map(toProposed);
  if (await isOfAnotherHistory(connection, heads, stream, head)) throw new HeadConflict(stream, head.revision, head.revision);
  const options: AppendToStreamOptions = { expectedRevision: head.revision < 0 ? MISSING : BigInt(head.revision), ...connection.options, deadline: connection.deadlineMs };
  const { nextExpectedRevision, position } = await connection.answer((client) => client.appendToStream(stream, proposed, options)).catch((error: unknown) => {
    throw failureOfAppend(error, stream, head);
  });
  if (nextExpectedRevision !== BigInt(last.revision)) {
    throw new StoreUnavailable(`${stream} was deleted in EventStoreDB and began anew at revision ${nextExpectedRevision}`);
  }
  heads.see(stream, { revision: last.revision, hash: last.hash });
  return positionOf({ position });
};

const isOfAnotherHistory = async (connection: Connection, heads: KnownHeads, stream: string, head: Head): Promise<boolean> => {
  if (head.revision < 0) return head.hash !== NO_STREAM.hash;
  const known = heads.of(stream);
  if (known && known.revision > head.revision) return false; // a conflict or a repetition; the server tells which
  const hash = known?.revision === head.revision ? known.hash : await hashAt(connection, stream, head.revision);
  return hash !== null && hash !== head.hash;
};

const hashAt = async (connection: Connection, stream: string, revision: number): Promise<string | null> => {
  const [record] = await readStream(connection, stream, revision, revision);
  return record && isOurs(record) ? record.metadata.hash : null;
};

const refuseTooLarge = (stream: string, events: StoredEvent[]): void => {
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  const types = [...new Set(events.map(({ type }) => type))];
  if (bytes > MAX_APPEND_BYTES) throw new EventTooLarge(stream, types.join(', '), bytes, MAX_APPEND_BYTES);
};
