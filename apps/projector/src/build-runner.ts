import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { operationsSinceReplacement, type ViewOperations } from '#domain/operations';
import {
  type Build,
  type BuildStatus,
  type Checkpoint,
  createMutex,
  type Engines,
  type Mutex,
  type ViewName,
} from '#engines';
import { type EventStore, type Position, type RecordedEvent, START, StoreUnavailable } from '#events';
import { foldBatch, type FoldResult, inBatches, PoisonEvent } from './fold-batch.js';

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
  let [stopped, isKnown] = [false, false];

  const feed = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const setAside = await engines.views.setAside(build);
        for (const { stream, position } of setAside) skipped.set(stream, position);
        if (!isKnown) for (const { stream } of setAside) inherited.add(stream);
        isKnown = true;
        return await runBuild({
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
        if (signal.aborted) return;
        if (error instanceof PoisonEvent) return stopAt(error);
        logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again');
        await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
      }
    }
  };

  /** It tries again after a restart, when the code may have been mended, or when an operator says so. */
  const stopAt = async (error: PoisonEvent): Promise<void> => {
    stopped = true;
    logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
    await engines.views
      .fail(build, { position: error.position, message: error.message })
      .catch((unrecorded: unknown) => {
        logger.error({ err: unrecorded, view: projection.name }, 'the failure of a view could not be recorded');
      });
  };

  return { build, mutex, skipped, inherited, stop, done: feed(), hasStopped: () => stopped };
};

/** What operators want done with builds; see ViewOperations. */
export type OperatorChoices = Pick<ViewOperations, 'rebuild' | 'chosen' | 'kept' | 'dropped'>;
export const NO_OPERATOR_CHOICES: OperatorChoices = { rebuild: null, chosen: null, kept: null, dropped: [] };

/** What is there of a view when its projector looks. */
export type ViewBuilds = {
  /** Answers queries. */
  live: BuildStatus | undefined;
  /**
   * Was being made beside it, or before there was one; by the projector, and readers go to it when it has caught up.
   */
  unfinished: BuildStatus | undefined;
  /** An operator sent the readers to it, and they are not there yet. */
  chosen: BuildStatus | undefined;
  /** Read by nobody any more, and fed all the same. */
  keptBuild: BuildStatus | undefined;
  /** Made for an operator; `wanted` names it where it has to be made first. */
  rebuilt: BuildStatus | undefined;
  wanted: string | null;
  /** Made before the live one, or given up for a later one or by an operator: nobody needs them any more. */
  replaced: BuildStatus[];
  /** Made from another log, or from events that this log does not hold (ADR-001). */
  foreign: BuildStatus[];
};

/**
 * Sorts the builds of a view. `head` names the log and its last position. Builds of a version sort by age; those of a
 * newer version than ours belong to a newer projector and are none of our business.
 */
export const classifyBuilds = (
  { name, version }: ViewName,
  builds: BuildStatus[],
  head: Checkpoint,
  operated: OperatorChoices = NO_OPERATOR_CHOICES,
): ViewBuilds => {
  const ours = builds.filter((build) => build.name === name && build.version <= version);
  const isForeign = ({ checkpoint: { logId, position } }: BuildStatus) =>
    logId !== '' && (logId !== head.logId || position > head.position);
  const isDropped = ({ version: of, build }: BuildStatus) => of === version && operated.dropped.includes(build);
  const own = ours
    .filter((build) => build.version === version && !isForeign(build) && !isDropped(build))
    .toSorted((a, b) => (a.build < b.build ? 1 : -1));
  const called = (build: string | null | undefined) => own.find((one) => one.build === build);

  const live = own.find((build) => build.active);
  const counting = operationsSinceReplacement(operated, live?.build ?? '');
  const chosen = live?.build === counting.chosen ? undefined : called(counting.chosen);
  const [kept, rebuilt] = [called(counting.kept), called(counting.rebuild?.build)];
  const unfinished = own.find(
    (build) => !build.active && ![chosen, kept, rebuilt].includes(build) && (!live || build.build > live.build),
  );
  const foreign = ours.filter((build) => build.version === version && isForeign(build));
  const needed = new Set([live, unfinished, chosen, kept, rebuilt, ...foreign]);
  const wanted = rebuilt ? null : (operated.rebuild?.build ?? null);
  return {
    live,
    unfinished,
    chosen,
    keptBuild: kept,
    rebuilt,
    wanted,
    replaced: ours.filter((build) => !needed.has(build)),
    foreign,
  };
};

/** A log that has grown within so many milliseconds says that somebody works. */
const BUSY_MS = 1_500;
/** While somebody does, a rebuild rests so many times as long as it worked, at most so many milliseconds. */
const RESTS = 12;
const MAX_REST_MS = 1_000;

/** How a rebuild makes room for whoever appends: it goes on at full speed only while nobody does (ADR-024). */
export const rebuildPace = (store: Pick<EventStore, 'lastPosition'>) => {
  let head: Position | null = null;
  let busyUntil = -Infinity;
  return {
    /** After a page that took `workedMs`. Ends early when `signal` aborts. */
    async rest(workedMs: number, signal?: AbortSignal): Promise<void> {
      const now = await store.lastPosition();
      if (head !== null && now !== head) busyUntil = performance.now() + BUSY_MS;
      head = now;
      if (performance.now() >= busyUntil) await setImmediate();
      else await setTimeout(Math.min(MAX_REST_MS, workedMs * RESTS), undefined, { signal }).catch(() => undefined);
    },
  };
};
export type RebuildPace = ReturnType<typeof rebuildPace>;
