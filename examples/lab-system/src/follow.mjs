// Follows the event feed of the platform by its cursor, which is kept on disk: after a restart it goes on where it was.
import { setTimeout as pause } from 'node:timers/promises';
import { RefusedError } from './platform.mjs';

const WAIT_S = 25;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Hands each event to `handleEvent`, and moves the cursor behind them once they are handled. Ends with `signal`. */
export const followFeed = async ({ platform, store, handleEvent, signal }) => {
  while (!signal.aborted) {
    try {
      const { events, next: nextCursor } = await platform.feed(store.cursor, WAIT_S, signal);
      for (const event of events) handleEvent(event, 'feed');
      if (nextCursor !== null) store.cursor = nextCursor;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RefusedError && error.code === 'cursor_foreign') {
        // The platform runs on another log, e.g. one restored from a backup. What was handled before is known by its id.
        store.note('feed', 'The cursor is of another log: reading from the first day');
        store.cursor = null;
      } else {
        store.note('feed', 'The feed was not read', error.message);
        await pause(PAUSE_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }
};
