import type { Position } from '#events';
import type { Engines, ViewName, Views } from '#engines';

const PATIENCE_MS = 2000;

/** Read your writes: waits until the view shows `atLeast`, at most 2 s; what it answers goes into the answer's facts (DECISIONS 19). */
export const fresh = async (views: Views, view: ViewName, atLeast: Position | undefined): Promise<{ stale: boolean }> =>
  ({ stale: atLeast !== undefined && !(await views.waitFor(view, atLeast, PATIENCE_MS)) });

/**
 * After a miss by a secondary key: waits until the view shows what the log held when asked, and says whether to look again
 * (DECISIONS 19). Always look: the view may have caught up between the miss and this question.
 */
export const missed = async ({ eventStore, views }: Pick<Engines, 'eventStore' | 'views'>, view: ViewName): Promise<boolean> =>
  views.waitFor(view, await eventStore.lastPosition(), PATIENCE_MS);
