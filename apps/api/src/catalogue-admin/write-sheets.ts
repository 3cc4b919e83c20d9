import excel from 'exceljs';
import { PROPERTY_TYPE_WORDS, type SheetTable } from '#domain/catalogue-maintenance';
import { workbookText } from '#domain/text';

/**
 * Excel stores input to a text cell as text, so that a value that begins like a formula stays harmless even if somebody
 * edits it.
 */
const TEXT = '@';
const CHOICES: Partial<Record<SheetTable['heads'][number]['kind'], string>> = {
  yesNo: '"是,否"',
  propertyType: `"${Object.values(PROPERTY_TYPE_WORDS).join(',')}"`,
};

/**
 * Writes tables as an .xlsx: frozen heads with a filter, numbers as numbers, prices as text with all their decimals.
 */
export const writeSheets = async (tables: readonly SheetTable[]): Promise<Uint8Array> => {
  const workbook = new excel.Workbook();
  for (const { name, heads, rows } of tables) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = heads.map(({ head, width, kind }) => ({
      header: head,
      width,
      style: kind === 'number' ? {} : { numFmt: TEXT },
    }));
    sheet.getRow(1).font = { name: 'Calibri', size: 11, bold: true };
    for (const row of rows)
      sheet.addRow(row.map((cell) => (typeof cell === 'string' ? workbookText(cell) || null : cell)));
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: heads.length } };
    heads.forEach(({ kind, choices: choiceTexts }, index) => {
      const choices = choiceTexts ? `"${choiceTexts.join(',')}"` : CHOICES[kind];
      if (choices === undefined) return;
      sheet.getColumn(index + 1).eachCell((cell, row) => {
        if (row > 1) cell.dataValidation = { type: 'list', allowBlank: false, formulae: [choices] };
      });
    });
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
};
