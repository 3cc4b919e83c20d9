import { decode, exportEvents, type EventOf, type RecordedEvent } from '#events';

/** A ledger holds names and phones; who wants it after a day exports it again. */
const WANTED_MS = 24 * 60 * 60 * 1000;

type Built = { hash: string; pages: number; at: number };

const isLedger = ({ type }: RecordedEvent): boolean => type === ('ExportBuilt' satisfies keyof typeof exportEvents);

/**
 * Which files are ledgers, learned event by event in the order of the log: of each export the one with most pages, which is the one it
 * serves, for 24 hours from its making.
 */
export const ledgerFiles = () => {
  const newest = new Map<string, Built>();
  return {
    /** True for an event that tells of a ledger made: the file it names is to be kept by `wantedAt` alone. */
    take(event: RecordedEvent): boolean {
      if (!isLedger(event)) return false;
      const { data } = decode(exportEvents, event) as Extract<EventOf<typeof exportEvents>, { type: 'ExportBuilt' }>;
      const earlier = newest.get(event.stream);
      if (!earlier || data.pages > earlier.pages)
        newest.set(event.stream, { hash: data.fileHash, pages: data.pages, at: Date.parse(event.metadata.at) });
      return true;
    },
    /** Hashes of the ledgers somebody may still fetch. */
    wantedAt: (now: Date): Set<string> =>
      new Set([...newest.values()].flatMap(({ hash, at }) => (now.getTime() - at < WANTED_MS ? [hash] : []))),
  };
};
