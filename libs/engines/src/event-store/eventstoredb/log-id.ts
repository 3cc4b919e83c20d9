import { randomUUID } from 'node:crypto';
import {
  jsonEvent,
  NO_STREAM as MISSING,
  WrongExpectedVersionError,
  type AppendToStreamOptions,
} from '@eventstore/db-client';
import { NO_STREAM, StoreUnavailable } from '#events';
import type { Connection } from './connection.js';
import { failureOfAppend } from './failures.js';
import { readEndOfStream, readStream } from './reading.js';
import { raisedMark, toMark } from '../../data-folder/data-format.js';

/** It has no hash, so readers of the log are never shown it. */
const STREAM = 'platform-log';

/**
 * The id of this log: given once, by whoever opens it first.
 * @throws StoreUnavailable
 */
export const logIdOf = async (connection: Connection): Promise<string> => {
  const known = await written(connection);
  if (known) return known;
  const opened = jsonEvent({ type: 'LogOpened', data: { logId: randomUUID() } });
  const options: AppendToStreamOptions = {
    expectedRevision: MISSING,
    ...connection.options,
    deadline: connection.deadlineMs,
  };
  await connection
    .answer((client) => client.appendToStream(STREAM, opened, options))
    .catch((error: unknown) => {
      if (!(error instanceof WrongExpectedVersionError)) throw failureOfAppend(error, STREAM, NO_STREAM);
    });
  const logId = await written(connection);
  if (!logId) throw new StoreUnavailable(`${STREAM} could not be read after it was written`);
  return logId;
};

/**
 * Marks the log with this release, behind its id; each mark is an event of its own, and the last one counts.
 * @throws DataTooNew; StoreUnavailable
 */
export const markLog = async (connection: Connection): Promise<void> => {
  const last = await readEndOfStream(connection, STREAM);
  const raised = raisedMark('The log on EventStoreDB', toMark(last?.data));
  if (!last || !raised) return;
  const options: AppendToStreamOptions = {
    expectedRevision: last.revision,
    ...connection.options,
    deadline: connection.deadlineMs,
  };
  const marked = jsonEvent({ type: 'LogMarked', data: raised });
  await connection
    .answer((client) => client.appendToStream(STREAM, marked, options))
    .catch((error: unknown) => {
      if (error instanceof WrongExpectedVersionError) return markLog(connection); // somebody else was first, perhaps a newer release
      throw failureOfAppend(error, STREAM, { revision: Number(last.revision), hash: '' });
    });
};

const written = async (connection: Connection): Promise<string | null> => {
  const [first] = await readStream(connection, STREAM, 0, 0);
  const { logId } = Object(first?.data) as { logId?: unknown };
  return typeof logId === 'string' ? logId : null;
};
