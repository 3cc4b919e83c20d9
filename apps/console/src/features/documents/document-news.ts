import { DocumentChange, getDocumentChanges, type PdfInfo } from '#contract';
import { listenTo } from '../../lib/event-stream.js';

/** A browser opens six connections to one address, and each stream holds one: further flows only poll. */
const MOST_STREAMS = 2;
let streams = 0;

export type DocumentNews = {
  /** What the last look has shown; the same again is no news. */
  know(documents: readonly Pick<PdfInfo, 'id' | 'pdfStatus'>[]): void;
  /** From now on until `stop`; later calls change nothing. */
  listen(): void;
  stop(): void;
};

const isFinished = (status: PdfInfo['pdfStatus']): boolean => status === 1 || status === 3;

/**
 * The server's push for documents somebody waits for: `onFinished` is called when one has become ready or failed. It only
 * brings the next look forward: without it, or when it breaks off, the poll finds out (PD-002).
 */
export const documentNews = (ids: readonly string[], onFinished: () => void): DocumentNews => {
  const known = new Map<string, PdfInfo['pdfStatus']>();
  const over = new AbortController();
  let listening = false;
  const hear = (data: string): void => {
    const change = DocumentChange.safeParse(JSON.parse(data)).data;
    if (!change || known.get(change.id) === change.pdfStatus) return;
    known.set(change.id, change.pdfStatus);
    if (isFinished(change.pdfStatus)) onFinished();
  };
  return {
    know: (documents) => {
      for (const { id, pdfStatus } of documents) known.set(id, pdfStatus);
    },
    listen: () => {
      if (listening || streams >= MOST_STREAMS) return;
      listening = true;
      streams++;
      void listenTo(getDocumentChanges, { ids: [...ids] }, over.signal, hear).finally(() => streams--);
    },
    stop: () => over.abort(),
  };
};
