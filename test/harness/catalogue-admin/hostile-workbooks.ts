import excel from 'exceljs';
import jszip from 'jszip';

const WHOLE_SHEET = 'A1:XFD1048576';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET = 'xl/worksheets/sheet1.xml';
const BOOK = 'xl/workbook.xml';

/** A small workbook of one sheet with some of its parts changed or added. */
const buildChangedWorkbook = async (
  change: (parts: { [SHEET]: string; [BOOK]: string }) => Record<string, string | Uint8Array>,
): Promise<Uint8Array> => {
  const workbook = new excel.Workbook();
  workbook.addWorksheet('样品').addRows([
    ['样品编码', '样品名称'],
    ['SN01', '水泥'],
  ]);
  const zip = await jszip.loadAsync(await workbook.xlsx.writeBuffer());
  const text = async (name: string) => (await zip.file(name)?.async('string')) ?? '';
  for (const [name, content] of Object.entries(change({ [SHEET]: await text(SHEET), [BOOK]: await text(BOOK) })))
    zip.file(name, content);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
};

/** Additional XML in the sheet, after its cells. */
const withSheetXml = (xml: string) =>
  buildChangedWorkbook(({ [SHEET]: sheet }) => ({ [SHEET]: sheet.replace('</sheetData>', `</sheetData>${xml}`) }));

/** The cells of the sheet. */
const withCells = (rows: string) =>
  buildChangedWorkbook(({ [SHEET]: sheet }) => ({
    [SHEET]: sheet.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`),
  }));

const repeat = (count: number, toText: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => toText(n + 1)).join('');

/** Files of some kilobytes that would take a parser seconds to minutes, and the code with which each is refused. */
export const hostileWorkbooks = async (): Promise<{ description: string; code: string; content: Uint8Array }[]> => {
  const range = 'WORKBOOK_RANGE_TOO_LARGE';
  const tooLarge = 'WORKBOOK_TOO_LARGE';
  const files: [description: string, code: string, content: Promise<Uint8Array>][] = [
    ['a merge of the whole sheet', range, withSheetXml(`<mergeCells><mergeCell ref="${WHOLE_SHEET}"/></mergeCells>`)],
    [
      'a merge with its reference behind a tag’s end',
      range,
      withSheetXml(`<mergeCells><mergeCell x=">" ref="${WHOLE_SHEET}"/></mergeCells>`),
    ],
    [
      'many merges',
      range,
      withSheetXml(`<mergeCells>${repeat(5_000, (n) => `<mergeCell ref="A${n * 2}:B${n * 2}"/>`)}</mergeCells>`),
    ],
    [
      'a validation of the whole sheet',
      range,
      withSheetXml(`<dataValidations><dataValidation type="list" sqref="${WHOLE_SHEET}"/></dataValidations>`),
    ],
    ['a format of the whole sheet', range, withSheetXml(`<conditionalFormatting sqref="A1 ${WHOLE_SHEET}"/>`)],
    [
      'cells at the far end of 1,000 rows',
      tooLarge,
      withCells(repeat(1_000, (n) => `<row r="${n}"><c r="XFD${n}"><v>1</v></c></row>`)),
    ],
    [
      '600,000 cells',
      tooLarge,
      withCells(
        repeat(60_000, (n) => `<row r="${n}">${repeat(10, (c) => `<c r="${'ABCDEFGHIJ'[c - 1]}${n}"/>`)}</row>`),
      ),
    ],
    ['a million rows', tooLarge, withCells(repeat(1_000_000, (n) => `<row r="${n}"/>`))],
    ['a row beyond the sheet', 'WORKBOOK_UNREADABLE', withCells('<row r="4294967295"><c r="A1"/></row>')],
    ['a cell beyond the sheet', 'WORKBOOK_UNREADABLE', withCells('<row r="1"><c r="ZZZ1"/></row>')],
    [
      'a thousand sheets',
      tooLarge,
      buildChangedWorkbook(({ [BOOK]: book }) => ({
        [BOOK]: book.replace(/<sheet .*?\/>/, (sheet) => repeat(1_000, (n) => sheet.replace('样品', `s${n}`))),
      })),
    ],
    [
      '50,000 names',
      tooLarge,
      buildChangedWorkbook(({ [BOOK]: book }) => ({
        [BOOK]: book.replace(
          '</sheets>',
          `</sheets><definedNames>${repeat(50_000, (n) => `<definedName name="n${n}">样品!$A$1</definedName>`)}</definedNames>`,
        ),
      })),
    ],
    [
      'a million texts',
      tooLarge,
      buildChangedWorkbook(() => ({
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${repeat(1_000_000, () => '<si><t/></si>')}</sst>`,
      })),
    ],
    [
      '200,000 styles of cells',
      tooLarge,
      buildChangedWorkbook(() => ({
        'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs>${repeat(200_000, () => '<xf/>')}</cellXfs></styleSheet>`,
      })),
    ],
    [
      '70 MB of blanks',
      tooLarge,
      buildChangedWorkbook(() => ({ 'xl/drawings/drawing1.xml': ' '.repeat(70 * 1024 * 1024) })),
    ],
    [
      'a sheet that is an archive',
      'WORKBOOK_UNREADABLE',
      buildChangedWorkbook(() => ({ [SHEET]: Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]) })),
    ],
    [
      'entities of its own',
      'WORKBOOK_UNREADABLE',
      buildChangedWorkbook(({ [SHEET]: sheet }) => ({
        [SHEET]: sheet.replace('<worksheet', '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet'),
      })),
    ],
  ];
  return Promise.all(
    files.map(async ([description, code, content]) => ({ description, code, content: await content })),
  );
};

/** Content that looks suspicious and is harmless, as spreadsheets write it for formatted columns or sheets. */
export const formattedWorkbook = (): Promise<Uint8Array> =>
  buildChangedWorkbook(({ [SHEET]: sheet, [BOOK]: book }) => ({
    [SHEET]: sheet
      .replace(/<dimension[^>]*>/, `<dimension ref="${WHOLE_SHEET}"/>`)
      .replace('<sheetData>', '<cols><col min="1" max="16384" width="12"/></cols><sheetData>')
      .replace(
        '</sheetData>',
        `${repeat(50_000, (n) => `<row r="${n + 2}" ht="20"/>`)}</sheetData><mergeCells><mergeCell ref="C1:D40"/></mergeCells>
         <conditionalFormatting sqref="A1:XFD40"/>
         <dataValidations><dataValidation type="list" sqref="A2:B1048576"/></dataValidations>`,
      ),
    [BOOK]: book.replace(
      '</sheets>',
      `</sheets><definedNames><definedName name="all">样品!$A$1:$XFD$1048576</definedName></definedNames>`,
    ),
    'xl/media/picture.zip': Uint8Array.from([0x50, 0x4b, 3, 4]),
  }));
