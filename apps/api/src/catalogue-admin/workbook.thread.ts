import { parentPort } from 'node:worker_threads';
import { isKnownSheet, SHEETS, type ReadSheet } from '#domain/catalogue-maintenance';
import { problem } from '#domain/rules';
import { readSheets } from './read-sheets.js';
import { checkSheets, toSheetTables } from './sheet-catalogue.js';
import type { WorkbookResponse, WorkbookRequest } from './workbooks.js';
import { WORKBOOK_LIMITS, workbookTooLarge, workbookUnreadable } from './workbook-parts.js';
import { rebuildCheckedPackage } from './workbook-package.js';
import { WorkbookRefused } from './workbook-parts.js';
import { writeSheets } from './write-sheets.js';

/** The workbook that was opened last. It is checked once. */
let openedSheets: ReadSheet[] = [];

const handleRequest = async (request: WorkbookRequest): Promise<WorkbookResponse> => {
  switch (request.type) {
    case 'write':
      return { content: await writeSheets(toSheetTables(request.catalogue)) };
    case 'open':
      openedSheets = await readWorkbookSheets(request.content);
      return { opened: true };
    case 'check': {
      const sheets = openedSheets;
      openedSheets = [];
      return { checked: checkSheets(sheets, request.catalogue, request.language) };
    }
  }
};

/** @throws WorkbookRefused */
const readWorkbookSheets = async (content: Uint8Array): Promise<ReadSheet[]> => {
  const checkedPackage = await rebuildCheckedPackage(Buffer.from(content));
  const sheets = await readSheets(checkedPackage.content, checkedPackage.results).catch(() => null);
  if (!sheets) throw new WorkbookRefused(workbookUnreadable());
  if (!sheets.some(({ name }) => isKnownSheet(name)))
    throw new WorkbookRefused(problem('WORKBOOK_WITHOUT_SHEETS', { sheets: SHEETS.join('、') }, 'file'));
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const characters = rows.reduce((sum, { cells }) => cells.reduce((rowSum, text) => rowSum + text.length + 1, sum), 0);
  if (rows.length > WORKBOOK_LIMITS.rows || characters > WORKBOOK_LIMITS.characters)
    throw new WorkbookRefused(workbookTooLarge());
  return sheets;
};

parentPort?.on('message', (request: WorkbookRequest) => {
  // Any other error ends the thread, which rejects the pending call.
  handleRequest(request)
    .catch((error: unknown): WorkbookResponse => {
      if (error instanceof WorkbookRefused) return { refused: error.problem };
      throw error;
    })
    .then(
      (response) => parentPort?.postMessage(response),
      (error: unknown) => {
        throw error;
      },
    );
});
