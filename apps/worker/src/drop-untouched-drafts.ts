import type { Logger } from 'pino';
import { consignment, consignmentList, handle, UNTOUCHED_DROPPED_AFTER_HOURS, type ConsignmentRow } from '#domain';
import { repeatRounds, type Views } from '#engines';
import type { EventStore } from '#events';
import { onItsOwn } from './recorder.js';

const HOUR_MS = 60 * 60 * 1000;
const EVERY_MS = HOUR_MS / 4;
const PAGE = 200;

type Options = { eventStore: EventStore; views: Views; now: () => Date; logger: Logger };

/** Drops untouched drafts every quarter of an hour until `signal` aborts. An engine that fails is asked again in the next round. */
export const dropUntouchedDrafts = async ({
  signal,
  everyMs = EVERY_MS,
  ...options
}: Options & { signal: AbortSignal; everyMs?: number }): Promise<void> => {
  const { logger } = options;
  await repeatRounds({ everyMs, signal, logger, failure: 'untouched drafts could not be dropped' }, () =>
    dropRound({ ...options, signal }),
  );
};

/**
 * One round: drops every draft that was created more than 24 hours ago and never edited since; answers how many. The view only
 * names them: each is decided on its own stream, so one edited a moment ago stays. The command id follows from the draft, so two
 * workers drop it once.
 */
export const dropRound = async ({
  eventStore,
  views,
  now,
  logger,
  signal,
}: Options & { signal?: AbortSignal }): Promise<number> => {
  const createdBefore = new Date(now().getTime() - UNTOUCHED_DROPPED_AFTER_HOURS * HOUR_MS).toISOString();
  let dropped = 0;
  // The view shows a dropped draft as deleted only later, so the round goes on behind it; what it skips so is the next round's.
  for (let skip = 0; !signal?.aborted; skip += PAGE) {
    const { rows } = await views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: 'touched', eq: 0 },
        { column: 'deleted', eq: 0 },
        { column: 'creationTime', to: createdBefore },
      ],
      sort: [{ column: 'creationTime', direction: 'asc' }],
      skip,
      limit: PAGE,
    });
    for (const { id, creationTime } of rows) {
      signal?.throwIfAborted();
      const context = onItsOwn(id, 'untouched', now());
      const { appended } = await handle(
        eventStore,
        consignment,
        id,
        { type: 'DropUntouchedDraft', by: context.by, createdAt: creationTime, createdBefore },
        context,
      );
      dropped += appended;
    }
    if (rows.length < PAGE) break;
  }
  if (dropped > 0) logger.info({ dropped }, 'untouched drafts were dropped');
  return dropped;
};
