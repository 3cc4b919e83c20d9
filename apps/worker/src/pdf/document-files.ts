import { decode, documentEvents, type EventOf, type RecordedEvent } from '#events';

type ServedDocument = { hash: string; revision: number };

/**
 * Tracks which files are documents of consignments, from events in log order. For each consignment it keeps the
 * document that is served (pdfDocument of libs/domain), unless it names a person who was erased later.
 */
export const documentFiles = () => {
  const servedByStream = new Map<string, ServedDocument>();
  const generatedByStream = new Map<string, Map<string, number>>();
  const outdated = new Map<string, number>();
  return {
    /** Applies an event. True for a generated document, whose file is needed only while it is in `availableHashes`. */
    apply(event: RecordedEvent): boolean {
      if (!(event.type in documentEvents)) return false;
      const { type, data } = decode(documentEvents, event) as EventOf<typeof documentEvents>;
      if (type === 'PdfRequested' && data.erased) {
        for (const [hash, at] of generatedByStream.get(event.stream) ?? []) outdated.set(hash, at);
        generatedByStream.delete(event.stream);
        servedByStream.delete(event.stream);
      }
      if (type !== 'PdfGenerated') return false;
      const timeByHash = generatedByStream.get(event.stream) ?? new Map<string, number>();
      generatedByStream.set(event.stream, timeByHash.set(data.fileHash, Date.parse(event.metadata.at)));
      outdated.delete(data.fileHash);
      const previous = servedByStream.get(event.stream);
      if (!previous || data.revision >= previous.revision)
        servedByStream.set(event.stream, { hash: data.fileHash, revision: data.revision });
      return true;
    },
    /** Hashes of the documents that are served. */
    availableHashes: (): Set<string> => new Set([...servedByStream.values()].map(({ hash }) => hash)),
    /**
     * Hashes of documents that name an erased person, with the time when each was generated. The caller removes entries
     * whose files it has deleted.
     */
    outdated,
  };
};
