import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { type Build, createMutex, type Engines, type Mutex, retryUntilStopped } from '#engines';
import { type Position, type RecordedEvent, START, StoreUnavailable } from '#events';
import { foldBatch, type FoldResult, batchesOf, PoisonEvent } from './fold-batch.js';
import type { RebuildPace } from './rebuild-pace.js';

/** Page size for a build that nobody reads yet. Large, so that a row is written once for many of its events. */
const PAGE = 4_000;
/** Page size for a build beside a live one. A page takes the event loop and the writer a few milliseconds. */
const SMALL_PAGE = 100;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  build: Build;
  signal: AbortSignal;
  /** Streams that the build has set aside, each with the position from which it is skipped. Updated by this run. */
  skipped: Map<string, Position>;
  logger: Logger;
  /** Held for each batch. Between batches others may read the build or correct its rows. */
  mutex: Mutex;
  /** Null while readers wait for the build; otherwise how it makes room for others. */
  pace(): RebuildPace | null;
  /** Called once, when the build has reached the head that the log had at the start. */
  onCaughtUp(): Promise<void>;
};

/**
 * Feeds one build of one view from its checkpoint to the end of the log, and then follows the log. A stream with an
 * event that the projection cannot take is set aside and logged; the other streams go on. Ends at once when `signal`
 * aborts: events that were read but not written yet are read again by the next run.
 * @throws PoisonEvent if no more streams can be set aside, after everything before that event has been written; any
 * error of the engines; the reason of `signal`
 */
const runBuild = async ({
  engines: { eventStore, views },
  projection,
  build,
  signal,
  skipped,
  logger,
  mutex,
  pace,
  onCaughtUp,
}: Options): Promise<void> => {
  const { logId } = eventStore;
  let position = (await views.checkpointOf(build))?.position ?? START;

  /**
   * Folds events into rows and writes them with the checkpoint `through`. `whileWriting` runs while the engine writes.
   */
  const write = (events: readonly RecordedEvent[], through: Position, whileWriting?: () => void): Promise<void> =>
    mutex(async () => {
      const foldResult = await foldBatch(views, build, projection, events, { skipped, signal });
      const { setAside, poison } = await writeBatch(foldResult, events, through, whileWriting);
      for (const event of setAside) {
        skipped.set(event.stream, event.position);
        logger.error({ err: event, view: projection.name, build: build.build }, 'a stream is set aside for a view');
      }
      if (poison) throw poison;
    });

  /**
   * Writes a folded batch. If the engine refuses it, the batch is folded again to find rows that no engine can store;
   * their streams are set aside as well.
   */
  const writeBatch = async (
    foldResult: FoldResult,
    events: readonly RecordedEvent[],
    through: Position,
    whileWriting?: () => void,
  ): Promise<FoldResult> => {
    const { rows, lastFoldedPosition, setAside, poison } = foldResult;
    const checkpoint = poison ? (lastFoldedPosition ?? position) : through;
    const hasChanges = rows.length > 0 || setAside.length > 0 || checkpoint > position;
    try {
      const writing = hasChanges
        ? views.write(
            build,
            rows,
            { logId, position: checkpoint },
            { setAside: setAside.map((event) => event.setAside), signal },
          )
        : undefined;
      if (!poison) whileWriting?.();
      await writing;
      position = checkpoint;
      return foldResult;
    } catch (error) {
      if (error instanceof StoreUnavailable || signal.aborted) throw error;
      const validated = await foldBatch(views, build, projection, events, { skipped, signal, validateRows: true });
      if (validated.setAside.length === setAside.length && !validated.poison) throw error;
      return writeBatch(validated, events, through);
    }
  };

  const head = await eventStore.lastPosition();
  const runStartedAt = performance.now();
  let eventCount = 0;
  const readPage = (after: Position) => {
    const limit = pace() ? SMALL_PAGE : PAGE;
    const reading = eventStore
      .readAll(after, limit, projection.types)
      .then((events) => ({ events, isFull: events.length === limit }));
    reading.catch(() => undefined); // awaited by catchUp, but not after a failed write
    return reading;
  };
  // A separate function, so that the pages it has read are released before the build follows the log for weeks.
  const catchUp = async (): Promise<void> => {
    let nextPage = readPage(position);
    while (position < head && !signal.aborted) {
      const startedAt = performance.now();
      const { events, isFull } = await unlessAborted(nextPage, signal);
      eventCount += events.length;
      const lastPosition = events.at(-1)?.position ?? head;
      const through = !isFull && lastPosition < head ? head : lastPosition;
      await write(events, through, () => {
        if (through < head) nextPage = readPage(through);
      });
      await pace()?.rest(performance.now() - startedAt, signal);
    }
  };
  await catchUp();
  if (signal.aborted) return;
  // A build that has nothing to read still needs its checkpoint, by which readers know that it is complete.
  if (!(await views.checkpointOf(build))) await views.write(build, [], { logId, position });
  await onCaughtUp();
  logger.info(
    {
      view: projection.name,
      build: build.build,
      events: eventCount,
      milliseconds: Math.round(performance.now() - runStartedAt),
    },
    'view caught up',
  );

  const subscriptionController = new AbortController();
  const subscription = eventStore.subscribe(
    position,
    projection.types,
    AbortSignal.any([signal, subscriptionController.signal]),
  );
  try {
    for await (const batch of batchesOf(subscription, PAGE)) {
      const through = batch.map((item) => ('event' in item ? item.event.position : item.marker)).at(-1) ?? position;
      await write(
        batch.flatMap((item) => ('event' in item ? [item.event] : [])),
        through,
      );
    }
  } finally {
    subscriptionController.abort();
  }
};

/** The result of `work`, unless `signal` aborts first. @throws the reason of `signal` */
const unlessAborted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
};

type FeedOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  build: Build;
  pace(): RebuildPace | null;
  logger: Logger;
  retryMs: number;
  stopping: AbortSignal;
  /** `signal` aborts when the build is not to be fed any more. */
  onCaughtUp(signal: AbortSignal): Promise<void>;
};

/** A build that is fed until `stop` aborts. `hasStopped` is true once it has failed at too many streams. */
export type BuildRunner = {
  build: Build;
  mutex: Mutex;
  /** Streams that are set aside, each with the position from which it is skipped. Changed only under the mutex. */
  skipped: Map<string, Position>;
  /** Streams that an earlier run has set aside and this one has not tried yet. */
  inheritedStreams: Set<string>;
  stop: AbortController;
  completion: Promise<void>;
  hasStopped(): boolean;
};

/**
 * Feeds a build and tries again when an engine fails. If the build stops at an event, that is recorded with it, and
 * other builds go on.
 */
export const runBuildUntilStopped = ({
  engines,
  projection,
  build,
  pace,
  logger,
  retryMs,
  stopping,
  onCaughtUp,
}: FeedOptions): BuildRunner => {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, stopping]);
  const mutex = createMutex();
  const skipped = new Map<string, Position>();
  const inheritedStreams = new Set<string>();
  let hasStopped = false;
  let hasLoadedInherited = false;

  const feed = async (): Promise<void> => {
    const setAside = await engines.views.setAside(build);
    for (const { stream, position } of setAside) skipped.set(stream, position);
    if (!hasLoadedInherited) for (const { stream } of setAside) inheritedStreams.add(stream);
    hasLoadedInherited = true;
    try {
      await runBuild({
        engines,
        projection,
        build,
        signal,
        skipped,
        logger,
        mutex,
        pace,
        onCaughtUp: () => onCaughtUp(signal),
      });
    } catch (error) {
      if (!(error instanceof PoisonEvent) || signal.aborted) throw error;
      await recordFailure(error);
    }
  };

  /**
   * A stopped build tries again after a restart, because the code may have been fixed, or when an operator asks for it.
   */
  const recordFailure = async (error: PoisonEvent): Promise<void> => {
    hasStopped = true;
    logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
    await engines.views
      .fail(build, { position: error.position, message: error.message })
      .catch((recordingError: unknown) => {
        logger.error({ err: recordingError, view: projection.name }, 'the failure of a view could not be recorded');
      });
  };

  const completion = retryUntilStopped(feed, {
    retryMs,
    signal,
    onFailure: (error) => logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again'),
  });
  return { build, mutex, skipped, inheritedStreams, stop, completion, hasStopped: () => hasStopped };
};
