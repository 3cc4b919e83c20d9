import { setImmediate, setTimeout } from 'node:timers/promises';
import type { EventStore, Position } from '#events';

/** A log that has grown within so many milliseconds says that somebody works. */
const BUSY_MS = 1_500;
/** While somebody does, a rebuild rests so many times as long as it worked, at most so many milliseconds. */
const RESTS = 12;
const MAX_REST_MS = 1_000;

/** How a rebuild makes room for whoever appends: it goes on at full speed only while nobody does (ADR-024). */
export const rebuildPace = (store: Pick<EventStore, 'lastPosition'>) => {
  let head: Position | null = null;
  let busyUntil = -Infinity;
  return {
    /** After a page that took `workedMs`. Ends early when `signal` aborts. */
    async rest(workedMs: number, signal?: AbortSignal): Promise<void> {
      const now = await store.lastPosition();
      if (head !== null && now !== head) busyUntil = performance.now() + BUSY_MS;
      head = now;
      if (performance.now() >= busyUntil) await setImmediate();
      else await setTimeout(Math.min(MAX_REST_MS, workedMs * RESTS), undefined, { signal }).catch(() => undefined);
    },
  };
};
export type RebuildPace = ReturnType<typeof rebuildPace>;
