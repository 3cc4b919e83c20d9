import type { Logger } from 'pino';
import { idOfStream, START, type EventStore, type Position, type RecordedEvent } from '#events';
import { consignmentOfDocument } from '#domain/documents';
import { DAY_MS } from '#domain/time';
import {
  LOG_READER,
  logJobsWarnings,
  logPages,
  retryUntilStopped,
  runPeriodic,
  startPeriodic,
  type Jobs,
  type LogCheckpoint,
} from '#engines';
import {
  type PendingRequest,
  PENDING_MS,
  PendingRequests,
  reactionsByRequest,
  reconcileJobs,
} from './reconcile-jobs.js';
import { jobIdOf, type Reaction } from './reactions.js';

/** Name of the checkpoint from which the log must be read to find every pending request. */
const PENDING_READER = `${LOG_READER}-pending`;
const PAGE_SIZE = 1_000;
/** Older unanswered requests wait for an operator instead of surprising somebody with yesterday's message (ADR-025). */
const PARK_AFTER_MS = DAY_MS;
const SAVE_EVERY = 200;

type Options = {
  eventStore: EventStore;
  jobs: Jobs;
  reactions: readonly Reaction[];
  now: () => Date;
  signal: AbortSignal;
  logger: Logger;
  /** Wait before the log is followed again after a failure; also how often the jobs are checked for loss. */
  retryMs: number;
  /** How often requests in the log are compared with the jobs, and how long a request may have no job. */
  reconcileMs: number;
};

/** The jobs were lost, so they must be derived again from the unanswered requests (ADR-025). */
class JobsLost extends Error {
  override name = 'JobsLost';
}

/**
 * Turns events into jobs until `signal` aborts: the log is the outbox. The id of a job is derived from the id of its
 * event, so an event that is read twice enqueues one job. After a failure of an engine it goes on from its checkpoint.
 * Lost jobs are derived again: all of them if the checkpoint is lost too, otherwise by rounds of reconciliation.
 */
export const followLog = (options: Options): Promise<void> =>
  retryUntilStopped(() => followFromCheckpoint(options), {
    ...options,
    onFailure: (error) => options.logger.error({ err: error }, 'the worker lost the log and follows it again'),
  });

const followFromCheckpoint = async ({
  eventStore,
  jobs,
  reactions,
  now,
  signal,
  logger,
  retryMs,
  reconcileMs,
}: Options): Promise<void> => {
  const byRequest = reactionsByRequest(reactions);
  const ageOf = ({ metadata }: RecordedEvent): number => now().getTime() - Date.parse(metadata.at);
  const enqueue = async (event: RecordedEvent, reaction: Reaction): Promise<void> => {
    if (event.metadata.imported || reaction.requestsJob?.(event) === false) return;
    await jobs.enqueue(reaction.job, reaction.payload(event), {
      id: jobIdOf(event, reaction.job),
      maxAttempts: reaction.maxAttempts,
      ...(reaction.ofConsignment && { subject: consignmentOfDocument(idOfStream(event.stream)) }),
      ...(ageOf(event) > PARK_AFTER_MS && { parked: 'The request is older than 24 hours and was never answered.' }),
    });
  };

  const head = await eventStore.lastPosition();
  const savedOf = async (reader: string): Promise<Position | null> => {
    const saved = await jobs.checkpoint(reader);
    return saved?.logId === eventStore.logId && saved.position <= head ? saved.position : null;
  };
  // Jobs have been derived up to `saved`. Without a checkpoint (first start, or the jobs were lost) they are derived
  // for every unanswered request.
  const saved = await savedOf(LOG_READER);
  const oldest = saved === null ? null : await savedOf(PENDING_READER);
  let position = saved === null || oldest === null ? START : oldest < saved ? oldest : saved;
  let checkpoint: LogCheckpoint = { logId: eventStore.logId, position: saved ?? START };
  // Saved before the first job is made, so that a later advance shows whether jobs were lost since.
  if (saved === null) await jobs.saveCheckpoint(LOG_READER, checkpoint);
  const advance = async (to: Position): Promise<void> => {
    if (!(await jobs.advanceCheckpoint(LOG_READER, checkpoint, to)))
      throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
    checkpoint = { ...checkpoint, position: to };
  };

  // Most requests have been answered since and are left out.
  const pending = new PendingRequests(reactions);
  const range = { after: position, through: head, types: pending.types, pageSize: PAGE_SIZE, signal };
  for await (const page of logPages(eventStore, range)) {
    for (const event of page) {
      pending.read(event, position);
      position = event.position;
    }
  }
  if (signal.aborted) return;
  position = head;
  /** Requests that nobody waits for any more: too old, never meant to be done, or given up before and deleted since. */
  const isExpired = ({ event, reaction: { ignoredWhenOld } }: PendingRequest): boolean => {
    const isDerivedAgain = saved === null || event.position <= saved;
    return (
      isDerivedAgain &&
      ((ignoredWhenOld === true && ageOf(event) > PARK_AFTER_MS) || (saved !== null && ageOf(event) > PENDING_MS))
    );
  };
  for (const request of pending.all()) {
    if (isExpired(request)) pending.drop(request);
    else await enqueue(request.event, request.reaction);
  }
  if (position > checkpoint.position) await advance(position);
  logger.info({ position, unanswered: pending.size }, 'worker follows the log');

  const leaving = new AbortController();
  const leaveSignal = AbortSignal.any([signal, leaving.signal]);
  let isLost = false;
  const checkForLoss = async (): Promise<void> => {
    const stored = await jobs.checkpoint(LOG_READER);
    if (stored && stored.logId === checkpoint.logId && stored.position >= checkpoint.position) return;
    isLost = true;
    leaving.abort();
  };
  // Jobs may be lost while no event enqueues one. An engine that does not answer is not a loss.
  const watching = startPeriodic(
    { everyMs: retryMs, failure: 'the checkpoint of the worker cannot be read' },
    checkForLoss,
  );
  const names = [...new Set(reactions.map(({ job }) => job))];
  const logWarnings = logJobsWarnings(logger);
  const reconciling = runPeriodic(
    { everyMs: reconcileMs, signal: leaveSignal, logger, failure: 'jobs could not be compared with the log' },
    async () => {
      await reconcileJobs({ jobs, pending, enqueue, now, logger, names, lostAfterMs: reconcileMs });
      const from = pending.startOfOldest() ?? checkpoint.position;
      await jobs.saveCheckpoint(PENDING_READER, { logId: eventStore.logId, position: from });
      logWarnings(await jobs.warnings());
    },
  );
  try {
    let unsaved = 0;
    for await (const item of eventStore.subscribe(position, pending.types, leaveSignal)) {
      const at = 'event' in item ? item.event.position : item.marker;
      if ('event' in item) {
        pending.read(item.event, position);
        for (const reaction of byRequest.get(item.event.type) ?? []) await enqueue(item.event, reaction);
      }
      position = at;
      unsaved += 1;
      if (('event' in item && byRequest.has(item.event.type)) || unsaved >= SAVE_EVERY) {
        await advance(at);
        unsaved = 0;
      }
    }
  } finally {
    await watching.stop();
    leaving.abort();
    await reconciling;
  }
  if (isLost) throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
};
