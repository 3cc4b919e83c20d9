import { DAY_MS } from '#domain/time';
import { decode, exportEvents, type EventOf, type Position, type RecordedEvent } from '#events';

/** A ledger contains names and phone numbers, so it is kept for a day only. Later the export is repeated. */
const KEPT_MS = DAY_MS;

type Built = { hash: string; pages: number; at: number };

const isLedger = ({ type }: RecordedEvent): boolean => type === ('ExportBuilt' satisfies keyof typeof exportEvents);

/**
 * Tracks which files are ledgers; it is fed with events in log order. Of each export the newest file with the most
 * pages is kept, which is the one that is served, for 24 hours. A ledger that was made before a person was erased is
 * not kept.
 */
export const ledgerFiles = () => {
  const newest = new Map<string, Built>();
  const made = new Map<string, number>();
  const outdated = new Map<string, number>();
  let lastErasure: Position = '';
  const outdate = (): void => {
    for (const [hash, at] of made) outdated.set(hash, at);
    made.clear();
    newest.clear();
  };
  return {
    /** True for an event about a ledger, whose file is then kept by `wantedAt` only. */
    take(event: RecordedEvent): boolean {
      if (event.type === 'UserErased') {
        lastErasure = event.position;
        outdate();
      }
      if (!isLedger(event)) return false;
      const { data } = decode(exportEvents, event) as Extract<EventOf<typeof exportEvents>, { type: 'ExportBuilt' }>;
      const at = Date.parse(event.metadata.at);
      if (data.readFrom !== undefined && data.readFrom < lastErasure) {
        outdated.set(data.fileHash, at);
        return true;
      }
      made.set(data.fileHash, at);
      outdated.delete(data.fileHash);
      const earlier = newest.get(event.stream);
      if (!earlier || data.pages >= earlier.pages)
        newest.set(event.stream, { hash: data.fileHash, pages: data.pages, at });
      return true;
    },
    /** Hashes of the ledgers that can still be fetched. */
    wantedAt: (now: Date): Set<string> =>
      new Set([...newest.values()].flatMap(({ hash, at }) => (now.getTime() - at < KEPT_MS ? [hash] : []))),
    /**
     * Hashes of ledgers that may name a person who was erased, and when each was made. The caller removes those that it
     * has deleted.
     */
    outdated,
  };
};
