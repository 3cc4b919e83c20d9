import { decode, documentEvents, type EventOf, type RecordedEvent } from '#events';

type Made = { hash: string; revision: number };

/**
 * Tracks which files are documents of consignments; it is fed with events in log order. Of each consignment the
 * document that is served is kept (pdfDocument of libs/domain), unless it names a person who was erased since.
 */
export const documentFiles = () => {
  const newest = new Map<string, Made>();
  const made = new Map<string, Map<string, number>>();
  const outdated = new Map<string, number>();
  return {
    /** True for an event about a document, whose file is then kept by `wanted` only. */
    take(event: RecordedEvent): boolean {
      if (!(event.type in documentEvents)) return false;
      const { type, data } = decode(documentEvents, event) as EventOf<typeof documentEvents>;
      if (type === 'PdfRequested' && data.erased) {
        for (const [hash, at] of made.get(event.stream) ?? []) outdated.set(hash, at);
        made.delete(event.stream);
        newest.delete(event.stream);
      }
      if (type !== 'PdfGenerated') return false;
      const ofStream = made.get(event.stream) ?? new Map<string, number>();
      made.set(event.stream, ofStream.set(data.fileHash, Date.parse(event.metadata.at)));
      outdated.delete(data.fileHash);
      const earlier = newest.get(event.stream);
      if (!earlier || data.revision >= earlier.revision)
        newest.set(event.stream, { hash: data.fileHash, revision: data.revision });
      return true;
    },
    /** Hashes of the documents that are served. */
    wanted: (): Set<string> => new Set([...newest.values()].map(({ hash }) => hash)),
    /**
     * Hashes of documents that name a person who was erased, and when each was made. The caller removes those that it
     * has deleted.
     */
    outdated,
  };
};
