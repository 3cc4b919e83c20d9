import type { EventStore, Position, RecordedEvent } from '#events';

type Range = {
  after: Position;
  /** Inclusive. Events beyond it are left out. */
  through: Position;
  /** Types of events, all if absent. */
  types?: readonly string[];
  /** Events that are read from the log at a time. */
  pageSize: number;
  /** Ends the pages early. */
  signal?: AbortSignal;
  /** Runs between pages; `workedMs` is the time that reading and using the last page took. */
  pause?(workedMs: number): Promise<void>;
};

/** Reads part of the log in pages, in log order. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  { after, through, types, pageSize, signal, pause }: Range,
): AsyncGenerator<RecordedEvent[]> {
  for (let position = after; position < through && !signal?.aborted;) {
    const startedAt = performance.now();
    const page = await store.readAll(position, pageSize, types);
    yield page.filter((event) => event.position <= through);
    position = page.length < pageSize ? through : (page.at(-1)?.position ?? through);
    await pause?.(performance.now() - startedAt);
  }
}
