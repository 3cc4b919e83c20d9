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
import { answerContext } from './recorder.js';

const ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/;
/** Fields of a differing row that are recorded; the log keeps them for ever. */
const MAX_FIELDS = 30;

type Difference = DifferingRow['difference'];

/** Null if the row is the same in both builds. */
const differenceOf = (old: object | undefined, fresh: object | undefined): Difference | null => {
  if (old === undefined) return fresh === undefined ? null : 'onlyNew';
  if (fresh === undefined) return 'onlyOld';
  return isDeepStrictEqual(old, fresh) ? null : 'different';
};

/**
 * A difference as it may be recorded: the fields, and the values that cannot name a person. Free text is hidden,
 * because a projection does not say which of its fields are personal, and plain text in the log can never be erased.
 */
const differingRow = (id: string, old: object | undefined, fresh: object | undefined): DifferingRow | null => {
  const difference = differenceOf(old, fresh);
  if (difference === null) return null;
  if (!old || !fresh) return { id, difference, fields: [] };
  const [before, after] = [old, fresh].map((row) => new Map<string, unknown>(Object.entries(row)));
  const fields = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (field) => !isDeepStrictEqual(before?.get(field), after?.get(field)),
  );
  return {
    id,
    difference,
    fields: fields.slice(0, MAX_FIELDS).map((field) => differingField(field, before?.get(field), after?.get(field))),
  };
};

const differingField = (field: string, old: unknown, fresh: unknown): DifferingField => {
  const hidden = !isImpersonal(old) || !isImpersonal(fresh);
  return { field, hidden, old: hidden ? null : jsonOf(old), new: hidden ? null : jsonOf(fresh) };
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
  private readonly countedOnly = new Map<Difference, number>();

  constructor(private readonly limit: number) {}

  /** Adds a row that differs. Call it once per row. */
  add(id: string, difference: Difference): void {
    if (this.differences.size < this.limit) this.differences.set(id, difference);
    else this.countedOnly.set(difference, (this.countedOnly.get(difference) ?? 0) + 1);
  }

  /** Updates a row that has changed since. A row that was only counted stays counted. */
  update(id: string, difference: Difference | null): void {
    if (!difference) this.differences.delete(id);
    else if (this.differences.has(id)) this.differences.set(id, difference);
    else if (this.countedOnly.size === 0) this.add(id, difference);
  }

  count = (kind: Difference): number =>
    [...this.differences.values()].filter((difference) => difference === kind).length +
    (this.countedOnly.get(kind) ?? 0);

  first = (count: number): string[] => [...this.differences.keys()].slice(0, count);
}

const ROW_PAGE_SIZE = 200;

/** All rows of a build, ordered by the UTF-8 bytes of their ids. */
export async function* everyRow(views: Pick<Views, 'rowsAfter'>, build: Build): AsyncGenerator<StoredRow> {
  for (let after = ''; ;) {
    const page = await views.rowsAfter(build, after, ROW_PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < ROW_PAGE_SIZE) return;
    after = last.id;
  }
}

export type RowPair = { id: string; old: object | undefined; fresh: object | undefined };

/** The rows of two builds side by side, each id once. */
async function* pairedRows(views: Pick<Views, 'rowsAfter'>, old: Build, fresh: Build): AsyncGenerator<RowPair> {
  const [olds, freshes] = [everyRow(views, old), everyRow(views, fresh)];
  const next = async (rows: AsyncGenerator<StoredRow>): Promise<StoredRow | null> => {
    const { done, value } = await rows.next();
    return done ? null : value;
  };
  let [one, other] = [await next(olds), await next(freshes)];
  while (one || other) {
    const order = one && other ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) : one ? -1 : 1;
    const [left, right] = [order <= 0 ? one : null, order >= 0 ? other : null];
    yield { id: (left ?? right)?.id ?? '', old: left?.row, fresh: right?.row };
    if (left) one = await next(olds);
    if (right) other = await next(freshes);
  }
}

const MAX_SAMPLES = 20;
/** Differing rows that are kept by id, which takes some megabytes. All rows differ after a change of wording. */
const MAX_REMEMBERED = 10_000;
const EVENT_PAGE_SIZE = 1_000;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  old: Build;
  fresh: Build;
  /** Runs work while nobody writes to either build. */
  lockBoth: Mutex;
  pace: RebuildPace;
  signal: AbortSignal;
  /** How many differing rows are remembered; for tests. */
  remembered?: number;
};

/**
 * Compares two builds of a view at the same position while both are being fed:
 * 1. All rows are read while the builds are written to.
 * 2. Rows that events have changed since are read again, as long as there are many such events.
 * 3. The last of them are compared with both builds locked; the events that one build lacks are folded into its rows
 *    in memory.
 * An old build that has stopped at an event is compared as it is. The result is null if `signal` has aborted.
 * Differing rows beyond `remembered` are only counted, as they were first read.
 * @throws Error if the old build was started again meanwhile
 */
export const compareBuilds = async ({
  engines,
  projection,
  old,
  fresh,
  lockBoth,
  pace,
  signal,
  remembered = MAX_REMEMBERED,
}: Options): Promise<Comparison | null> => {
  const { eventStore, views } = engines;
  const reached = async (build: Build): Promise<Position> => (await views.checkpointOf(build))?.position ?? START;
  const stoppedAt = (await statusOf(old))?.failure ? await reached(old) : null;
  /** The position that both builds have reached. An old build that has stopped is not waited for. */
  const bothReached = async (): Promise<Position> =>
    stoppedAt === null ? earlier(await reached(old), await reached(fresh)) : reached(fresh);
  const startPosition = await bothReached();
  const differences = await scanAllRows();
  if (!differences) return null;
  const since = await recheckWhileWriting(differences, startPosition);
  if (since === null) return null;
  return lockBoth(async () => {
    const [oldPosition, freshPosition] = [await reached(old), await reached(fresh)];
    if (stoppedAt !== null && oldPosition !== stoppedAt)
      throw new Error(`build ${old.build} was started again while it was compared`);
    const position = stoppedAt === null && oldPosition > freshPosition ? oldPosition : freshPosition;
    const newEvents = await eventsBetween(since, position);
    const ahead = async (build: Build, from: Position) =>
      foldedOver(
        build,
        newEvents.filter((event) => event.position > from),
      );
    const [asOld, asFresh] = [
      stoppedAt === null ? await ahead(old, oldPosition) : asStored(old),
      await ahead(fresh, freshPosition),
    ];
    await recheckRows(differences, newEvents, asOld, asFresh);
    const { count } = differences;
    const [onlyOld, onlyNew, different] = [count('onlyOld'), count('onlyNew'), count('different')];
    const rows = oldPosition < freshPosition ? (await rowsIn(fresh)) + onlyOld : (await rowsIn(old)) + onlyNew;
    return {
      against: old.build,
      position,
      rows,
      onlyOld,
      onlyNew,
      different,
      samples: await samplesOf(differences.first(MAX_SAMPLES), asOld, asFresh),
    };
  });

  /**
   * Compares rows again that events have changed meanwhile, page by page, up to the position that both builds have
   * reached. @returns the position up to which that is done; null if aborted
   */
  async function recheckWhileWriting(differences: Differences, from: Position): Promise<Position | null> {
    for (let since = from; ;) {
      const through = await bothReached();
      const startedAt = performance.now();
      const page = (await eventStore.readAll(since, EVENT_PAGE_SIZE, projection.types)).filter(
        ({ position }) => position <= through,
      );
      const last = page.at(-1);
      if (signal.aborted) return null;
      if (!last || page.length < EVENT_PAGE_SIZE) return since;
      await recheckRows(differences, page, asStored(old), asStored(fresh));
      since = last.position;
      await pace.rest(performance.now() - startedAt, signal);
    }
  }

  async function recheckRows(
    differences: Differences,
    events: RecordedEvent[],
    asOld: RowsAt,
    asFresh: RowsAt,
  ): Promise<void> {
    const changedIds = [...new Set(events.flatMap((event) => idsOf(event)))];
    for (const [id, difference] of await differencesOf(changedIds, asOld, asFresh)) differences.update(id, difference);
  }

  function asStored(build: Build): RowsAt {
    return (ids) => views.rowsOf(build, ids);
  }

  async function scanAllRows(): Promise<Differences | null> {
    const differences = new Differences(remembered);
    let seen = 0;
    let startedAt = performance.now();
    for await (const row of pairedRows(views, old, fresh)) {
      const difference = differenceOf(row.old, row.fresh);
      if (difference) differences.add(row.id, difference);
      if (++seen % ROW_PAGE_SIZE > 0) continue;
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
  async function foldedOver(build: Build, events: RecordedEvent[]): Promise<RowsAt> {
    const folded = new Map(
      (await foldBatch(views, build, projection, events, { skipped: await skippedBy(build) })).rows.map(
        ({ id, row }) => [id, row ?? undefined],
      ),
    );
    return async (ids) => {
      const stored = await views.rowsOf(build, ids);
      return new Map(ids.map((id) => [id, folded.has(id) ? folded.get(id) : stored.get(id)]));
    };
  }

  async function skippedBy(build: Build): Promise<Map<string, Position>> {
    return new Map((await views.setAside(build)).map(({ stream, position }) => [stream, position]));
  }

  async function statusOf({ name, version, build }: Build): Promise<BuildStatus | undefined> {
    return (await views.builds()).find(
      (each) => each.name === name && each.version === version && each.build === build,
    );
  }

  async function rowsIn(build: Build): Promise<number> {
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

type RowsAt = (ids: string[]) => Promise<ReadonlyMap<string, object | undefined>>;

const differencesOf = async (
  ids: string[],
  asOld: RowsAt,
  asFresh: RowsAt,
): Promise<[id: string, difference: Difference | null][]> => {
  const [olds, freshes] = [await asOld(ids), await asFresh(ids)];
  return ids.map((id) => [id, differenceOf(olds.get(id), freshes.get(id))]);
};

const samplesOf = async (ids: string[], asOld: RowsAt, asFresh: RowsAt): Promise<DifferingRow[]> => {
  const [olds, freshes] = [await asOld(ids), await asFresh(ids)];
  return ids.map((id) => differingRow(id, olds.get(id), freshes.get(id))).filter((sample) => sample !== null);
};

const earlier = (one: Position, other: Position): Position => (one < other ? one : other);

type RebuildOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  /** The build that answers readers. */
  live(): Promise<BuildStatus | undefined>;
  mutexOf(build: Build): Mutex;
};

/**
 * Waits until the live build has reached the position of a finished rebuild, compares both, and records the result.
 * Ends when `signal` aborts.
 */
export const compareRebuild = async (
  build: Build,
  signal: AbortSignal,
  { engines, projection, logger, now, retryMs, live, mutexOf }: RebuildOptions,
): Promise<void> => {
  const { eventStore, views } = engines;
  await retryUntilStopped(compareOnceComparable, {
    retryMs,
    signal,
    onFailure: (error) =>
      logger.warn(
        { err: error, view: projection.name, build: build.build },
        'builds could not be compared, trying again',
      ),
  });

  async function compareOnceComparable(): Promise<void> {
    while (!signal.aborted) {
      const old = await live();
      const reached = (await views.checkpointOf(build))?.position;
      // A build that has stopped at an event does not move on, so it is compared as it is.
      const comparable =
        old && reached && (old.failure !== null || (await views.waitFor(projection, reached, retryMs)));
      if (comparable) {
        const lockBoth: Mutex = (work) => mutexOf(old)(() => mutexOf(build)(work));
        const comparison = await compareBuilds({
          engines,
          projection,
          old,
          fresh: build,
          lockBoth,
          pace: rebuildPace(eventStore),
          signal,
        });
        if (!comparison) return;
        const { past } = await load(eventStore, viewOperations, operationsIdOf(projection.name));
        const request = past.findLast(
          ({ type, data }) => type === 'RebuildRequested' && (data as Build).build === build.build,
        );
        await handle(
          eventStore,
          viewOperations,
          operationsIdOf(projection.name),
          { type: 'RecordComparison', version: build.version, build: build.build, comparison },
          answerContext(request, now()),
        );
        const { onlyOld, onlyNew, different } = comparison;
        logger.info({ view: projection.name, build: build.build, onlyOld, onlyNew, different }, 'builds compared');
        return;
      }
      if (!old) await pause(retryMs, undefined, { signal });
    }
  }
};
