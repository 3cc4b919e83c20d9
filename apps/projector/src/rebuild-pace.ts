import { setImmediate, setTimeout } from 'node:timers/promises';
import type { EventStore, Position } from '#events';

/** The service counts as busy for this long after the log has grown. */
const BUSY_MS = 1_500;
/** While the service is busy, a rebuild rests this many times as long as it has worked, up to MAX_REST_MS. */
const REST_FACTOR = 12;
const MAX_REST_MS = 1_000;

/** Slows a rebuild down while others append to the log (ADR-024). */
export const rebuildPace = (store: Pick<EventStore, 'lastPosition'>) => {
  let head: Position | null = null;
  let busyUntil = -Infinity;
  return {
    /** Call it after each page, with the time that the page took. Ends early when `signal` aborts. */
    async rest(workedMs: number, signal?: AbortSignal): Promise<void> {
      const newHead = await store.lastPosition();
      if (head !== null && newHead !== head) busyUntil = performance.now() + BUSY_MS;
      head = newHead;
      if (performance.now() >= busyUntil) await setImmediate();
      else
        await setTimeout(Math.min(MAX_REST_MS, workedMs * REST_FACTOR), undefined, { signal }).catch(() => undefined);
    },
  };
};
export type RebuildPace = ReturnType<typeof rebuildPace>;
