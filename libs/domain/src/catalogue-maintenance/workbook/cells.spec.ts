import { describe, expect, it } from '@jest/globals';
import { exportSheets, problemsOf, setCell, readSheets, sample } from '#harness/domain/workbook-story';
import { catalogueSampleProblems } from '../samples.js';
import { dateOfSerial, plainNumberText, formatCellNumber, isDateFormat, isPlainDigitsFormat } from './cells.js';
import type { SheetColumn } from './column.js';
import { PROPERTY_SHEET, propertyColumns } from './form-columns.js';
import {
  ACCESSORY_SHEET,
  accessoryColumns,
  PACK_SHEET,
  packColumns,
  REQUIREMENT_SHEET,
  requirementColumns,
  STANDARD_SHEET,
  standardColumns,
} from './list-columns.js';
import { PARAMETER_SHEET, parameterColumns, SAMPLE_SHEET, sampleColumns } from './sample-columns.js';

describe('A number of a spreadsheet', () => {
  it.each<[number, string, string | null]>([
    [12, '0000', '0012'],
    [12, '0', '12'],
    [0.05, '0%', '5%'],
    [0.0525, '0.00%', '5.25%'],
    [49.500000000000007, '0.00', '49.50'],
    [1.005, '0.00', '1.01'],
    [1234567.5, '#,##0.00', '1,234,567.50'],
    [999.5, '#,##0', '1,000'],
    [0.5, '#.##', '.5'],
    [-3, '0.0', '-3.0'],
    [-3, '0.0_);(0.0)', '(3.0)'],
    [0, '0;-0;"–"', '–'],
    [80, '[$¥-804]#,##0.00', '¥80.00'],
    [80, '"约"0"元"', '约80元'],
    [13900000011, '000-0000-0000', '139-0000-0011'],
    [7, 'General', '7'],
    [-0.30000000000000004, 'General', '-0.3'],
    [5, '[Red]0', '5'],
    [0.4375, 'h:mm', '10:30'],
    [0.4375, 'h:mm AM/PM', '10:30 AM'],
    [0.8125, '上午/下午h"时"mm"分"', '下午7时30分'],
    [1.5, '[h]:mm', '36:00'],
    [46053.4375, 'yyyy-mm-dd hh:mm', '2026-01-31 10:30'],
    [46053, 'yyyy"年"m"月"d"日"', '2026年1月31日'],
    [46086, 'm"月"d"日"', '3月5日'],
    [46086, 'd-mmm', '5-Mar'],
    [46053, '[$-F800]dddd\\, mmmm dd\\, yyyy', '2026-01-31'],
    [0.5, '# ?/?', null],
    [12345, '0.00E+00', null],
    [12, '[>10]0;0.0', null],
    [46053, '[$-411]ggge"年"', null],
    [-1, 'yyyy-mm-dd', null],
  ])('%p with the format %s is displayed as %p', (value, format, displayed) => {
    expect(formatCellNumber(value, format)).toBe(displayed);
  });

  it('has 15 significant digits and no exponent', () => {
    expect([45 * 1.1, 0.1 + 0.2, 1e-7, 123456789012345, -0].map(plainNumberText)).toEqual([
      '49.5',
      '0.3',
      '0.0000001',
      '123456789012345',
      '0',
    ]);
  });

  it('is a date or plain digits, depending on its format', () => {
    expect(['yyyy/m/d', 'h:mm', '0.00', '0%'].map(isDateFormat)).toEqual([true, false, false, false]);
    expect(['yyyy/m/d', 'h:mm', '0.00', '0%', '"day"0'].map(isPlainDigitsFormat)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect([46053, 46053.5, 1].map(dateOfSerial)).toEqual(['2026-01-31', null, '1900-01-01']);
  });
});

const SHEETS: readonly (readonly [string, readonly SheetColumn<never>[]])[] = [
  [SAMPLE_SHEET, sampleColumns],
  [PARAMETER_SHEET, parameterColumns],
  [PROPERTY_SHEET, propertyColumns],
  [REQUIREMENT_SHEET, requirementColumns],
  [PACK_SHEET, packColumns],
  [STANDARD_SHEET, standardColumns],
  [ACCESSORY_SHEET, accessoryColumns],
];
const columnsOf = (kind: 'text' | 'paragraphs') =>
  SHEETS.flatMap(([sheet, columns]) =>
    columns.filter((column) => column.kind === kind && !column.readOnly).map(({ head }) => [sheet, head] as const),
  );
/** What stands in the first row of a sheet under this heading. */
const cellOf = (sheet: string, head: string) => {
  const [heads, first] = exportSheets().find(({ name }) => name === sheet)?.rows ?? [];
  return first?.cells[heads?.cells.indexOf(head) ?? -1] ?? '';
};

describe('Text cells of a workbook', () => {
  it('are not changed by invisible characters and blanks at the ends, in any column', () => {
    for (const [sheet, head] of [...columnsOf('text'), ...columnsOf('paragraphs')]) {
      const cellText = ` \u200b${cellOf(sheet, head)}\u2060\u00a0`;
      const { problems, changes, packs, standards, accessoryTypes } = readSheets(
        setCell(exportSheets(), sheet, 2, { [head]: cellText }),
      );
      expect({ sheet, head, problems, changed: [changes, packs, standards, accessoryTypes] }).toEqual({
        sheet,
        head,
        problems: [],
        changed: [[], [], [], null],
      });
    }
  });

  it('are refused once for a line break or tab if they are single-line, and may have line breaks if they are multi-line', () => {
    for (const [sheet, head] of columnsOf('text'))
      for (const mark of ['\n', '\t', '\u2028'])
        expect(problemsOf(setCell(exportSheets(), sheet, 2, { [head]: `甲${mark}乙` }))).toEqual([
          expect.stringMatching(new RegExp(`^${sheet}![A-Z]2 TEXT_ONE_LINE$`)),
        ]);
    for (const [sheet, head] of columnsOf('paragraphs'))
      expect(
        problemsOf(setCell(exportSheets(), sheet, 2, { [head]: '甲\n乙' })).filter((each) => /LINE/.test(each)),
      ).toEqual([]);
  });

  it('contain each entry of a list on its own line', () => {
    const [code = ''] = sample.parameters.map((parameter) => parameter.code);
    expect(problemsOf(setCell(exportSheets(), PACK_SHEET, 2, { 参数编码: `${code}\u200b\r\n` }))).toEqual([]);
    expect(problemsOf(setCell(exportSheets(), PACK_SHEET, 2, { 参数编码: `${code}\t${code}` }))).toEqual([
      expect.stringMatching(/TEXT_ONE_LINE$/),
    ]);
  });

  it('contain the same code in full-width letters, without a change of its spelling', () => {
    const wide = (text: string) =>
      text.replaceAll(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
    const sheets = setCell(exportSheets(), SAMPLE_SHEET, 2, { 样品编码: wide(cellOf(SAMPLE_SHEET, '样品编码')) });
    setCell(sheets, PARAMETER_SHEET, 2, { 参数编码: wide(cellOf(PARAMETER_SHEET, '参数编码')) });
    expect(readSheets(sheets)).toMatchObject({ problems: [], changes: [], newParameters: 0 });
    const [first] = sample.parameters;
    const twin = { ...sample.parameters[1]!, code: wide(first?.code ?? '') };
    expect(catalogueSampleProblems({ ...sample, parameters: [first!, twin] }).map(({ code }) => code)).toEqual([
      'PARAMETER_CODE_TAKEN',
    ]);
  });

  it('are recognised in any width if they are headings or choices, and headings also across two lines', () => {
    const sheets = exportSheets();
    const heads = sheets.find(({ name }) => name === PARAMETER_SHEET)?.rows[0]?.cells ?? [];
    heads[heads.indexOf('单价/元')] = '单价\n／元\u200b';
    setCell(sheets, STANDARD_SHEET, 2, { 类型: cellOf(STANDARD_SHEET, '类型').replace('/', '／') });
    setCell(sheets, ACCESSORY_SHEET, 2, { 是否启用: '是\u200b' });
    expect(readSheets(sheets)).toMatchObject({ problems: [], changes: [], standards: [], accessoryTypes: null });
    heads.push('单价／元');
    expect(problemsOf(sheets)).toEqual([expect.stringMatching(/CELL_HEAD_TWICE$/)]);
  });

  it('show a stored value with a line break in one line, and are matched with it', () => {
    const storedSample = { ...sample, sampleCode: 'SN01\u200b', name: '通用\n水泥' };
    const { problems, changes } = readSheets(exportSheets([storedSample]), { samples: [storedSample] });
    expect(problems).toEqual([]);
    expect(changes.map(({ after }) => [after.sampleCode, after.name])).toEqual([['SN01\u200b', '通用 水泥']]);
  });
});
