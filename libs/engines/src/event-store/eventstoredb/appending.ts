import { setTimeout as pause } from 'node:timers/promises';
import {
  NO_STREAM as MISSING,
  NotLeaderError,
  type AppendResult,
  type AppendToStreamOptions,
  type BaseOptions,
} from '@eventstore/db-client';
import { DAY_MS, MINUTE_MS } from '#domain/time';
import { EventTooLarge, HeadConflict, NO_STREAM, StoreUnavailable, type Head, type Position } from '#events';
import type { StoredEvent } from '../event-log.js';
import type { Connection } from './connection.js';
import { failureOfAppend } from './failures.js';
import type { KnownHeads } from './read-index.js';
import { isPlatformRecord, positionOf, readStream, toJsonEvent } from './log-records.js';

/**
 * What an append may hold, data and metadata of all its events together: EventStoreDB 24.10 refuses a mebibyte of both,
 * where 23.10 counts the data alone and KurrentDB 26.0 takes more.
 */
const MAX_APPEND_BYTES = 1024 * 1024 - 64 * 1024;

/**
 * The server drops an append that it comes to after its deadline, and takes the one behind it, whose deadline is a
 * little later. In a row none may be dropped, so the server is given longer than it may be frozen; it is waited no
 * longer for the answer.
 */
const IN_A_ROW_MS = 10 * MINUTE_MS;

/**
 * A call that the client cancels at its deadline ends as one that is complete, and the server may have taken the first
 * of several events without the others. Such a call is therefore left alone; it is waited no longer for the answer.
 */
const OF_SEVERAL_EVENTS_MS = DAY_MS;

/** While a cluster elects a leader, an append is asked for again; a node that is not the leader has taken nothing. */
const LEADER_AGAIN_AFTER_MS = [50, 250, 1_000];

/**
 * Appends at exactly `head`. The server compares revisions and ids; whether the history before is the one `head` was
 * taken from, it cannot know: that is compared here, mostly with what was read or written a moment ago.
 * @throws HeadConflict, InDoubt, StoreUnavailable, EventTooLarge
 */
export const append = async (
  connection: Connection,
  heads: KnownHeads,
  isCurrent: boolean,
  stream: string,
  events: StoredEvent[],
  head: Head,
): Promise<Position> => {
  const proposed = checked(connection, stream, events);
  if (await isOfAnotherHistory(connection, heads, stream, head))
    throw new HeadConflict(stream, head.revision, head.revision);
  return send(
    connection,
    heads,
    { stream, events, head, proposed, isCurrent },
    { ...connection.options, deadline: deadlineOf(connection, events) },
  );
};

const deadlineOf = ({ deadlineMs }: Connection, events: StoredEvent[]): number =>
  events.length === 1 ? deadlineMs : OF_SEVERAL_EVENTS_MS;

/**
 * Appends over the client's one call for all appends, which the server takes in the order they are sent: without
 * credentials of its own, an append gets no call of its own (ADR-044). Sent before anything is awaited; the history is
 * the caller's affair.
 * @throws HeadConflict, InDoubt, StoreUnavailable, EventTooLarge
 */
export const appendBehind = async (
  connection: Connection,
  heads: KnownHeads,
  isCurrent: boolean,
  stream: string,
  events: StoredEvent[],
  head: Head,
): Promise<Position> => {
  const { credentials, ...shared } = connection.options;
  const sending = { stream, events, head, isCurrent, proposed: checked(connection, stream, events) };
  if (!credentials) {
    // A user by certificate has calls of its own only, so each waits for the one before it.
    const deadline = deadlineOf(connection, events);
    return connection.inARow(() => send(connection, heads, sending, { ...shared, deadline }));
  }
  return send(connection, heads, sending, { ...shared, deadline: IN_A_ROW_MS });
};

type Proposed = ReturnType<typeof toJsonEvent>[];

const checked = (connection: Connection, stream: string, events: StoredEvent[]): Proposed => {
  if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`); // the server would call it a success
  if (connection.isClosed) throw new StoreUnavailable('the log is closed'); // nothing was sent, so nothing is in doubt
  refuseTooLarge(stream, events);
  return events.map(toJsonEvent);
};

/** `isCurrent`: see KnownHeads. */
type Sending = { stream: string; events: StoredEvent[]; head: Head; proposed: Proposed; isCurrent: boolean };

const send = async (
  connection: Connection,
  heads: KnownHeads,
  { stream, events, head, proposed, isCurrent }: Sending,
  baseOptions: BaseOptions,
): Promise<Position> => {
  const last = { revision: head.revision + events.length, hash: events.at(-1)?.hash ?? head.hash };
  const options: AppendToStreamOptions = {
    expectedRevision: head.revision < 0 ? MISSING : BigInt(head.revision),
    ...baseOptions,
  };
  const isShared = baseOptions.credentials === undefined && connection.options.credentials !== undefined;
  const sendOnce = () => connection.answer((client) => client.appendToStream(stream, proposed, options));
  const { nextExpectedRevision, position } = await (isShared ? sendOnce() : toTheLeader(sendOnce)).catch(
    (error: unknown) => {
      throw failureOfAppend(error, stream, head, { isShared });
    },
  );
  if (nextExpectedRevision !== BigInt(last.revision)) {
    throw new StoreUnavailable(
      `${stream} was deleted in EventStoreDB and began anew at revision ${nextExpectedRevision}`,
    );
  }
  heads.see(stream, last, isCurrent);
  return positionOf({ position });
};

/** The client turns to the leader that a follower names. */
const toTheLeader = async (sendOnce: () => Promise<AppendResult>): Promise<AppendResult> => {
  for (const againAfterMs of LEADER_AGAIN_AFTER_MS) {
    try {
      return await sendOnce();
    } catch (error) {
      if (!(error instanceof NotLeaderError)) throw error;
      await pause(againAfterMs);
    }
  }
  return sendOnce();
};

const isOfAnotherHistory = async (
  connection: Connection,
  heads: KnownHeads,
  stream: string,
  head: Head,
): Promise<boolean> => {
  if (head.revision < 0) return head.hash !== NO_STREAM.hash;
  const knownHead = heads.of(stream);
  if (knownHead && knownHead.revision > head.revision) return false; // a conflict or a repetition; the server tells which
  const hash = knownHead?.revision === head.revision ? knownHead.hash : await hashAt(connection, stream, head.revision);
  return hash !== null && hash !== head.hash;
};

const hashAt = async (connection: Connection, stream: string, revision: number): Promise<string | null> => {
  const [record] = await readStream(connection, stream, revision, revision);
  return record && isPlatformRecord(record) ? record.metadata.hash : null;
};

const refuseTooLarge = (stream: string, events: StoredEvent[]): void => {
  const bytes = events.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  const types = [...new Set(events.map(({ type }) => type))];
  if (bytes > MAX_APPEND_BYTES) throw new EventTooLarge(stream, types.join(', '), bytes, MAX_APPEND_BYTES);
};
