import {
  BACKWARDS,
  END,
  START as LOG_START,
  StreamNotFoundError,
  type AllStreamRecordedEvent,
} from '@eventstore/db-client';
import { START, type Position } from '#events';
import type { Connection } from './connection.js';
import { failureOfRead } from './failures.js';
import { logPositionOf, positionOf, type LogRecord } from './stored-form.js';

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

/** Up to `limit` records after `after`. The server begins with the record at a position, so that one is asked for too. */
export const readPage = async (connection: Connection, after: Position, limit: number): Promise<Page> => {
  const fromPosition = after === START ? LOG_START : logPositionOf(after);
  const found = await recordsOfAll(connection, { fromPosition, maxCount: limit + 1 }, `the log after ${after}`);
  const [first] = found;
  const records = first && positionOf(first) <= after ? found.slice(1) : found.slice(0, limit);
  const last = records.at(-1);
  return { records, through: last ? positionOf(last) : after, isFull: records.length === limit };
};

/** The newest record that is none of the server's own: those are hidden from subscribers, who could never reach them. */
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
