import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { operationsIdOf, viewOperations } from '#domain/operations';
import {
  type Build,
  type BuildStatus,
  type Engines,
  logPages,
  type Mutex,
  retryUntilStopped,
  type StoredRow,
  type Views,
} from '#engines';
import {
  type Comparison,
  type DifferingField,
  type DifferingRow,
  type Position,
  type RecordedEvent,
  START,
} from '#events';
import { foldBatch } from './fold-batch.js';
import { type RebuildPace, rebuildPace } from './rebuild-pace.js';
import { resultContext } from './recorder.js';

const ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/;
/** Fields of a differing row that are recorded; the log keeps them for ever. */
const MAX_FIELDS = 30;

type Difference = DifferingRow['difference'];

/** Null if the row is the same in both builds. */
const differenceOf = (oldRow: object | undefined, newRow: object | undefined): Difference | null => {
  if (oldRow === undefined) return newRow === undefined ? null : 'onlyNew';
  if (newRow === undefined) return 'onlyOld';
  return isDeepStrictEqual(oldRow, newRow) ? null : 'different';
};

/**
 * A difference as it may be recorded: the fields, and the values that cannot name a person. Free text is hidden,
 * because a projection does not say which of its fields are personal, and plain text in the log can never be erased.
 */
const differingRow = (id: string, oldRow: object | undefined, newRow: object | undefined): DifferingRow | null => {
  const difference = differenceOf(oldRow, newRow);
  if (difference === null) return null;
  if (!oldRow || !newRow) return { id, difference, fields: [] };
  const [oldFields, newFields] = [oldRow, newRow].map((row) => new Map<string, unknown>(Object.entries(row)));
  const fields = [...new Set([...(oldFields?.keys() ?? []), ...(newFields?.keys() ?? [])])].filter(
    (field) => !isDeepStrictEqual(oldFields?.get(field), newFields?.get(field)),
  );
  return {
    id,
    difference,
    fields: fields
      .slice(0, MAX_FIELDS)
      .map((field) => differingField(field, oldFields?.get(field), newFields?.get(field))),
  };
};

const differingField = (field: string, oldValue: unknown, newValue: unknown): DifferingField => {
  const hidden = !isImpersonal(oldValue) || !isImpersonal(newValue);
  return { field, hidden, old: hidden ? null : jsonOf(oldValue), new: hidden ? null : jsonOf(newValue) };
};

const isImpersonal = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && (value === '' || ID.test(value) || TIME.test(value)));

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * The rows that differ. The first `limit` are kept by id and the rest only counted, so that memory is bounded even if
 * two builds have nothing in common.
 */
export class Differences {
  private readonly differences = new Map<string, Difference>();
  private readonly overflowCounts = new Map<Difference, number>();

  constructor(private readonly limit: number) {}

  /** Adds a row that differs. Call it once per row. */
  add(id: string, difference: Difference): void {
    if (this.differences.size < this.limit) this.differences.set(id, difference);
    else this.overflowCounts.set(difference, (this.overflowCounts.get(difference) ?? 0) + 1);
  }

  /** Updates a row that has changed since. A row that was only counted stays counted. */
  update(id: string, difference: Difference | null): void {
    if (!difference) this.differences.delete(id);
    else if (this.differences.has(id)) this.differences.set(id, difference);
    else if (this.overflowCounts.size === 0) this.add(id, difference);
  }

  count = (kind: Difference): number =>
    [...this.differences.values()].filter((difference) => difference === kind).length +
    (this.overflowCounts.get(kind) ?? 0);

  firstIds = (count: number): string[] => [...this.differences.keys()].slice(0, count);
}

const ROW_PAGE_SIZE = 200;

/** All rows of a build, ordered by the UTF-8 bytes of their ids. */
export async function* allRows(views: Pick<Views, 'rowsAfter'>, build: Build): AsyncGenerator<StoredRow> {
  for (let after = ''; ;) {
    const page = await views.rowsAfter(build, after, ROW_PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < ROW_PAGE_SIZE) return;
    after = last.id;
  }
}

export type RowPair = { id: string; oldRow: object | undefined; newRow: object | undefined };

/** The rows of two builds side by side, each id once. */
async function* rowPairs(views: Pick<Views, 'rowsAfter'>, oldBuild: Build, newBuild: Build): AsyncGenerator<RowPair> {
  const [oldRows, newRows] = [allRows(views, oldBuild), allRows(views, newBuild)];
  const next = async (rows: AsyncGenerator<StoredRow>): Promise<StoredRow | null> => {
    const { done, value } = await rows.next();
    return done ? null : value;
  };
  let [nextOld, nextNew] = [await next(oldRows), await next(newRows)];
  while (nextOld || nextNew) {
    const order =
      nextOld && nextNew ? Buffer.compare(Buffer.from(nextOld.id), Buffer.from(nextNew.id)) : nextOld ? -1 : 1;
    const [left, right] = [order <= 0 ? nextOld : null, order >= 0 ? nextNew : null];
    yield { id: (left ?? right)?.id ?? '', oldRow: left?.row, newRow: right?.row };
    if (left) nextOld = await next(oldRows);
    if (right) nextNew = await next(newRows);
  }
}

const MAX_SAMPLES = 20;
/** Differing rows that are kept by id, which takes some megabytes. All rows differ after a change of wording. */
const MAX_DIFFERENCES = 10_000;
const EVENT_PAGE_SIZE = 1_000;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  oldBuild: Build;
  newBuild: Build;
  /** Runs work while nobody writes to either build. */
  lockBoth: Mutex;
  pace: RebuildPace;
  signal: AbortSignal;
  /** How many differing rows are kept by id; for tests. */
  maxDifferences?: number;
};

/**
 * Compares two builds of a view at the same position while both are being fed:
 * 1. All rows are read while the builds are written to.
 * 2. Rows that events have changed since are read again, as long as there are many such events.
 * 3. The last of them are compared with both builds locked; the events that one build lacks are folded into its rows
 *    in memory.
 * An old build that has stopped at an event is compared as it is. The result is null if `signal` has aborted.
 * Differing rows beyond `maxDifferences` are only counted, as they were first read.
 * @throws Error if the old build was started again meanwhile
 */
export const compareBuilds = async ({
  engines,
  projection,
  oldBuild,
  newBuild,
  lockBoth,
  pace,
  signal,
  maxDifferences = MAX_DIFFERENCES,
}: Options): Promise<Comparison | null> => {
  const { eventStore, views } = engines;
  const positionOf = async (build: Build): Promise<Position> => (await views.checkpointOf(build))?.position ?? START;
  const stopPosition = (await statusOf(oldBuild))?.failure ? await positionOf(oldBuild) : null;
  /** The position that both builds have reached. An old build that has stopped is not waited for. */
  const commonPosition = async (): Promise<Position> =>
    stopPosition === null ? earlier(await positionOf(oldBuild), await positionOf(newBuild)) : positionOf(newBuild);
  const startPosition = await commonPosition();
  const differences = await scanAllRows();
  if (!differences) return null;
  const since = await recheckWhileWriting(differences, startPosition);
  if (since === null) return null;
  return lockBoth(async () => {
    const [oldPosition, newPosition] = [await positionOf(oldBuild), await positionOf(newBuild)];
    if (stopPosition !== null && oldPosition !== stopPosition)
      throw new Error(`build ${oldBuild.build} was started again while it was compared`);
    const position = stopPosition === null && oldPosition > newPosition ? oldPosition : newPosition;
    const newEvents = await eventsBetween(since, position);
    const foldMissing = async (build: Build, from: Position) =>
      foldedRowReader(
        build,
        newEvents.filter((event) => event.position > from),
      );
    const [readOldRows, readNewRows] = [
      stopPosition === null ? await foldMissing(oldBuild, oldPosition) : storedRowReader(oldBuild),
      await foldMissing(newBuild, newPosition),
    ];
    await recheckRows(differences, newEvents, readOldRows, readNewRows);
    const { count } = differences;
    const [onlyOld, onlyNew, different] = [count('onlyOld'), count('onlyNew'), count('different')];
    const rows =
      oldPosition < newPosition ? (await rowCountOf(newBuild)) + onlyOld : (await rowCountOf(oldBuild)) + onlyNew;
    return {
      against: oldBuild.build,
      position,
      rows,
      onlyOld,
      onlyNew,
      different,
      samples: await samplesOf(differences.firstIds(MAX_SAMPLES), readOldRows, readNewRows),
    };
  });

  /**
   * Compares rows again that events have changed meanwhile, page by page, up to the position that both builds have
   * reached. @returns the position up to which that is done; null if aborted
   */
  async function recheckWhileWriting(differences: Differences, from: Position): Promise<Position | null> {
    for (let since = from; ;) {
      const through = await commonPosition();
      const startedAt = performance.now();
      const page = (await eventStore.readAll(since, EVENT_PAGE_SIZE, projection.types)).filter(
        ({ position }) => position <= through,
      );
      const last = page.at(-1);
      if (signal.aborted) return null;
      if (!last || page.length < EVENT_PAGE_SIZE) return since;
      await recheckRows(differences, page, storedRowReader(oldBuild), storedRowReader(newBuild));
      since = last.position;
      await pace.rest(performance.now() - startedAt, signal);
    }
  }

  async function recheckRows(
    differences: Differences,
    events: RecordedEvent[],
    readOldRows: RowReader,
    readNewRows: RowReader,
  ): Promise<void> {
    const changedIds = [...new Set(events.flatMap((event) => idsOf(event)))];
    for (const [id, difference] of await differencesOf(changedIds, readOldRows, readNewRows))
      differences.update(id, difference);
  }

  function storedRowReader(build: Build): RowReader {
    return (ids) => views.rowsOf(build, ids);
  }

  async function scanAllRows(): Promise<Differences | null> {
    const differences = new Differences(maxDifferences);
    let rowCount = 0;
    let startedAt = performance.now();
    for await (const pair of rowPairs(views, oldBuild, newBuild)) {
      const difference = differenceOf(pair.oldRow, pair.newRow);
      if (difference) differences.add(pair.id, difference);
      if (++rowCount % ROW_PAGE_SIZE > 0) continue;
      await pace.rest(performance.now() - startedAt, signal);
      if (signal.aborted) return null;
      startedAt = performance.now();
    }
    return differences;
  }

  async function eventsBetween(after: Position, through: Position): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const range = { after, through, types: projection.types, pageSize: EVENT_PAGE_SIZE };
    for await (const page of logPages(eventStore, range)) events.push(...page);
    return events;
  }

  /** Rows of a build with later events folded in. An event that the projection cannot take changes no row. */
  async function foldedRowReader(build: Build, events: RecordedEvent[]): Promise<RowReader> {
    const folded = new Map(
      (await foldBatch(views, build, projection, events, { skipped: await skippedStreamsOf(build) })).rows.map(
        ({ id, row }) => [id, row ?? undefined],
      ),
    );
    return async (ids) => {
      const stored = await views.rowsOf(build, ids);
      return new Map(ids.map((id) => [id, folded.has(id) ? folded.get(id) : stored.get(id)]));
    };
  }

  async function skippedStreamsOf(build: Build): Promise<Map<string, Position>> {
    return new Map((await views.setAside(build)).map(({ stream, position }) => [stream, position]));
  }

  async function statusOf({ name, version, build }: Build): Promise<BuildStatus | undefined> {
    return (await views.builds()).find(
      (status) => status.name === name && status.version === version && status.build === build,
    );
  }

  async function rowCountOf(build: Build): Promise<number> {
    return (await statusOf(build))?.rows ?? 0;
  }

  function idsOf(event: RecordedEvent): string[] {
    try {
      return projection.idsOf(event);
    } catch {
      return []; // its stream is set aside
    }
  }
};

type RowReader = (ids: string[]) => Promise<ReadonlyMap<string, object | undefined>>;

const differencesOf = async (
  ids: string[],
  readOldRows: RowReader,
  readNewRows: RowReader,
): Promise<[id: string, difference: Difference | null][]> => {
  const [oldRows, newRows] = [await readOldRows(ids), await readNewRows(ids)];
  return ids.map((id) => [id, differenceOf(oldRows.get(id), newRows.get(id))]);
};

const samplesOf = async (ids: string[], readOldRows: RowReader, readNewRows: RowReader): Promise<DifferingRow[]> => {
  const [oldRows, newRows] = [await readOldRows(ids), await readNewRows(ids)];
  return ids.map((id) => differingRow(id, oldRows.get(id), newRows.get(id))).filter((sample) => sample !== null);
};

const earlier = (a: Position, b: Position): Position => (a < b ? a : b);

type RebuildOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  /** The build that answers readers. */
  loadLiveBuild(): Promise<BuildStatus | undefined>;
  mutexOf(build: Build): Mutex;
};

/**
 * Waits until the live build has reached the position of a finished rebuild, compares both, and records the result.
 * Ends when `signal` aborts.
 */
export const compareRebuild = async (
  build: Build,
  signal: AbortSignal,
  { engines, projection, logger, now, retryMs, loadLiveBuild, mutexOf }: RebuildOptions,
): Promise<void> => {
  const { eventStore, views } = engines;
  await retryUntilStopped(compareWhenCaughtUp, {
    retryMs,
    signal,
    onFailure: (error) =>
      logger.warn(
        { err: error, view: projection.name, build: build.build },
        'builds could not be compared, trying again',
      ),
  });

  async function compareWhenCaughtUp(): Promise<void> {
    while (!signal.aborted) {
      const liveBuild = await loadLiveBuild();
      const position = (await views.checkpointOf(build))?.position;
      // A build that has stopped at an event does not move on, so it is compared as it is.
      const comparable =
        liveBuild && position && (liveBuild.failure !== null || (await views.waitFor(projection, position, retryMs)));
      if (comparable) {
        const lockBoth: Mutex = (work) => mutexOf(liveBuild)(() => mutexOf(build)(work));
        const comparison = await compareBuilds({
          engines,
          projection,
          oldBuild: liveBuild,
          newBuild: build,
          lockBoth,
          pace: rebuildPace(eventStore),
          signal,
        });
        if (!comparison) return;
        const { events } = await load(eventStore, viewOperations, operationsIdOf(projection.name));
        const request = events.findLast(
          ({ type, data }) => type === 'RebuildRequested' && (data as Build).build === build.build,
        );
        await handle(
          eventStore,
          viewOperations,
          operationsIdOf(projection.name),
          { type: 'RecordComparison', version: build.version, build: build.build, comparison },
          resultContext(request, now()),
        );
        const { onlyOld, onlyNew, different } = comparison;
        logger.info({ view: projection.name, build: build.build, onlyOld, onlyNew, different }, 'builds compared');
        return;
      }
      if (!liveBuild) await pause(retryMs, undefined, { signal });
    }
  }
};
