import { type DocumentEvent, documentEvents, type FrozenNames } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isJsonEqual } from '../rules/equality.js';
import type { Language } from '../text/language.js';
import { ageOf } from '../time/clock-skew.js';
import type { VisibleAmounts } from '../units/unit-settings.js';

/** The time in milliseconds after which a document that is not ready may be requested again (K-002, ADR-034). */
export const GENERATION_TIMEOUT_MS = 180_000;

export type DocumentCommand =
  /**
   * `revision` is that of the consignment, `at` is UTC ISO. `forced` requests the document even if one is being made or
   * is current: the user requests it again after 180 s, or a person was erased (`erased`). `visibleAmounts` are the
   * amounts that the testing unit shows now. `names` are the current names in a draft, null after a submission, which
   * fixes the names.
   */
  | {
      type: 'RequestPdf';
      consignmentId: string;
      revision: number;
      at: string;
      forced: boolean;
      language?: Language;
      visibleAmounts?: VisibleAmounts;
      names?: FrozenNames | null;
      erased?: boolean;
    }
  /** `requestId` is the id of the PdfRequested event. */
  | {
      type: 'RecordPdf';
      consignmentId: string;
      revision: number;
      fileHash: string;
      pages: number;
      requestId: string;
      shows?: VisibleAmounts;
      named?: FrozenNames;
    }
  | { type: 'RecordPdfFailure'; consignmentId: string; revision: number; reason: string; requestId: string };

const ALL_VISIBLE: VisibleAmounts = { prices: true, estimate: true };

type ReadyPdf = { revision: number; fileHash: string; pages: number; shows: VisibleAmounts; named: FrozenNames | null };
/**
 * `ready` is the newest finished file. It stays while a newer one is made, except after a person was erased.
 * `completedRequests` are the requests that have their file. A failed request can still get one by a retry.
 */
export type PdfDocument = {
  stage: 'none' | 'generating' | 'ready' | 'failed';
  requested: { revision: number; requestedAt: string | null } | null;
  ready: ReadyPdf | null;
  reason: string;
  completedRequests: readonly string[];
  failedRequest: string | null;
};

const initialState: PdfDocument = {
  stage: 'none',
  requested: null,
  ready: null,
  reason: '',
  completedRequests: [],
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
        visibleAmounts = ALL_VISIBLE,
        names = null,
        erased = false,
      } = command;
      if (!forced && (isGenerating(document, at) || isCurrent(document, revision, visibleAmounts, names))) return [];
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
      return document.completedRequests.includes(command.requestId) ? [] : [{ type: 'PdfGenerated', data }];
    }
    case 'RecordPdfFailure': {
      const { type: _, ...data } = command;
      return document.completedRequests.includes(command.requestId) || document.failedRequest === command.requestId
        ? []
        : [{ type: 'PdfFailed', data }];
    }
  }
};

const isGenerating = ({ stage, requested }: PdfDocument, at: string): boolean =>
  stage === 'generating' && requested?.requestedAt != null && ageOf(requested.requestedAt, at) < GENERATION_TIMEOUT_MS;

const isCurrent = (
  { stage, ready }: PdfDocument,
  revision: number,
  visibleAmounts: VisibleAmounts,
  names: FrozenNames | null,
): boolean =>
  stage === 'ready' &&
  ready !== null &&
  ready.revision >= revision &&
  ready.shows.prices === visibleAmounts.prices &&
  ready.shows.estimate === visibleAmounts.estimate &&
  (names === null || isJsonEqual(ready.named, names));

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
      const { requestId, revision, fileHash, pages, shows = ALL_VISIBLE, named = null } = data;
      const completedRequests = [...document.completedRequests, requestId];
      const ready =
        document.ready !== null && revision < document.ready.revision
          ? document.ready
          : { revision, fileHash, pages, shows, named };
      return isOvertaken(document, revision)
        ? { ...document, ready, completedRequests }
        : { ...document, stage: 'ready', ready, reason: '', completedRequests };
    }
    case 'PdfFailed': {
      const { requestId: failedRequest, reason, revision } = data;
      return revision !== undefined && isOvertaken(document, revision)
        ? { ...document, failedRequest }
        : { ...document, stage: 'failed', reason, failedRequest };
    }
  }
};

/** Whether a newer request still waits for its own result. An older result does not change the stage then. */
const isOvertaken = ({ requested }: PdfDocument, revision: number): boolean =>
  requested !== null && revision < requested.revision;

/**
 * The id of a document. It is the consignment's id for the Chinese document; other documents append their language
 * (ADR-042).
 */
export const documentIdOf = (consignmentId: string, language: Language): string =>
  language === 'zh' ? consignmentId : `${consignmentId}.${language}`;

/** The consignment id of a document in any language. */
export const consignmentOfDocument = (documentId: string): string => documentId.split('.')[0] ?? '';

/** document-<consignment id>: the state of the pre-consignment PDF. */
export const pdfDocument: Aggregate<typeof documentEvents, DocumentCommand, PdfDocument> = {
  category: 'document',
  events: documentEvents,
  decider: { initialState, decide, evolve },
};

/**
 * Outdated means that the consignment, the amounts that the unit shows, or the names in a draft have changed (PD-001).
 */
export const PDF_STATUS = { none: 0, ready: 1, generating: 2, failed: 3, outdated: 4 } as const;
export type PdfStatus = (typeof PDF_STATUS)[keyof typeof PDF_STATUS];

/** `names` as in `RequestPdf`. */
export const pdfStatusOf = (
  document: PdfDocument,
  consignmentRevision: number,
  visibleAmounts: VisibleAmounts,
  names: FrozenNames | null,
): PdfStatus => {
  switch (document.stage) {
    case 'none':
      return PDF_STATUS.none;
    case 'generating':
      return PDF_STATUS.generating;
    case 'failed':
      return PDF_STATUS.failed;
    case 'ready':
      return isCurrent(document, consignmentRevision, visibleAmounts, names) ? PDF_STATUS.ready : PDF_STATUS.outdated;
  }
};

/**
 * Whether a link to a file still works: the file must be the newest of its document and must not show an amount that is
 * hidden now.
 */
export const canOpenDocument = ({ ready }: PdfDocument, fileHash: string, visibleAmounts: VisibleAmounts): boolean =>
  ready !== null &&
  ready.fileHash === fileHash &&
  (visibleAmounts.prices || !ready.shows.prices) &&
  (visibleAmounts.estimate || !ready.shows.estimate);
