import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { ROW_OPERATIONS, type RowOperationCommand, rowOperations } from '#domain/operations';
import { sameId } from '#domain/rules';
import { type Build, type Engines, logPages, type Mutex, retryUntilStopped } from '#engines';
import { type EventStore, type Position, type RecordedEvent, type RewrittenView, START } from '#events';
import { BatchFolder, PoisonEvent, type SkippedStreams } from './fold-batch.js';
import { type RebuildPace, rebuildPace } from './rebuild-pace.js';
import { answerContext } from './recorder.js';
import type { createViewRunner } from './view-runner.js';

/** Small, so that a search through the whole log makes room for others often. */
const SEARCH_PAGE_SIZE = 500;

/**
 * The rows of one view that tell of a consignment, and all events of the log up to `through` that name any of them, in
 * order.
 */
type RowsOfConsignment = {
  projection: Projection<object>;
  ids: Set<string>;
  events: RecordedEvent[];
  through: Position;
};

type CheckOptions = {
  eventStore: EventStore;
  projections: readonly Projection<object>[];
  pace: RebuildPace;
  signal: AbortSignal;
};

/**
 * Finds in the log, not in the views, which rows tell of a consignment. Two passes: what belongs to the consignment
 * names the rows; then every event that names one of them counts, of whatever stream, for a row may be made of the
 * events of others too. Empty when there is no such consignment or `signal` has aborted.
 */
const rowsOfConsignment = async (
  consignmentId: string,
  { eventStore, projections, pace, signal }: CheckOptions,
): Promise<RowsOfConsignment[]> => {
  const stream = `consignment-${consignmentId}`;
  const [first] = (await eventStore.read(stream, { to: 0 })).events;
  if (!first) return [];
  const through = await eventStore.lastPosition();

  const belonging: RecordedEvent[] = [first];
  const types = [...new Set(projections.flatMap((projection) => projection.types))];
  for await (const page of pages(first.position, types))
    belonging.push(...page.filter((event) => belongsTo(consignmentId, event)));

  const concerned = projections
    .map((projection) => ({
      projection,
      ids: new Set(
        belonging
          .filter(({ type }) => projection.types.includes(type))
          .flatMap((event) => idsNamedBy(projection, event)),
      ),
      events: [] as RecordedEvent[],
      through,
    }))
    .filter(({ ids }) => ids.size > 0);
  const concernedTypes = [...new Set(concerned.flatMap(({ projection }) => projection.types))];
  for await (const page of pages(START, concernedTypes))
    for (const rows of concerned) rows.events.push(...page.filter((event) => names(rows, event)));
  return signal.aborted ? [] : concerned;

  function pages(after: Position, ofTypes: string[]): AsyncGenerator<RecordedEvent[]> {
    const pause = (workedMs: number) => pace.rest(workedMs, signal);
    return logPages(eventStore, { after, through, types: ofTypes, pageSize: SEARCH_PAGE_SIZE, signal, pause });
  }
};

/** Ids of all rows that the event changes; none where it cannot say: its stream is set aside. */
const idsNamedBy = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch {
    return [];
  }
};

/** Whether the event changes one of these rows. */
const names = ({ projection, ids }: Pick<RowsOfConsignment, 'projection' | 'ids'>, event: RecordedEvent): boolean =>
  projection.types.includes(event.type) && idsNamedBy(projection, event).some((id) => ids.has(id));

/** Streams named after a consignment end with its id; events of others name it. */
const belongsTo = (consignmentId: string, { stream, data }: RecordedEvent): boolean => {
  if (stream.endsWith(`-${consignmentId}`)) return true;
  const named = (data as { consignmentId?: unknown } | null)?.consignmentId;
  return typeof named === 'string' && sameId(named, consignmentId);
};

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  activeRunners: { build: Build; mutex: Mutex; skipped: SkippedStreams }[];
};

/**
 * The rows as the events alone make them, without those that a build skips; null for one that is gone. @throws
 * PoisonEvent at an event that the projection cannot take and that is not set aside.
 */
const refoldRows = (
  { projection, ids }: RowsOfConsignment,
  events: readonly RecordedEvent[],
  skipped: SkippedStreams,
): Map<string, object | null> => {
  const rows = new Map<string, object | null>([...ids].map((id) => [id, null]));
  const folding = new BatchFolder(projection, rows, skipped, true);
  for (const event of events) {
    folding.take(
      event,
      folding.idsOf(event).filter((id) => ids.has(id)),
    );
    const [poison] = folding.poison;
    if (poison) throw poison;
  }
  return rows;
};

/**
 * Folds the rows afresh and puts right, in every build that is fed, those that say something else; each build at its
 * own checkpoint, while its feeder waits. Answers what it came to in the build that answers readers.
 * @throws PoisonEvent
 */
const rewriteRows = async (rows: RowsOfConsignment, { engines, activeRunners }: Options): Promise<RewrittenView> => {
  const {
    projection: { name: view },
  } = rows;
  const live = (await engines.views.builds()).find(
    ({ name, version, active }) => name === view && version === rows.projection.version && active,
  );
  let liveResult: RewrittenView = { view, rows: 0, changed: 0 };
  for (const { build, mutex, skipped } of activeRunners) {
    const rewritten = await mutex(() => rewriteIn(build, rows, skipped, engines));
    if (build.build === live?.build) liveResult = { view, ...rewritten };
  }
  return liveResult;
};

const rewriteIn = async (
  build: Build,
  rows: RowsOfConsignment,
  skipped: SkippedStreams,
  { eventStore, views }: Options['engines'],
): Promise<{ rows: number; changed: number }> => {
  const reached = (await views.checkpointOf(build))?.position;
  if (reached === undefined) return { rows: 0, changed: 0 };
  const later = reached > rows.through ? await eventsBetween(rows, reached, eventStore) : [];
  const right = refoldRows(rows, [...rows.events.filter(({ position }) => position <= reached), ...later], skipped);
  const stored = await views.rowsOf(build, [...right.keys()]);
  const wrong = [...right].filter(([id, row]) => !isDeepStrictEqual(asStored(row), stored.get(id) ?? null));
  // As of the checkpoint: whatever was stored before is replaced, whatever comes is newer.
  if (wrong.length > 0)
    await views.rewrite(
      build,
      wrong.map(([id, row]) => ({ id, row, position: reached })),
    );
  return { rows: [...right.values()].filter((row) => row !== null).length, changed: wrong.length };
};

const PAGE_SIZE = 1_000;

const eventsBetween = async (
  rows: RowsOfConsignment,
  reached: Position,
  eventStore: Options['engines']['eventStore'],
): Promise<RecordedEvent[]> => {
  const { projection, through: after } = rows;
  const events: RecordedEvent[] = [];
  const range = { after, through: reached, types: projection.types, pageSize: PAGE_SIZE };
  for await (const page of logPages(eventStore, range)) events.push(...page.filter((event) => names(rows, event)));
  return events;
};

/** A row as an engine gives it back: what JSON cannot say is not there. */
const asStored = (row: object | null): unknown => (row === null ? null : JSON.parse(JSON.stringify(row)));

type AnswerOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  runners: ReadonlyMap<string, ReturnType<typeof createViewRunner>>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  signal: AbortSignal;
};

/** Makes the rows of every consignment anew that was asked for and not answered yet, and records what it came to. */
export const processRowRequests = async ({
  engines,
  runners,
  logger,
  now,
  retryMs,
  signal,
}: AnswerOptions): Promise<void> => {
  const { eventStore } = engines;
  await retryUntilStopped(processOpenRequests, {
    retryMs,
    signal,
    onFailure: (error) => logger.warn({ err: error }, 'rows of a consignment could not be made anew, trying again'),
  });

  async function processOpenRequests(): Promise<void> {
    while (!signal.aborted) {
      const { state, past } = await load(eventStore, rowOperations, ROW_OPERATIONS);
      const [next] = state.open;
      if (!next) return;
      const [requestId, consignmentId] = next;
      const command = await answerTo(requestId, consignmentId);
      if (signal.aborted) return;
      const request = past.find(({ data }) => (data as { requestId?: string }).requestId === requestId);
      await handle(eventStore, rowOperations, ROW_OPERATIONS, command, answerContext(request, now()));
    }
  }

  async function answerTo(requestId: string, consignmentId: string): Promise<RowOperationCommand> {
    const projections = [...runners.values()].map(({ projection }) => projection);
    try {
      const concerned = await rowsOfConsignment(consignmentId, {
        eventStore,
        projections,
        pace: rebuildPace(eventStore),
        signal,
      });
      // An event that one view cannot take leaves the rows of all as they are, unless its stream is set aside anyway.
      for (const rows of concerned)
        for (const { skipped } of runners.get(rows.projection.name)?.activeRunners() ?? [])
          refoldRows(rows, rows.events, skipped);
      const views: RewrittenView[] = [];
      for (const rows of concerned)
        views.push(
          await rewriteRows(rows, { engines, activeRunners: runners.get(rows.projection.name)?.activeRunners() ?? [] }),
        );
      return { type: 'RecordRows', requestId, views };
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      logger.error({ err: error, consignmentId }, 'rows of a consignment could not be made anew');
      return { type: 'RecordRowsFailure', requestId, message: error.message };
    }
  }
};
