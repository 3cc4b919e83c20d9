import { describe, expect, it } from '@jest/globals';
import { exportSheets, problemsOf, setCell, readSheets, sample } from '#harness/domain/workbook-story';
import { EXAMPLE_SHEET } from './form-columns.js';
import { REQUIREMENT_SHEET } from './list-columns.js';

const file = (number: number) => `00000000-0000-4000-8000-00000000000${number}.png`;
const path = (number: number) => `/RichTextImages/${file(number)}`;
const embedded = { name: '旧', image: 'data:image/png;base64,AAAA' };
const firstSample = { ...sample, examples: [{ name: '正面', image: path(1) }, embedded] };
const secondSample = {
  ...sample,
  id: 's-2',
  sampleCode: 'SN02',
  mark: 'm-2',
  requirements: [{ ...sample.requirements[0]!, defaultSampleDescription: `<img src="${path(3)}">` }],
  examples: [{ name: '背面', image: path(2) }],
};
const samples = [firstSample, secondSample];
const changed = (sheets: ReturnType<typeof exportSheets>) =>
  readSheets(sheets, { samples }).changes.map(({ id, after }) => [id, after.examples]);
const problemsAt = (row: number, cells: Record<string, string>, sheet = EXAMPLE_SHEET) =>
  problemsOf(setCell(exportSheets(samples), sheet, row, cells), { samples });

describe('the sheet of examples', () => {
  it('names pictures by file, embedded ones by a digest, and changes nothing if imported as exported', () => {
    const sheet = exportSheets(samples).find(({ name }) => name === EXAMPLE_SHEET);
    expect(sheet?.rows.map(({ cells }) => cells.filter((_, at) => at !== 1))).toEqual([
      ['样品编码', '示例名称', '图片', '排序'],
      ['SN01', '正面', file(1), '1'],
      ['SN01', '旧', `d${embedded.image.length}`, '2'],
      ['SN02', '背面', file(2), '1'],
    ]);
    expect(readSheets(exportSheets(samples), { samples })).toMatchObject({ problems: [], changes: [] });
  });

  it('changes the name or order of an example, and can give a sample the picture of another one', () => {
    expect(changed(setCell(exportSheets(samples), EXAMPLE_SHEET, 2, { 示例名称: '封面' }))).toEqual([
      [firstSample.id, [{ name: '封面', image: path(1) }, embedded]],
    ]);
    expect(changed(setCell(exportSheets(samples), EXAMPLE_SHEET, 2, { 排序: '3' }))).toEqual([
      [firstSample.id, [embedded, firstSample.examples[0]]],
    ]);
    expect(
      changed(
        setCell(exportSheets(samples), EXAMPLE_SHEET, 5, {
          样品编码: 'SN02',
          示例名称: '正面',
          图片: file(1),
          排序: '',
        }),
      ),
    ).toEqual([[secondSample.id, [...secondSample.examples, { name: '正面', image: path(1) }]]]);
  });

  it('moves an example up or down to its order number', () => {
    const three = { ...sample, examples: [1, 2, 3].map((number) => ({ name: `图${number}`, image: path(number) })) };
    const order = (row: number, num: string) =>
      readSheets(setCell(exportSheets([three]), EXAMPLE_SHEET, row, { 排序: num }), {
        samples: [three],
      }).changes.flatMap(({ after }) => (after.examples ?? []).map(({ name }) => name));
    expect(order(4, '1')).toEqual(['图3', '图1', '图2']);
    expect(order(2, '2')).toEqual(['图2', '图1', '图3']);
  });

  it('deletes no example whose row is missing, and reports each wrong cell', () => {
    const shortenedSheets = exportSheets(samples).map((sheet) =>
      sheet.name === EXAMPLE_SHEET ? { ...sheet, rows: sheet.rows.slice(0, 2) } : sheet,
    );
    expect(readSheets(shortenedSheets, { samples })).toMatchObject({ problems: [], changes: [] });
    expect(problemsAt(2, { 示例名称: '' })).toEqual(['填写示例!C2 CATALOGUE_TEXT_REQUIRED']);
    expect(problemsAt(2, { 示例名称: '长'.repeat(101) })).toEqual(['填写示例!C2 TEXT_TOO_LONG']);
    expect(problemsAt(2, { 图片: file(9) })).toEqual(['填写示例!D2 CELL_PICTURE_UNKNOWN']);
    expect(problemsAt(2, { 图片: '' })).toEqual(['填写示例!D2 CATALOGUE_TEXT_REQUIRED']);
    expect(problemsAt(3, { 图片: file(1) })).toEqual(['填写示例!D3 CELL_TWICE']);
    expect(problemsAt(2, { 排序: '第一' })).toEqual(['填写示例!E2 CELL_NOT_A_NUMBER']);
    expect(problemsAt(2, { 样品编码: 'X' })).toEqual(['填写示例!A2 CELL_SAMPLE_UNKNOWN']);
  });

  it('a requirement may show only pictures that samples already show', () => {
    expect(problemsAt(2, { 收样要求: `<p>一</p><img src="${path(3)}">` }, REQUIREMENT_SHEET)).toEqual([]);
    expect(problemsAt(2, { 收样要求: `<p>一</p><img src="${path(9)}">` }, REQUIREMENT_SHEET)).toEqual([
      '收样要求!D2 CELL_PICTURE_UNKNOWN',
    ]);
    expect(problemsAt(2, { 收样要求: `<img src="${path(3).replace('png', 'jpg')}">` }, REQUIREMENT_SHEET)).toEqual([
      '收样要求!D2 CELL_PICTURE_UNKNOWN',
    ]);
  });

  it('a requirement keeps its embedded pictures, but its cell cannot add new ones', () => {
    const storedImage = '<img src="data:image/png;base64,AAAA" />';
    const having = [
      {
        ...sample,
        requirements: sample.requirements.map((each, at) =>
          at === 0 ? { ...each, defaultSampleDescription: `<p>一</p>${storedImage}` } : each,
        ),
      },
    ];
    const textProblems = (text: string) =>
      problemsOf(setCell(exportSheets(having), REQUIREMENT_SHEET, 2, { 收样要求: text }), { samples: having });
    expect(textProblems(`<p>二</p>${storedImage}`)).toEqual([]);
    expect(textProblems(`<p>一</p>${storedImage}${storedImage.replace('AAAA', 'BBBB')}`)).toEqual([
      '收样要求!D2 CELL_PICTURE_UNKNOWN',
    ]);
  });
});
