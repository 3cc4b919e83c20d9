import type { CatalogueSample } from '#events';
import { toSingleLine } from '../../text/text.js';

/** A sample as input of a workbook. `mark` identifies its version, `link` is its current category path. */
export type SheetSample = CatalogueSample & { id: string; mark: string; link?: string };

export type SheetCell = string | number | null;

/**
 * A column of a sheet. `text` cells hold one line, `paragraphs` cells several; `day` cells hold days as 2026-01-31,
 * whatever format the spreadsheet shows. `number` cells hold numbers, all other cells text, so that text which looks
 * like a formula is not executed. `readOnly` columns are for information and are not imported; `choices` are the
 * allowed values of a cell.
 */
export type SheetColumn<Row> = {
  key: string;
  head: string;
  width: number;
  kind: 'text' | 'paragraphs' | 'day' | 'number' | 'price' | 'yesNo' | 'propertyType' | 'choices' | 'standards';
  readOnly?: true;
  choices?: readonly string[];
  cellOf(row: Row): SheetCell;
};

export const YES = '是';
export const NO = '否';

/** A table of one sheet that is ready to be written: heads, widths and rows. */
export type SheetTable = {
  name: string;
  heads: { head: string; width: number; kind: SheetColumn<never>['kind']; choices?: readonly string[] }[];
  rows: SheetCell[][];
};

/** Makes the table of a sheet from its columns and rows. */
export const tableOf = <Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): SheetTable => ({
  name,
  heads: columns.map(({ head, width, kind, choices }) => ({ head, width, kind, ...(choices ? { choices } : {}) })),
  rows: rows.map((row) =>
    columns.map(({ kind, cellOf }) => {
      const cell = cellOf(row);
      // Texts that were stored before lines were normalized are written in the form in which they are read.
      return kind === 'text' && typeof cell === 'string' ? toSingleLine(cell) : cell;
    }),
  ),
});

const KINDS = ['原材料', '现场检测'];

/** The name of a category's or sample's kind in workbooks: raw material or on-site test. */
export const kindWordOf = ({ isLocaleItem }: { isLocaleItem: number }): string =>
  KINDS[isLocaleItem] ?? String(isLocaleItem);
