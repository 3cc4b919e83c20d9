import { randomUUID } from 'node:crypto';
import type { ConsignmentRow } from '#domain/views';
import { openWorkerThread } from '../threads/thread.js';
import type { Workbook } from './write-workbook.js';

/** What the thread is asked; `book` names the workbook among those being written. */
export type WorkbookCall = { book: string } & (
  ({ ask: 'open' } & Workbook) | { ask: 'add'; rows: ConsignmentRow[] } | { ask: 'finish' } | { ask: 'drop' }
);

/** Rows live for a moment: a small nursery is emptied often instead of growing with the ledger. */
const LEAN = { maxYoungGenerationSizeMb: 8 };

/**
 * Writes workbooks off the main thread; loading exceljs alone would hold up a start, or the first request after it, for
 * half a second.
 */
export const openWorkbookThread = () => {
  const thread = openWorkerThread<WorkbookCall, Uint8Array | null>(import.meta.url, './workbook.thread.js', LEAN);
  return {
    /**
     * A workbook of all rows, taken as fast as they can be written. @throws whatever `rows` throws; Error when the
     * thread died over it.
     */
    async write(about: Workbook, rows: AsyncIterable<ConsignmentRow[]>): Promise<Uint8Array> {
      const book = randomUUID();
      await thread.call({ book, ask: 'open', ...about });
      try {
        for await (const batch of rows) await thread.call({ book, ask: 'add', rows: batch });
      } catch (error) {
        await thread.call({ book, ask: 'drop' });
        throw error;
      }
      const content = await thread.call({ book, ask: 'finish' });
      if (content === null) throw new Error('the thread gave no workbook');
      return content;
    },
    close: () => thread.close(),
  };
};
export type WorkbookThread = ReturnType<typeof openWorkbookThread>;
