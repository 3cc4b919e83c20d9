import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { type Build, createMutex, type Engines, type Mutex, retryUntilStopped } from '#engines';
import { type Position, type RecordedEvent, START, StoreUnavailable } from '#events';
import { foldBatch, type FoldResult, inBatches, PoisonEvent } from './fold-batch.js';
import type { RebuildPace } from './rebuild-pace.js';

/** Of a build that nobody reads yet: large, so that a row is written once for many of its events. */
const PAGE = 4_000;
/** What a build beside a live one takes at a time: a few milliseconds of the event loop and of the writer. */
const SMALL_PAGE = 100;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  build: Build;
  signal: AbortSignal;
  /** Streams that the build has set aside, from where on; kept up with what is found here. */
  skipped: Map<string, Position>;
  logger: Logger;
  /** Between two batches others may look at the build, or put its rows right. */
  mutex: Mutex;
  /** While nobody waits for the build: how it makes room for others. */
  pace(): RebuildPace | null;
  /** Called once, when the build has reached the head that the log had at the start. */
  caughtUp(): Promise<void>;
};

/**
 * Feeds one build of one view from its checkpoint to the end of the log, and then as events come. Streams that it
 * cannot take are set aside and told to the log, the others go on. Ends when `signal` aborts, at once: what has been
 * read and not written yet is read again by whoever goes on.
 * @throws PoisonEvent where no more streams can be set aside, after everything before the event has been written;
 * whatever the engines throw, and `signal` aborts with.
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
  caughtUp,
}: Options): Promise<void> => {
  const { logId } = eventStore;
  let position = (await views.checkpointOf(build))?.position ?? START;

  /**
   * Writes what the events make of the rows; `reached` is how far the log has been looked through with them.
   * `meanwhile` runs while the engine writes.
   */
  const write = (events: readonly RecordedEvent[], reached: Position, meanwhile?: () => void): Promise<void> =>
    mutex(async () => {
      const folded = await foldBatch(views, build, projection, events, { skipped, signal });
      const { setAside, poison } = await put(folded, events, reached, meanwhile);
      for (const event of setAside) {
        skipped.set(event.stream, event.position);
        logger.error({ err: event, view: projection.name, build: build.build }, 'a stream is set aside for a view');
      }
      if (poison) throw poison;
    });

  /**
   * Writes a folded batch. Where an engine refuses it, rows are looked for that no engine can hold: their streams are
   * set aside, too.
   */
  const put = async (
    folded: FoldResult,
    events: readonly RecordedEvent[],
    reached: Position,
    meanwhile?: () => void,
  ): Promise<FoldResult> => {
    const { rows, upTo, setAside, poison } = folded;
    const checkpoint = poison ? (upTo ?? position) : reached;
    const isNews = rows.length > 0 || setAside.length > 0 || checkpoint > position;
    try {
      const written = isNews
        ? views.write(
            build,
            rows,
            { logId, position: checkpoint },
            { setAside: setAside.map((event) => event.setAside), signal },
          )
        : undefined;
      if (!poison) meanwhile?.();
      await written;
      position = checkpoint;
      return folded;
    } catch (error) {
      if (error instanceof StoreUnavailable || signal.aborted) throw error;
      const checked = await foldBatch(views, build, projection, events, { skipped, signal, isChecked: true });
      if (checked.setAside.length === setAside.length && !checked.poison) throw error;
      return put(checked, events, reached);
    }
  };

  const head = await eventStore.lastPosition();
  const started = performance.now();
  let read = 0;
  const pageAfter = (after: Position) => {
    const limit = pace() ? SMALL_PAGE : PAGE;
    const reading = eventStore
      .readAll(after, limit, projection.types)
      .then((events) => ({ events, isFull: events.length === limit }));
    reading.catch(() => undefined); // awaited in its turn, which a failed write may keep from coming
    return reading;
  };
  // A function of its own: nothing of the pages it has read is kept while the build follows the log for weeks.
  const catchUp = async (): Promise<void> => {
    let next = pageAfter(position);
    while (position < head && !signal.aborted) {
      const began = performance.now();
      const { events, isFull } = await unlessAborted(next, signal);
      read += events.length;
      const last = events.at(-1)?.position ?? head;
      const reached = !isFull && last < head ? head : last;
      await write(events, reached, () => {
        if (reached < head) next = pageAfter(reached);
      });
      await pace()?.rest(performance.now() - began, signal);
    }
  };
  await catchUp();
  if (signal.aborted) return;
  // A build that has nothing to read still needs its checkpoint, by which readers know that it is complete.
  if (!(await views.checkpointOf(build))) await views.write(build, [], { logId, position });
  await caughtUp();
  logger.info(
    { view: projection.name, build: build.build, events: read, milliseconds: Math.round(performance.now() - started) },
    'view caught up',
  );

  const left = new AbortController();
  const news = eventStore.subscribe(position, projection.types, AbortSignal.any([signal, left.signal]));
  try {
    for await (const batch of inBatches(news, PAGE)) {
      const reached = batch.map((item) => ('event' in item ? item.event.position : item.marker)).at(-1) ?? position;
      await write(
        batch.flatMap((item) => ('event' in item ? [item.event] : [])),
        reached,
      );
    }
  } finally {
    left.abort();
  }
};

/** What `work` comes to; nobody waits for it any more once `signal` aborts. @throws whatever `signal` aborts with */
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
  caughtUp(signal: AbortSignal): Promise<void>;
};

/** A build being fed, until `stop` aborts or it can set no more streams aside: then it `hasStopped`. */
export type BuildRunner = {
  build: Build;
  mutex: Mutex;
  /** Streams that are set aside, from where on. Changed in turn alone. */
  skipped: Map<string, Position>;
  /** Streams that an earlier run has set aside and this one has not tried yet. */
  inherited: Set<string>;
  stop: AbortController;
  done: Promise<void>;
  hasStopped(): boolean;
};

/** Feeds a build for as long as engines come back. Where it stops is recorded with it, and only this build stops. */
export const runBuildUntilStopped = ({
  engines,
  projection,
  build,
  pace,
  logger,
  retryMs,
  stopping,
  caughtUp,
}: FeedOptions): BuildRunner => {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, stopping]);
  const mutex = createMutex();
  const skipped = new Map<string, Position>();
  const inherited = new Set<string>();
  let hasStopped = false;
  let isInheritedRead = false;

  const feed = async (): Promise<void> => {
    const setAside = await engines.views.setAside(build);
    for (const { stream, position } of setAside) skipped.set(stream, position);
    if (!isInheritedRead) for (const { stream } of setAside) inherited.add(stream);
    isInheritedRead = true;
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
        caughtUp: () => caughtUp(signal),
      });
    } catch (error) {
      if (!(error instanceof PoisonEvent) || signal.aborted) throw error;
      await stopAt(error);
    }
  };

  /** It tries again after a restart, when the code may have been mended, or when an operator says so. */
  const stopAt = async (error: PoisonEvent): Promise<void> => {
    hasStopped = true;
    logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
    await engines.views
      .fail(build, { position: error.position, message: error.message })
      .catch((unrecorded: unknown) => {
        logger.error({ err: unrecorded, view: projection.name }, 'the failure of a view could not be recorded');
      });
  };

  const done = retryUntilStopped(feed, {
    retryMs,
    signal,
    onFailure: (error) => logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again'),
  });
  return { build, mutex, skipped, inherited, stop, done, hasStopped: () => hasStopped };
};
