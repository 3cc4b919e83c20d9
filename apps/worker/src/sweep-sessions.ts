import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#domain/time';
import { runPeriodic, type Vault } from '#engines';

const EVERY_MS = 15 * MINUTE_MS;
/** Sessions deleted by one call: no request waits for more than that. */
const PAGE = 500;
/** Calls of one round. What is left is the next round's. */
const PAGES = 20;

type Options = { vault: Vault; now: () => Date; logger: Logger };

/**
 * Deletes expired sessions every quarter of an hour until `signal` aborts. A vault that is away is asked again in the
 * next round.
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
 * One round: deletes sessions that have expired, and with them codes for embedded pages, which the vault holds as such;
 * answers how many. A session that ended early is gone from the vault already or goes with its time. Two workers at
 * once delete each only once.
 */
export const sweepSessionsOnce = async ({
  vault,
  now,
  logger,
  signal,
  page = PAGE,
  pages = PAGES,
}: Options & { signal?: AbortSignal; page?: number; pages?: number }): Promise<number> => {
  const at = now().toISOString();
  let deleted = 0;
  for (let n = 0; n < pages && !signal?.aborted; n++) {
    const some = await vault.deleteExpiredSessions(at, page);
    deleted += some;
    if (some < page) break;
    await nextTurn();
  }
  if (deleted > 0) logger.info({ deleted }, 'expired sessions were deleted');
  return deleted;
};
