import { randomUUID } from 'node:crypto';
import {
  EventStoreDBClient,
  jsonEvent,
  type AllStreamRecordedEvent,
  type AppendToStreamOptions,
  type EventData,
  type Position,
  type ReadStreamOptions,
} from '@eventstore/db-client';
import { startServer, type EventStoreLine } from '../start-server.mjs';

/** An insecure node ignores credentials, but with them the client appends by another call. */
export const withCredentials: AppendToStreamOptions = { credentials: { username: 'admin', password: 'changeit' } };

/** The node under test. Failed calls resolve to their error as text. */
export type Node = {
  line: EventStoreLine;
  url: string;
  client: EventStoreDBClient;
  append(stream: string, events: EventData[], options?: AppendToStreamOptions): Promise<string>;
  /** The revisions, in the order read. */
  read(stream: string, options?: ReadStreamOptions): Promise<string>;
  /** Appends so many events to a stream, one by one, and returns their positions. */
  fill(stream: string, count: number, type?: string): Promise<Position[]>;
};

/** Connects to the node at BEHAVIOURS_URL or, if it is not set, starts the stand-in of this line. */
export const openNode = async (line: EventStoreLine): Promise<{ node: Node; close(): Promise<void> }> => {
  const realUrl = process.env.BEHAVIOURS_URL;
  const server = realUrl === undefined ? await startServer({ line }) : undefined;
  const url = server?.url ?? String(realUrl);
  const client = EventStoreDBClient.connectionString(url);
  const append: Node['append'] = async (stream, events, options) =>
    outcomeOf(async () => `ok ${(await client.appendToStream(stream, events, options)).nextExpectedRevision}`);
  const read: Node['read'] = async (stream, options) =>
    outcomeOf(async () => {
      const revisions = [];
      for await (const { event } of client.readStream(stream, options)) revisions.push(event?.revision);
      return revisions.join();
    });
  const fill: Node['fill'] = async (stream, count, type) => {
    const positions = [];
    for (let i = 0; i < count; i++)
      positions.push(defined((await client.appendToStream(stream, [event(type)])).position));
    return positions;
  };
  return {
    node: { line, url, client, append, read, fill },
    close: async () => {
      await client.dispose();
      await server?.stop();
    },
  };
};

/** The expected value for the line of the node, where the lines differ. */
export const valueForLine = <Value>({ line }: Node, values: Record<EventStoreLine, Value>): Value => values[line];

/** A unique stream name. */
export const newStream = (prefix = 'behaviour'): string => `${prefix}-${randomUUID()}`;

export const event = (type = 'T', id: string = randomUUID()): EventData => jsonEvent({ id, type, data: { a: 1 } });

export const events = (count: number): EventData[] => Array.from({ length: count }, () => event());

export const defined = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('a required value is missing');
  return value;
};

/** Events of these streams in $all, from a position on. */
export const readFromLog = async (
  { client }: Node,
  fromPosition: Position,
  streams: readonly string[],
): Promise<AllStreamRecordedEvent[]> => {
  const matches = [];
  for await (const { event: recorded } of client.readAll({ fromPosition }))
    if (recorded && streams.includes(recorded.streamId)) matches.push(recorded);
  return matches;
};

/** The result of a call, or its error as text. */
export const outcomeOf = async (call: () => Promise<string>): Promise<string> => {
  try {
    return await call();
  } catch (error) {
    return failureOf(error);
  }
};

/** An error as text: class, code and the details of the class. */
export const failureOf = (failure: unknown): string => {
  const error = failure as Error & {
    code?: number;
    expectedVersion?: unknown;
    actualVersion?: unknown;
    maxAppendSize?: number;
  };
  const { name } = error.constructor;
  const details: Record<string, unknown[]> = {
    WrongExpectedVersionError: [error.expectedVersion, error.actualVersion],
    MaxAppendSizeExceededError: [error.maxAppendSize],
    UnknownError: [error.message],
    TimeoutError: [error.message],
  };
  return [name, error.code ?? '', ...(details[name] ?? [])].join('|');
};
