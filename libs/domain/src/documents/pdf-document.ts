import { type DocumentEvent, documentEvents, type FrozenNames } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isJsonEqual } from '../rules/equality.js';
import type { Language } from '../text/language.js';
import { ageOf } from '../time/possible-times.js';

/** A document being made for less than this, in milliseconds, is left alone unless forced (K-002, ADR-034). */
export const GENERATION_PATIENCE = 180 * 1000;

export type DocumentCommand =
  /**
   * `revision` of the consignment to print, `at` UTC ISO; `forced` is the retry of the 180 s prompt or of an erasure,
   * which says `erased` too; `mayShow` is what the testing unit shows today, `named` what a draft is called by today,
   * null once a submission has frozen it.
   */
  | {
      type: 'RequestPdf';
      consignmentId: string;
      revision: number;
      at: string;
      forced: boolean;
      language?: Language;
      mayShow?: ShownMoney;
      named?: FrozenNames | null;
      erased?: boolean;
    }
  /** `requestId` is the id of the PdfRequested answered. */
  | {
      type: 'RecordPdf';
      consignmentId: string;
      revision: number;
      fileHash: string;
      pages: number;
      requestId: string;
      shows?: ShownMoney;
      named?: FrozenNames;
    }
  | { type: 'RecordPdfFailure'; consignmentId: string; reason: string; requestId: string };

/** Unit prices and estimated costs, which a testing unit may hide (PR-014). */
export type ShownMoney = { prices: boolean; estimate: boolean };
const ALL_SHOWN: ShownMoney = { prices: true, estimate: true };

type ReadyPdf = { revision: number; fileHash: string; pages: number; shows: ShownMoney; named: FrozenNames | null };
/**
 * `ready` is the newest finished file, whatever happens to a newer request, unless a person was erased since it was
 * made. `answered` are requests that have their file; a failed one may still get it by a retry.
 */
export type PdfDocument = {
  stage: 'none' | 'generating' | 'ready' | 'failed';
  requested: { revision: number; requestedAt: string | null } | null;
  ready: ReadyPdf | null;
  reason: string;
  answered: readonly string[];
  failedRequest: string | null;
};

const initialState: PdfDocument = {
  stage: 'none',
  requested: null,
  ready: null,
  reason: '',
  answered: [],
  failedRequest: null,
};

const decide = (command: DocumentCommand, document: PdfDocument): DocumentEvent[] => {
  switch (command.type) {
    case 'RequestPdf': {
      const {
        consignmentId,
        revision,
        at,
        forced,
        language = 'zh',
        mayShow = ALL_SHOWN,
        named = null,
        erased = false,
      } = command;
      if (!forced && (isBeingMade(document, at) || isUpToDate(document, revision, mayShow, named))) return [];
      return [
        {
          type: 'PdfRequested',
          data: {
            consignmentId,
            revision,
            forced,
            requestedAt: at,
            ...(language === 'zh' ? {} : { language }),
            ...(erased ? { erased } : {}),
          },
        },
      ];
    }
    case 'RecordPdf': {
      const { type: _, ...data } = command;
      return document.answered.includes(command.requestId) ? [] : [{ type: 'PdfGenerated', data }];
    }
    case 'RecordPdfFailure': {
      const { type: _, ...data } = command;
      return document.answered.includes(command.requestId) || document.failedRequest === command.requestId
        ? []
        : [{ type: 'PdfFailed', data }];
    }
  }
};

const isBeingMade = ({ stage, requested }: PdfDocument, at: string): boolean =>
  stage === 'generating' && requested?.requestedAt != null && ageOf(requested.requestedAt, at) < GENERATION_PATIENCE;

const isUpToDate = (
  { stage, ready }: PdfDocument,
  revision: number,
  mayShow: ShownMoney,
  named: FrozenNames | null,
): boolean =>
  stage === 'ready' &&
  ready !== null &&
  ready.revision >= revision &&
  ready.shows.prices === mayShow.prices &&
  ready.shows.estimate === mayShow.estimate &&
  (named === null || isJsonEqual(ready.named, named));

const evolve = (document: PdfDocument, { type, data }: DocumentEvent): PdfDocument => {
  switch (type) {
    case 'PdfRequested':
      return {
        ...document,
        stage: 'generating',
        ready: data.erased ? null : document.ready,
        requested: { revision: data.revision, requestedAt: data.requestedAt ?? null },
        reason: '',
      };
    case 'PdfGenerated': {
      const { requestId, revision, fileHash, pages, shows = ALL_SHOWN, named = null } = data;
      const answered = [...document.answered, requestId];
      // A file that was overtaken by a newer request answers its own one and nothing else.
      const isOvertaken = document.requested !== null && revision < document.requested.revision;
      const ready =
        document.ready !== null && revision < document.ready.revision
          ? document.ready
          : { revision, fileHash, pages, shows, named };
      return isOvertaken
        ? { ...document, ready, answered }
        : { ...document, stage: 'ready', ready, reason: '', answered };
    }
    case 'PdfFailed':
      return { ...document, stage: 'failed', reason: data.reason, failedRequest: data.requestId };
  }
};

/**
 * Which document of a consignment: the Chinese one bears its id alone, others name their language, so that each has a
 * file and a state of its own (ADR-042).
 */
export const documentIdOf = (consignmentId: string, language: Language): string =>
  language === 'zh' ? consignmentId : `${consignmentId}.${language}`;

/** The consignment of a document, whatever its language. */
export const consignmentOfDocument = (documentId: string): string => documentId.split('.')[0] ?? '';

/** document-<consignment id>: the state of the pre-consignment PDF. */
export const pdfDocument: Aggregate<typeof documentEvents, DocumentCommand, PdfDocument> = {
  category: 'document',
  events: documentEvents,
  decider: { initialState, decide, evolve },
};

export type PdfStatus = 0 | 1 | 2 | 3 | 4;

/**
 * 0 none, 1 ready, 2 generating, 3 failed, 4 the consignment is newer than the file, its unit shows other money now, or
 * what a draft names is called otherwise (PD-001). `named` as in `RequestPdf`.
 */
export const pdfStatusOf = (
  document: PdfDocument,
  consignmentRevision: number,
  mayShow: ShownMoney,
  named: FrozenNames | null,
): PdfStatus => {
  switch (document.stage) {
    case 'none':
      return 0;
    case 'generating':
      return 2;
    case 'failed':
      return 3;
    case 'ready':
      return isUpToDate(document, consignmentRevision, mayShow, named) ? 1 : 4;
  }
};

/**
 * Whether a file that was handed out before may still be opened: it is the newest of its document, and shows no money
 * that is hidden now.
 */
export const canOpenDocument = ({ ready }: PdfDocument, fileHash: string, mayShow: ShownMoney): boolean =>
  ready !== null &&
  ready.fileHash === fileHash &&
  (mayShow.prices || !ready.shows.prices) &&
  (mayShow.estimate || !ready.shows.estimate);
