import type { Projection } from '#domain';
import type { RowWrite, Views, Build } from '#engines';
import type { Position, RecordedEvent } from '#events';

/** A projection could not take an event. What lies before it has been folded. */
export class PoisonEvent extends Error {
  constructor(readonly position: Position, readonly event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'type'>, cause: unknown) {
    super(`${event.type} ${event.stream}@${event.revision}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'PoisonEvent';
  }
}

export type Folded = { rows: RowWrite[]; upTo: Position | null; poison: PoisonEvent | null };

/** Folds events into their rows in memory, so that each row is written once a batch. Stops before the first event that cannot be projected. */
export const foldBatch = async (views: Views, build: Build, projection: Projection<object>, events: readonly RecordedEvent[]): Promise<Folded> => {
  const idsByEvent = new Map<RecordedEvent, string[]>();
  let poison: PoisonEvent | null = null;
  for (const event of events) {
    try {
      idsByEvent.set(event, projection.idsOf(event));
    } catch (error) {
      poison = new PoisonEvent(event.position, event, error);
      break;
    }
  }
  const rows: Map<string, object | null> = new Map(await views.rowsOf(build, [...new Set([...idsByEvent.values()].flat())]));
  const touched = new Map<string, Position>();
  let upTo: Position | null = null;
  for (const [event, ids] of idsByEvent) {
    try {
      const projected = ids.map((id) => [id, projection.project(rows.get(id) ?? null, event, id)] as const);
      for (const [id, row] of projected) {
        rows.set(id, row);
        touched.set(id, event.position);
      }
      upTo = event.position;
    } catch (error) {
      poison = new PoisonEvent(event.position, event, error);
      break;
    }
  }
  return { rows: [...touched].map(([id, position]) => ({ id, row: rows.get(id) ?? null, position })), upTo, poison };
};
