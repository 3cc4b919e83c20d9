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

/** Prefix of the streams with operators' requests about a view: operations-view-<name>. */
const VIEW_STREAM_PREFIX = 'operations-view-';
const OPERATION_TYPES = [...Object.keys(viewOperationEvents), ...Object.keys(rowOperationEvents)];

type Options = {
  eventStore: EventStore;
  /** Earlier operations have been handled already. */
  after: Position;
  signal: AbortSignal;
  logger: Logger;
  retryMs: number;
  onViewOperation(view: string, event: RecordedEvent): void;
  onRowOperation(): void;
};

/** Calls back for every operation that any process records. Ends when `signal` aborts. */
const followOperations = async ({
  eventStore,
  after,
  signal,
  logger,
  retryMs,
  onViewOperation,
  onRowOperation,
}: Options): Promise<void> => {
  let position = after;
  const follow = async (): Promise<void> => {
    for await (const item of eventStore.subscribe(position, OPERATION_TYPES, signal)) {
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
    if (event.stream.startsWith(VIEW_STREAM_PREFIX))
      onViewOperation(event.stream.slice(VIEW_STREAM_PREFIX.length), event);
    else onRowOperation();
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
 * Runs all views, each with its own subscription, checkpoint and writer. A failure of one view does not affect the
 * others. Carries out what operators request in the log.
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
  setMaxListeners(projections.length + 10, signal); // while an engine is away, every view waits with a listener of its own
  const runners = new Map(
    projections.map((projection) => [
      projection.name,
      createViewRunner({ engines, projection, logger, now, graceMs, retryMs }),
    ]),
  );
  const rowsMutex = createMutex();
  const processRows = () => rowsMutex(() => processRowRequests({ engines, runners, logger, now, retryMs, signal }));
  let following: Promise<unknown> = Promise.resolve();

  const begin = async (): Promise<void> => {
    const retryOptions = { logger, retryMs, signal };
    // Read before the streams of operations: an operation recorded in between is handled twice, but never missed.
    const after = await retryUntilAvailable(() => eventStore.lastPosition(), retryOptions);
    await Promise.all([...runners.values()].map((runner) => retryUntilAvailable(() => runner.begin(), retryOptions)));
    const onViewOperation = (view: string, { type, data }: { type: string; data: unknown }) => {
      const runner = runners.get(view);
      if (type === 'ViewRestarted') runner?.restart((data as { build: string }).build);
      else if (type === 'StreamsRetried') runner?.retry((data as { stream: string | null }).stream);
      else runner?.requestReconcile();
    };
    following = Promise.all([
      processRows(),
      followOperations({
        eventStore,
        after,
        signal,
        logger,
        retryMs,
        onViewOperation,
        onRowOperation: () => runInBackground(processRows(), 'rows could not be made anew', logger),
      }),
    ]);
  };
  const ready = begin();
  // Callers that await `ready` get the failure. As an unhandled rejection it would end the process before that.
  ready.catch(() => undefined);

  return {
    /** Resolves when every view has a build and a runner; the views may still be catching up. */
    ready,
    /**
     * Ends all subscriptions and builds at once. Events that were read but not written yet are read again by the next
     * projector.
     */
    async stop(): Promise<void> {
      stopping.abort();
      await ready.catch(() => undefined);
      await following;
      await rowsMutex(async () => undefined);
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
};
