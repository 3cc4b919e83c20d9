import type { EventStore } from '#events';
import type { Metrics } from './metrics.js';

/** The store, with the api's appends counted. */
export const countingStore = (store: EventStore, metrics: Metrics): EventStore => ({
  logId: store.logId,
  read: (stream, range) => store.read(stream, range),
  readLast: (stream) => store.readLast(stream),
  append: async (stream, events, head) => {
    const appended = await store.append(stream, events, head);
    metrics.appended.inc(events.length);
    return appended;
  },
  readAll: (after, limit, types) => store.readAll(after, limit, types),
  subscribe: (after, types, signal) => store.subscribe(after, types, signal),
  lastPosition: () => store.lastPosition(),
});
