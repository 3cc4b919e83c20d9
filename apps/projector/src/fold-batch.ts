import type { Projection } from '#domain/event-sourcing';
import {
  type Build,
  runInBackground,
  createRowPreparer,
  type RowWrite,
  type SetAsideStream,
  type Views,
} from '#engines';
import type { Position, RecordedEvent } from '#events';

/** A build sets at most this many streams aside. One that fails at more is broken itself and stops. */
export const MAX_SET_ASIDE = 100;

type EventReference = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'type' | 'position'>;

/**
 * A projection could not take an event. Names the event and the class of the error only: the data of the event and the
 * message of the error may name a person, and this error is logged, shown to operators and recorded in events.
 */
export class PoisonEvent extends Error {
  readonly view: string;
  readonly stream: string;
  readonly position: Position;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly error: string;

  constructor(view: string, { id, stream, revision, type, position }: EventReference, cause: unknown) {
    const error = errorClassOf(cause);
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

  get setAside(): SetAsideStream {
    const { stream, position, revision, eventId, type, error } = this;
    return { stream, position, revision, eventId, type, error };
  }
}

/** The class of an error. Anything that does not look like a class name is replaced, because it may be any text. */
const errorClassOf = (cause: unknown): string =>
  cause instanceof Error && /^[A-Z]\w{0,60}$/i.test(cause.name) ? cause.name : 'Error';

/** The frames of the stack, without the message that it begins with. */
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
 * Folds events into rows in memory. An event that the projection cannot take changes no row, and its stream is set
 * aside: later events of the stream are skipped, because they may depend on it.
 */
export class BatchFolder {
  /** Failures in log order. */
  readonly poisonEvents: PoisonEvent[] = [];
  /** The position of the last change of each changed row, by id. */
  readonly changePositions = new Map<string, Position>();
  private readonly skipped: Map<string, Position>;

  /** `validateRows`: also checks that an engine can store the rows, which takes as long as writing them. */
  constructor(
    private readonly projection: Projection<object>,
    readonly rows: Map<string, object | null>,
    skipped: SkippedStreams,
    private readonly validateRows: boolean,
  ) {
    this.skipped = new Map(skipped);
  }

  /** Ids of all rows that the event changes; empty if the event is skipped or the projection fails. */
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
  fold(event: RecordedEvent, ids: readonly string[]): void {
    if (isSkipped(this.skipped, event)) return;
    try {
      // All rows of an event or none: projecting a later one may fail.
      const projectedRows = ids.map((id) => [id, this.projectRow(event, id)] as const);
      const addedRows = projectedRows.flatMap(([, row]) => (row && this.projection.addedRows?.(row, event)) ?? []);
      for (const [id, row] of [...projectedRows, ...addedRows.map((row) => [row.id, row] as const)]) {
        if (row === (this.rows.get(id) ?? null)) continue;
        this.rows.set(id, row);
        this.changePositions.set(id, event.position);
      }
    } catch (error) {
      this.fail(event, error);
    }
  }

  private projectRow(event: RecordedEvent, id: string): object | null {
    const row = this.projection.project(this.rows.get(id) ?? null, event, id);
    if (this.validateRows) createRowPreparer(this.projection)({ id, row, position: event.position });
    return row;
  }

  private fail(event: RecordedEvent, error: unknown): void {
    this.poisonEvents.push(new PoisonEvent(this.projection.name, event, error));
    this.skipped.set(event.stream, event.position);
  }
}

/**
 * `setAside`: failures of this batch. `poison`: the failure at which the build has to stop; `lastFoldedPosition` is
 * before it.
 */
export type FoldResult = {
  rows: RowWrite[];
  lastFoldedPosition: Position | null;
  setAside: PoisonEvent[];
  poison: PoisonEvent | null;
};

type FoldOptions = { skipped?: SkippedStreams; validateRows?: boolean; signal?: AbortSignal };

/**
 * Folds events into their rows in memory, so that each row is written once per batch. Streams that fail are set aside,
 * up to MAX_SET_ASIDE in a build; then folding stops before the next failing event.
 * @throws the reason of `signal`, which is checked before folding
 */
export const foldBatch = async (
  views: Pick<Views, 'rowsOf'>,
  build: Build,
  projection: Projection<object>,
  events: readonly RecordedEvent[],
  { skipped = new Map(), validateRows = false, signal }: FoldOptions = {},
): Promise<FoldResult> => {
  signal?.throwIfAborted();
  const rows = new Map<string, object | null>();
  const folder = new BatchFolder(projection, rows, skipped, validateRows);
  const eventsWithIds = events.map((event) => ({ event, ids: idsOrNone(projection, event) }));
  const rowIds = [...new Set(eventsWithIds.flatMap(({ ids }) => ids))];
  if (rowIds.length > 0) for (const [id, row] of await views.rowsOf(build, rowIds)) rows.set(id, row);
  signal?.throwIfAborted();

  const remaining = MAX_SET_ASIDE - skipped.size;
  let lastFoldedPosition: Position | null = null;
  for (const { event, ids } of eventsWithIds) {
    // An event whose ids could not be read above is tried again here, so that its stream is set aside from this event
    // on and not from the start of the batch.
    folder.fold(event, ids.length > 0 ? ids : folder.idsOf(event));
    if (folder.poisonEvents.length > remaining) break;
    lastFoldedPosition = event.position;
  }
  return {
    rows: [...folder.changePositions].map(([id, position]) => ({ id, row: rows.get(id) ?? null, position })),
    lastFoldedPosition,
    setAside: folder.poisonEvents.slice(0, Math.max(0, remaining)),
    poison: folder.poisonEvents[Math.max(0, remaining)] ?? null,
  };
};

const idsOrNone = (projection: Projection<object>, event: RecordedEvent): string[] => {
  try {
    return projection.idsOf(event);
  } catch {
    return []; // tried again when the event is folded
  }
};

/**
 * Groups the items of a source: everything that has already arrived, up to `max`, in one array. A writer of batches
 * keeps up with many small events, and a single event is passed on at once. A caller that leaves early must also end
 * the source itself, which may wait for its next item for ever.
 */
export async function* batchesOf<Item>(source: AsyncIterable<Item>, max: number): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  let pending = iterator.next();
  try {
    for (;;) {
      const first = await pending;
      if (first.done) return;
      const batch = [first.value];
      pending = iterator.next();
      while (batch.length < max) {
        const next = await Promise.race([pending, nextTurn()]);
        if (next === NOTHING_YET || next.done) break;
        batch.push(next.value);
        pending = iterator.next();
      }
      yield batch;
    }
  } finally {
    // Not awaited: a generator that waits for its next item handles `return` only after that item.
    runInBackground(Promise.allSettled([pending, iterator.return?.()]), 'a subscription could not be left');
  }
}

const NOTHING_YET = Symbol('nothing more has arrived');
const nextTurn = () => new Promise<typeof NOTHING_YET>((resolve) => setImmediate(resolve, NOTHING_YET));

/** A row as an engine returns it: without values that JSON cannot represent. */
export const rowAsStored = (row: object | null): unknown => (row === null ? null : JSON.parse(JSON.stringify(row)));
