import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#engines';
import { StoreUnavailable } from '#events';

/** How long a server may be away, and how soon it is asked again at first and at last. */
export const AWAY = { ms: 60_000, firstLookMs: 20, lookMs: 500 };

export type ReadLog = Pick<EventLog, 'dense' | 'read' | 'readAll' | 'lastPosition'>;

/**
 * The reads of a log, each asked again while its server is away or its connection breaks. Whoever reads page by page goes on behind the
 * last event they have: nothing is read twice.
 * @throws StoreUnavailable of a read that found no server for `away.ms`
 */
export const patientReads = (log: ReadLog, away = AWAY): ReadLog => {
  const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const giveUpAt = performance.now() + away.ms;
    for (let waitMs = away.firstLookMs; ; waitMs = Math.min(2 * waitMs, away.lookMs)) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (performance.now() > giveUpAt)
          throw new StoreUnavailable(
            `The server could not be read for ${away.ms / 1_000} seconds: ${error.message}. Nothing is lost: run the move again when the server answers, and it goes on with what is missing.`,
            { cause: error },
          );
        await pause(waitMs);
      }
    }
  };
  return {
    dense: log.dense,
    read: (stream, range) => asked(() => log.read(stream, range)),
    readAll: (after, limit, types) => asked(() => log.readAll(after, limit, types)),
    lastPosition: () => asked(() => log.lastPosition()),
  };
};
