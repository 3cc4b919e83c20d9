import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { rowOperationEvents, viewOperationEvents, type EventStore, type Position, type RecordedEvent } from '#events';

/** Streams of operators' words to views: operations-view-<name>. */
const OF_VIEW = 'operations-view-';
const TYPES = [...Object.keys(viewOperationEvents), ...Object.keys(rowOperationEvents)];

type Options = {
  eventStore: EventStore;
  /** What came before has been looked at. */
  after: Position;
  signal: AbortSignal;
  logger: Logger;
  retryMs: number;
  onView(view: string, event: RecordedEvent): void;
  onRows(): void;
};

/** Tells of every operation as it is recorded, by whichever process. Ends when `signal` aborts. */
export const followOperations = async ({
  eventStore,
  after,
  signal,
  logger,
  retryMs,
  onView,
  onRows,
}: Options): Promise<void> => {
  for (let position = after; !signal.aborted;) {
    try {
      for await (const item of eventStore.subscribe(position, TYPES, signal)) {
        if ('event' in item) tell(item.event);
        position = 'event' in item ? item.event.position : item.marker;
      }
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the operations cannot be followed, trying again');
      await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
    }
  }

  function tell(event: RecordedEvent): void {
    if (event.stream.startsWith(OF_VIEW)) onView(event.stream.slice(OF_VIEW.length), event);
    else onRows();
  }
};
