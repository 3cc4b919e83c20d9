import excel from 'exceljs';

/** A workbook with these heads and rows by sheet. */
export const buildWorkbook = async (
  sheets: Record<string, string[][]>,
): Promise<{ name: string; content: Uint8Array }> => {
  const workbook = new excel.Workbook();
  for (const [name, rows] of Object.entries(sheets)) workbook.addWorksheet(name).addRows(rows);
  return { name: '目录.xlsx', content: new Uint8Array(await workbook.xlsx.writeBuffer()) };
};
