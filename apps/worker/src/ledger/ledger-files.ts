import { DAY_MS } from '#domain/time';
import { decode, exportEvents, type EventOf, type Position, type RecordedEvent } from '#events';

/** A ledger contains names and phone numbers, so it is kept for a day only. Later the export is repeated. */
const RETENTION_MS = DAY_MS;

type LedgerFile = { hash: string; pages: number; at: number };

const isLedger = ({ type }: RecordedEvent): boolean => type === ('ExportBuilt' satisfies keyof typeof exportEvents);

/**
 * Tracks which files are ledgers; it is fed with events in log order. Of each export the newest file with the most
 * pages is kept, which is the one that is served, for 24 hours. A ledger that was made before a person was erased is
 * not kept.
 */
export const ledgerFiles = () => {
  const newestByStream = new Map<string, LedgerFile>();
  const timeByHash = new Map<string, number>();
  const outdated = new Map<string, number>();
  let lastErasure: Position = '';
  const outdateAll = (): void => {
    for (const [hash, at] of timeByHash) outdated.set(hash, at);
    timeByHash.clear();
    newestByStream.clear();
  };
  return {
    /** Applies an event. True for an event about a ledger, whose file stays only while it is in `availableHashes`. */
    apply(event: RecordedEvent): boolean {
      if (event.type === 'UserErased') {
        lastErasure = event.position;
        outdateAll();
      }
      if (!isLedger(event)) return false;
      const { data } = decode(exportEvents, event) as Extract<EventOf<typeof exportEvents>, { type: 'ExportBuilt' }>;
      const at = Date.parse(event.metadata.at);
      if (data.readFrom !== undefined && data.readFrom < lastErasure) {
        outdated.set(data.fileHash, at);
        return true;
      }
      timeByHash.set(data.fileHash, at);
      outdated.delete(data.fileHash);
      const previous = newestByStream.get(event.stream);
      if (!previous || data.pages >= previous.pages)
        newestByStream.set(event.stream, { hash: data.fileHash, pages: data.pages, at });
      return true;
    },
    /** Hashes of the ledgers that can still be fetched. */
    availableHashes: (now: Date): Set<string> =>
      new Set(
        [...newestByStream.values()].flatMap(({ hash, at }) => (now.getTime() - at < RETENTION_MS ? [hash] : [])),
      ),
    /**
     * Hashes of ledgers that may name a person who was erased, and when each was made. The caller removes those that it
     * has deleted.
     */
    outdated,
  };
};
