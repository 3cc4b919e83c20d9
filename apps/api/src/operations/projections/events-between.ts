import type { EventStore, Position, RecordedEvent } from '#events';

/** What was read of the log after a position, at most `most` events; `estimate` is how many lie between, by how close those read lie together. */
export type EventsBetween = { events: RecordedEvent[]; isCapped: boolean; estimate: number };

/**
 * Events of `types` (or all) after one position up to another. Positions of a server are places in a file, so they are never
 * subtracted to count: what is too much to be read is estimated from what has been.
 */
export const countEventsBetween = async (
  store: EventStore,
  after: Position,
  through: Position,
  most: number,
  types?: readonly string[],
): Promise<EventsBetween> => {
  if (after >= through) return { events: [], isCapped: false, estimate: 0 };
  const read = await store.readAll(after, most + 1, types);
  const events = read.slice(0, most).filter(({ position }) => position <= through);
  const last = events.at(-1);
  if (read.length <= most || !last || events.length < most) return { events, isCapped: false, estimate: events.length };
  return {
    events,
    isCapped: true,
    estimate: Math.round(
      (events.length * positionDistance(after, through)) / Math.max(1, positionDistance(after, last.position)),
    ),
  };
};

/** How far apart two positions lie; good for shares, not for counting. */
export const positionDistance = (from: Position, to: Position): number =>
  Math.max(0, Number(BigInt(to) - BigInt(from)));
