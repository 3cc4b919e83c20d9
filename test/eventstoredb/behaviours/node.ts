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

/** Credentials change nothing on an insecure node, but the client then appends by another call. */
export const withCredentials: AppendToStreamOptions = { credentials: { username: 'admin', password: 'changeit' } };

/** The node that the list is asked of, and what each question needs. */
export type Node = {
  line: EventStoreLine;
  url: string;
  client: EventStoreDBClient;
  append(stream: string, events: EventData[], options?: AppendToStreamOptions): Promise<string>;
  /** Revisions in the order read. */
  read(stream: string, options?: ReadStreamOptions): Promise<string>;
  /** A new stream of that many events; the positions of them. */
  filled(stream: string, count: number, type?: string): Promise<Position[]>;
};

/** The node at BEHAVIOURS_URL, with no other work beside; without one the stand-in is started as this line. */
export const openNode = async (line: EventStoreLine): Promise<{ node: Node; close(): Promise<void> }> => {
  const given = process.env.BEHAVIOURS_URL;
  const server = given === undefined ? await startServer({ line }) : undefined;
  const url = server?.url ?? String(given);
  const client = EventStoreDBClient.connectionString(url);
  const append: Node['append'] = async (stream, events, options) =>
    answerOf(async () => `ok ${(await client.appendToStream(stream, events, options)).nextExpectedRevision}`);
  const read: Node['read'] = async (stream, options) =>
    answerOf(async () => {
      const revisions = [];
      for await (const { event } of client.readStream(stream, options)) revisions.push(event?.revision);
      return revisions.join();
    });
  const filled: Node['filled'] = async (stream, count, type) => {
    const positions = [];
    for (let i = 0; i < count; i++)
      positions.push(known((await client.appendToStream(stream, [event(type)])).position));
    return positions;
  };
  return {
    node: { line, url, client, append, read, filled },
    close: async () => {
      await client.dispose();
      await server?.stop();
    },
  };
};

/** What each line of the server answers, where they differ. */
export const onLine = <Answer>({ line }: Node, answers: Record<EventStoreLine, Answer>): Answer => answers[line];

/** A stream nobody else uses. */
export const newStream = (prefix = 'behaviour'): string => `${prefix}-${randomUUID()}`;

export const event = (type = 'T', id: string = randomUUID()): EventData => jsonEvent({ id, type, data: { a: 1 } });

export const events = (count: number): EventData[] => Array.from({ length: count }, () => event());

export const known = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('an answer that must be there is missing');
  return value;
};

/** Events of one stream as the whole log tells them, from a position on. */
export const inLog = async (
  { client }: Node,
  fromPosition: Position,
  streams: readonly string[],
): Promise<AllStreamRecordedEvent[]> => {
  const found = [];
  for await (const { event: recorded } of client.readAll({ fromPosition }))
    if (recorded && streams.includes(recorded.streamId)) found.push(recorded);
  return found;
};

/** What the work answers, or its failure in the words of the list: class, code and what the class tells. */
export const answerOf = async (work: () => Promise<string>): Promise<string> => {
  try {
    return await work();
  } catch (error) {
    return failureOf(error);
  }
};

export const failureOf = (failure: unknown): string => {
  const error = failure as Error & {
    code?: number;
    expectedVersion?: unknown;
    actualVersion?: unknown;
    maxAppendSize?: number;
  };
  const { name } = error.constructor;
  const told: Record<string, unknown[]> = {
    WrongExpectedVersionError: [error.expectedVersion, error.actualVersion],
    MaxAppendSizeExceededError: [error.maxAppendSize],
    UnknownError: [error.message],
    TimeoutError: [error.message],
  };
  return [name, error.code ?? '', ...(told[name] ?? [])].join('|');
};
