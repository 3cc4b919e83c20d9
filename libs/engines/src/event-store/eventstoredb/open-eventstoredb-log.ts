import type { EventLog } from '../event-log.js';
import type { EventStoreDbOptions } from './eventstoredb-log.js';

/**
 * The log on EventStoreDB: `esdb://user:password@host:2113`, `esdb://host:2113?tls=false`, `esdb+discover://...`.
 * @throws RangeError for a URL that cannot be used, StoreUnavailable if no server answers in time
 */
export const openEventStoreDbLog = async (
  url: string,
  { deadlineMs = 3_000, openWithinMs = 30_000, waitMs = 5_000 }: EventStoreDbOptions = {},
): Promise<EventLog> => {
  // The client needs 25 MB of memory, so it is only loaded if it is used.
  const { EventStoreDbLog } = await import('./eventstoredb-log.js');
  return EventStoreDbLog.open(url, { deadlineMs, openWithinMs, waitMs });
};
