import type { Logger } from 'pino';
import { consignment, UNTOUCHED_DROPPED_AFTER_HOURS } from '#domain/consignment';
import { handle } from '#domain/event-sourcing';
import { HOUR_MS, MINUTE_MS } from '#domain/time';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { type Engines, logPages, runPeriodic, type Views } from '#engines';
import { type DraftSubject, type EventStore, idOfStream, type Position, START } from '#events';
import { recordCurrentNames } from './jobs/name-drafts.job.js';
import { reactions } from './reactions.js';
import { workerContext } from './recorder.js';

const EVERY_MS = 15 * MINUTE_MS;
const PAGE_SIZE = 200;

type Options = { eventStore: EventStore; views: Views; now: () => Date; logger: Logger };

/**
 * Drops untouched drafts every quarter of an hour until `signal` aborts. If an engine fails, the next round tries
 * again.
 */
export const dropUntouchedDrafts = async ({
  signal,
  everyMs = EVERY_MS,
  ...options
}: Options & { signal: AbortSignal; everyMs?: number }): Promise<void> => {
  const { logger } = options;
  await runPeriodic({ everyMs, signal, logger, failure: 'untouched drafts could not be dropped' }, () =>
    dropUntouchedDraftsOnce({ ...options, signal }),
  );
};

/**
 * One round: drops every draft that was created more than 24 hours ago and never edited, and returns their number. The
 * view only names candidates: each is decided on its own stream, so a draft that was edited a moment ago stays. The
 * command id is derived from the draft, so two workers drop it once.
 */
export const dropUntouchedDraftsOnce = async ({
  eventStore,
  views,
  now,
  logger,
  signal,
}: Options & { signal?: AbortSignal }): Promise<number> => {
  const createdBefore = new Date(now().getTime() - UNTOUCHED_DROPPED_AFTER_HOURS * HOUR_MS).toISOString();
  let dropped = 0;
  // The view shows a dropped draft as deleted only later, so each page starts after the one before. A draft that is
  // skipped by that is dropped in the next round.
  for (let skip = 0; !signal?.aborted; skip += PAGE_SIZE) {
    const { rows } = await views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: 'touched', eq: 0 },
        { column: 'deleted', eq: 0 },
        { column: 'creationTime', to: createdBefore },
      ],
      sort: [{ column: 'creationTime', direction: 'asc' }],
      skip,
      limit: PAGE_SIZE,
    });
    for (const { id, creationTime } of rows) {
      signal?.throwIfAborted();
      const context = workerContext(id, 'untouched', now());
      const { appended } = await handle(
        eventStore,
        consignment,
        id,
        { type: 'DropUntouchedDraft', by: context.by, createdAt: creationTime, createdBefore },
        context,
      );
      dropped += appended;
    }
    if (rows.length < PAGE_SIZE) break;
  }
  if (dropped > 0) logger.info({ dropped }, 'untouched drafts were dropped');
  return dropped;
};

/** Interval of attempts until one succeeds. */
const NAMING_EVERY_MS = 10_000;
/** If the view is still behind then, the next round tries again. */
const VIEW_WAIT_MS = 1_000;
const LOG_PAGE_SIZE = 1_000;
/** Name of the checkpoint, stored with the jobs, that says which log has been processed. */
const READER = 'older-drafts';

type NamingOptions = {
  engines: Pick<Engines, 'eventStore' | 'views' | 'jobs'>;
  now: () => Date;
  signal: AbortSignal;
};

/**
 * Records the current names for drafts whose unit or project was renamed under an earlier release, which recorded no
 * names, or while jobs were lost, so that lists find them (ADR-027). Runs once per log, and again only if the jobs were
 * lost; drafts that have their current names stay unchanged.
 */
export const updateOlderDraftNames = async ({
  logger,
  everyMs = NAMING_EVERY_MS,
  ...options
}: NamingOptions & { logger: Logger; everyMs?: number }): Promise<void> => {
  const stopController = new AbortController();
  const signal = AbortSignal.any([options.signal, stopController.signal]);
  await runPeriodic({ everyMs, signal, logger, failure: 'drafts of earlier releases could not be named' }, async () => {
    if (await updateNamesOnce(options)) stopController.abort();
  });
};

/** False while the view is behind the log. */
const updateNamesOnce = async ({ engines, now, signal }: NamingOptions): Promise<boolean> => {
  const { eventStore, jobs, views } = engines;
  if ((await jobs.checkpoint(READER))?.logId === eventStore.logId) return true;
  const head = await eventStore.lastPosition();
  if (!(await views.waitFor(consignmentList, head, VIEW_WAIT_MS))) return false;
  for (const [subjectId, subject] of await findRenamedSubjects(engines, head)) {
    signal.throwIfAborted();
    const contextFor = (firstDraftId: string) =>
      workerContext(subjectId, `older drafts named from ${firstDraftId}`, now());
    await recordCurrentNames(engines, { subject, subjectId, position: head }, contextFor, signal, VIEW_WAIT_MS);
  }
  await jobs.saveCheckpoint(READER, { logId: eventStore.logId, position: head });
  return true;
};

/** Every unit and project with an event that may have renamed it, by id. */
const findRenamedSubjects = async (
  { eventStore }: NamingOptions['engines'],
  head: Position,
): Promise<Map<string, DraftSubject>> => {
  const nameReactions = reactions.filter(({ job }) => job === 'name-drafts');
  const subjectByEventType = new Map(nameReactions.map(({ on, renamedSubject }) => [on, renamedSubject]));
  const subjects = new Map<string, DraftSubject>();
  const range = { after: START, through: head, types: [...subjectByEventType.keys()], pageSize: LOG_PAGE_SIZE };
  for await (const page of logPages(eventStore, range)) {
    for (const { type, stream } of page) {
      const subject = subjectByEventType.get(type);
      if (subject) subjects.set(idOfStream(stream), subject);
    }
  }
  return subjects;
};
