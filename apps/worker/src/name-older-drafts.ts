import type { Logger } from 'pino';
import { consignmentList } from '#domain';
import { repeatRounds, type Engines } from '#engines';
import { idOfStream, START, type DraftSubject, type Position } from '#events';
import { recordNamesOfToday } from './jobs/name-drafts.job.js';
import { reactions } from './reactions.js';
import { onItsOwn } from './recorder.js';

/** Until it has succeeded, it is tried again so often. */
const EVERY_MS = 10_000;
/** A view that is behind is asked again in the next round. */
const PATIENCE_MS = 1_000;
const PAGE = 1000;
/** Kept with the jobs: names the log whose drafts have been looked through. */
const READER = 'older-drafts';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views' | 'jobs'>;
  now: () => Date;
  signal: AbortSignal;
};

/**
 * Once for a log: has lists find the drafts whose unit or project was renamed under an earlier release, which recorded no names, or
 * while jobs were lost (ADR-027). Again only after the jobs were lost; what is named already is left alone.
 */
export const nameOlderDrafts = async ({
  logger,
  everyMs = EVERY_MS,
  ...options
}: Options & { logger: Logger; everyMs?: number }): Promise<void> => {
  const finished = new AbortController();
  const signal = AbortSignal.any([options.signal, finished.signal]);
  await repeatRounds(
    { everyMs, signal, logger, failure: 'drafts of earlier releases could not be named' },
    async () => {
      if (await nameOnce(options)) finished.abort();
    },
  );
};

/** False while the view is behind the log. */
const nameOnce = async ({ engines, now, signal }: Options): Promise<boolean> => {
  const { eventStore, jobs, views } = engines;
  if ((await jobs.checkpoint(READER))?.logId === eventStore.logId) return true;
  const head = await eventStore.lastPosition();
  if (!(await views.waitFor(consignmentList, head, PATIENCE_MS))) return false;
  for (const [subjectId, subject] of await subjectsChanged(engines, head)) {
    signal.throwIfAborted();
    const recording = (first: string) => onItsOwn(subjectId, `older drafts named from ${first}`, now());
    await recordNamesOfToday(engines, { subject, subjectId, position: head }, recording, signal, PATIENCE_MS);
  }
  await jobs.saveCheckpoint(READER, { logId: eventStore.logId, position: head });
  return true;
};

/** Every unit and project with an event that may have renamed it, by id. */
const subjectsChanged = async (
  { eventStore }: Options['engines'],
  head: Position,
): Promise<Map<string, DraftSubject>> => {
  const renaming = reactions.filter(({ job }) => job === 'name-drafts');
  const subjectOf = new Map(renaming.map(({ on, namesDraftsOf }) => [on, namesDraftsOf]));
  const found = new Map<string, DraftSubject>();
  for (let from = START; from < head;) {
    const page = await eventStore.readAll(from, PAGE, [...subjectOf.keys()]);
    for (const { type, stream, position } of page) {
      const subject = subjectOf.get(type);
      if (subject) found.set(idOfStream(stream), subject);
      from = position;
    }
    if (page.length < PAGE) break;
  }
  return found;
};
