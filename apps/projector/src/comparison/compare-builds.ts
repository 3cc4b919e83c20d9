import type { Projection } from '#domain';
import type { Build, BuildStatus, Engines } from '#engines';
import { START, type Comparison, type DifferingRow, type Position, type RecordedEvent } from '#events';
import { differenceOf, differingRow, type Difference } from './differing-row.js';
import { Differences } from './differences.js';
import { pairedRows } from './every-row.js';
import { foldBatch } from '../fold-batch.js';
import type { OneAtATime } from '../one-at-a-time.js';
import type { RebuildPace } from '../rebuild-pace.js';

const SAMPLES = 20;
/** Rows remembered by id of those that differ: some megabytes. A view rebuilt with other words differs in every row. */
const REMEMBERED = 10_000;
const PAGE = 200;
const EVENTS = 1_000;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  old: Build;
  fresh: Build;
  /** Lets nobody write to either build meanwhile. */
  standingStill: OneAtATime;
  pace: RebuildPace;
  signal: AbortSignal;
  /** How many differing rows are remembered; for tests. */
  remembered?: number;
};

/**
 * Compares two builds of a view at one and the same position while both are being fed. All rows are read beside the writers, and what
 * events have touched meanwhile again, for as long as there are many; the last of it while both stand still for a moment, and the few
 * events that one is behind are folded into it in memory. One that stands still at an event is compared as it is. Null when `signal` has
 * aborted.
 * Differing rows beyond those remembered are counted as they were read, so where there are that many, one that an event has touched
 * meanwhile may be counted as it was before.
 * @throws Error when the old build was started again meanwhile
 */
export const compareBuilds = async ({
  engines,
  projection,
  old,
  fresh,
  standingStill,
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
  const found = await everyDifference();
  if (!found) return null;
  const since = await judgedBesideWriters(found, begun);
  if (since === null) return null;
  return standingStill(async () => {
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
    await judge(found, news, asOld, asFresh);
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

  /** Judges again what pages of events have touched that both builds contain. @returns how far that is done; null when aborted */
  async function judgedBesideWriters(differences: Differences, from: Position): Promise<Position | null> {
    for (let since = from; ;) {
      const through = await bothReached();
      const began = performance.now();
      const page = (await eventStore.readAll(since, EVENTS, projection.types)).filter(
        ({ position }) => position <= through,
      );
      const last = page.at(-1);
      if (signal.aborted) return null;
      if (!last || page.length < EVENTS) return since;
      await judge(differences, page, asStored(old), asStored(fresh));
      since = last.position;
      await pace.rest(performance.now() - began, signal);
    }
  }

  async function judge(
    differences: Differences,
    events: RecordedEvent[],
    asOld: RowsAt,
    asFresh: RowsAt,
  ): Promise<void> {
    const touched = [...new Set(events.flatMap((event) => idsOf(event)))];
    for (const [id, difference] of await judged(touched, asOld, asFresh)) differences.judge(id, difference);
  }

  function asStored(build: Build): RowsAt {
    return (ids) => views.rowsOf(build, ids);
  }

  async function everyDifference(): Promise<Differences | null> {
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
    const all: RecordedEvent[] = [];
    for (let from = after; from < through;) {
      const page = await eventStore.readAll(from, EVENTS, projection.types);
      all.push(...page.filter(({ position }) => position <= through));
      from = page.length < EVENTS ? through : (page.at(-1)?.position ?? through);
    }
    return all;
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
      (known) => known.name === name && known.version === version && known.build === build,
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

const judged = async (
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
