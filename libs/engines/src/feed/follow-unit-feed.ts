import { setTimeout as pause } from 'node:timers/promises';
import { unitFeed, type FeedEventRow } from '#domain';
import { START, type Position } from '#events';
import type { Engines } from '../engines.js';
import { following } from './unit-feed-pages.js';

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
 * Tells which units have new events in their feeds, until `signal` aborts. One reader follows the feed of all units, so that a unit at
 * which nothing happens costs nothing. A view that cannot be read is tried again.
 */
export const followUnitFeed = async ({
  engines: { views },
  logger,
  signal,
  onNews,
  isWanted = () => true,
}: Options): Promise<void> => {
  const reached = async (): Promise<Position> => (await views.checkpoint(unitFeed))?.position ?? START;
  const stopped = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  const rest = () => pause(RETRY_MS, undefined, { signal }).catch(() => undefined); // woken by the signal
  const tell = async (after: Position): Promise<Position> => {
    const to = await reached();
    for (let from = after; ;) {
      const { rows } = await views.find<FeedEventRow>(unitFeed, {
        where: [{ column: 'position', from: following(from), to }],
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
      const asked = performance.now();
      const moved = views.waitFor(unitFeed, following(seen), LOOK_EVERY_MS);
      if (await Promise.race([moved, stopped])) seen = await tell(seen);
      // A view that has failed answers at once.
      else if (performance.now() - asked < RETRY_MS) await rest();
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the feed cannot be followed, trying again');
      await rest();
    }
  }
};
