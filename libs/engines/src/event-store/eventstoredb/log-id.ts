import { randomUUID } from 'node:crypto';
import {
  jsonEvent,
  NO_STREAM as MISSING,
  WrongExpectedVersionError,
  type AppendToStreamOptions,
} from '@eventstore/db-client';
import { StoreUnavailable } from '#events';
import type { Connection } from './connection.js';
import { failureOfRead } from './failures.js';
import { readStream } from './reading.js';

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
      if (!(error instanceof WrongExpectedVersionError)) throw failureOfRead(error, STREAM);
    });
  const logId = await written(connection);
  if (!logId) throw new StoreUnavailable(`${STREAM} could not be read after it was written`);
  return logId;
};

const written = async (connection: Connection): Promise<string | null> => {
  const [first] = await readStream(connection, STREAM, 0, 0);
  const { logId } = Object(first?.data) as { logId?: unknown };
  return typeof logId === 'string' ? logId : null;
};
