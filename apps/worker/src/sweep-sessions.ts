import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#domain/time';
import { runPeriodic, type Vault } from '#engines';

const EVERY_MS = 15 * MINUTE_MS;
/** Sessions deleted by one call. Few, so that requests do not wait long. */
const PAGE_SIZE = 500;
/** Calls of one round; the next round deletes what is left. */
const MAX_PAGES = 20;

type Options = { vault: Vault; now: () => Date; logger: Logger };

/**
 * Deletes expired sessions every quarter of an hour until `signal` aborts. If the vault fails, the next round tries
 * again.
 */
export const sweepSessions = async ({
  signal,
  everyMs = EVERY_MS,
  ...options
}: Options & { signal: AbortSignal; everyMs?: number }): Promise<void> => {
  const { logger } = options;
  await runPeriodic({ everyMs, signal, logger, failure: 'expired sessions could not be deleted' }, () =>
    sweepSessionsOnce({ ...options, signal }),
  );
};

/**
 * One round: deletes expired sessions, including codes for embedded pages, which the vault stores as sessions, and
 * returns their number. A session that ended early was deleted then or is deleted when it expires. Two workers at once
 * delete each session once.
 */
export const sweepSessionsOnce = async ({
  vault,
  now,
  logger,
  signal,
  pageSize = PAGE_SIZE,
  maxPages = MAX_PAGES,
}: Options & { signal?: AbortSignal; pageSize?: number; maxPages?: number }): Promise<number> => {
  const at = now().toISOString();
  let deleted = 0;
  for (let n = 0; n < maxPages && !signal?.aborted; n++) {
    const count = await vault.deleteExpiredSessions(at, pageSize);
    deleted += count;
    if (count < pageSize) break;
    await nextTurn();
  }
  if (deleted > 0) logger.info({ deleted }, 'expired sessions were deleted');
  return deleted;
};
