import { randomUUID } from 'node:crypto';
import type { ConsignmentRow } from '#domain/views';
import { openWorkerThread } from '../threads/thread.js';
import type { Workbook } from './write-workbook.js';

/** A call of the thread. `book` identifies a workbook that is being written. */
export type WorkbookCall = { workbookId: string } & (
  | ({ action: 'open' } & Workbook)
  | { action: 'add'; rows: ConsignmentRow[] }
  | { action: 'finish' }
  | { action: 'drop' }
);

/** Rows are short-lived: a small young generation is collected often instead of growing with the ledger. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8 };

/**
 * Writes workbooks off the main thread. Loading exceljs alone would block a start, or the first request, for half a
 * second.
 */
export const openWorkbookThread = () => {
  const thread = openWorkerThread<WorkbookCall, Uint8Array | null>(
    import.meta.url,
    './workbook.thread.js',
    RESOURCE_LIMITS,
  );
  return {
    /**
     * Writes a workbook of all rows, which are read as fast as they can be written. @throws any error of `rows`; Error
     * if the thread dies
     */
    async write(workbook: Workbook, rows: AsyncIterable<ConsignmentRow[]>): Promise<Uint8Array> {
      const workbookId = randomUUID();
      await thread.call({ workbookId, action: 'open', ...workbook });
      try {
        for await (const batch of rows) await thread.call({ workbookId, action: 'add', rows: batch });
      } catch (error) {
        await thread.call({ workbookId, action: 'drop' });
        throw error;
      }
      const content = await thread.call({ workbookId, action: 'finish' });
      if (content === null) throw new Error('the thread gave no workbook');
      return content;
    },
    close: () => thread.close(),
  };
};
export type WorkbookThread = ReturnType<typeof openWorkbookThread>;
