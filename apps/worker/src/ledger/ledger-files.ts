import { DAY_MS } from '#domain/time';
import { decode, exportEvents, type EventOf, type Position, type RecordedEvent } from '#events';

/** A ledger holds names and phones; who wants it after a day exports it again. */
const WANTED_MS = DAY_MS;

type Built = { hash: string; pages: number; at: number };

const isLedger = ({ type }: RecordedEvent): boolean => type === ('ExportBuilt' satisfies keyof typeof exportEvents);

/**
 * Which files are ledgers, learned event by event in the order of the log: of each export the newest with most pages,
 * which is the one it serves, for 24 hours from its making. None that was made before a person was erased is kept:
 * whoever wants it exports it again.
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
    /** True for an event that tells of a ledger made: the file it names is to be kept by `wantedAt` alone. */
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
    /** Hashes of the ledgers somebody may still fetch. */
    wantedAt: (now: Date): Set<string> =>
      new Set([...newest.values()].flatMap(({ hash, at }) => (now.getTime() - at < WANTED_MS ? [hash] : []))),
    /**
     * Hashes of those that may name a person who was erased, and when each was made. Who has deleted a file takes it
     * out.
     */
    outdated,
  };
};
