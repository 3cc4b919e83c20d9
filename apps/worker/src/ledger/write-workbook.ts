import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ConsignmentRow } from '#domain';
import { ledgerColumns } from './columns.js';

/**
 * Writes the rows as an .xlsx of one sheet, each as soon as it comes. Texts are plain strings, never formulas.
 * It gives way to other work between the batches it is fed.
 */
export const writeWorkbook = async (sheetName: string, batches: AsyncIterable<readonly ConsignmentRow[]>): Promise<Uint8Array> => {
  // Loaded with the first ledger: it would make every start of the service half a second longer.
  const { default: excel } = await import('exceljs');
  const stream = new PassThrough();
  const content = buffer(stream);
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
  const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = ledgerColumns.map(({ head, width, format }) => ({ header: head, width, style: { numFmt: format } }));
  const heads = sheet.getRow(1);
  heads.font = { name: 'Calibri', size: 11, bold: true };
  heads.commit();
  for await (const rows of batches) {
    for (const row of rows) sheet.addRow(ledgerColumns.map(({ of }) => of(row))).commit();
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: ledgerColumns.length } };
  sheet.commit();
  await workbook.commit();
  return content;
};
