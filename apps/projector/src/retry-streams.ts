import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { type Engines, logPages, type RowWrite, type SetAsideEntry } from '#engines';
import { START, type Position } from '#events';
import type { BuildRunner } from './build-runner.js';
import { BatchFolder, rowAsStored } from './fold-batch.js';
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
 * Tries streams again that a build has set aside: those in `named`, or all if it is null. A row may be made of several
 * streams, and later events of other streams may have changed it. So every row that the skipped events change is folded
 * again from the whole log while the build is fed; only the newest events and the write come under the mutex. A stream
 * that fails again stays set aside, with its rows as of the event before. If the process is killed, the next run starts
 * from the beginning. Ends early when `signal` aborts.
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
      // A row that only the newest events change was not folded. Its earlier events are read without the mutex.
      const late = (await idsOfSkipped(entries, reached)).filter((id) => !ids.has(id));
      for (const id of late) ids.add(id);
      if (late.length > 0) return false;
      if (!(await foldLog(folding, through, reached))) return true;
      await settle(entries, folding, reached);
      return true;
    });
  }

  /** The streams that are still skipped while these are tried. */
  function without(entries: readonly SetAsideEntry[]): Map<string, Position> {
    const others = new Map(skipped);
    for (const { stream } of entries) others.delete(stream);
    return others;
  }

  /** Ids of the rows that the skipped events change, as far as the projection can tell. */
  async function idsOfSkipped(entries: readonly SetAsideEntry[], through: Position): Promise<string[]> {
    const folding = new BatchFolder(projection, new Map(), new Map(), false);
    const rowIds: string[] = [];
    for (const { stream, revision } of entries) {
      const { events } = await eventStore.read(stream, { from: revision });
      for (const event of events)
        if (event.position <= through && projection.types.includes(event.type)) rowIds.push(...folding.idsOf(event));
    }
    return [...new Set(rowIds)];
  }

  /** Folds the events between two positions into these rows. False if `signal` has aborted. */
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
    const differing = [...ids].flatMap((id): RowWrite[] => {
      const row = folding.rows.get(id) ?? null;
      return isDeepStrictEqual(rowAsStored(row), stored.get(id) ?? null) ? [] : [{ id, row, position: reached }];
    });
    await views.rewrite(build, differing, { taken, setAside: folding.poison.map((event) => event.setAside) });
    for (const stream of taken) skipped.delete(stream);
    for (const event of folding.poison) {
      skipped.set(event.stream, event.position);
      logger.error({ err: event, view: projection.name, build: build.build }, 'a stream stays set aside for a view');
    }
    if (taken.length > 0)
      logger.info(
        { view: projection.name, build: build.build, streams: taken.length, rows: differing.length },
        'streams that were set aside are projected again',
      );
  }
};
