import { setTimeout as pause } from 'node:timers/promises';
import { type FeedEventRow, type FeedType, unitFeed } from '#domain/lab-systems';
import { type EventStore, type Position, START, UNIT_TYPE, type UnitType } from '#events';
import type { Engines } from '../engines.js';
import type { Condition, Views } from '../views/views.js';

/** The unit of a feed. `unitType`: 1 testing unit, 2 consigning unit. */
export type FeedUnit = { unitId: string; unitType: UnitType };

/** The next position after this one. */
export const nextPosition = (position: Position): Position => String(BigInt(position) + 1n).padStart(20, '0');

/** The column of the view `unitFeed` with the units of this type. */
export const feedColumnOf = (unitType: UnitType): string =>
  unitType === UNIT_TYPE.laboratory ? 'testUnitId' : 'consignUnitId';

/** The position up to which the feed of this log has been built; null if it has not been built yet. */
export const feedCheckpoint = async (views: Views, { logId }: Pick<EventStore, 'logId'>): Promise<Position | null> => {
  const checkpoint = await views.checkpoint(unitFeed);
  return checkpoint?.logId === logId ? checkpoint.position : null;
};

/**
 * Up to `limit` events of a unit after `after` and up to `to`, in the order of the log; of all types unless `types` is
 * set.
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

/** Events of the feed by their positions in the log. Events that the view does not have are left out. */
export const feedEvents = (views: Views, positions: readonly Position[]): Promise<FeedEventRow[]> =>
  views.getMany<FeedEventRow>(
    unitFeed,
    positions.map((position) => `event/${position}`),
  );

/** One event of the feed by its position in the log; null if the view does not have it. */
export const feedEvent = (views: Views, position: Position): Promise<FeedEventRow | null> =>
  views.get<FeedEventRow>(unitFeed, `event/${position}`);

const PAGE_SIZE = 500;
const WAIT_MS = 10_000;
const RETRY_MS = 1_000;

type Options = {
  engines: Pick<Engines, 'views'>;
  logger: { warn(facts: object, text: string): void };
  signal: AbortSignal;
  /** Called with the units of the events since the last call. */
  onNewEvents(units: ReadonlySet<string>): void;
  /** The reader ends once this returns false. */
  shouldContinue?: () => boolean;
};

/**
 * Reports which units have new events in their feeds, until `signal` aborts. One reader follows the feed of all units,
 * so that units without events cost nothing. After a failure of the view it tries again.
 */
export const followUnitFeed = async ({
  engines: { views },
  logger,
  signal,
  onNewEvents,
  shouldContinue = () => true,
}: Options): Promise<void> => {
  const readCheckpoint = async (): Promise<Position> => (await views.checkpoint(unitFeed))?.position ?? START;
  /** The listener is removed after each wait, because the signal outlives this reader. */
  const waitFor = async (position: Position): Promise<boolean> => {
    let stop = (): void => undefined;
    const aborted = new Promise<false>((resolve) => (stop = () => resolve(false)));
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([views.waitFor(unitFeed, position, WAIT_MS), aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  const pauseBeforeRetry = () => pause(RETRY_MS, undefined, { signal }).catch(() => undefined); // ends early when the signal aborts
  const reportNewEvents = async (after: Position): Promise<Position> => {
    const to = await readCheckpoint();
    for (let from = after; ;) {
      const { rows } = await views.find<FeedEventRow>(unitFeed, {
        where: [{ column: 'position', from: nextPosition(from), to }],
        sort: [{ column: 'position', direction: 'asc' }],
        limit: PAGE_SIZE,
        withoutTotal: true,
      });
      if (rows.length > 0) onNewEvents(new Set(rows.flatMap(({ facts }) => [facts.testUnitId, facts.consignUnitId])));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return to;
      from = last.position;
    }
  };

  let lastReadPosition = await readCheckpoint().catch(() => START);
  while (shouldContinue() && !signal.aborted) {
    try {
      const startedAt = performance.now();
      if (await waitFor(nextPosition(lastReadPosition))) lastReadPosition = await reportNewEvents(lastReadPosition);
      // For a failed view the wait ends at once.
      else if (performance.now() - startedAt < RETRY_MS) await pauseBeforeRetry();
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the feed cannot be followed, trying again');
      await pauseBeforeRetry();
    }
  }
};
