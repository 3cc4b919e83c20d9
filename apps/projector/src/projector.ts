import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import {
  createMutex,
  type Engines,
  runInBackground,
  logSerializers,
  retryUntilAvailable,
  retryUntilStopped,
} from '#engines';
import { type EventStore, type Position, type RecordedEvent, rowOperationEvents, viewOperationEvents } from '#events';
import { processRowRequests } from './rewrite-rows.js';
import { createViewRunner } from './view-runner.js';

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
const followOperations = async ({
  eventStore,
  after,
  signal,
  logger,
  retryMs,
  onView,
  onRows,
}: Options): Promise<void> => {
  let position = after;
  const follow = async (): Promise<void> => {
    for await (const item of eventStore.subscribe(position, TYPES, signal)) {
      if ('event' in item) dispatch(item.event);
      position = 'event' in item ? item.event.position : item.marker;
    }
  };
  await retryUntilStopped(follow, {
    retryMs,
    signal,
    onFailure: (error) => logger.warn({ err: error }, 'the operations cannot be followed, trying again'),
  });

  function dispatch(event: RecordedEvent): void {
    if (event.stream.startsWith(OF_VIEW)) onView(event.stream.slice(OF_VIEW.length), event);
    else onRows();
  }
};

export type ProjectorOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projections: readonly Projection<object>[];
  logger: Logger;
  now?: () => Date;
  /** How long a replaced build is kept for readers that still ask for it. */
  graceMs?: number;
  /** How long to wait when an engine does not answer. */
  retryMs?: number;
};

/**
 * Runs all views: one subscription, one checkpoint, one writer each. A stream that one cannot take is set aside for it
 * alone, and one that fails leaves the others alone. Does what operators ask for in the log.
 */
export const createProjector = ({
  engines,
  projections,
  logger: parentLogger,
  now = () => new Date(),
  graceMs = 60_000,
  retryMs = 1_000,
}: ProjectorOptions) => {
  const { eventStore } = engines;
  const logger = parentLogger.child({}, { serializers: logSerializers });
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(projections.length + 10, signal); // while an engine is away every view waits for it, and on this
  const runners = new Map(
    projections.map((projection) => [
      projection.name,
      createViewRunner({ engines, projection, logger, now, graceMs, retryMs }),
    ]),
  );
  const answering = createMutex();
  const answerRows = () => answering(() => processRowRequests({ engines, runners, logger, now, retryMs, signal }));
  let following: Promise<unknown> = Promise.resolve();

  const begin = async (): Promise<void> => {
    const waiting = { logger, retryMs, signal };
    // Before the streams of operations are read: what is recorded in between is looked at twice, never missed.
    const after = await retryUntilAvailable(() => eventStore.lastPosition(), waiting);
    await Promise.all([...runners.values()].map((runner) => retryUntilAvailable(() => runner.begin(), waiting)));
    const onView = (view: string, { type, data }: { type: string; data: unknown }) => {
      const runner = runners.get(view);
      if (type === 'ViewRestarted') runner?.restart((data as { build: string }).build);
      else if (type === 'StreamsRetried') runner?.retry((data as { stream: string | null }).stream);
      else runner?.requestReconcile();
    };
    following = Promise.all([
      answerRows(),
      followOperations({
        eventStore,
        after,
        signal,
        logger,
        retryMs,
        onView,
        onRows: () => runInBackground(answerRows(), 'rows could not be made anew', logger),
      }),
    ]);
  };
  const ready = begin();
  // Whoever waits for `ready` learns of it; a rejection nobody awaits must not end the process first.
  ready.catch(() => undefined);

  return {
    /** Resolves when every view has a build and a runner; the views may still be catching up. */
    ready,
    /**
     * Ends all subscriptions and builds at once: what has been read and not written yet is read again by the next
     * projector.
     */
    async stop(): Promise<void> {
      stopping.abort();
      await ready.catch(() => undefined);
      await following;
      await answering(async () => undefined);
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
};
