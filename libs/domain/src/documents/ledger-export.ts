import { type Actor, type ConsignType, type ExportEvent, exportEvents, type LedgerEntry } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Language } from '../text/language.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/** Consignments one ledger may hold: what a spreadsheet and its reader can still take. */
export const LEDGER_LIMIT = 50_000;

export type LedgerExportCommand =
  /**
   * The next page. `continues` when the caller means an export begun before; entries that are in the ledger already are
   * left out. A page that adds nothing asks for the file again when it could not be made.
   */
  | {
      type: 'RequestPage';
      by: Actor;
      consignType: ConsignType | null;
      entries: readonly LedgerEntry[];
      continues: boolean;
      language?: Language;
    }
  /** `requestId` is the id of the ExportPageRequested answered, `pages` and `rows` what is in the file. */
  | { type: 'RecordFile'; pages: number; rows: number; fileHash: string; requestId: string; readFrom?: string }
  | { type: 'RecordExportFailure'; reason: string; requestId: string };

/**
 * `pages` may name a consignment twice, in a page that was asked for again. `built` is the newest file with most pages;
 * `failure` is why the newest one could not be made.
 */
export type LedgerExport = {
  requestedBy: string | null;
  consignType: ConsignType | null;
  /** Of its heads and of the names of states; who asked for the newest page decides. */
  language: Language;
  pages: readonly (readonly LedgerEntry[])[];
  built: { pages: number; rows: number; fileHash: string; readFrom?: string | undefined } | null;
  answered: readonly string[];
  failure: { requestId: string; reason: string } | null;
};

/** Each consignment of a ledger once, in the order it was asked for. */
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
  answered: [],
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
      const requested = entries.length === 0 && ledger.failure ? command.entries : entries;
      return requested.length === 0
        ? []
        : [
            {
              type: 'ExportPageRequested',
              data: {
                requestedBy: by.userId,
                consignType,
                entries: [...requested],
                ...(language === 'zh' ? {} : { language }),
              },
            },
          ];
    }
    case 'RecordFile': {
      const { type: _, ...data } = command;
      return ledger.answered.includes(command.requestId) ? [] : [{ type: 'ExportBuilt', data }];
    }
    case 'RecordExportFailure': {
      const { type: _, ...data } = command;
      return ledger.answered.includes(command.requestId) || ledger.failure?.requestId === command.requestId
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
        answered: [...ledger.answered, requestId],
        failure: null,
      };
    }
    case 'ExportFailed':
      return { ...ledger, failure: data };
  }
};

/** export-<id>: a unit's ledger of consignments, asked for in pages and built into one file (ADR-034). */
export const ledgerExport: Aggregate<typeof exportEvents, LedgerExportCommand, LedgerExport> = {
  category: 'export',
  events: exportEvents,
  decider: { initialState, decide, evolve },
};
