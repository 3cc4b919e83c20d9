import excel, { type CellValue } from 'exceljs';

/** The rows of an .xlsx as another program reads them: values, and for every cell a check that it is not a formula. */
export const readWorkbook = async (content: Uint8Array): Promise<{ sheetName: string; rows: CellValue[][] }> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(content).buffer);
  const [sheet] = workbook.worksheets;
  if (!sheet) throw new Error('The workbook has no sheet');
  const rows: CellValue[][] = [];
  sheet.eachRow((row) => {
    const values: CellValue[] = [];
    row.eachCell({ includeEmpty: true }, (cell) => {
      if (cell.type === excel.ValueType.Formula) throw new Error(`${cell.address} is a formula`);
      values.push(cell.value);
    });
    rows.push(values);
  });
  return { sheetName: sheet.name, rows };
};
