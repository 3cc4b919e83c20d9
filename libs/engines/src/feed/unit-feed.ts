import { setTimeout as pause } from 'node:timers/promises';
import { type FeedEventRow, type FeedType, unitFeed } from '#domain/lab-systems';
import { type EventStore, type Position, START, UNIT_TYPE, type UnitType } from '#events';
import type { Engines } from '../engines.js';
import type { Condition, Views } from '../views/views.js';

/** Whose feed it is: 1 testing unit, 2 consigning unit. */
export type FeedUnit = { unitId: string; unitType: UnitType };

/** The first position behind this one. */
export const nextPosition = (position: Position): Position => String(BigInt(position) + 1n).padStart(20, '0');

/** The column of the view `unitFeed` that holds the units of this kind. */
export const feedColumnOf = (unitType: UnitType): string =>
  unitType === UNIT_TYPE.laboratory ? 'testUnitId' : 'consignUnitId';

/** How far the feed of this log has been built; null while it has not. */
export const feedCheckpoint = async (views: Views, { logId }: Pick<EventStore, 'logId'>): Promise<Position | null> => {
  const checkpoint = await views.checkpoint(unitFeed);
  return checkpoint?.logId === logId ? checkpoint.position : null;
};

/**
 * Up to `limit` events of a unit behind `after`, in the order of the log, none behind `to`; of all types unless some
 * are named.
 */
export const feedPage = async (
  views: Views,
  { unitId, unitType }: FeedUnit,
  { after, to, limit, types }: { after: Position; to?: Position; limit: number; types?: readonly FeedType[] },
): Promise<FeedEventRow[]> => {
  const { rows } = await views.find<FeedEventRow>(unitFeed, {
    where: [
      { column: feedColumnOf(unitType), eq: unitId },
      { column: 'position', from: nextPosition(after), ...(to === undefined ? {} : { to }) },
      ...(types === undefined ? [] : [{ column: 'type', in: [...types] } satisfies Condition]),
    ],
    sort: [{ column: 'position', direction: 'asc' }],
    limit,
    withoutTotal: true,
  });
  return rows;
};

/** Events of the feed by their positions in the log; those that the view does not have are left out. */
export const feedEvents = (views: Views, positions: readonly Position[]): Promise<FeedEventRow[]> =>
  views.getMany<FeedEventRow>(
    unitFeed,
    positions.map((position) => `event/${position}`),
  );

/** One event of the feed by its position in the log; null where the view does not have it. */
export const feedEvent = (views: Views, position: Position): Promise<FeedEventRow | null> =>
  views.get<FeedEventRow>(unitFeed, `event/${position}`);

const PAGE = 500;
const LOOK_EVERY_MS = 10_000;
const RETRY_MS = 1_000;

type Options = {
  engines: Pick<Engines, 'views'>;
  logger: { warn(facts: object, text: string): void };
  signal: AbortSignal;
  /** Called with the units of the events that came since it was called last. */
  onNews(units: ReadonlySet<string>): void;
  /** Ends the following once it answers false. */
  isWanted?: () => boolean;
};

/**
 * Tells which units have new events in their feeds, until `signal` aborts. One reader follows the feed of all units, so
 * that a unit at which nothing happens costs nothing. A view that cannot be read is tried again.
 */
export const followUnitFeed = async ({
  engines: { views },
  logger,
  signal,
  onNews,
  isWanted = () => true,
}: Options): Promise<void> => {
  const reached = async (): Promise<Position> => (await views.checkpoint(unitFeed))?.position ?? START;
  /**
   * Its listener goes with each wait: the signal outlives this reader, who comes and goes with those who ask for news.
   */
  const waitFor = async (position: Position): Promise<boolean> => {
    let stop = (): void => undefined;
    const stopped = new Promise<false>((resolve) => (stop = () => resolve(false)));
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([views.waitFor(unitFeed, position, LOOK_EVERY_MS), stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  const rest = () => pause(RETRY_MS, undefined, { signal }).catch(() => undefined); // woken by the signal
  const tell = async (after: Position): Promise<Position> => {
    const to = await reached();
    for (let from = after; ;) {
      const { rows } = await views.find<FeedEventRow>(unitFeed, {
        where: [{ column: 'position', from: nextPosition(from), to }],
        sort: [{ column: 'position', direction: 'asc' }],
        limit: PAGE,
        withoutTotal: true,
      });
      if (rows.length > 0) onNews(new Set(rows.flatMap(({ facts }) => [facts.testUnitId, facts.consignUnitId])));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return to;
      from = last.position;
    }
  };

  let seen = await reached().catch(() => START);
  while (isWanted() && !signal.aborted) {
    try {
      const startedAt = performance.now();
      if (await waitFor(nextPosition(seen))) seen = await tell(seen);
      // A view that has failed answers at once.
      else if (performance.now() - startedAt < RETRY_MS) await rest();
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the feed cannot be followed, trying again');
      await rest();
    }
  }
};
