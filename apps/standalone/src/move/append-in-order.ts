import type { EventLog, LoggedEvent, StoredEvent } from '#engines';
import { START, type Head, type Position } from '#events';

/** What is sent before the first of it is answered: so much that nobody waits, so little that the last of it is answered in time. */
const UNDER_WAY = { appends: 64, bytes: 4 * 1024 * 1024 };

/**
 * Appends runs of events, each of one stream, so that the log goes on in their order. Once one has failed, nothing more is sent: what
 * would be behind it may be taken without it. Ends when all that were sent have been answered; the log then goes on with the beginning of
 * them, however many that are, unless it has refused one and taken another that was already behind it.
 * @throws whatever the first append that failed throws; Error when the log has taken them in another order.
 */
export const appendInOrder = async (
  target: EventLog,
  runs: AsyncIterable<LoggedEvent[]>,
  onLanded: (events: number) => void,
): Promise<void> => {
  const underWay: { events: number; bytes: number; landing: Promise<Position> }[] = [];
  let bytesUnderWay = 0;
  let newest: Position = START;
  const seen = { failure: false };
  const landed = async (): Promise<void> => {
    const next = underWay.shift();
    if (!next) return;
    const position = await next.landing;
    if (position <= newest)
      throw new Error(
        'The server did not take the events in the order they were sent. Move onto an empty server again.',
      );
    newest = position;
    bytesUnderWay -= next.bytes;
    onLanded(next.events);
  };
  try {
    for await (const run of runs) {
      const [first] = run;
      if (!first) continue;
      if (seen.failure) break; // looked at last before sending: what was read meanwhile may have taken its time
      const landing = target.appendBehind(first.stream, run.map(toStored), headBefore(first));
      landing.catch(() => {
        seen.failure = true; // thrown in its turn
      });
      const bytes = run.reduce(
        (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
        0,
      );
      underWay.push({ events: run.length, bytes, landing });
      bytesUnderWay += bytes;
      if (newest === START) await landed(); // the first alone, as the port asks
      while (underWay.length >= UNDER_WAY.appends || bytesUnderWay > UNDER_WAY.bytes) await landed();
    }
    while (underWay.length > 0) await landed();
  } finally {
    await Promise.allSettled(underWay.map(({ landing }) => landing));
  }
};

const toStored = ({ position: _, ...event }: LoggedEvent): StoredEvent => event;

/** Every event names the hash of the one before it. */
const headBefore = ({ revision, metadata }: LoggedEvent): Head => ({
  revision: revision - 1,
  hash: (JSON.parse(metadata) as { previousHash: string }).previousHash,
});
