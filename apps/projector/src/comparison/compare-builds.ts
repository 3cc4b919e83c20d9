import type { Projection } from '#domain';
import type { Build, Engines } from '#engines';
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
 * Compares two builds of a view at one and the same position while both are being fed. All rows are read beside the writers; what
 * events have touched meanwhile is read again while both stand still for a moment, and the few events that one is behind are folded
 * into it in memory. Null when `signal` has aborted.
 * Differing rows beyond those remembered are counted as they were read, so where there are that many, one that an event has touched
 * meanwhile may be counted as it was before.
 */
export const compareBuilds = async ({ engines, projection, old, fresh, standingStill, pace, signal, remembered = REMEMBERED }: Options): Promise<Comparison | null> => {
  const { eventStore, views } = engines;
  const reached = async (build: Build): Promise<Position> => (await views.checkpointOf(build))?.position ?? START;
  const since = earlier(await reached(old), await reached(fresh));
  const found = await everyDifference();
  if (!found) return null;
  return standingStill(async () => {
    const [ofOld, ofFresh] = [await reached(old), await reached(fresh)];
    const position = ofOld > ofFresh ? ofOld : ofFresh;
    const news = await eventsBetween(since, position);
    const ahead = async (build: Build, from: Position) => foldedOver(build, news.filter((event) => event.position > from));
    const [asOld, asFresh] = [await ahead(old, ofOld), await ahead(fresh, ofFresh)];
    const touched = [...new Set(news.flatMap((event) => idsOf(event)))];
    for (const [id, difference] of await judged(touched, asOld, asFresh)) {
      found.judge(id, difference);
    }
    const { count } = found;
    const [onlyOld, onlyNew, different] = [count('onlyOld'), count('onlyNew'), count('different')];
    const rows = ofOld < ofFresh ? (await rowsIn(fresh)) + onlyOld : (await rowsIn(old)) + onlyNew;
    return { against: old.build, position, rows, onlyOld, onlyNew, different, samples: await samplesOf(found.first(SAMPLES), asOld, asFresh) };
  });

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
    for (let from = after; from < through; ) {
      const page = await eventStore.readAll(from, EVENTS, projection.types);
      all.push(...page.filter(({ position }) => position <= through));
      from = page.length < EVENTS ? through : (page.at(-1)?.position ?? through);
    }
    return all;
  }

  /** Rows of a build with events folded in that it has not taken yet. One it cannot take leaves it where it is. */
  async function foldedOver(build: Build, events: RecordedEvent[]) {
    const folded = new Map((await foldBatch(views, build, projection, events)).rows.map(({ id, row }) => [id, row ?? undefined]));
    return async (ids: string[]): Promise<Map<string, object | undefined>> => {
      const stored = await views.rowsOf(build, ids);
      return new Map(ids.map((id) => [id, folded.has(id) ? folded.get(id) : stored.get(id)]));
    };
  }

  async function rowsIn({ name, version, build }: Build): Promise<number> {
    return (await views.builds()).find((known) => known.name === name && known.version === version && known.build === build)?.rows ?? 0;
  }

  function idsOf(event: RecordedEvent): string[] {
    try {
      return projection.idsOf(event);
    } catch {
      return []; // it stops the feeder, which says so
    }
  }
};

type RowsAt = (ids: string[]) => Promise<Map<string, object | undefined>>;

const judged = async (ids: string[], asOld: RowsAt, asFresh: RowsAt): Promise<[id: string, difference: Difference | null][]> => {
  const [olds, freshes] = [await asOld(ids), await asFresh(ids)];
  return ids.map((id) => [id, differenceOf(olds.get(id), freshes.get(id))]);
};

const samplesOf = async (ids: string[], asOld: RowsAt, asFresh: RowsAt): Promise<DifferingRow[]> => {
  const [olds, freshes] = [await asOld(ids), await asFresh(ids)];
  return ids.map((id) => differingRow(id, olds.get(id), freshes.get(id))).filter((sample) => sample !== null);
};

const earlier = (one: Position, other: Position): Position => (one < other ? one : other);
