import type { Projection } from '#domain/event-sourcing';
import { type Build, runInBackground, createRowPreparer, type RowWrite, type SetAside, type Views } from '#engines';
import type { Position, RecordedEvent } from '#events';

/** A view sets so many streams aside at most: one that cannot take that many is broken itself, and stops. */
export const MAX_SET_ASIDE = 100;

type Named = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'type' | 'position'>;

/**
 * A projection could not take an event. It says which one and the class of the error: the event itself and the words of
 * the error may name a person, and this goes to the log, to operators and into events.
 */
export class PoisonEvent extends Error {
  readonly view: string;
  readonly stream: string;
  readonly position: Position;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly error: string;

  constructor(view: string, { id, stream, revision, type, position }: Named, cause: unknown) {
    const error = classOf(cause);
    super(`${type} ${stream}@${revision}: ${error}`);
    this.name = 'PoisonEvent';
    this.view = view;
    this.eventId = id;
    this.stream = stream;
    this.position = position;
    this.revision = revision;
    this.type = type;
    this.error = error;
    this.stack = `${this.name}: ${this.message}\n${framesOf(cause)}`;
  }

  get setAside(): SetAside {
    const { stream, position, revision, eventId, type, error } = this;
    return { stream, position, revision, eventId, type, error };
  }
}

/** A name of an error, not whatever somebody has put in its place. */
const classOf = (cause: unknown): string =>
  cause instanceof Error && /^[A-Z]\w{0,60}$/i.test(cause.name) ? cause.name : 'Error';

/** Where it happened, without the words of the error that a stack begins with. */
const framesOf = (cause: unknown): string =>
  (cause instanceof Error ? (cause.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 10)
    .join('\n');

/** From which position on the events of a stream are skipped. */
export type SkippedStreams = ReadonlyMap<string, Position>;

const isSkipped = (skipped: SkippedStreams, { stream, position }: RecordedEvent): boolean => {
  const from = skipped.get(stream);
  return from !== undefined && position >= from;
};

/**
 * Rows in memory, as events change them. An event that the projection cannot take changes none, and its stream is set
 * aside: its later events are skipped, as they may build on what is missing.
 */
export class BatchFolder {
  /** What could not be taken, in the order of the log. */
  readonly poison: PoisonEvent[] = [];
  readonly changed = new Map<string, Position>();
  private readonly skipped: Map<string, Position>;

  /** `isChecked`: rows are also tried whether an engine could hold them, which takes as long as writing them. */
  constructor(
    private readonly projection: Projection<object>,
    readonly rows: Map<string, object | null>,
    skipped: SkippedStreams,
    private readonly isChecked: boolean,
  ) {
    this.skipped = new Map(skipped);
  }

  /** Ids of all rows that the event changes; empty for one that is skipped or cannot say. */
  idsOf(event: RecordedEvent): string[] {
    if (isSkipped(this.skipped, event)) return [];
    try {
      return this.projection.idsOf(event);
    } catch (error) {
      this.fail(event, error);
      return [];
    }
  }

  /** Folds an event into the rows of these ids. */
  take(event: RecordedEvent, ids: readonly string[]): void {
    if (isSkipped(this.skipped, event)) return;
    try {
      // All rows of an event or none: a later one may be the one that cannot be projected.
      const projected = ids.map((id) => [id, this.projected(event, id)] as const);
      const added = projected.flatMap(([, row]) => (row && this.projection.addedRows?.(row, event)) ?? []);
      for (const [id, row] of [...projected, ...added.map((row) => [row.id, row] as const)]) {
        if (row === (this.rows.get(id) ?? null)) continue;
        this.rows.set(id, row);
        this.changed.set(id, event.position);
      }
    } catch (error) {
      this.fail(event, error);
    }
  }

  private projected(event: RecordedEvent, id: string): object | null {
    const row = this.projection.project(this.rows.get(id) ?? null, event, id);
    if (this.isChecked) createRowPreparer(this.projection)({ id, row, position: event.position });
    return row;
  }

  private fail(event: RecordedEvent, error: unknown): void {
    this.poison.push(new PoisonEvent(this.projection.name, event, error));
    this.skipped.set(event.stream, event.position);
  }
}

/** `setAside` was found in this batch; `poison` is where the build has to stop, and `upTo` lies before it. */
export type FoldResult = {
  rows: RowWrite[];
  upTo: Position | null;
  setAside: PoisonEvent[];
  poison: PoisonEvent | null;
};

type FoldOptions = { skipped?: SkippedStreams; isChecked?: boolean; signal?: AbortSignal };

/**
 * Folds events into their rows in memory, so that each row is written once a batch. Streams that the projection cannot
 * take are set aside, as many as there is room for; then it stops before the next such event.
 * @throws whatever `signal` aborts with, where it has before the folding
 */
export const foldBatch = async (
  views: Pick<Views, 'rowsOf'>,
  build: Build,
  projection: Projection<object>,
  events: readonly RecordedEvent[],
  { skipped = new Map(), isChecked = false, signal }: FoldOptions = {},
): Promise<FoldResult> => {
  signal?.throwIfAborted();
  const rows = new Map<string, object | null>();
  const folding = new BatchFolder(projection, rows, skipped, isChecked);
  const named = events.map((event) => ({ event, ids: idsOrNone(projection, event) }));
  const wanted = [...new Set(named.flatMap(({ ids }) => ids))];
  if (wanted.length > 0) for (const [id, row] of await views.rowsOf(build, wanted)) rows.set(id, row);
  signal?.throwIfAborted();

  const room = MAX_SET_ASIDE - skipped.size;
  let upTo: Position | null = null;
  for (const { event, ids } of named) {
    // Asked once more in its turn: one that cannot say sets its stream aside from here on, not from the start of the
    // batch.
    folding.take(event, ids.length > 0 ? ids : folding.idsOf(event));
    if (folding.poison.length > room) break;
    upTo = event.position;
  }
  return {
    rows: [...folding.changed].map(([id, position]) => ({ id, row: rows.get(id) ?? null, position })),
    upTo,
    setAside: folding.poison.slice(0, Math.max(0, room)),
    poison: folding.poison[Math.max(0, room)] ?? null,
  };
};

const idsOrNone = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch {
    return []; // it is asked again in its turn
  }
};

/**
 * Groups what a source yields: everything that has already arrived, up to `max`, in one array. One writer that
 * takes batches keeps up with many small events; a lone event is handed on at once.
 * Whoever leaves early must end the source by other means, too: it may be waiting for its next item for ever.
 */
export async function* inBatches<Item>(source: AsyncIterable<Item>, max: number): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  let pending = iterator.next();
  try {
    for (;;) {
      const first = await pending;
      if (first.done) return;
      const batch = [first.value];
      pending = iterator.next();
      while (batch.length < max) {
        const next = await Promise.race([pending, laterTurn()]);
        if (next === LATER || next.done) break;
        batch.push(next.value);
        pending = iterator.next();
      }
      yield batch;
    }
  } finally {
    // Not awaited: a generator that waits for its next item answers `return` only after it.
    runInBackground(Promise.allSettled([pending, iterator.return?.()]), 'a subscription could not be left');
  }
}

const LATER = Symbol('nothing more has arrived');
const laterTurn = () => new Promise<typeof LATER>((resolve) => setImmediate(resolve, LATER));
