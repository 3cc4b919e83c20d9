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
  MAX_PENDING_AGE_MS,
  PendingRequests,
  reactionsByEventType,
  reconcileJobs,
} from './reconcile-jobs.js';
import { jobIdOf, type Reaction } from './reactions.js';

/** Name of the checkpoint from which the log must be read to find every pending request. */
const PENDING_READER = `${LOG_READER}-pending`;
const PAGE_SIZE = 1_000;
/** Older requests without a result wait for an operator, so that yesterday's message surprises nobody (ADR-025). */
const PARK_AFTER_MS = DAY_MS;
const EVENTS_PER_CHECKPOINT = 200;

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

/** The jobs were lost, so they must be derived again from the requests without a result (ADR-025). */
class JobsLost extends Error {
  override name = 'JobsLost';
}

/**
 * Turns events into jobs until `signal` aborts: the log is the outbox. The id of a job is derived from the id of its
 * event, so an event that is read twice enqueues one job. After a failure of an engine it continues from its
 * checkpoint. Lost jobs are derived again: all of them if the checkpoint is lost too, otherwise by rounds of
 * reconciliation.
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
  const reactionsByType = reactionsByEventType(reactions);
  const ageOf = ({ metadata }: RecordedEvent): number => now().getTime() - Date.parse(metadata.at);
  const enqueue = async (event: RecordedEvent, reaction: Reaction): Promise<void> => {
    if (event.metadata.imported || reaction.requestsJob?.(event) === false) return;
    await jobs.enqueue(reaction.job, reaction.payload(event), {
      id: jobIdOf(event, reaction.job),
      maxAttempts: reaction.maxAttempts,
      ...(reaction.ofConsignment && { subject: consignmentOfDocument(idOfStream(event.stream)) }),
      ...(ageOf(event) > PARK_AFTER_MS && {
        parkedReason: 'The request is older than 24 hours and was never answered.',
      }),
    });
  };

  const head = await eventStore.lastPosition();
  const savedPosition = async (reader: string): Promise<Position | null> => {
    const readerCheckpoint = await jobs.checkpoint(reader);
    return readerCheckpoint?.logId === eventStore.logId && readerCheckpoint.position <= head
      ? readerCheckpoint.position
      : null;
  };
  // Jobs have been derived up to `derivedPosition`. Without a checkpoint (first start, or the jobs were lost) they are
  // derived for every request without a result.
  const derivedPosition = await savedPosition(LOG_READER);
  const pendingPosition = derivedPosition === null ? null : await savedPosition(PENDING_READER);
  let position =
    derivedPosition === null || pendingPosition === null
      ? START
      : pendingPosition < derivedPosition
        ? pendingPosition
        : derivedPosition;
  let checkpoint: LogCheckpoint = { logId: eventStore.logId, position: derivedPosition ?? START };
  // Saved before the first job is made, so that a later advance shows whether jobs were lost since.
  if (derivedPosition === null) await jobs.saveCheckpoint(LOG_READER, checkpoint);
  const advance = async (to: Position): Promise<void> => {
    if (!(await jobs.advanceCheckpoint(LOG_READER, checkpoint, to)))
      throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
    checkpoint = { ...checkpoint, position: to };
  };

  // Most requests have a result by now and are left out.
  const pending = new PendingRequests(reactions);
  const range = { after: position, through: head, types: pending.types, pageSize: PAGE_SIZE, signal };
  for await (const page of logPages(eventStore, range)) {
    for (const event of page) {
      pending.apply(event, position);
      position = event.position;
    }
  }
  if (signal.aborted) return;
  position = head;
  /** Requests that nobody waits for any more: too old, never meant to be done, or given up before and deleted since. */
  const isExpired = ({ event, reaction: { ignoredWhenOld } }: PendingRequest): boolean => {
    const isRederived = derivedPosition === null || event.position <= derivedPosition;
    return (
      isRederived &&
      ((ignoredWhenOld === true && ageOf(event) > PARK_AFTER_MS) ||
        (derivedPosition !== null && ageOf(event) > MAX_PENDING_AGE_MS))
    );
  };
  for (const request of pending.all()) {
    if (isExpired(request)) pending.drop(request);
    else await enqueue(request.event, request.reaction);
  }
  if (position > checkpoint.position) await advance(position);
  logger.info({ position, unanswered: pending.size }, 'worker follows the log');

  const stopController = new AbortController();
  const stopSignal = AbortSignal.any([signal, stopController.signal]);
  let hasLostJobs = false;
  const checkForLoss = async (): Promise<void> => {
    const stored = await jobs.checkpoint(LOG_READER);
    if (stored && stored.logId === checkpoint.logId && stored.position >= checkpoint.position) return;
    hasLostJobs = true;
    stopController.abort();
  };
  // Jobs may be lost while no event enqueues one. An engine that does not respond is not a loss.
  const lossCheck = startPeriodic(
    { everyMs: retryMs, failure: 'the checkpoint of the worker cannot be read' },
    checkForLoss,
  );
  const jobNames = [...new Set(reactions.map(({ job }) => job))];
  const logWarnings = logJobsWarnings(logger);
  const reconciliation = runPeriodic(
    { everyMs: reconcileMs, signal: stopSignal, logger, failure: 'jobs could not be compared with the log' },
    async () => {
      await reconcileJobs({ jobs, pending, enqueue, now, logger, jobNames, graceMs: reconcileMs });
      const from = pending.replayPosition() ?? checkpoint.position;
      await jobs.saveCheckpoint(PENDING_READER, { logId: eventStore.logId, position: from });
      logWarnings(await jobs.warnings());
    },
  );
  try {
    let unsaved = 0;
    for await (const item of eventStore.subscribe(position, pending.types, stopSignal)) {
      const at = 'event' in item ? item.event.position : item.marker;
      if ('event' in item) {
        pending.apply(item.event, position);
        for (const reaction of reactionsByType.get(item.event.type) ?? []) await enqueue(item.event, reaction);
      }
      position = at;
      unsaved += 1;
      if (('event' in item && reactionsByType.has(item.event.type)) || unsaved >= EVENTS_PER_CHECKPOINT) {
        await advance(at);
        unsaved = 0;
      }
    }
  } finally {
    await lossCheck.stop();
    stopController.abort();
    await reconciliation;
  }
  if (hasLostJobs) throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
};
