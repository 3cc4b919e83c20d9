import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { ROW_OPERATIONS, type RowOperationCommand, rowOperations } from '#domain/operations';
import { sameId } from '#domain/rules';
import { type Build, type Engines, logPages, type Mutex, retryUntilStopped } from '#engines';
import { type EventStore, type Position, type RecordedEvent, type RewrittenView, START } from '#events';
import { BatchFolder, PoisonEvent, rowAsStored, type SkippedStreams } from './fold-batch.js';
import { type RebuildPace, rebuildPace } from './rebuild-pace.js';
import { resultContext } from './recorder.js';
import type { createViewRunner } from './view-runner.js';

/** Small, so that a search through the whole log makes room for others often. */
const SEARCH_PAGE_SIZE = 500;

/** The rows of one view about a consignment, and all events up to `through` that change any of them, in log order. */
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
 * Finds the rows about a consignment in the log, not in the views, in two passes. The events of the consignment give
 * the ids of the rows; then every event that changes one of these rows is collected, whatever its stream, because a row
 * may be made of several streams. Empty if there is no such consignment or `signal` has aborted.
 */
const rowsOfConsignment = async (
  consignmentId: string,
  { eventStore, projections, pace, signal }: CheckOptions,
): Promise<RowsOfConsignment[]> => {
  const stream = `consignment-${consignmentId}`;
  const [firstEvent] = (await eventStore.read(stream, { to: 0 })).events;
  if (!firstEvent) return [];
  const through = await eventStore.lastPosition();

  const consignmentEvents: RecordedEvent[] = [firstEvent];
  const types = [...new Set(projections.flatMap((projection) => projection.types))];
  for await (const page of readPages(firstEvent.position, types))
    consignmentEvents.push(...page.filter((event) => belongsTo(consignmentId, event)));

  const rowsByView = projections
    .map((projection) => ({
      projection,
      ids: new Set(
        consignmentEvents
          .filter(({ type }) => projection.types.includes(type))
          .flatMap((event) => idsChangedBy(projection, event)),
      ),
      events: [] as RecordedEvent[],
      through,
    }))
    .filter(({ ids }) => ids.size > 0);
  const changingTypes = [...new Set(rowsByView.flatMap(({ projection }) => projection.types))];
  for await (const page of readPages(START, changingTypes))
    for (const rows of rowsByView) rows.events.push(...page.filter((event) => changesAny(rows, event)));
  return signal.aborted ? [] : rowsByView;

  function readPages(after: Position, eventTypes: string[]): AsyncGenerator<RecordedEvent[]> {
    const pause = (workedMs: number) => pace.rest(workedMs, signal);
    return logPages(eventStore, { after, through, types: eventTypes, pageSize: SEARCH_PAGE_SIZE, signal, pause });
  }
};

/** Ids of all rows that the event changes; none if the projection fails, because the stream is then set aside. */
const idsChangedBy = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch {
    return [];
  }
};

/** Whether the event changes one of these rows. */
const changesAny = (
  { projection, ids }: Pick<RowsOfConsignment, 'projection' | 'ids'>,
  event: RecordedEvent,
): boolean => projection.types.includes(event.type) && idsChangedBy(projection, event).some((id) => ids.has(id));

/** Streams of a consignment end with its id; events of other streams contain it. */
const belongsTo = (consignmentId: string, { stream, data }: RecordedEvent): boolean => {
  if (stream.endsWith(`-${consignmentId}`)) return true;
  const mentionedId = (data as { consignmentId?: unknown } | null)?.consignmentId;
  return typeof mentionedId === 'string' && sameId(mentionedId, consignmentId);
};

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  activeRunners: { build: Build; mutex: Mutex; skipped: SkippedStreams }[];
};

/**
 * Folds the rows from events alone, without the streams that a build skips; null for a row that is deleted.
 * @throws PoisonEvent if the projection cannot take an event that is not set aside
 */
const refoldRows = (
  { projection, ids }: RowsOfConsignment,
  events: readonly RecordedEvent[],
  skipped: SkippedStreams,
): Map<string, object | null> => {
  const rows = new Map<string, object | null>([...ids].map((id) => [id, null]));
  const folder = new BatchFolder(projection, rows, skipped, true);
  for (const event of events) {
    folder.fold(
      event,
      folder.idsOf(event).filter((id) => ids.has(id)),
    );
    const [poison] = folder.poisonEvents;
    if (poison) throw poison;
  }
  return rows;
};

/**
 * Folds the rows again and corrects those that differ, in every build that is fed, at the checkpoint of the build and
 * under its mutex. Returns the result of the live build.
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
    const rewritten = await mutex(() => rewriteRowsOfBuild(build, rows, skipped, engines));
    if (build.build === live?.build) liveResult = { view, ...rewritten };
  }
  return liveResult;
};

const rewriteRowsOfBuild = async (
  build: Build,
  rows: RowsOfConsignment,
  skipped: SkippedStreams,
  { eventStore, views }: Options['engines'],
): Promise<{ rows: number; changed: number }> => {
  const checkpointPosition = (await views.checkpointOf(build))?.position;
  if (checkpointPosition === undefined) return { rows: 0, changed: 0 };
  const newerEvents =
    checkpointPosition > rows.through ? await eventsBetween(rows, checkpointPosition, eventStore) : [];
  const expectedRows = refoldRows(
    rows,
    [...rows.events.filter(({ position }) => position <= checkpointPosition), ...newerEvents],
    skipped,
  );
  const storedRows = await views.rowsOf(build, [...expectedRows.keys()]);
  const differingRows = [...expectedRows].filter(
    ([id, row]) => !isDeepStrictEqual(rowAsStored(row), storedRows.get(id) ?? null),
  );
  // Written at the checkpoint: what was stored before is replaced, a newer row stays.
  if (differingRows.length > 0)
    await views.rewrite(
      build,
      differingRows.map(([id, row]) => ({ id, row, position: checkpointPosition })),
    );
  return { rows: [...expectedRows.values()].filter((row) => row !== null).length, changed: differingRows.length };
};

const PAGE_SIZE = 1_000;

const eventsBetween = async (
  rows: RowsOfConsignment,
  through: Position,
  eventStore: Options['engines']['eventStore'],
): Promise<RecordedEvent[]> => {
  const { projection, through: after } = rows;
  const events: RecordedEvent[] = [];
  const range = { after, through, types: projection.types, pageSize: PAGE_SIZE };
  for await (const page of logPages(eventStore, range)) events.push(...page.filter((event) => changesAny(rows, event)));
  return events;
};

type ProcessOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  runners: ReadonlyMap<string, ReturnType<typeof createViewRunner>>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  signal: AbortSignal;
};

/** Rebuilds the rows of every consignment with an open request, and records the result. */
export const processRowRequests = async ({
  engines,
  runners,
  logger,
  now,
  retryMs,
  signal,
}: ProcessOptions): Promise<void> => {
  const { eventStore } = engines;
  await retryUntilStopped(processOpenRequests, {
    retryMs,
    signal,
    onFailure: (error) => logger.warn({ err: error }, 'rows of a consignment could not be rebuilt, trying again'),
  });

  async function processOpenRequests(): Promise<void> {
    while (!signal.aborted) {
      const { state, events } = await load(eventStore, rowOperations, ROW_OPERATIONS);
      const [next] = state.open;
      if (!next) return;
      const [requestId, consignmentId] = next;
      const command = await rebuildRows(requestId, consignmentId);
      if (signal.aborted) return;
      const request = events.find(({ data }) => (data as { requestId?: string }).requestId === requestId);
      await handle(eventStore, rowOperations, ROW_OPERATIONS, command, resultContext(request, now()));
    }
  }

  async function rebuildRows(requestId: string, consignmentId: string): Promise<RowOperationCommand> {
    const projections = [...runners.values()].map(({ projection }) => projection);
    try {
      const rowsByView = await rowsOfConsignment(consignmentId, {
        eventStore,
        projections,
        pace: rebuildPace(eventStore),
        signal,
      });
      // All views are checked first: if one cannot take an event, no rows are changed, unless its stream is set aside.
      for (const rows of rowsByView)
        for (const { skipped } of runners.get(rows.projection.name)?.activeRunners() ?? [])
          refoldRows(rows, rows.events, skipped);
      const views: RewrittenView[] = [];
      for (const rows of rowsByView)
        views.push(
          await rewriteRows(rows, { engines, activeRunners: runners.get(rows.projection.name)?.activeRunners() ?? [] }),
        );
      return { type: 'RecordRows', requestId, views };
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      logger.error({ err: error, consignmentId }, 'rows of a consignment could not be rebuilt');
      return { type: 'RecordRowsFailure', requestId, message: error.message };
    }
  }
};
