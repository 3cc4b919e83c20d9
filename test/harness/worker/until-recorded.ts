import { START, type EventStore, type RecordedEvent } from '#events';

/** The first `count` events of these types that a stream holds, as soon as it holds them. @throws Error after 20 s. */
export const waitUntilRecorded = async (
  store: EventStore,
  stream: string,
  types: readonly string[],
  count = 1,
): Promise<RecordedEvent[]> => {
  const signal = AbortSignal.timeout(20_000);
  const found: RecordedEvent[] = [];
  for await (const item of store.subscribe(START, types, signal)) {
    if ('event' in item && item.event.stream === stream) found.push(item.event);
    if (found.length === count) return found;
  }
  throw new Error(`${stream} has ${found.length} of ${count} ${types.join(' or ')}`);
};
