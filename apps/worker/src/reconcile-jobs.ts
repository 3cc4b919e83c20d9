import type { Logger } from 'pino';
import type { RecordedEvent } from '#events';
import type { Jobs } from '#engines';
import type { Pending, PendingRequests } from './pending-requests.js';
import { jobIdOf, type JobName, type Reaction } from './reactions.js';

/** No request takes longer than this unless its worker or what the worker needs is away: its job is called overdue then. */
const OVERDUE_MS = 15 * 60_000;
/** Failed and cancelled jobs are known for 30 days (see Jobs). A request that is older may have had one that is forgotten. */
export const PENDING_MS = 29 * 24 * 60 * 60_000;

type Options = {
  jobs: Jobs;
  pending: PendingRequests;
  enqueue(event: RecordedEvent, reaction: Reaction): Promise<void>;
  now: () => Date;
  logger: Logger;
  names: readonly JobName[];
  /** A request that was read this long ago and has no job has lost it. */
  lostAfterMs: number;
};

/**
 * One round: compares what the log asks for with the jobs there are, and makes those anew that are in no list. What it finds is kept
 * with the jobs, where the api reads it for /metrics and the operators' page.
 */
export const reconcileJobs = async ({
  jobs,
  pending,
  enqueue,
  now,
  logger,
  names,
  lostAfterMs,
}: Options): Promise<void> => {
  const at = now();
  const ageOf = ({ event }: Pending): number => at.getTime() - Date.parse(event.metadata.at);
  const readBefore = performance.now() - lostAfterMs;
  for (const one of pending.all()) if (ageOf(one) > PENDING_MS) pending.drop(one);
  const found = [];
  for (const name of names) {
    const asked = pending.all().filter(({ reaction, readAt }) => reaction.job === name && readAt <= readBefore);
    const whereabouts = await jobs.whereabouts(
      name,
      asked.map(({ event }) => jobIdOf(event, name)),
    );
    let [putBack, overdue] = [0, 0];
    for (const [index, one] of asked.entries()) {
      const where = whereabouts[index];
      // It has run and had nothing to answer, e.g. because there was nobody to tell.
      if (where === 'done') pending.drop(one);
      if (where === 'lost') {
        await enqueue(one.event, one.reaction);
        putBack += 1;
      }
      if ((where === 'due' || where === 'active') && ageOf(one) > OVERDUE_MS) overdue += 1;
    }
    if (putBack > 0) logger.error({ job: name, putBack }, 'jobs were lost and have been put back');
    if (overdue > 0) logger.warn({ job: name, overdue }, 'jobs have been pending longer than they can take');
    found.push({ name, at: at.toISOString(), overdue, putBack });
  }
  await jobs.noteReconciled(found);
};
