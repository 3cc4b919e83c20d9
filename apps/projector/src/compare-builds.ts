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

/** Null when both builds say the same of a row. */
const differenceOf = (old: object | undefined, fresh: object | undefined): Difference | null => {
  if (old === undefined) return fresh === undefined ? null : 'onlyNew';
  if (fresh === undefined) return 'onlyOld';
  return isDeepStrictEqual(old, fresh) ? null : 'different';
};

/**
 * What the log may keep of a row that differs: which fields, and the values of those that can name nobody. Free text is
 * hidden, for a projection does not say which of its fields are personal, and what has once been recorded in clear can
 * never be erased.
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
  const hidden = !namesNobody(old) || !namesNobody(fresh);
  return { field, hidden, old: hidden ? null : jsonOf(old), new: hidden ? null : jsonOf(fresh) };
};

const namesNobody = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && (value === '' || ID.test(value) || TIME.test(value)));

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * Rows that differ: the first so many by id, the others as numbers alone, so that two builds with nothing in common
 * take no more memory than any.
 */
export class Differences {
  private readonly differences = new Map<string, Difference>();
  private readonly countedOnly = new Map<Difference, number>();

  constructor(private readonly limit: number) {}

  /** One more row that differs, each given once. */
  add(id: string, difference: Difference): void {
    if (this.differences.size < this.limit) this.differences.set(id, difference);
    else this.countedOnly.set(difference, (this.countedOnly.get(difference) ?? 0) + 1);
  }

  /** Corrects a row that has changed since. A row without an id here stays counted once any row is only counted. */
  update(id: string, difference: Difference | null): void {
    if (!difference) this.differences.delete(id);
    else if (this.differences.has(id)) this.differences.set(id, difference);
    else if (this.countedOnly.size === 0) this.add(id, difference);
  }

  count = (wanted: Difference): number =>
    [...this.differences.values()].filter((difference) => difference === wanted).length +
    (this.countedOnly.get(wanted) ?? 0);

  first = (count: number): string[] => [...this.differences.keys()].slice(0, count);
}

const PAGE = 200;

/** Every row of a build, in the order of the bytes of their ids. */
export async function* everyRow(views: Pick<Views, 'rowsAfter'>, build: Build): AsyncGenerator<StoredRow> {
  for (let after = ''; ;) {
    const page = await views.rowsAfter(build, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

export type RowPair = { id: string; old: object | undefined; fresh: object | undefined };

/** The rows of two builds side by side, each id once. */
async function* pairedRows(views: Pick<Views, 'rowsAfter'>, old: Build, fresh: Build): AsyncGenerator<RowPair> {
  const [olds, freshes] = [everyRow(views, old), everyRow(views, fresh)];
  const next = async (rows: AsyncGenerator<StoredRow>): Promise<StoredRow | null> => {
    const taken = await rows.next();
    return taken.done ? null : taken.value;
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

const SAMPLES = 20;
/** Rows remembered by id of those that differ: some megabytes. A view rebuilt with other words differs in every row. */
const REMEMBERED = 10_000;
const EVENTS = 1_000;

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
  remembered = REMEMBERED,
}: Options): Promise<Comparison | null> => {
  const { eventStore, views } = engines;
  const reached = async (build: Build): Promise<Position> => (await views.checkpointOf(build))?.position ?? START;
  const stoppedAt = (await statusOf(old))?.failure ? await reached(old) : null;
  /** How far both have come; an old one that has stopped will come no further and is not waited for. */
  const bothReached = async (): Promise<Position> =>
    stoppedAt === null ? earlier(await reached(old), await reached(fresh)) : reached(fresh);
  const begun = await bothReached();
  const found = await scanAllRows();
  if (!found) return null;
  const since = await recheckWhileWriting(found, begun);
  if (since === null) return null;
  return lockBoth(async () => {
    const [ofOld, ofFresh] = [await reached(old), await reached(fresh)];
    if (stoppedAt !== null && ofOld !== stoppedAt)
      throw new Error(`build ${old.build} was started again while it was compared`);
    const position = stoppedAt === null && ofOld > ofFresh ? ofOld : ofFresh;
    const news = await eventsBetween(since, position);
    const ahead = async (build: Build, from: Position) =>
      foldedOver(
        build,
        news.filter((event) => event.position > from),
      );
    const [asOld, asFresh] = [
      stoppedAt === null ? await ahead(old, ofOld) : asStored(old),
      await ahead(fresh, ofFresh),
    ];
    await recheckRows(found, news, asOld, asFresh);
    const { count } = found;
    const [onlyOld, onlyNew, different] = [count('onlyOld'), count('onlyNew'), count('different')];
    const rows = ofOld < ofFresh ? (await rowsIn(fresh)) + onlyOld : (await rowsIn(old)) + onlyNew;
    return {
      against: old.build,
      position,
      rows,
      onlyOld,
      onlyNew,
      different,
      samples: await samplesOf(found.first(SAMPLES), asOld, asFresh),
    };
  });

  /**
   * Judges again what pages of events have touched that both builds contain. @returns how far that is done; null when
   * aborted
   */
  async function recheckWhileWriting(differences: Differences, from: Position): Promise<Position | null> {
    for (let since = from; ;) {
      const through = await bothReached();
      const began = performance.now();
      const page = (await eventStore.readAll(since, EVENTS, projection.types)).filter(
        ({ position }) => position <= through,
      );
      const last = page.at(-1);
      if (signal.aborted) return null;
      if (!last || page.length < EVENTS) return since;
      await recheckRows(differences, page, asStored(old), asStored(fresh));
      since = last.position;
      await pace.rest(performance.now() - began, signal);
    }
  }

  async function recheckRows(
    differences: Differences,
    events: RecordedEvent[],
    asOld: RowsAt,
    asFresh: RowsAt,
  ): Promise<void> {
    const touched = [...new Set(events.flatMap((event) => idsOf(event)))];
    for (const [id, difference] of await differencesOf(touched, asOld, asFresh)) differences.update(id, difference);
  }

  function asStored(build: Build): RowsAt {
    return (ids) => views.rowsOf(build, ids);
  }

  async function scanAllRows(): Promise<Differences | null> {
    const differences = new Differences(remembered);
    let seen = 0;
    let began = performance.now();
    for await (const row of pairedRows(views, old, fresh)) {
      const difference = differenceOf(row.old, row.fresh);
      if (difference) differences.add(row.id, difference);
      if (++seen % PAGE > 0) continue;
      await pace.rest(performance.now() - began, signal);
      if (signal.aborted) return null;
      began = performance.now();
    }
    return differences;
  }

  async function eventsBetween(after: Position, through: Position): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const range = { after, through, types: projection.types, pageSize: EVENTS };
    for await (const page of logPages(eventStore, range)) events.push(...page);
    return events;
  }

  /** Rows of a build with events folded in that it has not taken yet. One it cannot take leaves it where it is. */
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
 * Waits until the live build has come as far as a finished rebuild, compares both, and records the result. Ends when
 * `signal` aborts.
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
