import type { EventLog } from '../event-log.js';

export type EventStoreDbOptions = {
  /** Silence of the server that counts as a failure, in milliseconds; 3,000 when not given. */
  deadlineMs?: number;
  /** How long to wait for a server that is only just starting, in milliseconds; 30,000 when not given. */
  openWithinMs?: number;
  /** How long a call waits for a server that changes its leader, restarts or resets its connections, in milliseconds; 5,000 when not given. */
  waitMs?: number;
};

/**
 * The log on EventStoreDB: `esdb://user:password@host:2113`, `esdb://host:2113?tls=false`, `esdb+discover://...`.
 * @throws RangeError for a URL that cannot be used, StoreUnavailable when nobody answers there in time.
 */
export const openEventStoreDbLog = async (
  url: string,
  { deadlineMs = 3_000, openWithinMs = 30_000, waitMs = 5_000 }: EventStoreDbOptions = {},
): Promise<EventLog> => {
  const { EventStoreDbLog } = await import('./eventstoredb-log.js'); // the client takes 25 MB: only for those who use it
  return EventStoreDbLog.open(url, { deadlineMs, openWithinMs, waitMs });
};
