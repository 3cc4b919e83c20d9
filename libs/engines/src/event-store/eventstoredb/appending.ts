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
import type { HeadCache } from './read-index.js';
import { isPlatformRecord, positionOf, readStream, toJsonEvent } from './log-records.js';

/**
 * Maximum size of an append, data and metadata of all its events together. EventStoreDB 24.10 refuses more than a
 * mebibyte of both; 23.10 counts only the data, and KurrentDB 26.0 accepts more.
 */
const MAX_APPEND_BYTES = 1024 * 1024 - 64 * 1024;

/**
 * Deadline of appends that must be written in order. The server drops an append whose deadline has passed before it
 * gets to it, and writes the next one, whose deadline is a little later. No append of a sequence may be dropped, so the
 * deadline is longer than the server can be frozen. The caller does not wait longer for the answer.
 */
const SEQUENCE_DEADLINE_MS = 10 * MINUTE_MS;

/**
 * Deadline of an append with several events. A call that the client cancels at its deadline looks complete to the
 * server, which may then write only the first of several events. Such a call is therefore not cancelled. The caller
 * does not wait longer for the answer.
 */
const SEVERAL_EVENTS_DEADLINE_MS = DAY_MS;

/**
 * Pauses before an append is repeated while a cluster elects a leader; a node that is not the leader has written
 * nothing.
 */
const LEADER_RETRY_MS = [50, 250, 1_000];

/**
 * Appends at exactly `head`. The server compares revisions and ids, but not whether the stream has the history that
 * `head` was read from. That is compared here, in most cases with a head that was read or written a moment ago.
 * @throws HeadConflict, AppendInDoubt, StoreUnavailable, EventTooLarge
 */
export const append = async (
  connection: Connection,
  heads: HeadCache,
  isCurrent: boolean,
  stream: string,
  events: StoredEvent[],
  head: Head,
): Promise<Position> => {
  const jsonEvents = toJsonEvents(connection, stream, events);
  if (await hasOtherHistory(connection, heads, stream, head))
    throw new HeadConflict(stream, head.revision, head.revision);
  return send(
    connection,
    heads,
    { stream, events, head, jsonEvents, isCurrent },
    { ...connection.options, deadline: deadlineOf(connection, events) },
  );
};

const deadlineOf = ({ deadlineMs }: Connection, events: StoredEvent[]): number =>
  events.length === 1 ? deadlineMs : SEVERAL_EVENTS_DEADLINE_MS;

/**
 * Appends over the call of the client that all appends share, in which the server writes them in the order they are
 * sent: an append without credentials of its own uses this call (ADR-044). It is sent before anything is awaited. The
 * caller has to check the history.
 * @throws HeadConflict, AppendInDoubt, StoreUnavailable, EventTooLarge
 */
export const appendPipelined = async (
  connection: Connection,
  heads: HeadCache,
  isCurrent: boolean,
  stream: string,
  events: StoredEvent[],
  head: Head,
): Promise<Position> => {
  const { credentials, ...sharedOptions } = connection.options;
  const pendingAppend = { stream, events, head, isCurrent, jsonEvents: toJsonEvents(connection, stream, events) };
  if (!credentials) {
    // With a user certificate each append has its own call, so each waits for the one before it.
    const deadline = deadlineOf(connection, events);
    return connection.callInSequence(() => send(connection, heads, pendingAppend, { ...sharedOptions, deadline }));
  }
  return send(connection, heads, pendingAppend, { ...sharedOptions, deadline: SEQUENCE_DEADLINE_MS });
};

type JsonEvents = ReturnType<typeof toJsonEvent>[];

const toJsonEvents = (connection: Connection, stream: string, events: StoredEvent[]): JsonEvents => {
  if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`); // the server would report success
  if (connection.isClosed) throw new StoreUnavailable('the log is closed'); // nothing was sent, so the outcome is known
  rejectTooLarge(stream, events);
  return events.map(toJsonEvent);
};

/** `isCurrent`: see HeadCache. */
type PendingAppend = { stream: string; events: StoredEvent[]; head: Head; jsonEvents: JsonEvents; isCurrent: boolean };

const send = async (
  connection: Connection,
  heads: HeadCache,
  { stream, events, head, jsonEvents, isCurrent }: PendingAppend,
  baseOptions: BaseOptions,
): Promise<Position> => {
  const last = { revision: head.revision + events.length, hash: events.at(-1)?.hash ?? head.hash };
  const options: AppendToStreamOptions = {
    expectedRevision: head.revision < 0 ? MISSING : BigInt(head.revision),
    ...baseOptions,
  };
  const isShared = baseOptions.credentials === undefined && connection.options.credentials !== undefined;
  const sendOnce = () => connection.call((client) => client.appendToStream(stream, jsonEvents, options));
  const { nextExpectedRevision, position } = await (isShared ? sendOnce() : retryUntilLeader(sendOnce)).catch(
    (error: unknown) => {
      throw failureOfAppend(error, stream, head, { isShared });
    },
  );
  if (nextExpectedRevision !== BigInt(last.revision)) {
    throw new StoreUnavailable(
      `${stream} was deleted in EventStoreDB and began anew at revision ${nextExpectedRevision}`,
    );
  }
  heads.update(stream, last, isCurrent);
  return positionOf({ position });
};

/** Repeats an append that reached a follower; the client then calls the leader that the follower names. */
const retryUntilLeader = async (sendOnce: () => Promise<AppendResult>): Promise<AppendResult> => {
  for (const waitMs of LEADER_RETRY_MS) {
    try {
      return await sendOnce();
    } catch (error) {
      if (!(error instanceof NotLeaderError)) throw error;
      await pause(waitMs);
    }
  }
  return sendOnce();
};

const hasOtherHistory = async (
  connection: Connection,
  heads: HeadCache,
  stream: string,
  head: Head,
): Promise<boolean> => {
  if (head.revision < 0) return head.hash !== NO_STREAM.hash;
  const cachedHead = heads.get(stream);
  if (cachedHead && cachedHead.revision > head.revision) return false; // a conflict or a repetition; the server decides which
  const hash =
    cachedHead?.revision === head.revision ? cachedHead.hash : await readHashAt(connection, stream, head.revision);
  return hash !== null && hash !== head.hash;
};

const readHashAt = async (connection: Connection, stream: string, revision: number): Promise<string | null> => {
  const [record] = await readStream(connection, stream, revision, revision);
  return record && isPlatformRecord(record) ? record.metadata.hash : null;
};

const rejectTooLarge = (stream: string, events: StoredEvent[]): void => {
  const bytes = events.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  const types = [...new Set(events.map(({ type }) => type))];
  if (bytes > MAX_APPEND_BYTES) throw new EventTooLarge(stream, types.join(', '), bytes, MAX_APPEND_BYTES);
};
