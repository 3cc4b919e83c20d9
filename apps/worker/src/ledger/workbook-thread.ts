import { openThread, type Thread } from '../threads/thread.js';
import type { LedgerSheet } from './write-workbook.js';

export type WorkbookThread = Thread<LedgerSheet, Uint8Array>;

/** Writes workbooks; loading exceljs alone would hold up a start, or the first request after it, for half a second. */
export const openWorkbookThread = (): WorkbookThread => openThread(import.meta.url, './workbook.thread.js');
