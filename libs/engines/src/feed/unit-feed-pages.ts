import { unitFeed, type FeedEventRow, type FeedType } from '#domain';
import type { EventStore, Position } from '#events';
import type { Condition, Views } from '../views/views.js';

/** Whose feed it is: 1 testing unit, 2 consigning unit. */
export type FeedUnit = { unitId: string; unitType: 1 | 2 };

/** The first position behind this one. */
export const following = (position: Position): Position => String(BigInt(position) + 1n).padStart(20, '0');

/** The column of the view `unitFeed` that holds the units of this kind. */
export const feedColumnOf = (unitType: 1 | 2): string => (unitType === 1 ? 'testUnitId' : 'consignUnitId');

/** How far the feed of this log has been built; null while it has not. */
export const feedReached = async (views: Views, { logId }: Pick<EventStore, 'logId'>): Promise<Position | null> => {
  const checkpoint = await views.checkpoint(unitFeed);
  return checkpoint?.logId === logId ? checkpoint.position : null;
};

/** Up to `limit` events of a unit behind `after`, in the order of the log, none behind `to`; of all types unless some are named. */
export const feedPage = async (
  views: Views,
  { unitId, unitType }: FeedUnit,
  { after, to, limit, types }: { after: Position; to?: Position; limit: number; types?: readonly FeedType[] },
): Promise<FeedEventRow[]> => {
  const { rows } = await views.find<FeedEventRow>(unitFeed, {
    where: [
      { column: feedColumnOf(unitType), eq: unitId },
      { column: 'position', from: following(after), ...(to === undefined ? {} : { to }) },
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
