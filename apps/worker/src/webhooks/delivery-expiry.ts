import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DELIVERIES_KEPT_MS } from '#domain/lab-systems';
import { HOUR_MS } from '#domain/time';
import { runPeriodic, type Deliveries } from '#engines';

const EXPIRE_EVERY_MS = HOUR_MS;
/** Deliveries deleted by one call. Few, so that other deliveries do not wait long. */
const EXPIRY_PAGE_SIZE = 500;

type ExpiryOptions = {
  deliveries: Deliveries;
  now: () => Date;
  logger: Logger;
  signal: AbortSignal;
  everyMs?: number;
};

/**
 * Deletes deliveries that ended 90 days ago, every hour until `signal` aborts. Two workers at once delete each only
 * once.
 */
export const startDeliveryExpiry = async ({ everyMs = EXPIRE_EVERY_MS, ...options }: ExpiryOptions): Promise<void> => {
  const { logger, signal } = options;
  await runPeriodic({ everyMs, signal, logger, failure: 'old deliveries could not be deleted' }, () =>
    deleteOldDeliveries(options),
  );
};

/** One round. @returns the number of deleted deliveries */
export const deleteOldDeliveries = async ({
  deliveries,
  now,
  logger,
  signal,
  pageSize = EXPIRY_PAGE_SIZE,
}: Omit<ExpiryOptions, 'everyMs'> & { pageSize?: number }): Promise<number> => {
  const endedBefore = new Date(now().getTime() - DELIVERIES_KEPT_MS).toISOString();
  let total = 0;
  while (!signal.aborted) {
    const count = await deliveries.forget(endedBefore, pageSize);
    total += count;
    if (count < pageSize) break;
    await nextTurn();
  }
  if (total > 0) logger.info({ deleted: total }, 'old deliveries were deleted');
  return total;
};
