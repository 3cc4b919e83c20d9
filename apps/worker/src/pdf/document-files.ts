import { decode, documentEvents, type EventOf, type RecordedEvent } from '#events';

type Made = { hash: string; revision: number };

/**
 * Which files are documents of consignments, learned event by event in the order of the log. Of each consignment the one that is
 * served is wanted, as pdfDocument of libs/domain tells it; an earlier one may name a person who was erased since.
 */
export const documentFiles = () => {
  const newest = new Map<string, Made>();
  return {
    /** True for an event that tells of a document made: the file it names is to be kept by `wanted` alone. */
    take(event: RecordedEvent): boolean {
      if (event.type !== ('PdfGenerated' satisfies keyof typeof documentEvents)) return false;
      const { data } = decode(documentEvents, event) as Extract<
        EventOf<typeof documentEvents>,
        { type: 'PdfGenerated' }
      >;
      const earlier = newest.get(event.stream);
      if (!earlier || data.revision >= earlier.revision)
        newest.set(event.stream, { hash: data.fileHash, revision: data.revision });
      return true;
    },
    /** Hashes of the documents that are served. */
    wanted: (): Set<string> => new Set([...newest.values()].map(({ hash }) => hash)),
  };
};
