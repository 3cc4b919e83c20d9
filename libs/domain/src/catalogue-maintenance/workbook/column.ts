import type { CatalogueSample } from '#events';
import { toSingleLine } from '../../text/text.js';

/** A sample as a workbook is made from it; `mark` is another as soon as anything of it is, `link` its path of today. */
export type SheetSample = CatalogueSample & { id: string; mark: string; link?: string };

export type SheetCell = string | number | null;

/**
 * `text` cells hold one line, `paragraphs` several; `day` cells hold days as 2026-01-31, whatever format a spreadsheet
 * shows them in. `number` cells hold numbers, all others text: what begins like a formula stays harmless. `readOnly`
 * columns help the reader and are not imported; `choices` are what a cell is chosen from.
 */
export type SheetColumn<Row> = {
  key: string;
  head: string;
  width: number;
  kind: 'text' | 'paragraphs' | 'day' | 'number' | 'price' | 'yesNo' | 'propertyType' | 'choices' | 'standards';
  readOnly?: true;
  choices?: readonly string[];
  of(row: Row): SheetCell;
};

export const YES = '是';
export const NO = '否';

/** A table of one sheet: heads, widths and rows, ready to be written. */
export type SheetTable = {
  name: string;
  heads: { head: string; width: number; kind: SheetColumn<never>['kind']; choices?: readonly string[] }[];
  rows: SheetCell[][];
};

/** The rows of a sheet under its heads. */
export const tableOf = <Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): SheetTable => ({
  name,
  heads: columns.map(({ head, width, kind, choices }) => ({ head, width, kind, ...(choices ? { choices } : {}) })),
  rows: rows.map((row) =>
    columns.map(({ kind, of }) => {
      const cell = of(row);
      // What was stored before lines were normalised is written as it can be read again.
      return kind === 'text' && typeof cell === 'string' ? toSingleLine(cell) : cell;
    }),
  ),
});

const KINDS = ['原材料', '现场检测'];

/** Raw materials and what is tested on site, as workbooks call the kinds of categories and samples. */
export const kindWordOf = ({ isLocaleItem }: { isLocaleItem: number }): string =>
  KINDS[isLocaleItem] ?? String(isLocaleItem);
