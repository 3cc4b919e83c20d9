import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DELIVERIES_KEPT_MS } from '#domain';
import { repeatRounds, type Deliveries } from '#engines';

const EVERY_MS = 60 * 60 * 1000;
/** Deliveries forgotten by one call: no delivery waits for more than that. */
const PAGE = 500;

type Options = { deliveries: Deliveries; now: () => Date; logger: Logger; signal: AbortSignal; everyMs?: number };

/** Forgets deliveries that ended 90 days ago, every hour until `signal` aborts. Two workers at once forget each only once. */
export const forgetDeliveries = async ({ everyMs = EVERY_MS, ...options }: Options): Promise<void> => {
  const { logger, signal } = options;
  await repeatRounds({ everyMs, signal, logger, failure: 'old deliveries could not be forgotten' }, () =>
    forgetRound(options),
  );
};

/** One round; answers how many were forgotten. */
export const forgetRound = async ({
  deliveries,
  now,
  logger,
  signal,
  page = PAGE,
}: Omit<Options, 'everyMs'> & { page?: number }): Promise<number> => {
  const before = new Date(now().getTime() - DELIVERIES_KEPT_MS).toISOString();
  let forgotten = 0;
  while (!signal.aborted) {
    const some = await deliveries.forget(before, page);
    forgotten += some;
    if (some < page) break;
    await nextTurn();
  }
  if (forgotten > 0) logger.info({ forgotten }, 'old deliveries were forgotten');
  return forgotten;
};
