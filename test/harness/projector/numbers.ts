import { randomUUID } from 'node:crypto';
import { decode, NO_STREAM, numberingEvents, type NewEvent, type Position } from '#events';
import type { Projection } from '#domain/event-sourcing';
import type { Engines } from '#engines';

export type NumberRow = { id: string; highest: number; label: string };

/** A small view: the highest number taken in each numbering stream. */
export const highestNumbers = (changes: Partial<Projection<NumberRow>> = {}): Projection<object> => {
  const projection: Projection<NumberRow> = {
    name: 'highest-numbers',
    version: 1,
    types: ['NumberTaken'],
    idsOf: ({ stream }) => [stream],
    project: (row, event, id) => {
      const { number } = decode(numberingEvents, event).data;
      return { id, highest: Math.max(row?.highest ?? 0, number), label: `第${Math.max(row?.highest ?? 0, number)}号` };
    },
    view: {
      columns: { highest: { type: 'integer', of: (row) => row.highest } },
      search: (row) => row.label,
      indexes: [['highest']],
    },
    ...changes,
  };
  // The rows are always those that it has made itself.
  return projection as unknown as Projection<object>;
};

/** Appends numbers to a new stream. Returns the stream and the position of the last event. */
export const appendNumbers = async (
  { eventStore }: Pick<Engines, 'eventStore'>,
  numbers: number[],
  stream = `numbering-${randomUUID()}`,
  takenFor = '委托',
): Promise<{ stream: string; position: Position }> => {
  const lastEvent = await eventStore.readLast(stream);
  const head = lastEvent ? { revision: lastEvent.revision, hash: lastEvent.metadata.hash } : NO_STREAM;
  const { position } = await eventStore.append(
    stream,
    numbers.map((number) => numberTaken(number, takenFor)),
    head,
  );
  return { stream, position };
};

const numberTaken = (number: number, takenFor: string): NewEvent => {
  const commandId = randomUUID();
  return {
    type: 'NumberTaken',
    data: { number, takenFor },
    metadata: {
      schemaVersion: 1,
      by: { userId: 'd0f0c1de-0c52-4b8e-9a51-7d1a0f6f3b11', role: 'admin', unitId: null },
      at: '2026-01-02T03:04:05.678Z',
      commandId,
      correlationId: commandId,
      causationId: null,
    },
  };
};
