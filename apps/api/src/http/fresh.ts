import type { Position } from '#events';
import type { Engines, ViewName, Views } from '#engines';
import { Problem } from './problem.js';

const PATIENCE_MS = 2000;
/** A decision that depends on a view waits longer than a list, for it cannot do with less. */
const DECISION_PATIENCE_MS = 5000;

/** Read your writes: waits until the view shows `atLeast`, at most 2 s; what it answers goes into the answer's facts (ADR-021). */
export const waitForView = async (
  views: Views,
  view: ViewName,
  atLeast: Position | undefined,
): Promise<{ stale: boolean }> => ({
  stale: atLeast !== undefined && !(await views.waitFor(view, atLeast, PATIENCE_MS)),
});

/**
 * For a decision that depends on views, e.g. whether something is still used: they show all that the log holds now, or nothing is
 * decided. @throws Problem 503 when one of them is behind
 */
export const requireUpToDate = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  ...names: ViewName[]
): Promise<void> => {
  const end = await eventStore.lastPosition();
  const reached = await Promise.all(names.map((view) => views.waitFor(view, end, DECISION_PATIENCE_MS)));
  if (reached.includes(false)) throw Problem.unavailable();
};

/**
 * A row by a secondary key, e.g. a sample's id. After a miss it waits until the view shows what the log held when asked, and
 * looks again: the view may have caught up in between (ADR-021).
 */
export const getOrWait = async <Row extends object>(
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  view: ViewName,
  key: string,
): Promise<Row | null> => {
  const row = await views.get<Row>(view, key);
  if (row) return row;
  return (await views.waitFor(view, await eventStore.lastPosition(), PATIENCE_MS)) ? views.get<Row>(view, key) : null;
};
