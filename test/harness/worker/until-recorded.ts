import { START, type EventStore, type RecordedEvent } from '#events';

/**
 * Waits for the first `count` events of these types in a stream.
 * @throws Error after 20 s
 */
export const waitUntilRecorded = async (
  store: EventStore,
  stream: string,
  types: readonly string[],
  count = 1,
): Promise<RecordedEvent[]> => {
  const signal = AbortSignal.timeout(20_000);
  const events: RecordedEvent[] = [];
  for await (const item of store.subscribe(START, types, signal)) {
    if ('event' in item && item.event.stream === stream) events.push(item.event);
    if (events.length === count) return events;
  }
  throw new Error(`${stream} has ${events.length} of ${count} ${types.join(' or ')}`);
};
