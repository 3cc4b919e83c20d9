import type { Engines, ViewName, Views } from '#engines';
import type { Position } from '#events';
import { Problem } from './problem.js';

/** How long a list waits for its view. */
const VIEW_WAIT_MS = 2_000;
/** A decision that depends on a view waits longer than a list, because it fails without the view. */
const DECISION_WAIT_MS = 5_000;

/** Read your writes: waits up to 2 s until the view shows `atLeast`. `stale` goes into the response (ADR-021). */
export const waitForView = async (
  views: Views,
  view: ViewName,
  atLeast: Position | undefined,
): Promise<{ stale: boolean }> => ({
  stale: atLeast !== undefined && !(await views.waitFor(view, atLeast, VIEW_WAIT_MS)),
});

/**
 * Waits until the views show everything that is in the log now, for a decision that depends on them, e.g. whether
 * something is still used. @throws Problem 503 if one of them is still behind
 */
export const requireUpToDate = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  ...names: ViewName[]
): Promise<void> => {
  const end = await eventStore.lastPosition();
  const areUpToDate = await Promise.all(names.map((view) => views.waitFor(view, end, DECISION_WAIT_MS)));
  if (areUpToDate.includes(false)) throw Problem.unavailable();
};

/**
 * Reads a row by a secondary key, e.g. a sample's id. If there is none, waits until the view shows what the log
 * contained at the time of the call, and reads again (ADR-021).
 */
export const getOrWait = async <Row extends object>(
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  view: ViewName,
  key: string,
): Promise<Row | null> => {
  const row = await views.get<Row>(view, key);
  if (row) return row;
  return (await views.waitFor(view, await eventStore.lastPosition(), VIEW_WAIT_MS)) ? views.get<Row>(view, key) : null;
};
