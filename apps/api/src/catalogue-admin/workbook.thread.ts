import { parentPort } from 'node:worker_threads';
import { isKnownSheet, SHEETS, type ReadSheet } from '#domain/catalogue-maintenance';
import { problem } from '#domain/rules';
import { readSheets } from './read-sheets.js';
import { judgeSheets as judged, toSheetTables } from './sheet-catalogue.js';
import type { WorkbookResponse, WorkbookRequest } from './workbooks.js';
import { WORKBOOK_LIMITS, workbookTooLarge, workbookUnreadable } from './workbook-parts.js';
import { rebuildCheckedPackage } from './workbook-package.js';
import { WorkbookRefused } from './workbook-parts.js';
import { writeSheets } from './write-sheets.js';

/** The workbook that was opened last. It is checked once. */
let opened: ReadSheet[] = [];

const answerTo = async (call: WorkbookRequest): Promise<WorkbookResponse> => {
  switch (call.ask) {
    case 'write':
      return { content: await writeSheets(toSheetTables(call.catalogue)) };
    case 'open':
      opened = await sheetsIn(call.content);
      return { opened: true };
    case 'judge': {
      const sheets = opened;
      opened = [];
      return { judged: judged(sheets, call.catalogue, call.language) };
    }
  }
};

/** @throws WorkbookRefused */
const sheetsIn = async (content: Uint8Array): Promise<ReadSheet[]> => {
  const checked = await rebuildCheckedPackage(Buffer.from(content));
  const sheets = await readSheets(checked.content, checked.results).catch(() => null);
  if (!sheets) throw new WorkbookRefused(workbookUnreadable());
  if (!sheets.some(({ name }) => isKnownSheet(name)))
    throw new WorkbookRefused(problem('WORKBOOK_WITHOUT_SHEETS', { sheets: SHEETS.join('、') }, 'file'));
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const characters = rows.reduce((sum, { cells }) => cells.reduce((inRow, text) => inRow + text.length + 1, sum), 0);
  if (rows.length > WORKBOOK_LIMITS.rows || characters > WORKBOOK_LIMITS.characters)
    throw new WorkbookRefused(workbookTooLarge());
  return sheets;
};

parentPort?.on('message', (call: WorkbookRequest) => {
  // Any other error ends the thread, which rejects the pending call.
  answerTo(call)
    .catch((error: unknown): WorkbookResponse => {
      if (error instanceof WorkbookRefused) return { refused: error.problem };
      throw error;
    })
    .then(
      (answer) => parentPort?.postMessage(answer),
      (error: unknown) => {
        throw error;
      },
    );
});
