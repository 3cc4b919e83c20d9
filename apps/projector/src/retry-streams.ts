import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { type Engines, logPages, type RowWrite, type SetAsideEntry } from '#engines';
import { START, type Position } from '#events';
import type { BuildRunner } from './build-runner.js';
import { BatchFolder } from './fold-batch.js';
import { rebuildPace } from './rebuild-pace.js';

const PAGE_SIZE = 1_000;

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  runner: BuildRunner;
  logger: Logger;
  signal: AbortSignal;
};

/**
 * Tries streams again that a build has set aside; all of them where none is named. Rows may be made of several streams,
 * and events of others have come since, so every row that the skipped events name is folded afresh from the whole log,
 * in its order, beside the feeder; only the last of it and the write happen while the feeder waits. A stream that still
 * cannot be taken stays set aside, with its rows as of the event before. Killed in between, it is done again from its
 * beginning. Ends early when `signal` aborts.
 */
export const retryStreams = async (
  named: readonly string[] | null,
  { engines, projection, runner, logger, signal }: Options,
): Promise<void> => {
  const { eventStore, views } = engines;
  const { build, mutex, skipped } = runner;
  const pace = rebuildPace(eventStore);
  const ids = new Set<string>();

  for (let isDone = false; !isDone && !signal.aborted;) {
    const entries = (await views.setAside(build)).filter(({ stream }) => named?.includes(stream) ?? true);
    const through = (await views.checkpointOf(build))?.position;
    if (entries.length === 0 || through === undefined) return;
    for (const id of await idsOfSkipped(entries, through)) ids.add(id);
    const folding = new BatchFolder(projection, new Map(), without(entries), true);
    if (!(await foldLog(folding, START, through, (workedMs) => pace.rest(workedMs, signal)))) return;
    isDone = await mutex(async () => {
      const reached = (await views.checkpointOf(build))?.position ?? through;
      // A row that only the newest events name was not folded: its earlier ones have to be read, beside the feeder.
      const late = (await idsOfSkipped(entries, reached)).filter((id) => !ids.has(id));
      for (const id of late) ids.add(id);
      if (late.length > 0) return false;
      if (!(await foldLog(folding, through, reached))) return true;
      await settle(entries, folding, reached);
      return true;
    });
  }

  /** What is skipped while these streams are tried. */
  function without(entries: readonly SetAsideEntry[]): Map<string, Position> {
    const rest = new Map(skipped);
    for (const { stream } of entries) rest.delete(stream);
    return rest;
  }

  /** The rows that miss something: those named by the events that were skipped, as far as these can say. */
  async function idsOfSkipped(entries: readonly SetAsideEntry[], through: Position): Promise<string[]> {
    const folding = new BatchFolder(projection, new Map(), new Map(), false);
    const found: string[] = [];
    for (const { stream, revision } of entries) {
      const { events } = await eventStore.read(stream, { from: revision });
      for (const event of events)
        if (event.position <= through && projection.types.includes(event.type)) found.push(...folding.idsOf(event));
    }
    return [...new Set(found)];
  }

  /**
   * Folds what the log has between two positions into the rows that miss something. False when `signal` has aborted.
   */
  async function foldLog(
    folding: BatchFolder,
    after: Position,
    through: Position,
    pause?: (workedMs: number) => Promise<void>,
  ): Promise<boolean> {
    const range = { after, through, types: projection.types, pageSize: PAGE_SIZE, signal, ...(pause && { pause }) };
    for await (const page of logPages(eventStore, range))
      for (const event of page)
        folding.take(
          event,
          folding.idsOf(event).filter((id) => ids.has(id)),
        );
    return !signal.aborted;
  }

  async function settle(entries: readonly SetAsideEntry[], folding: BatchFolder, reached: Position): Promise<void> {
    const failed = new Map(folding.poison.map((event) => [event.stream, event]));
    const taken = entries.map(({ stream }) => stream).filter((stream) => !failed.has(stream));
    const stored = await views.rowsOf(build, [...ids]);
    const wrong = [...ids].flatMap((id): RowWrite[] => {
      const row = folding.rows.get(id) ?? null;
      return isDeepStrictEqual(asStored(row), stored.get(id) ?? null) ? [] : [{ id, row, position: reached }];
    });
    await views.rewrite(build, wrong, { taken, setAside: folding.poison.map((event) => event.setAside) });
    for (const stream of taken) skipped.delete(stream);
    for (const event of folding.poison) {
      skipped.set(event.stream, event.position);
      logger.error({ err: event, view: projection.name, build: build.build }, 'a stream stays set aside for a view');
    }
    if (taken.length > 0)
      logger.info(
        { view: projection.name, build: build.build, streams: taken.length, rows: wrong.length },
        'streams that were set aside have been taken',
      );
  }
};

/** A row as an engine gives it back: what JSON cannot say is not there. */
const asStored = (row: object | null): unknown => (row === null ? null : JSON.parse(JSON.stringify(row)));
