import type { Position } from '#events';
import type { ViewName, Views } from '#engines';

const PATIENCE_MS = 2000;

/** Read your writes: waits until the view shows `atLeast`, at most 2 s; what it answers goes into the answer's facts (DECISIONS 19). */
export const fresh = async (views: Views, view: ViewName, atLeast: Position | undefined): Promise<{ stale: boolean }> =>
  ({ stale: atLeast !== undefined && !(await views.waitFor(view, atLeast, PATIENCE_MS)) });
