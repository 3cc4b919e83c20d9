import { sameId, type Projection } from '#domain';
import { START, type EventStore, type Position, type RecordedEvent } from '#events';
import type { RebuildPace } from '../rebuild-pace.js';

const PAGE = 500;

/** The rows of one view that tell of a consignment, and all events of the log up to `through` that name any of them, in order. */
export type RowsOfConsignment = {
  projection: Projection<object>;
  ids: Set<string>;
  events: RecordedEvent[];
  through: Position;
};

type Options = {
  eventStore: EventStore;
  projections: readonly Projection<object>[];
  pace: RebuildPace;
  signal: AbortSignal;
};

/**
 * Finds in the log, not in the views, which rows tell of a consignment. Two passes: what belongs to the consignment names the rows; then
 * every event that names one of them counts, of whatever stream, for a row may be made of the events of others too.
 * Empty when there is no such consignment or `signal` has aborted.
 */
export const rowsOfConsignment = async (
  consignmentId: string,
  { eventStore, projections, pace, signal }: Options,
): Promise<RowsOfConsignment[]> => {
  const stream = `consignment-${consignmentId}`;
  const [first] = (await eventStore.read(stream, { to: 0 })).events;
  if (!first) return [];
  const through = await eventStore.lastPosition();

  const belonging: RecordedEvent[] = [first];
  const types = [...new Set(projections.flatMap((projection) => projection.types))];
  for await (const event of events(first.position, through, types))
    if (belongsTo(consignmentId, event)) belonging.push(event);

  const concerned = projections
    .map((projection) => ({
      projection,
      ids: new Set(
        belonging
          .filter(({ type }) => projection.types.includes(type))
          .flatMap((event) => idsNamedBy(projection, event)),
      ),
      events: [] as RecordedEvent[],
      through,
    }))
    .filter(({ ids }) => ids.size > 0);
  const concernedTypes = [...new Set(concerned.flatMap(({ projection }) => projection.types))];
  for await (const event of events(START, through, concernedTypes)) {
    for (const rows of concerned) if (names(rows, event)) rows.events.push(event);
  }
  return signal.aborted ? [] : concerned;

  async function* events(after: Position, to: Position, ofTypes: string[]): AsyncGenerator<RecordedEvent> {
    for (let from = after; from < to && !signal.aborted;) {
      const began = performance.now();
      const page = await eventStore.readAll(from, PAGE, ofTypes);
      yield* page.filter(({ position }) => position <= to);
      from = page.length < PAGE ? to : (page.at(-1)?.position ?? to);
      await pace.rest(performance.now() - began, signal);
    }
  }
};

/** Ids of all rows that the event changes; none where it cannot say: its stream is set aside. */
const idsNamedBy = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch {
    return [];
  }
};

/** Whether the event changes one of these rows. */
export const names = (
  { projection, ids }: Pick<RowsOfConsignment, 'projection' | 'ids'>,
  event: RecordedEvent,
): boolean => projection.types.includes(event.type) && idsNamedBy(projection, event).some((id) => ids.has(id));

/** Streams named after a consignment end with its id; events of others name it. */
const belongsTo = (consignmentId: string, { stream, data }: RecordedEvent): boolean => {
  if (stream.endsWith(`-${consignmentId}`)) return true;
  const named = (data as { consignmentId?: unknown } | null)?.consignmentId;
  return typeof named === 'string' && sameId(named, consignmentId);
};
