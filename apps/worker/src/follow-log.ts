import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { idOfStream, START, type EventStore, type Position, type RecordedEvent } from '#events';
import { consignmentOfDocument } from '#domain';
import { startRounds, type Jobs, type LogCheckpoint } from '#engines';
import type { Reaction } from './reactions.js';

const READER = 'worker';
const PAGE = 1000;
/** Older unanswered requests wait for an operator instead of surprising somebody with yesterday's message (DECISIONS 15). */
const PARK_AFTER_MS = 24 * 60 * 60 * 1000;
const SAVE_EVERY = 200;

type Options = {
  eventStore: EventStore;
  jobs: Jobs;
  reactions: readonly Reaction[];
  now: () => Date;
  signal: AbortSignal;
  logger: Logger;
  /** Wait before the log is followed again after an engine failed; how often is looked whether the jobs are still there. */
  retryMs: number;
};

/** The jobs have been emptied: what is unanswered must be derived again (DECISIONS 15). */
class JobsLost extends Error {
  override name = 'JobsLost';
}

/**
 * Turns events into jobs until `signal` aborts: the log is the outbox. A job's id is made of the event's, so reading an event
 * twice enqueues once. An engine that fails interrupts it; it then goes on from its checkpoint. Jobs that were lost, even while
 * nothing happens, are derived again.
 */
export const followLog = async (options: Options): Promise<void> => {
  const { signal, logger, retryMs } = options;
  while (!signal.aborted) {
    try {
      await followFromCheckpoint(options);
    } catch (error) {
      if (signal.aborted) return;
      logger.error({ err: error }, 'the worker lost the log and follows it again');
    }
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
  }
};

const followFromCheckpoint = async ({
  eventStore,
  jobs,
  reactions,
  now,
  signal,
  logger,
  retryMs,
}: Options): Promise<void> => {
  const byRequest = new Map(reactions.map((reaction) => [reaction.on, reaction]));
  const isOld = ({ metadata }: RecordedEvent): boolean => now().getTime() - Date.parse(metadata.at) > PARK_AFTER_MS;
  const answers = new Set(reactions.flatMap(({ answeredBy }) => answeredBy));
  const enqueue = async (event: RecordedEvent): Promise<void> => {
    const reaction = byRequest.get(event.type);
    if (!reaction || event.metadata.imported || reaction.asks?.(event) === false) return;
    await jobs.enqueue(reaction.job, reaction.payload(event), {
      id: `${event.id}.${reaction.job}`,
      maxAttempts: reaction.maxAttempts,
      ...(reaction.ofConsignment && { subject: consignmentOfDocument(idOfStream(event.stream)) }),
      ...(isOld(event) && { parked: 'The request is older than 24 hours and was never answered.' }),
    });
  };

  // What was asked and has been answered since is left out: without a checkpoint (first start, or the jobs were lost) that is most of it.
  const head = await eventStore.lastPosition();
  const saved = await jobs.checkpoint(READER);
  let position = saved?.logId === eventStore.logId && saved.position <= head ? saved.position : START;
  let kept: LogCheckpoint = { logId: eventStore.logId, position };
  const isFromStart = position === START;
  // Saved before the first job is made: whoever advances it later learns whether any can have been lost since.
  if (position === START) await jobs.saveCheckpoint(READER, kept);
  const advance = async (to: Position): Promise<void> => {
    if (!(await jobs.advanceCheckpoint(READER, kept, to)))
      throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
    kept = { ...kept, position: to };
  };
  const unanswered = new Map<string, RecordedEvent>();
  const isLetGo = (event: RecordedEvent): boolean => {
    const reaction = byRequest.get(event.type);
    return (
      reaction?.asks?.(event) === false ||
      (isFromStart && reaction?.lapses === true && (event.metadata.imported === true || isOld(event)))
    );
  };
  const placeOf = ({ id, type, stream }: RecordedEvent): string => (byRequest.get(type)?.newestOnly ? stream : id);
  const answer = ({ stream, metadata: { causationId } }: RecordedEvent): void => {
    for (const place of [causationId ?? '', stream])
      if (unanswered.get(place)?.id === causationId) unanswered.delete(place);
  };
  while (position < head && !signal.aborted) {
    const page = await eventStore.readAll(position, PAGE, [...byRequest.keys(), ...answers]);
    for (const event of page) {
      if (isLetGo(event)) continue;
      if (byRequest.has(event.type)) unanswered.set(placeOf(event), event);
      else answer(event);
    }
    position = page.length < PAGE ? head : (page.at(-1)?.position ?? head);
  }
  for (const event of unanswered.values()) await enqueue(event);
  if (signal.aborted) return;
  await advance(position);
  logger.info({ position, unanswered: unanswered.size }, 'worker follows the log');

  const lost = new AbortController();
  const look = async (): Promise<void> => {
    const found = await jobs.checkpoint(READER);
    if (!found || found.logId !== kept.logId || found.position < kept.position) lost.abort();
  };
  // Jobs may be lost while nothing happens that would be enqueued. An engine that is away is no loss yet.
  const watching = startRounds({ everyMs: retryMs, failure: 'the checkpoint of the worker cannot be read' }, look);
  try {
    let unsaved = 0;
    for await (const item of eventStore.subscribe(
      position,
      [...byRequest.keys()],
      AbortSignal.any([signal, lost.signal]),
    )) {
      if ('event' in item) await enqueue(item.event);
      unsaved += 1;
      if ('event' in item || unsaved >= SAVE_EVERY) {
        await advance('event' in item ? item.event.position : item.marker);
        unsaved = 0;
      }
    }
  } finally {
    await watching.stop();
  }
  if (lost.signal.aborted) throw new JobsLost('the checkpoint of the worker is gone, and its jobs with it');
};
