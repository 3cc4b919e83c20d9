import { isDeepStrictEqual } from 'node:util';
import type { Build, Engines } from '#engines';
import { type Position, type RecordedEvent, type RewrittenView } from '#events';
import { names, type RowsOfConsignment } from './consignment-rows.js';
import { Folding, type Skipped } from '../fold-batch.js';
import type { OneAtATime } from '../one-at-a-time.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  fed: { build: Build; inTurn: OneAtATime; skipped: Skipped }[];
};

/**
 * The rows as the events alone make them, without those that a build skips; null for one that is gone. @throws PoisonEvent at an event
 * that the projection cannot take and that is not set aside.
 */
export const foldAfresh = (
  { projection, ids }: RowsOfConsignment,
  events: readonly RecordedEvent[],
  skipped: Skipped,
): Map<string, object | null> => {
  const rows = new Map<string, object | null>([...ids].map((id) => [id, null]));
  const folding = new Folding(projection, rows, skipped, true);
  for (const event of events) {
    folding.take(
      event,
      folding.idsOf(event).filter((id) => ids.has(id)),
    );
    const [poison] = folding.poison;
    if (poison) throw poison;
  }
  return rows;
};

/**
 * Folds the rows afresh and puts right, in every build that is fed, those that say something else; each build at its own checkpoint,
 * while its feeder waits. Answers what it came to in the build that answers readers.
 * @throws PoisonEvent
 */
export const rewriteRows = async (rows: RowsOfConsignment, { engines, fed }: Options): Promise<RewrittenView> => {
  const {
    projection: { name: view },
  } = rows;
  const live = (await engines.views.builds()).find(
    ({ name, version, active }) => name === view && version === rows.projection.version && active,
  );
  let told: RewrittenView = { view, rows: 0, changed: 0 };
  for (const { build, inTurn, skipped } of fed) {
    const rewritten = await inTurn(() => rewriteIn(build, rows, skipped, engines));
    if (build.build === live?.build) told = { view, ...rewritten };
  }
  return told;
};

const rewriteIn = async (
  build: Build,
  rows: RowsOfConsignment,
  skipped: Skipped,
  { eventStore, views }: Options['engines'],
): Promise<{ rows: number; changed: number }> => {
  const reached = (await views.checkpointOf(build))?.position;
  if (reached === undefined) return { rows: 0, changed: 0 };
  const later = reached > rows.through ? await eventsBetween(rows, reached, eventStore) : [];
  const right = foldAfresh(rows, [...rows.events.filter(({ position }) => position <= reached), ...later], skipped);
  const stored = await views.rowsOf(build, [...right.keys()]);
  const wrong = [...right].filter(([id, row]) => !isDeepStrictEqual(asStored(row), stored.get(id) ?? null));
  // As of the checkpoint: whatever was stored before is replaced, whatever comes is newer.
  if (wrong.length > 0)
    await views.rewrite(
      build,
      wrong.map(([id, row]) => ({ id, row, position: reached })),
    );
  return { rows: [...right.values()].filter((row) => row !== null).length, changed: wrong.length };
};

const PAGE = 1_000;

const eventsBetween = async (
  rows: RowsOfConsignment,
  reached: Position,
  eventStore: Options['engines']['eventStore'],
): Promise<RecordedEvent[]> => {
  const all: RecordedEvent[] = [];
  for (let from = rows.through; from < reached;) {
    const page = await eventStore.readAll(from, PAGE, rows.projection.types);
    all.push(...page.filter((event) => event.position <= reached && names(rows, event)));
    from = page.length < PAGE ? reached : (page.at(-1)?.position ?? reached);
  }
  return all;
};

/** A row as an engine gives it back: what JSON cannot say is not there. */
const asStored = (row: object | null): unknown => (row === null ? null : JSON.parse(JSON.stringify(row)));
