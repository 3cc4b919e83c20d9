import { describe, expect, it } from '@jest/globals';
import excel, { type CellValue } from 'exceljs';
import jszip from 'jszip';
import { readSheets } from './read-sheets.js';
import { rebuildCheckedPackage } from './workbook-package.js';

type CellInput = CellValue | { value: CellValue; format: string };
const isFormatted = (input: CellInput): input is { value: CellValue; format: string } =>
  typeof input === 'object' && input !== null && 'format' in input;

/**
 * One column of cells as they come out, each with what is wrong with it; `alter` changes a part of the file as other
 * programs write it.
 */
const read = async (
  cells: readonly CellInput[],
  { is1904 = false, alter = {} }: { is1904?: boolean; alter?: Record<string, (xml: string) => string> } = {},
) => {
  const workbook = new excel.Workbook();
  workbook.properties.date1904 = is1904;
  const sheet = workbook.addWorksheet('参数');
  cells.forEach((input, at) => {
    const cell = sheet.getCell(at + 1, 1);
    cell.value = isFormatted(input) ? input.value : input;
    if (isFormatted(input)) cell.numFmt = input.format;
  });
  const zip = await jszip.loadAsync(await workbook.xlsx.writeBuffer());
  for (const [name, change] of Object.entries(alter))
    zip.file(name, change((await zip.file(name)?.async('string')) ?? ''));
  const checked = await rebuildCheckedPackage(await zip.generateAsync({ type: 'nodebuffer' }));
  const [only] = await readSheets(checked.content, checked.results);
  return cells.map((_, at) => {
    const row = only?.rows.find(({ number }) => number === at + 1);
    const { textByKind: texts, problem } = row?.specialCells?.[0] ?? {};
    return [row?.cells[0] ?? '', ...(texts ? [texts] : []), ...(problem ? [problem.code] : [])];
  });
};
const SHEET = 'xl/worksheets/sheet1.xml';
const number = (text: string) => ({ number: text, price: text });

describe('a cell of a workbook', () => {
  it('with an error, typed or calculated, is reported in any format, and so is a formula without a result', async () => {
    const errors = ['#N/A', '#VALUE!', '#NAME?', '#REF!', '#DIV/0!'] as const;
    expect(await read(errors.map((error) => ({ error })))).toEqual(errors.map((error) => [error, 'CELL_ERROR']));
    const formula = (error: (typeof errors)[number]) => ({ formula: 'VLOOKUP(A2,B:C,2,0)', result: { error } });
    expect(await read(errors.map((error) => ({ value: formula(error), format: 'yyyy-mm-dd' })))).toEqual(
      errors.map((error) => [error, 'CELL_ERROR']),
    );
    expect(await read(['#N/A', ' #ref! ', '#¡VALOR!', 'Err:502', '####', '#1 水泥', { formula: 'A1*2' }])).toEqual([
      ['#N/A', 'CELL_ERROR'],
      ['#ref!', 'CELL_ERROR'],
      ['#¡VALOR!', 'CELL_ERROR'],
      ['Err:502', 'CELL_ERROR'],
      ['####', 'CELL_ERROR'],
      ['#1 水泥'],
      ['=A1*2', 'CELL_WITHOUT_RESULT'],
    ]);
  });

  it('with an error copied as text is reported in any language and width, and with invisible characters', async () => {
    const copied = ['＃N/A', '#NAME？', '#NV', '#BEZUG!', '#VALEUR!', '#NOMBRE?', '#ЗНАЧ!', '#Н/Д', '#¿NOMBRE?'];
    expect(await read(copied)).toEqual(copied.map((error) => [error, 'CELL_ERROR']));
    expect(await read(['\u200b#N/A', '#REF!\u00a0'])).toEqual([
      ['#N/A', 'CELL_ERROR'],
      ['#REF!', 'CELL_ERROR'],
    ]);
    const names = ['#5 水泥', '#水泥！', '32#', '#A-1', '#NVX'];
    expect(await read(names)).toEqual(names.map((name) => [name]));
  });

  it('with a formula is read as its result: a number of 15 digits, 0, an empty text, or a text in a date format', async () => {
    const of = (result: number | string) => ({ formula: 'X1', result });
    expect(
      await read([
        of(45 * 1.1),
        of(0.1 + 0.2),
        of(0),
        of(''),
        { value: of('见附件'), format: 'yyyy-mm-dd' },
        of('_x005F_x0041_'),
      ]),
    ).toEqual([['49.5', number('49.5')], ['0.3', number('0.3')], ['0', number('0')], [''], ['见附件'], ['_x0041_']]);
  });

  it('with a padded number, percentage, amount, time or date is read as shown, and as a number if it is one', async () => {
    expect(
      await read([
        { value: 12, format: '0000' },
        { value: 0.05, format: '0%' },
        '5%',
        { value: 1234.5, format: '[$¥-804]#,##0.00' },
        { value: new Date('1899-12-30T10:30:00Z'), format: 'h:mm' },
        { value: new Date('2026-03-05T00:00:00Z'), format: 'm"月"d"日"' },
        { value: 0.5, format: '# ?/?' },
        1e15,
      ]),
    ).toEqual([
      ['0012', number('12')],
      ['5%', {}],
      ['5%'],
      ['¥1,234.50', number('1234.5')],
      ['10:30', {}],
      ['3月5日', { day: '2026-03-05' }],
      ['0.5', number('0.5'), 'CELL_FORMAT_UNKNOWN'],
      ['1000000000000000', 'CELL_INEXACT'],
    ]);
  });

  it('with a number is read as its format shows it, and is reported if it is hidden, scaled or split by characters', async () => {
    const yuan = '_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ';
    expect(
      await read([
        { value: 80.456, format: '0.00' },
        { value: 80.5, format: '0' },
        { value: { formula: '80/3', result: 80 / 3 }, format: '0.00' },
        { value: 80.5, format: yuan },
        { value: 0, format: yuan },
        { value: 0.5, format: '#.00' },
        { value: 2, format: '0"天"' },
        { value: 80, format: ';;;' },
        { value: 80_000, format: '0.0,' },
        { value: 8012, format: '00"."00' },
      ]),
    ).toEqual([
      ['80.46', number('80.46')],
      ['81', number('81')],
      ['26.67', number('26.67')],
      ['80.50', number('80.5')],
      ['-', number('0')],
      ['.50', number('0.5')],
      ['2天', number('2')],
      ['80', 'CELL_FORMAT_UNKNOWN'],
      ['80.0', 'CELL_FORMAT_UNKNOWN'],
      ['80.12', 'CELL_FORMAT_UNKNOWN'],
    ]);
  });

  it('with a literal percent sign or point in its format is not read as a percentage or decimal', async () => {
    expect(
      await read([
        { value: 5, format: '0\\%' },
        { value: 8012, format: '00\\.00' },
        { value: 80.5, format: '\\¥0.00\\ ' },
        { value: new Date('2026-01-31T00:00:00Z'), format: 'yyyy\\-mm\\-dd' },
      ]),
    ).toEqual([
      ['5%', number('5')],
      ['80.12', 'CELL_FORMAT_UNKNOWN'],
      ['¥80.50', number('80.5')],
      ['2026-01-31', { day: '2026-01-31' }],
    ]);
  });

  it('with an amount in a foreign currency is a number but not a price', async () => {
    expect(
      await read([
        { value: 80, format: '[$€-407]0.00' },
        { value: 80, format: '0.00\\ "USD"' },
        { value: 80, format: '0.00"元"' },
        { value: 80, format: '[$CNY] 0.00' },
        { value: 80, format: '"￥"0.00' },
      ]),
    ).toEqual([
      ['€80.00', { number: '80' }],
      ['80.00 USD', { number: '80' }],
      ['80.00元', number('80')],
      ['CNY 80.00', number('80')],
      ['￥80.00', number('80')],
    ]);
  });

  it('with a date is read alike in the 1904 date system, in Chinese formats and as ISO 8601', async () => {
    const day = { value: new Date('2026-01-31T00:00:00Z'), format: 'yyyy/m/d' };
    for (const is1904 of [false, true])
      expect(await read([day], { is1904 })).toEqual([['2026/1/31', { day: '2026-01-31' }]]);
    expect(
      await read([day], {
        alter: { 'xl/styles.xml': (xml) => xml.replaceAll(/numFmtId="1\d\d"(?! formatCode)/g, 'numFmtId="31"') },
      }),
    ).toEqual([['2026年1月31日', { day: '2026-01-31' }]]);
    const iso = (xml: string) =>
      xml.replace(/<c r="A1"[^>]*>.*?<\/c>/, '<c r="A1" t="d"><v>2026-01-31T00:00:00</v></c>');
    expect(await read([day], { alter: { [SHEET]: iso } })).toEqual([['2026-01-31']]);
  });

  it('with rich text or a link is read as its text, and a boolean as yes or no', async () => {
    expect(
      await read([
        { richText: [{ text: '水' }, { font: { bold: true }, text: '泥' }] },
        { text: 'GB 175', hyperlink: 'https://example.com' },
        { formula: 'HYPERLINK("https://example.com","GB 175")', result: 'GB 175' },
        true,
        { formula: '1>2', result: false },
      ]),
    ).toEqual([['水泥'], ['GB 175'], ['GB 175'], ['TRUE', { yesNo: '是' }], ['FALSE', { yesNo: '否' }]]);
  });

  it('with an inline string is read like one with a shared string, with its escapes and without phonetic guides', async () => {
    const inCells = (xml: string) =>
      xml.replace(
        /<c r="A1".*<\/c>/s,
        '<c r="A1" t="inlineStr"><is><t>_x005F_x0041_ 水_x0020_泥</t></is></c></row><row r="2"><c r="A2" t="str"><v>A &amp;lt; B</v></c></row>' +
          '<row r="3"><c r="A3" t="inlineStr"><is>\n<r><t>&amp;amp;</t></r>\n<r><t> 砂</t></r><rPh sb="0" eb="1"><t>shā</t></rPh></is></c>',
      );
    expect(
      await read(['1', '2', '3'], {
        alter: { [SHEET]: (xml) => inCells(xml.replace(/<row r="[23]".*?<\/row>/gs, '')) },
      }),
    ).toEqual([['_x0041_ 水 泥'], ['A &lt; B'], ['&amp; 砂']]);
  });

  it('in a merged range has the value of its first cell in every row, and is reported if the range spans columns', async () => {
    const workbook = new excel.Workbook();
    const sheet = workbook.addWorksheet('参数');
    sheet.addRows([
      ['SN01', '密度', 80],
      ['', '安定性', 90],
      ['合计', '', 100],
    ]);
    sheet.mergeCells('A1:A2');
    sheet.mergeCells('A3:B3');
    const checked = await rebuildCheckedPackage(Buffer.from(await workbook.xlsx.writeBuffer()));
    const [only] = await readSheets(checked.content, checked.results);
    expect(only?.rows.map(({ cells }) => cells)).toEqual([
      ['SN01', '密度', '80'],
      ['SN01', '安定性', '90'],
      ['合计', '合计', '100'],
    ]);
    expect(only?.rows.map(({ specialCells: cells }) => cells?.[1]?.problem?.code)).toEqual([
      undefined,
      undefined,
      'CELL_MERGED',
    ]);
  });
});
