import { allEvents, idOfStream, type Position, type RecordedEvent, type Via } from '#events';
import type { Projection } from '../projection.js';

/** One event of any stream as the log of all events lists it: who, when, what kind, under which request; never what it says. */
export type EventLogRow = {
  id: string;
  position: Position;
  stream: string;
  revision: number;
  type: string;
  userId: string;
  role: string;
  unitId: string | null;
  via?: Via;
  at: string;
  commandId: string;
  correlationId: string;
  causationId: string | null;
};

/** Kind of a stream: what stands before the first "-" of its name. */
export const categoryOfStream = (stream: string): string => stream.slice(0, Math.max(0, stream.indexOf('-')));

/** Streams named after the consignment they belong to. */
export const CONSIGNMENT_STREAMS = ['consignment', 'document', 'reportApplication'] as const;

/** Id of the consignment a stream is named after, null for every other stream. */
export const consignmentOfStream = (stream: string): string | null =>
  CONSIGNMENT_STREAMS.some((category) => category === categoryOfStream(stream)) ? idOfStream(stream) : null;

/** The row of one event; the same whether it comes from the view or straight from the log. */
export const eventLogRow = ({
  id,
  position,
  stream,
  revision,
  type,
  metadata: { by, at, commandId, correlationId, causationId },
}: RecordedEvent): EventLogRow => ({
  id,
  position,
  stream,
  revision,
  type,
  userId: by.userId,
  role: by.role,
  unitId: by.unitId,
  ...(by.via && { via: by.via }),
  at,
  commandId,
  correlationId,
  causationId,
});

/**
 * Where each event of the log is found by stream, kind, author, time and request. It holds no contents: these are
 * read from the stream, so that nothing personal has a second place.
 */
export const eventLog: Projection<EventLogRow> = {
  name: 'eventLog',
  version: 2,
  types: Object.keys(allEvents),
  idsOf: (event) => [event.id],
  project: (_row, event) => eventLogRow(event),
  view: {
    columns: {
      position: { type: 'text', of: (row) => row.position },
      stream: { type: 'text', of: (row) => row.stream },
      category: { type: 'text', of: (row) => categoryOfStream(row.stream) },
      type: { type: 'text', of: (row) => row.type },
      userId: { type: 'text', of: (row) => row.userId },
      unitId: { type: 'text', of: (row) => row.unitId },
      at: { type: 'text', of: (row) => row.at },
      correlationId: { type: 'text', of: (row) => row.correlationId },
      commandId: { type: 'text', of: (row) => row.commandId },
    },
    search: null,
    /** Each costs about a tenth of a kilobyte an event: a kind of stream is found through its kinds of events, and a command, which is rarely asked for, by looking through all. */
    indexes: [
      ['position'],
      ['stream', 'position'],
      ['type', 'position'],
      ['userId', 'position'],
      ['correlationId', 'position'],
      ['at'],
    ],
  },
};
