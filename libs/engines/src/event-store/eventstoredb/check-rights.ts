import { randomUUID } from 'node:crypto';
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { NO_STREAM, START, StoreMisconfigured, type StoreUnavailable } from '#events';
import { Connection } from './connection.js';
import { failureOfAppend, isDenied } from './failures.js';
import { readPage, readStream } from './log-records.js';
import { diagnoseConnection } from './diagnose-connection.js';

/** `problem`: why the check failed; null if it passed. `note`: a remark on a right that the service does not need. */
export type Check = { description: string; problem: string | null; note?: string };

/** No stream ever has this revision, so a call that expects it is refused, but only after the rights were checked. */
const IMPOSSIBLE_REVISION = 1_000_000_000_000n;

/**
 * Checks whether the log can be opened with this URL: the connection, then each right that the service needs. Nothing
 * is written, because appends and deletions expect a revision that does not exist.
 */
export const checkEventStoreDb = async (url: string, deadlineMs = 3_000): Promise<Check[]> => {
  let connection: Connection;
  try {
    connection = new Connection(url, deadlineMs);
  } catch (error) {
    return [failedCheck('the URL is usable', error)];
  }
  try {
    return [passedCheck('the URL is usable'), ...(await checkConnection(connection))];
  } finally {
    await connection.close();
  }
};

const checkConnection = async (connection: Connection): Promise<Check[]> => {
  const { server, deadlineMs } = connection;
  const readAttempt = await attempt('may read streams', () => readStream(connection, 'platform-log', 0, 0));
  if (readAttempt.failure && !isDenied(readAttempt.failure)) {
    const reason =
      readAttempt.failure instanceof StoreMisconfigured ? null : await diagnoseConnection(server, deadlineMs);
    return [failedCheck('the server answers', reason ?? readAttempt.failure)];
  }
  const connectionCheck = passedCheck('the server answers');
  if (!server.tls)
    return [connectionCheck, { ...passedCheck('rights'), note: 'tls=false: a server without users enforces none' }];
  const readAllAttempt = await attempt('may read $all', () => readPage(connection, START, 1));
  return [
    connectionCheck,
    readAttempt.check,
    readAllAttempt.check,
    await checkAppend(connection),
    await checkUnneededRight('may not delete streams', connection, (client, stream) =>
      client.deleteStream(stream, { ...connection.options, expectedRevision: IMPOSSIBLE_REVISION }),
    ),
    await checkUnneededRight('may not change the metadata of streams', connection, (client, stream) =>
      client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: {} }), {
        ...connection.options,
        expectedRevision: IMPOSSIBLE_REVISION,
      }),
    ),
  ];
};

type Client = Connection['client'];
type Attempt = { check: Check; failure: StoreUnavailable | Error | null };

const passedCheck = (description: string): Check => ({ description, problem: null });
const failedCheck = (description: string, error: unknown): Check => ({
  description,
  problem: error instanceof Error ? error.message : String(error),
});

const attempt = async (description: string, call: () => Promise<unknown>): Promise<Attempt> => {
  try {
    await call();
    return { check: passedCheck(description), failure: null };
  } catch (error) {
    return {
      check: failedCheck(description, error),
      failure: error instanceof Error ? error : new Error(String(error)),
    };
  }
};

const errorOfCall = async (
  connection: Connection,
  call: (client: Client, stream: string) => Promise<unknown>,
): Promise<unknown> => {
  const stream = `platform-check-${randomUUID()}`;
  return connection
    .call((client) => call(client, stream))
    .then(
      () => new Error('it was done, though it expects a revision that is none'),
      (error: unknown) => error,
    );
};

const checkAppend = async (connection: Connection): Promise<Check> => {
  const description = 'may append to streams';
  const error = await errorOfCall(connection, (client, stream) =>
    client.appendToStream(stream, jsonEvent({ type: 'RightsChecked', data: {} }), {
      ...connection.options,
      expectedRevision: IMPOSSIBLE_REVISION,
    }),
  );
  if (error instanceof WrongExpectedVersionError) return passedCheck(description);
  return failedCheck(description, failureOfAppend(error, 'a stream', NO_STREAM));
};

/**
 * Checks a right that the service does not need, and with which anyone who has its password could remove events from
 * the log.
 */
const checkUnneededRight = async (
  description: string,
  connection: Connection,
  call: (client: Client, stream: string) => Promise<unknown>,
): Promise<Check> => {
  const error = await errorOfCall(connection, call);
  return isDenied(error)
    ? passedCheck(description)
    : {
        ...passedCheck(description),
        note: 'it may; the service needs no such right, see the default ACL in docs/operations.md',
      };
};
