import { type Actor, type ConsignType, type ExportEvent, exportEvents, type LedgerEntry } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Language } from '../text/language.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/** The maximum number of consignments in one ledger, so that spreadsheets and users can still handle it. */
export const LEDGER_LIMIT = 50_000;

export type LedgerExportCommand =
  /**
   * Requests the next page. `continues` is true if the caller refers to an existing export. Entries that the ledger
   * already has are omitted. After a failure, a page without new entries requests the file again.
   */
  | {
      type: 'RequestPage';
      by: Actor;
      consignType: ConsignType | null;
      entries: readonly LedgerEntry[];
      continues: boolean;
      language?: Language;
    }
  /** `requestId` is the id of the ExportPageRequested event, `pages` and `rows` are the contents of the file. */
  | { type: 'RecordFile'; pages: number; rows: number; fileHash: string; requestId: string; readFrom?: string }
  | { type: 'RecordExportFailure'; reason: string; requestId: string };

/**
 * `pages` may contain a consignment twice if a page was requested again. `built` is the newest file with the most
 * pages; `failure` is the reason why the newest file could not be made.
 */
export type LedgerExport = {
  requestedBy: string | null;
  consignType: ConsignType | null;
  /** The language of the heads and of the names of statuses, chosen by the user who requested the newest page. */
  language: Language;
  pages: readonly (readonly LedgerEntry[])[];
  built: { pages: number; rows: number; fileHash: string; readFrom?: string | undefined } | null;
  completedRequests: readonly string[];
  failure: { requestId: string; reason: string } | null;
};

/** The distinct consignments of a ledger, in the order of the requests. */
export const ledgerEntries = ({ pages }: Pick<LedgerExport, 'pages'>): LedgerEntry[] => {
  const byId = new Map<string, LedgerEntry>();
  for (const page of pages) for (const entry of page) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  return [...byId.values()];
};

const initialState: LedgerExport = {
  requestedBy: null,
  consignType: null,
  language: 'zh',
  pages: [],
  built: null,
  completedRequests: [],
  failure: null,
};

const decide = (command: LedgerExportCommand, ledger: LedgerExport): ExportEvent[] => {
  switch (command.type) {
    case 'RequestPage': {
      const { by, consignType, continues, language = 'zh' } = command;
      const isOwn = ledger.requestedBy === null ? !continues : ledger.requestedBy === by.userId;
      refuseIf(isOwn ? null : problem('NO_SUCH_EXPORT'));
      const pageIds = new Set(ledger.pages.flat().map(({ id }) => id));
      const entries = command.entries.filter(({ id }) => !pageIds.has(id));
      refuseIf(
        pageIds.size + entries.length > LEDGER_LIMIT ? problem('EXPORT_TOO_LARGE', { max: LEDGER_LIMIT }) : null,
      );
      const newEntries = entries.length === 0 && ledger.failure ? command.entries : entries;
      return newEntries.length === 0
        ? []
        : [
            {
              type: 'ExportPageRequested',
              data: {
                requestedBy: by.userId,
                consignType,
                entries: [...newEntries],
                ...(language === 'zh' ? {} : { language }),
              },
            },
          ];
    }
    case 'RecordFile': {
      const { type: _, ...data } = command;
      return ledger.completedRequests.includes(command.requestId) ? [] : [{ type: 'ExportBuilt', data }];
    }
    case 'RecordExportFailure': {
      const { type: _, ...data } = command;
      return ledger.completedRequests.includes(command.requestId) || ledger.failure?.requestId === command.requestId
        ? []
        : [{ type: 'ExportFailed', data }];
    }
  }
};

const evolve = (ledger: LedgerExport, { type, data }: ExportEvent): LedgerExport => {
  switch (type) {
    case 'ExportPageRequested':
      return {
        ...ledger,
        requestedBy: data.requestedBy,
        consignType: data.consignType,
        language: data.language ?? 'zh',
        pages: [...ledger.pages, data.entries],
        failure: null,
      };
    case 'ExportBuilt': {
      const { requestId, ...file } = data;
      const isFuller = ledger.built === null || file.pages >= ledger.built.pages;
      return {
        ...ledger,
        built: isFuller ? file : ledger.built,
        completedRequests: [...ledger.completedRequests, requestId],
        failure: null,
      };
    }
    case 'ExportFailed':
      return { ...ledger, failure: data };
  }
};

/** export-<id>: a unit's ledger of consignments, requested in pages and built into one file (ADR-034). */
export const ledgerExport: Aggregate<typeof exportEvents, LedgerExportCommand, LedgerExport> = {
  category: 'export',
  events: exportEvents,
  decider: { initialState, decide, evolve },
};
