import type { Language, Problem } from '#domain';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';

/** What the thread of workbooks is asked, and what it answers. A workbook is opened first, and judged when the catalogue is there. */
export type WorkbookCall =
  | { ask: 'write'; catalogue: SheetCatalogue }
  | { ask: 'open'; content: Uint8Array }
  | { ask: 'judge'; catalogue: SheetCatalogue; language: Language };
export type WorkbookAnswer = { content: Uint8Array } | { opened: true } | { judged: Judged } | { refused: Problem };
