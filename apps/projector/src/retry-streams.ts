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
 * Tries streams again that a build has set aside: `streams`, or all if it is null. A row may be made of several
 * streams, and later events of other streams may have changed it. So every row that the skipped events change is folded
 * again from the whole log while the build is fed; only the newest events and the write come under the mutex. A stream
 * that fails again stays set aside, with its rows as of the event before. If the process is killed, the next run starts
 * from the beginning. Ends early when `signal` aborts.
 */
export const retryStreams = async (
  streams: readonly string[] | null,
  { engines, projection, runner, logger, signal }: Options,
): Promise<void> => {
  const { eventStore, views } = engines;
  const { build, mutex, skipped } = runner;
  const pace = rebuildPace(eventStore);
  const ids = new Set<string>();

  for (let isDone = false; !isDone && !signal.aborted;) {
    const entries = (await views.setAside(build)).filter(({ stream }) => streams?.includes(stream) ?? true);
    const through = (await views.checkpointOf(build))?.position;
    if (entries.length === 0 || through === undefined) return;
    for (const id of await idsOfSkipped(entries, through)) ids.add(id);
    const folder = new BatchFolder(projection, new Map(), skippedWithout(entries), true);
    if (!(await foldLog(folder, START, through, (workedMs) => pace.rest(workedMs, signal)))) return;
    isDone = await mutex(async () => {
      const checkpointPosition = (await views.checkpointOf(build))?.position ?? through;
      // A row that only the newest events change was not folded. Its earlier events are read without the mutex.
      const unfoldedIds = (await idsOfSkipped(entries, checkpointPosition)).filter((id) => !ids.has(id));
      for (const id of unfoldedIds) ids.add(id);
      if (unfoldedIds.length > 0) return false;
      if (!(await foldLog(folder, through, checkpointPosition))) return true;
      await writeResult(entries, folder, checkpointPosition);
      return true;
    });
  }

  /** The streams that are still skipped while these are tried. */
  function skippedWithout(entries: readonly SetAsideEntry[]): Map<string, Position> {
    const remaining = new Map(skipped);
    for (const { stream } of entries) remaining.delete(stream);
    return remaining;
  }

  /** Ids of the rows that the skipped events change, as far as the projection can tell. */
  async function idsOfSkipped(entries: readonly SetAsideEntry[], through: Position): Promise<string[]> {
    const folder = new BatchFolder(projection, new Map(), new Map(), false);
    const rowIds: string[] = [];
    for (const { stream, revision } of entries) {
      const { events } = await eventStore.read(stream, { from: revision });
      for (const event of events)
        if (event.position <= through && projection.types.includes(event.type)) rowIds.push(...folder.idsOf(event));
    }
    return [...new Set(rowIds)];
  }

  /** Folds the events between two positions into these rows. False if `signal` has aborted. */
  async function foldLog(
    folder: BatchFolder,
    after: Position,
    through: Position,
    pause?: (workedMs: number) => Promise<void>,
  ): Promise<boolean> {
    const range = { after, through, types: projection.types, pageSize: PAGE_SIZE, signal, ...(pause && { pause }) };
    for await (const page of logPages(eventStore, range))
      for (const event of page)
        folder.fold(
          event,
          folder.idsOf(event).filter((id) => ids.has(id)),
        );
    return !signal.aborted;
  }

  async function writeResult(
    entries: readonly SetAsideEntry[],
    folder: BatchFolder,
    checkpointPosition: Position,
  ): Promise<void> {
    const failuresByStream = new Map(folder.poisonEvents.map((event) => [event.stream, event]));
    const recoveredStreams = entries.map(({ stream }) => stream).filter((stream) => !failuresByStream.has(stream));
    const storedRows = await views.rowsOf(build, [...ids]);
    const differingRows = [...ids].flatMap((id): RowWrite[] => {
      const row = folder.rows.get(id) ?? null;
      return isDeepStrictEqual(rowAsStored(row), storedRows.get(id) ?? null)
        ? []
        : [{ id, row, position: checkpointPosition }];
    });
    await views.rewrite(build, differingRows, {
      succeeded: recoveredStreams,
      setAside: folder.poisonEvents.map((event) => event.setAside),
    });
    for (const stream of recoveredStreams) skipped.delete(stream);
    for (const event of folder.poisonEvents) {
      skipped.set(event.stream, event.position);
      logger.error({ err: event, view: projection.name, build: build.build }, 'a stream stays set aside for a view');
    }
    if (recoveredStreams.length > 0)
      logger.info(
        { view: projection.name, build: build.build, streams: recoveredStreams.length, rows: differingRows.length },
        'streams that were set aside are projected again',
      );
  }
};
