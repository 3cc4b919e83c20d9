import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { handle, load } from '#domain/event-sourcing';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { MINUTE_MS } from '#domain/time';
import { user } from '#domain/users';
import { allProjections } from '#domain/views';
import type { Engines, JobHandler } from '#engines';
import { decode, ERASED, messageEvents, type EventStore } from '#events';
import type { OutboxMessage, MessageTransport } from '../messages/messages.js';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({ requestId: z.string(), userId: z.string(), position: z.string() });
export type ClearErasedPayload = z.infer<typeof Payload>;

type Context = {
  engines: Pick<Engines, 'eventStore' | 'views' | 'jobs' | 'vault'>;
  messages: MessageTransport;
  /** One round of the file sweep (collect-files.ts). */
  sweep: () => Promise<number>;
  now: () => Date;
  logger: Logger;
};

/** How long one attempt waits for the views; the next attempt continues. */
const VIEW_WAIT_MS = MINUTE_MS;
const POLL_MS = 250;
/** A message is recorded within this time after it was put into the outbox. */
const RECORDED_WITHIN_MS = 10 * MINUTE_MS;
/** The key of a message begins with the id of its request. */
const ID_LENGTH = 36;

/**
 * After a person was erased: deletes files and messages in the outbox that were made before and contain the person,
 * waits until the rows of all views have been rebuilt, and overwrites the deleted bytes in the files of the engines.
 * Every part can be repeated.
 */
export const clearErased = ({ engines, messages, sweep, now, logger }: Context): JobHandler =>
  jobWithResult({
    payload: Payload,
    logger,
    async run({ requestId, userId, position }, { signal, progress }) {
      const { eventStore, views, jobs, vault } = engines;
      const removedMessages =
        (await messages.remove?.((message) => isWithoutReceiver(eventStore, message, now()))) ?? 0;
      const deletedFiles = await sweep();
      await progress(30);
      await waitForRebuiltRows(eventStore, position, signal);
      const viewsReached = await Promise.all(allProjections.map((view) => views.waitFor(view, position, VIEW_WAIT_MS)));
      if (viewsReached.includes(false)) throw new Error('views are behind');
      await progress(60);
      for (const engine of [views, jobs, vault]) await engine.overwriteDeleted();
      await handle(
        eventStore,
        user,
        userId,
        { type: 'RecordCleared', files: deletedFiles, messages: removedMessages },
        resultContext(requestId, 'cleared', now()),
      );
    },
    fail: ({ requestId, userId }, reason) =>
      handle(
        engines.eventStore,
        user,
        userId,
        { type: 'RecordNotCleared', reason },
        resultContext(requestId, `not cleared: ${reason}`, now()),
      ),
  });

/** Waits for the rows whose rebuild was requested before the event of the erasure. */
const waitForRebuiltRows = async (store: EventStore, position: string, signal: AbortSignal): Promise<void> => {
  for (const deadline = performance.now() + VIEW_WAIT_MS; ;) {
    const { state, events } = await load(store, rowOperations, ROW_OPERATIONS);
    const isRebuildPending = events.some(
      (event) =>
        event.position < position &&
        event.type === 'RowsRebuildRequested' &&
        state.open.has((event.data as { requestId: string }).requestId),
    );
    if (!isRebuildPending) return;
    if (performance.now() > deadline) throw new Error('rows are still being made anew');
    await pause(POLL_MS, undefined, { signal });
  }
};

/** Whether the receiver of a message is none of those whom its record still names. */
const isWithoutReceiver = async (
  store: EventStore,
  { key, to, writtenAt }: OutboxMessage,
  now: Date,
): Promise<boolean> => {
  const { events } = await store.read(`message-${key.slice(0, ID_LENGTH)}`);
  if (events.length === 0) return now.getTime() - writtenAt.getTime() > RECORDED_WITHIN_MS;
  return !events
    .flatMap((event) => decode(messageEvents, event).data.records ?? [])
    .map(({ receiver }) => receiver)
    .some(({ name, phone }) =>
      phone === '' ? name !== ERASED && to.startsWith(`${name} `) : to === `${name} ${phone}`,
    );
};
