import { randomUUID } from 'node:crypto';
import { allEvents, NO_STREAM, type Head, type NewEvent } from '#events';
import { openEmbeddedEngines, openEventStoreDbLog, SealedEventStore } from '#engines';

/** Short, so that a frozen server is detected soon, but long enough for a busy machine. */
export const DEADLINE_MS = 700;

export const newStream = (): string => `numbering-${randomUUID()}`;

export const numberTaken = (number: number, takenFor = '样品'): NewEvent => {
  const commandId = randomUUID();
  const by = { userId: '3f2c1a50-0c52-4b8e-9a51-7d1a0f6f3b11', role: 'admin', unitId: null };
  return {
    type: 'NumberTaken',
    data: { number, takenFor },
    metadata: {
      schemaVersion: 1,
      by,
      at: '2026-01-02T03:04:05.678Z',
      commandId,
      correlationId: commandId,
      causationId: null,
    },
  };
};

export type TestStores = {
  /** A store with its own client, like that of another process. */
  open(url: string): Promise<SealedEventStore>;
  close(): Promise<void>;
};

/** Stores over EventStoreDB with one vault in memory. */
export const storesOverEventStoreDb = async (): Promise<TestStores> => {
  const engines = await openEmbeddedEngines(':memory:');
  const openStores: SealedEventStore[] = [];
  return {
    open: async (url) => {
      const store = new SealedEventStore(
        await openEventStoreDbLog(url, { deadlineMs: DEADLINE_MS }),
        engines.vault,
        allEvents,
      );
      openStores.push(store);
      return store;
    },
    close: async () => {
      await Promise.all(openStores.map((store) => store.close()));
      await engines.close();
    },
  };
};

/** Appends numbers 1 to `count` one by one. Returns the head after the last one. */
export const fill = async (store: SealedEventStore, stream: string, count: number): Promise<Head> => {
  let head = NO_STREAM;
  for (let n = 1; n <= count; n++) ({ head } = await store.append(stream, [numberTaken(n)], head));
  return head;
};

/** The first `count` ids of events of `streams`, as a subscription delivers them. */
export const collectIds = async (
  store: SealedEventStore,
  after: string,
  streams: string[],
  count: number,
): Promise<string[]> => {
  const ids: string[] = [];
  const abortController = new AbortController();
  for await (const item of store.subscribe(after, ['NumberTaken'], abortController.signal)) {
    if ('event' in item && streams.includes(item.event.stream)) ids.push(item.event.id);
    if (ids.length === count) abortController.abort();
  }
  return ids;
};

/** The same, read from the whole log. */
export const idsInLog = async (store: SealedEventStore, after: string, streams: string[]): Promise<string[]> =>
  (await store.readAll(after, 100_000)).flatMap(({ id, stream }) => (streams.includes(stream) ? id : []));
