import { randomUUID } from 'node:crypto';
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { NO_STREAM, START, StoreMisconfigured, type StoreUnavailable } from '#events';
import { Connection } from './connection.js';
import { failureOfAppend, isDenied } from './failures.js';
import { readPage, readStream } from './log-records.js';
import { diagnoseConnection } from './diagnose-connection.js';

/** `problem`: why the check failed; null if it passed. `note`: a remark on a right that the service does not need. */
export type Check = { what: string; problem: string | null; note?: string };

/** No stream ever has this revision, so a call that expects it is refused, but only after the rights were checked. */
const NEVER = 1_000_000_000_000n;

/**
 * Checks whether the log can be opened with this URL: the connection, then each right that the service needs. Nothing
 * is written, because appends and deletions expect a revision that does not exist.
 */
export const checkEventStoreDb = async (url: string, deadlineMs = 3_000): Promise<Check[]> => {
  let connection: Connection;
  try {
    connection = new Connection(url, deadlineMs);
  } catch (error) {
    return [failed('the URL is usable', error)];
  }
  try {
    return [passed('the URL is usable'), ...(await checksOf(connection))];
  } finally {
    await connection.close();
  }
};

const checksOf = async (connection: Connection): Promise<Check[]> => {
  const { server, deadlineMs } = connection;
  const reading = await attempt('may read streams', () => readStream(connection, 'platform-log', 0, 0));
  if (reading.failure && !isDenied(reading.failure)) {
    const reason = reading.failure instanceof StoreMisconfigured ? null : await diagnoseConnection(server, deadlineMs);
    return [failed('the server answers', reason ?? reading.failure)];
  }
  const answers = passed('the server answers');
  if (!server.tls) return [answers, { ...passed('rights'), note: 'tls=false: a server without users enforces none' }];
  const readingAll = await attempt('may read $all', () => readPage(connection, START, 1));
  return [
    answers,
    reading.check,
    readingAll.check,
    await checkAppend(connection),
    await checkUnneededRight('may not delete streams', connection, (client, stream) =>
      client.deleteStream(stream, { ...connection.options, expectedRevision: NEVER }),
    ),
    await checkUnneededRight('may not change the metadata of streams', connection, (client, stream) =>
      client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: {} }), {
        ...connection.options,
        expectedRevision: NEVER,
      }),
    ),
  ];
};

type Client = Connection['client'];
type Attempt = { check: Check; failure: StoreUnavailable | Error | null };

const passed = (what: string): Check => ({ what, problem: null });
const failed = (what: string, error: unknown): Check => ({
  what,
  problem: error instanceof Error ? error.message : String(error),
});

const attempt = async (what: string, call: () => Promise<unknown>): Promise<Attempt> => {
  try {
    await call();
    return { check: passed(what), failure: null };
  } catch (error) {
    return { check: failed(what, error), failure: error instanceof Error ? error : new Error(String(error)) };
  }
};

const outcomeOf = async (
  connection: Connection,
  call: (client: Client, stream: string) => Promise<unknown>,
): Promise<unknown> => {
  const stream = `platform-check-${randomUUID()}`;
  return connection
    .answer((client) => call(client, stream))
    .then(
      () => new Error('it was done, though it expects a revision that is none'),
      (error: unknown) => error,
    );
};

const checkAppend = async (connection: Connection): Promise<Check> => {
  const what = 'may append to streams';
  const outcome = await outcomeOf(connection, (client, stream) =>
    client.appendToStream(stream, jsonEvent({ type: 'RightsChecked', data: {} }), {
      ...connection.options,
      expectedRevision: NEVER,
    }),
  );
  if (outcome instanceof WrongExpectedVersionError) return passed(what);
  return failed(what, failureOfAppend(outcome, 'a stream', NO_STREAM));
};

/**
 * Checks a right that the service does not need, and with which anyone who has its password could remove events from
 * the log.
 */
const checkUnneededRight = async (
  what: string,
  connection: Connection,
  call: (client: Client, stream: string) => Promise<unknown>,
): Promise<Check> => {
  const outcome = await outcomeOf(connection, call);
  return isDenied(outcome)
    ? passed(what)
    : { ...passed(what), note: 'it may; the service needs no such right, see the default ACL in docs/operations.md' };
};
