import { decode, documentEvents, type EventOf, type RecordedEvent } from '#events';

type ServedDocument = { hash: string; revision: number };

/**
 * Tracks which files are documents of consignments, from events in log order. For each consignment it keeps the
 * document that is served (pdfDocument of libs/domain), unless it names a person who was erased later.
 */
export const documentFiles = () => {
  const served = new Map<string, ServedDocument>();
  const generated = new Map<string, Map<string, number>>();
  const outdated = new Map<string, number>();
  return {
    /** Applies an event. True for a generated document, whose file is needed only while it is in `wanted`. */
    take(event: RecordedEvent): boolean {
      if (!(event.type in documentEvents)) return false;
      const { type, data } = decode(documentEvents, event) as EventOf<typeof documentEvents>;
      if (type === 'PdfRequested' && data.erased) {
        for (const [hash, at] of generated.get(event.stream) ?? []) outdated.set(hash, at);
        generated.delete(event.stream);
        served.delete(event.stream);
      }
      if (type !== 'PdfGenerated') return false;
      const ofStream = generated.get(event.stream) ?? new Map<string, number>();
      generated.set(event.stream, ofStream.set(data.fileHash, Date.parse(event.metadata.at)));
      outdated.delete(data.fileHash);
      const earlier = served.get(event.stream);
      if (!earlier || data.revision >= earlier.revision)
        served.set(event.stream, { hash: data.fileHash, revision: data.revision });
      return true;
    },
    /** Hashes of the documents that are served. */
    wanted: (): Set<string> => new Set([...served.values()].map(({ hash }) => hash)),
    /**
     * Hashes of documents that name an erased person, with the time when each was generated. The caller removes entries
     * whose files it has deleted.
     */
    outdated,
  };
};
