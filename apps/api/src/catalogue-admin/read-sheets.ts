import excel, { type Cell, type CellValue } from 'exceljs';
import {
  errorCell,
  numberCell,
  textCell,
  booleanCell,
  invalidCell,
  type ReadCell,
  type ReadSheet,
} from '#domain/catalogue-maintenance';
import { problem } from '#domain/rules';
import { fromWorkbookText } from '#domain/text';
import type { RawCellValues } from './workbook-parts.js';

/**
 * Elements of a sheet besides its cells. A catalogue does not need them, and some of them cost an object for each place
 * of their ranges.
 */
const IGNORED = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'autoFilter',
  'rowBreaks',
  'hyperlinks',
  'pageMargins',
  'dataValidations',
  'pageSetup',
  'headerFooter',
  'printOptions',
  'picture',
  'drawing',
  'sheetProtection',
  'tableParts',
  'conditionalFormatting',
  'extLst',
];

/**
 * The sheets of a checked .xlsx, each cell as a spreadsheet shows it. A formula has its result, a merged range its
 * first cell in every row. `results` are the values of each sheet that the parser cannot read.
 * @throws Error if the content is not a workbook
 */
export const readSheets = async (content: Uint8Array, results: readonly RawCellValues[]): Promise<ReadSheet[]> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(content).buffer, { ignoreNodes: IGNORED });
  const { date1904: isDate1904 } = workbook.properties;
  return workbook.worksheets.map((sheet, index) => {
    const rows: ReadSheet['rows'] = [];
    sheet.eachRow((row, number) => {
      const cells: string[] = [];
      const specialCells: Record<number, ReadCell> = {};
      row.eachCell({ includeEmpty: true }, (cell, column) => {
        const cellContent = readCell(cell, results[index], isDate1904);
        cells[column - 1] = cellContent.text.trim();
        if (cellContent.problem || cellContent.textByKind) specialCells[column - 1] = cellContent;
      });
      const texts = Array.from(cells, (text) => text ?? '');
      rows.push({ number, cells: texts, ...(Object.keys(specialCells).length > 0 ? { specialCells } : {}) });
    });
    return { name: sheet.name, rows };
  });
};

const readCell = (cell: Cell, results: RawCellValues | undefined, isDate1904: boolean): ReadCell => {
  if (!cell.isMerged || cell.master.address === cell.address) return readUnmerged(cell, results, isDate1904);
  const first = readUnmerged(cell.master, results, isDate1904);
  // A merged value under several headings belongs to one of them, but it is unknown to which.
  return cell.master.col === cell.col || first.text === '' ? first : invalidCell(first.text, problem('CELL_MERGED'));
};

const readUnmerged = (cell: Cell, results: RawCellValues | undefined, isDate1904: boolean): ReadCell => {
  const result = results?.get(cell.address);
  if (result?.type === 'e') return errorCell(result.text);
  if (result?.type === 'str') return textCell(fromWorkbookText(result.text));
  if (result?.type === 'd') return textCell(result.text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, ''));
  const isFormula = cell.type === excel.ValueType.Formula;
  if (isFormula && (cell.result === undefined || cell.result === null))
    return invalidCell(`=${cell.formula}`, problem('CELL_WITHOUT_RESULT'));
  return readValue(isFormula ? (cell.result as CellValue) : cell.value, cell.numFmt ?? 'General', isDate1904);
};

const MS_A_DAY = 86_400_000;
/** Days from 1900 to 1970. */
const DAYS_TO_1970 = 25_569;

const readValue = (value: CellValue, format: string, isDate1904: boolean): ReadCell => {
  if (value === null || value === undefined) return textCell('');
  if (typeof value === 'string') return textCell(value);
  if (typeof value === 'number') return numberCell(value, format, false);
  if (typeof value === 'boolean') return booleanCell(value);
  // The parser treats some number formats as dates. The number is shown by its own format.
  if (value instanceof Date) return numberCell(value.getTime() / MS_A_DAY + DAYS_TO_1970, format, isDate1904);
  if ('error' in value) return errorCell(value.error);
  if ('richText' in value) return textCell(value.richText.map(({ text }) => text).join(''));
  if ('text' in value) return readValue(value.text as CellValue, format, isDate1904);
  return textCell('');
};
