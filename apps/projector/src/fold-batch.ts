import type { Projection } from '#domain';
import type { Build, RowWrite, Views } from '#engines';
import type { Position, RecordedEvent } from '#events';

/** A projection could not take an event. What lies before it has been folded. */
export class PoisonEvent extends Error {
  constructor(
    readonly position: Position,
    readonly event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'type'>,
    cause: unknown,
  ) {
    super(
      `${event.type} ${event.stream}@${event.revision}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.name = 'PoisonEvent';
  }

  /** For the log, which is for ever: an error's own words may repeat what the event says, names and phones too. */
  get withoutContents(): string {
    const { type, stream, revision } = this.event;
    return `${type} ${stream}@${revision}: ${this.cause instanceof Error ? this.cause.name : 'Error'}`;
  }
}

export type Folded = { rows: RowWrite[]; upTo: Position | null; poison: PoisonEvent | null };

/**
 * Folds events into their rows in memory, so that each row is written once a batch. Stops before the first event that cannot be projected.
 * @throws whatever `signal` aborts with, where it has before the folding
 */
export const foldBatch = async (
  views: Pick<Views, 'rowsOf'>,
  build: Build,
  projection: Projection<object>,
  events: readonly RecordedEvent[],
  signal?: AbortSignal,
): Promise<Folded> => {
  signal?.throwIfAborted();
  const named = idsByEvent(projection, events);
  const wanted = [...new Set([...named.ids.values()].flat())];
  const rows: Map<string, object | null> = wanted.length === 0 ? new Map() : new Map(await views.rowsOf(build, wanted));
  signal?.throwIfAborted();
  const changed = new Map<string, Position>();
  let upTo: Position | null = null;
  const folded = (poison: PoisonEvent | null): Folded => ({
    rows: [...changed].map(([id, position]) => ({ id, row: rows.get(id) ?? null, position })),
    upTo,
    poison,
  });

  for (const [event, ids] of named.ids) {
    try {
      // All rows of an event or none: a later one may be the one that cannot be projected.
      const projected = ids.map((id) => [id, projection.project(rows.get(id) ?? null, event, id)] as const);
      for (const [id, row] of projected) {
        if (row === (rows.get(id) ?? null)) continue;
        rows.set(id, row);
        changed.set(id, event.position);
      }
      upTo = event.position;
    } catch (error) {
      return folded(new PoisonEvent(event.position, event, error));
    }
  }
  return folded(named.poison);
};

/** Ids of all rows that the event changes. @throws PoisonEvent when the projection cannot say. */
export const idsNamedBy = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch (error) {
    throw new PoisonEvent(event.position, event, error);
  }
};

const idsByEvent = (
  projection: Projection<object>,
  events: readonly RecordedEvent[],
): { ids: Map<RecordedEvent, string[]>; poison: PoisonEvent | null } => {
  const ids = new Map<RecordedEvent, string[]>();
  for (const event of events) {
    try {
      ids.set(event, projection.idsOf(event));
    } catch (error) {
      return { ids, poison: new PoisonEvent(event.position, event, error) };
    }
  }
  return { ids, poison: null };
};
