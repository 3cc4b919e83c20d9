import type { Logger } from 'pino';
import { START, type EventStore, type Position, type RecordedEvent } from '#events';
import type { Jobs } from '#engines';
import type { Reaction } from './reactions.js';

const READER = 'worker';
const PAGE = 1000;
/** Older unanswered requests wait for an operator instead of surprising somebody with yesterday's message (DECISIONS 15). */
const PARK_AFTER_MS = 24 * 60 * 60 * 1000;
const SAVE_EVERY = 200;

type Options = { eventStore: EventStore; jobs: Jobs; reactions: readonly Reaction[]; now: () => Date; signal: AbortSignal; logger: Logger };

/**
 * Turns events into jobs, for ever: the log is the outbox. A job's id is made of the event's, so reading an event twice enqueues once.
 * Without a checkpoint (first start, or the jobs were lost) what has been answered since is left out.
 */
export const followLog = async ({ eventStore, jobs, reactions, now, signal, logger }: Options): Promise<void> => {
  const byRequest = new Map(reactions.map((reaction) => [reaction.on, reaction]));
  const answers = new Set(reactions.flatMap((reaction) => reaction.answeredBy));
  const types = [...byRequest.keys(), ...answers];

  const enqueue = async (event: RecordedEvent): Promise<void> => {
    const reaction = byRequest.get(event.type);
    if (!reaction || event.metadata.imported) return;
    const tooOld = now().getTime() - Date.parse(event.metadata.at) > PARK_AFTER_MS;
    await jobs.enqueue(reaction.job, reaction.payload(event), {
      id: `${event.id}.${reaction.job}`,
      maxAttempts: reaction.maxAttempts,
      ...(tooOld ? { parked: 'The request is older than 24 hours and was never answered.' } : {}),
    });
  };
  const save = (position: Position) => jobs.saveCheckpoint(READER, { logId: eventStore.logId, position });

  const saved = await jobs.checkpoint(READER);
  let position = saved?.logId === eventStore.logId ? saved.position : START;
  const head = await eventStore.lastPosition();
  if (position > head) position = START;

  const open = new Map<string, RecordedEvent>();
  while (position < head && !signal.aborted) {
    const page = await eventStore.readAll(position, PAGE, types);
    for (const event of page) {
      if (answers.has(event.type)) open.delete(event.metadata.causationId ?? '');
      else open.set(event.id, event);
    }
    position = page.length < PAGE ? head : (page.at(-1)?.position ?? head);
  }
  for (const event of open.values()) await enqueue(event);
  if (signal.aborted) return;
  await save(position);
  logger.info({ position, unanswered: open.size }, 'worker follows the log');

  let unsaved = 0;
  for await (const item of eventStore.subscribe(position, types, signal)) {
    if ('event' in item) await enqueue(item.event);
    unsaved += 1;
    if ('event' in item || unsaved >= SAVE_EVERY) {
      await save('event' in item ? item.event.position : item.marker);
      unsaved = 0;
    }
  }
};
