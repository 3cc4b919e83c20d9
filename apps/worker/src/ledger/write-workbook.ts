import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import excel, { type CellValue } from 'exceljs';
import { type Language, workbookText } from '#domain/text';
import type { ConsignmentRow } from '#domain/views';
import { ledgerColumns, type StatusNames } from './ledger-rows.js';

export type Workbook = { title: string; language: Language; statusNames: StatusNames };
export type OpenWorkbook = { add(rows: readonly ConsignmentRow[]): void; finish(): Promise<Uint8Array> };

/**
 * Starts a ledger: an .xlsx file with one sheet that is written row by row, so that it is never in memory as a whole.
 * Texts are plain strings in text cells, never formulas.
 */
export const openWorkbook = ({ title, language, statusNames }: Workbook): OpenWorkbook => {
  const columns = ledgerColumns(language, statusNames);
  const stream = new PassThrough();
  const content = buffer(stream);
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = workbook.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ head, width, format }) => ({ header: head, width, style: { numFmt: format } }));
  const headerRow = sheet.getRow(1);
  headerRow.font = { name: 'Calibri', size: 11, bold: true };
  headerRow.commit();
  return {
    add(rows) {
      for (const row of rows) sheet.addRow(columns.map(({ getValue }) => toCellValue(getValue(row)))).commit();
    },
    async finish() {
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
      sheet.commit();
      await workbook.commit();
      return content;
    },
  };
};

/** An escaped text is written as rich text, because readers do not decode escapes in inline plain strings. */
const toCellValue = (value: string | number | Date | null): CellValue => {
  if (typeof value !== 'string') return value;
  const text = workbookText(value);
  return ESCAPED.test(text) ? { richText: [{ text }] } : text;
};
const ESCAPED = /_x[\dA-Fa-f]{4}_/;
