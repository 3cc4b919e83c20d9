import type { EventStore } from '#events';
import type { Metrics } from './metrics.js';

/** The same store, with what the api appends counted. */
export const countingStore = <Store extends EventStore>(store: Store, metrics: Metrics): Store => {
  const append: EventStore['append'] = async (stream, events, head) => {
    const appended = await store.append(stream, events, head);
    metrics.appended.inc(events.length);
    return appended;
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
};
