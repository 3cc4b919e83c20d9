import { describe, expect, it } from '@jest/globals';
import {
  completeCatalogue,
  exportSheets,
  kind,
  parameters,
  problemsOf,
  setCell,
  readSheets,
  sample,
  standards,
} from '#harness/domain/workbook-story';
import { accessoryTypeProblems } from './accessory-types.js';
import { remainingOwnSamples } from './workbook/read-workbook.js';
import { PARAMETER_SHEET, SAMPLE_SHEET } from './workbook/sample-columns.js';
import { PROPERTY_SHEET } from './workbook/form-columns.js';
import { ACCESSORY_SHEET, PACK_SHEET, REQUIREMENT_SHEET, STANDARD_SHEET } from './workbook/list-columns.js';

const [first] = parameters;
const newSample = { 样品编码: 'SN99', 样品名称: '新水泥', 分类: '水泥 → 通用' };
const newPack = { 样品编码: 'SN01', 参数包名称: '快检', 参数编码: first.code, 是否展示: '是' };
const newKind = { 名称: '桩位图', 适用委托: '原材料预委托', 是否启用: '是', 是否必传: '否' };

describe('a row that an earlier workbook added', () => {
  it('does not overwrite a sample whose code has changed since, and does not restore a withdrawn one', () => {
    const sheets = setCell(exportSheets(), SAMPLE_SHEET, 3, newSample);
    expect(
      readSheets(sheets, { newSamples: { existingSamples: [{ id: 'new/SN99', name: 'SN98 新水泥' }] } }).problems,
    ).toMatchObject([
      { sheet: '样品', column: 'A', row: 3, problem: { code: 'CELL_ADDED_BEFORE', params: { name: 'SN98 新水泥' } } },
    ]);
    expect(
      problemsOf(sheets, {
        newSamples: { existingSamples: [{ id: 'new/SN99', name: 'SN98 新水泥', isDeleted: true }] },
      }),
    ).toEqual(['样品!A3 CELL_DELETED_SINCE']);
    expect(problemsOf(sheets)).toEqual([]);
  });

  it('does not overwrite a pack, standard, attachment type, parameter or property that was renamed or deleted since', () => {
    const sheets = setCell(setCell(exportSheets(), PACK_SHEET, 3, newPack), ACCESSORY_SHEET, 3, newKind);
    expect(
      problemsOf(sheets, {
        existingPacks: [{ id: `${sample.id}/pack/快检`, name: '常检' }],
        accessoryTypes: { all: [...completeCatalogue, { ...kind('0/桩位图', '桩位图', 'u-1'), isDeleted: true }] },
      }),
    ).toEqual(['参数包!C3 CELL_ADDED_BEFORE', '附件类型!A3 CELL_DELETED_SINCE']);
    expect(
      problemsOf(sheets, { existingPacks: [{ id: `${sample.id}/pack/快检`, name: '快检', isDeleted: true }] }),
    ).toEqual(['参数包!C3 CELL_DELETED_SINCE']);
    const [standard] = standards;
    if (!standard) throw new Error('the story has standards');
    const renamed = [
      ...standards,
      { ...standard, id: 'gb1-2026\n新方法', publishCode: 'GB 1-2027', standardName: '更名' },
    ];
    const added = setCell(exportSheets(), STANDARD_SHEET, standards.length + 2, {
      标准编号: 'GB 1-2026',
      标准名称: '新方法',
    });
    expect(
      problemsOf(added, { standardList: { standards: renamed, canChange: true, newId: (identity) => identity } }),
    ).toContain(`标准!A${standards.length + 2} CELL_ADDED_BEFORE`);
    const changedSample = {
      ...sample,
      parameters: [...sample.parameters, { ...first, id: `${sample.id}/SN01-90`, code: 'SN01-91' }],
      properties: sample.properties.map((property, at) =>
        at === 2 ? { ...property, testSamplePropertyId: `${sample.id}/property/品种` } : property,
      ),
    };
    const enteredSheets = setCell(
      setCell(exportSheets(), PARAMETER_SHEET, 6, {
        样品编码: 'SN01',
        参数编码: 'SN01-90',
        参数名称: '密度',
        是否开展: '是',
      }),
      PROPERTY_SHEET,
      5,
      { 样品编码: 'SN01', 属性名称: '品种' },
    );
    expect(problemsOf(enteredSheets, { samples: [changedSample] })).toEqual(
      expect.arrayContaining(['参数!C6 CELL_ADDED_BEFORE', expect.stringMatching(/^辅助属性!.5 CELL_ADDED_BEFORE$/)]),
    );
  });

  it('does not overwrite a requirement that was changed since, and leaves an equal one as it is', () => {
    const sheets = setCell(exportSheets(), REQUIREMENT_SHEET, 4, { 样品编码: 'SN01', 收样要求: '<p>干燥</p>' });
    const [change] = readSheets(sheets).changes;
    const added = change?.after.requirements.at(-1);
    if (!added) throw new Error('nothing was added');
    const since = (text: string) => [
      { ...sample, requirements: [...sample.requirements, { ...added, defaultSampleDescription: text }] },
    ];
    expect(readSheets(sheets, { samples: since('<p>干燥</p>') })).toMatchObject({ problems: [], changes: [] });
    expect(readSheets(sheets, { samples: since('<p>保持湿润</p>') }).problems).toMatchObject([
      { sheet: '收样要求', row: 4, problem: { code: 'CELL_ADDED_BEFORE', params: { name: '保持湿润' } } },
    ]);
  });
});

describe('a requirement row', () => {
  it('is refused with an unknown number or an emptied text', () => {
    const sheets = setCell(setCell(exportSheets(), REQUIREMENT_SHEET, 2, { 编号: 'r-9' }), REQUIREMENT_SHEET, 3, {
      收样要求: '',
    });
    setCell(sheets, REQUIREMENT_SHEET, 4, { 样品编码: 'SN01', 参数编码: first.code });
    expect(problemsOf(sheets)).toEqual([
      '收样要求!F2 CELL_NUMBER_UNKNOWN',
      '收样要求!D3 CELL_DELETES_NOTHING',
      '收样要求!D4 CATALOGUE_TEXT_REQUIRED',
    ]);
  });
});

describe('the size of a workbook import', () => {
  it('is refused at one of its rows if a sample would not fit into an event', () => {
    const sheets = exportSheets().filter(({ name }) => name !== SAMPLE_SHEET);
    for (let at = 0; at < 6; at += 1)
      setCell(sheets, REQUIREMENT_SHEET, 4 + at, { 样品编码: 'SN01', 收样要求: `${'水'.repeat(19_000)}${at}` });
    expect(problemsOf(sheets)).toEqual([expect.stringMatching(/ CELL_TOO_MUCH$/)]);
  });

  it('is limited to 500 new samples, and to the number of own samples that a laboratory may have', () => {
    const sheets = exportSheets();
    for (let at = 0; at < 501; at += 1) setCell(sheets, SAMPLE_SHEET, 3 + at, { ...newSample, 样品编码: `N${at}` });
    expect(problemsOf(sheets)).toEqual(['样品!A503 TOO_MANY_NEW_SAMPLES']);
    expect(
      problemsOf(
        setCell(setCell(exportSheets(), SAMPLE_SHEET, 3, newSample), SAMPLE_SHEET, 4, {
          ...newSample,
          样品编码: 'SN98',
        }),
        { newSamples: { room: 1 } },
      ),
    ).toEqual(['样品!A4 TOO_MANY_OWN_SAMPLES']);
    expect(remainingOwnSamples([{ origin: 'own' }, { origin: 'copy' }, { origin: 'template' }])).toBe(1999);
  });

  it('is limited to 40 attachment types of one laboratory and 200 in total', () => {
    const sheets = setCell(setCell(exportSheets(), ACCESSORY_SHEET, 3, newKind), ACCESSORY_SHEET, 4, {
      ...newKind,
      名称: '照片',
    });
    const of = (count: number, unit: string) =>
      Array.from({ length: count }, (_, at) => kind(`${unit}-${at}`, `${unit}${at}`, unit));
    expect(problemsOf(sheets, { accessoryTypes: { all: [...completeCatalogue, ...of(37, 'u-1')] } })).toEqual([]);
    expect(problemsOf(sheets, { accessoryTypes: { all: [...completeCatalogue, ...of(38, 'u-1')] } })).toEqual([
      '附件类型!A4 TOO_MANY_ACCESSORY_TYPES',
    ]);
    expect(problemsOf(sheets, { accessoryTypes: { all: [...completeCatalogue, ...of(197, 'u-2')] } })).toEqual([
      '附件类型!A4 TOO_MANY_ACCESSORY_TYPES',
    ]);
    expect(accessoryTypeProblems(of(40, 'u-1'), kind('t-9', '照片', 'u-1'))).toMatchObject([
      { code: 'TOO_MANY_ACCESSORY_TYPES', params: { max: 40 } },
    ]);
    expect(accessoryTypeProblems(of(40, 'u-1'), kind('t-9', '照片', null))).toEqual([]);
  });
});
