import type { Language } from '#domain';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';

/** What the thread of workbooks is asked, and what it answers. */
export type WorkbookCall =
  | { ask: 'write'; catalogue: SheetCatalogue }
  | { ask: 'read'; content: Uint8Array; catalogue: SheetCatalogue; language: Language };
export type WorkbookAnswer =
  { content: Uint8Array } | { judged: Judged } | { failure: 'unreadable' | 'tooLarge' | 'withoutSheets' };
