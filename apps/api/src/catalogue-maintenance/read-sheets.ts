import excel, { type CellValue } from 'exceljs';
import type { ReadSheet } from '#domain';

/** What stands beside the cells: it says nothing of a catalogue, and some of it costs an object for each place of its ranges. */
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

/** The sheets of a checked .xlsx as texts, as somebody sees them; numbers without thousands' signs, days as 2026-01-31, of a formula its result. @throws Error for what is no workbook */
export const readSheets = async (content: Uint8Array): Promise<ReadSheet[]> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(content).buffer, { ignoreNodes: IGNORED });
  return workbook.worksheets.map((sheet) => {
    const rows: ReadSheet['rows'] = [];
    sheet.eachRow((row, number) => {
      const cells: string[] = [];
      row.eachCell({ includeEmpty: true }, (cell, column) => {
        cells[column - 1] = textOf(cell.value).trim();
      });
      rows.push({ number, cells: Array.from(cells, (text) => text ?? '') });
    });
    return { name: sheet.name, rows };
  });
};

const textOf = (value: CellValue): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('text' in value) return textOf(value.text as CellValue);
  if ('result' in value) return textOf(value.result as CellValue);
  return '';
};
