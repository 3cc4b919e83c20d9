import { describe, expect, it } from '@jest/globals';
import excel from 'exceljs';
import fc from 'fast-check';
import jszip from 'jszip';
import { SaxesParser } from 'saxes';
import { consignStatusName } from '#domain/consignment';
import { type Language, replaceForbidden } from '#domain/text';
import type { ConsignmentRow } from '#domain/views';
import { statusNamesFrom } from './ledger-rows.js';
import { openWorkbook } from './write-workbook.js';

const statusNamesIn = (language: Language) => statusNamesFrom((status) => consignStatusName(status, language));
/** Rows as old events left them: before it was refused, any character was stored. */
const rowOf = (projectName: string) =>
  ({ projectName, consignStatus: 10, consignType: 1, consignUnit: '', sampleCount: 1 }) as ConsignmentRow;

const writeWorkbook = async (texts: readonly string[]): Promise<Uint8Array> => {
  const workbook = openWorkbook({ title: '台账', language: 'zh', statusNames: statusNamesIn('zh') });
  workbook.add(texts.map(rowOf));
  return workbook.finish();
};
const readTexts = async (content: Uint8Array): Promise<string[]> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(content).buffer);
  const texts: string[] = [];
  workbook.worksheets[0]?.eachRow((row, number) => {
    if (number > 1) texts.push(row.getCell(6).text);
  });
  return texts;
};
/** Every part as a strict parser reads it. @throws Error for XML that is none */
const parseParts = async (content: Uint8Array): Promise<void> => {
  const zip = await jszip.loadAsync(content);
  for (const name of Object.keys(zip.files).filter((each) => /\.(xml|rels)$/.test(each))) {
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.write((await zip.file(name)?.async('string')) ?? '').close();
  }
};

/** Whatever was ever typed, and what workbooks and XML read as something else. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '_x0041_',
        '_x005F_',
        '_x000d_',
        '_x',
        '0041_',
        '\r\n',
        '\r',
        '\n',
        '\t',
        ' ',
        '=1+1',
        ']]>',
        '&#0;',
      ),
      fc.constantFrom('\0', '\u001b', '\u007f', '\ufffe', '\uffff', '\ud800', '\udc00', '\u{1ffff}', '\u{20bb7}'),
      fc.string({ unit: 'binary' }),
    ),
    { minLength: 1 },
  )
  .map((parts) => parts.join(''));

describe('the columns of a ledger', () => {
  it('are wide enough for their headings and for the names of statuses and kinds in each language', async () => {
    for (const language of ['zh', 'en', 'es'] as const) {
      const openedWorkbook = openWorkbook({ title: 'ledger', language, statusNames: statusNamesIn(language) });
      openedWorkbook.add(
        ([10, 20, 30, 40, 50, 60, 70, 80, 90] as const).map((consignStatus, index) => ({
          ...rowOf('P'),
          consignStatus,
          consignType: ([1, 2, 3] as const)[index % 3] ?? 1,
        })),
      );
      const workbook = new excel.Workbook();
      await workbook.xlsx.load(Uint8Array.from(await openedWorkbook.finish()).buffer);
      const sheet = workbook.worksheets[0];
      const truncated: string[] = [];
      sheet?.eachRow((row) =>
        row.eachCell((cell, column) => {
          if (cell.text.length > (sheet.getColumn(column).width ?? 0)) truncated.push(cell.text);
        }),
      );
      expect([language, truncated]).toEqual([language, []]);
    }
  });
});

describe('a workbook with arbitrary texts', () => {
  it('can be opened, and its cells equal the input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 30 }), async (inputTexts) => {
        const content = await writeWorkbook(inputTexts);
        await parseParts(content);
        expect(await readTexts(content)).toEqual(inputTexts.map(replaceForbidden));
      }),
      { numRuns: 40 },
    );
  });

  it('shortens a text that exceeds the limit of a cell, so that the file needs no repair', async () => {
    const [shortened = ''] = await readTexts(await writeWorkbook(['\u{20bb7}'.repeat(20_000)]));
    expect([shortened.length, shortened.endsWith('\u{20bb7}…')]).toEqual([32_767, true]);
  });
});
