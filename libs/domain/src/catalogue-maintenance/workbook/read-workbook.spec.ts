import { describe, expect, it } from '@jest/globals';
import type { CatalogueSample } from '#events';
import { choosePrice } from '../../sample/pricing.js';
import { cement, CRITERION, METHOD, parameter, standardsById } from '#harness/domain/catalogue-story';
import { ownPriceText, applyParameterPatch } from '../parameters.js';
import { sampleChanges } from '../sample-changes.js';
import type { SheetTable } from './column.js';
import { MATERIAL_SHEET, PROPERTY_SHEET } from './form-columns.js';
import { readWorkbook } from './read-workbook.js';
import type { ReadSheet } from './rows.js';
import { catalogueTables, PARAMETER_SHEET, SAMPLE_SHEET } from './sample-columns.js';

const sample = { ...cement, mark: 'abc123' };
const standards = [...standardsById].map(([id, standard]) => ({ id, ...standard }));
const newId = (sampleId: string, code: string) => `${sampleId}/${code}`;

/** The exported workbook as it would be read again. */
const toReadSheets = (tables: readonly SheetTable[]): ReadSheet[] =>
  tables.map(({ name, heads, rows }) => ({
    name,
    rows: [
      heads.map(({ head }) => head),
      ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    ].map((cells, at) => ({ number: at + 1, cells })),
  }));
const exported = () => toReadSheets(catalogueTables([sample]));
const sheetOf = (sheets: ReadSheet[], name: string) => {
  const sheet = sheets.find((each) => each.name === name);
  if (!sheet) throw new Error(name);
  return sheet;
};
const put = (sheets: ReadSheet[], name: string, row: number, head: string, text: string) => {
  const { rows } = sheetOf(sheets, name);
  const at = rows[0]?.cells.indexOf(head) ?? -1;
  const cells = rows[row - 1]?.cells;
  if (!cells || at < 0) throw new Error(`${name} has no ${head} in row ${row}`);
  cells[at] = text;
  return sheets;
};
const read = (sheets: ReadSheet[], samples = [sample]) => readWorkbook(sheets, { samples, standards, newId });
const problemsOf = (sheets: ReadSheet[], samples = [sample]) =>
  read(sheets, samples).problems.map(({ sheet, column, row, problem }) => `${sheet}!${column}${row} ${problem.code}`);

describe('a catalogue workbook', () => {
  it('changes nothing if it was not edited', () => {
    expect(read(exported())).toEqual({
      changes: [],
      lists: [],
      categories: [],
      packs: [],
      standards: [],
      accessoryTypes: null,
      problems: [],
      samples: 1,
      parameters: 4,
      newParameters: 0,
    });
  });

  it('with two columns of the same name is refused at the second one', () => {
    const sheets = exported();
    const { rows } = sheetOf(sheets, PARAMETER_SHEET);
    for (const [at, { cells }] of rows.entries()) cells.push(at === 0 ? '单价/元' : '1');
    expect(problemsOf(sheets)).toEqual([`${PARAMETER_SHEET}!T1 CELL_HEAD_TWICE`]);
    expect(read(sheets).changes).toEqual([]);
  });

  it('with a forbidden character in a text is refused with each place, once', () => {
    const sheets = put(
      put(exported(), SAMPLE_SHEET, 2, '样品名称', '水\0泥'),
      PARAMETER_SHEET,
      3,
      '参数名称',
      '密\ud800度',
    );
    expect(problemsOf(sheets)).toEqual([
      `${SAMPLE_SHEET}!B2 TEXT_CHARACTER_REFUSED`,
      expect.stringMatching(new RegExp(`^${PARAMETER_SHEET}![A-Z]3 TEXT_CHARACTER_REFUSED$`)),
    ]);
    expect(JSON.stringify(read(sheets).problems.map(({ value }) => value))).toBe('["水\ufffd泥","密\ufffd度"]');
    expect(read(sheets).changes).toEqual([]);
  });

  it('changes exactly the values of its edited cells', () => {
    const sheets = exported();
    put(sheets, SAMPLE_SHEET, 2, '样品名称', '水泥');
    put(sheets, PARAMETER_SHEET, 2, '单价/元', '25.5');
    put(sheets, PARAMETER_SHEET, 3, '共享价/元', '60');
    put(sheets, PARAMETER_SHEET, 4, '是否开展', '否');
    put(sheets, PARAMETER_SHEET, 5, '检测依据', '');
    const [change] = read(sheets).changes;
    const parameters = change?.after.parameters ?? [];
    expect(change?.after.name).toBe('水泥');
    expect(parameters[0]).toEqual({
      ...sample.parameters[0],
      prices: [{ type: 1, price: '25.5', qualifier: '', scriptDescription: '' }],
    });
    expect(parameters[1]).toMatchObject({
      sharedPrice: '60',
      prices: [
        { type: 3, price: '60' },
        { type: 1, price: '20' },
      ],
    });
    expect(parameters[2]).toEqual({ ...sample.parameters[2], deleted: true });
    expect(parameters[3]).toMatchObject({
      standards: [{ standardId: CRITERION, useType: '2' }],
      basis: [],
      criteria: [{ standard: { standardId: CRITERION }, basis: [] }],
    });
  });

  it('adds a parameter with a new code, and its standards by number and clause', () => {
    const sheets = exported();
    const heads = sheetOf(sheets, PARAMETER_SHEET).rows[0]?.cells ?? [];
    const cellsByHead: Record<string, string> = {
      样品编码: 'SN01',
      参数编码: 'SN01-99',
      参数名称: '氯离子',
      '单价/元': '120',
      检测依据: 'jtg 3420-2020#T 0506；GB 175-2023',
      评定标准: 'GB175-2023',
    };
    sheetOf(sheets, PARAMETER_SHEET).rows.push({
      number: 9,
      cells: heads.map((head) => cellsByHead[head] ?? (head === '是否开展' ? '是' : '')),
    });
    const reading = read(sheets);
    expect(reading).toMatchObject({ problems: [], newParameters: 1 });
    expect(reading.changes[0]?.after.parameters.at(-1)).toMatchObject({
      id: `${cement.id}/SN01-99`,
      code: 'SN01-99',
      name: '氯离子',
      displayName: '氯离子',
      deleted: false,
      prices: [{ type: 1, price: '120' }],
      standards: [
        {
          standardId: METHOD,
          clauseCode: 'T 0506',
          uniqueKey: 'std_JTG 3420-2020#T 0506',
          useType: '1',
          isDefault: true,
        },
        { standardId: CRITERION, useType: '3', isDefault: true },
      ],
    });
  });

  it('adds no more parameters to a sample than the limit', () => {
    const sheets = exported();
    const { rows } = sheetOf(sheets, PARAMETER_SHEET);
    const heads = rows[0]?.cells ?? [];
    const room = 200 - sample.parameters.length;
    for (let n = 0; n < 300; n++)
      rows.push({
        number: 100 + n,
        cells: heads.map(
          (head) => ({ 样品编码: 'SN01', 参数编码: `X-${n}`, 参数名称: '氯离子', 是否开展: '是' })[head] ?? '',
        ),
      });
    const { problems, newParameters } = read(sheets);
    expect([problems.length, newParameters, problems[0]?.row, problems[0]?.problem.code]).toEqual([
      300 - room,
      room,
      100 + room,
      'TOO_MANY_PARAMETERS',
    ]);
  });

  it('reports every wrong cell with its place, and then changes nothing', () => {
    const sheets = exported();
    put(sheets, SAMPLE_SHEET, 2, '排序', '第一');
    put(sheets, PARAMETER_SHEET, 2, '单价/元', '十元');
    put(sheets, PARAMETER_SHEET, 3, '检测周期/天', '-2');
    put(sheets, PARAMETER_SHEET, 3, '参数名称', '');
    put(sheets, PARAMETER_SHEET, 4, '是否开展', '也许');
    put(sheets, PARAMETER_SHEET, 4, '检测依据', 'JTG 3420-2020；XX 1-1');
    put(sheets, PARAMETER_SHEET, 5, '样品编码', 'ZZ99');
    expect(problemsOf(sheets)).toEqual([
      '样品!L2 CELL_NOT_A_NUMBER',
      '参数!G2 PRICE_INVALID',
      '参数!D3 CATALOGUE_TEXT_REQUIRED',
      '参数!O3 CELL_NOT_A_NUMBER',
      '参数!P4 CELL_NOT_YES_OR_NO',
      '参数!R4 CELL_STANDARD_UNKNOWN',
      '参数!A5 CELL_SAMPLE_UNKNOWN',
    ]);
    expect(read(sheets).changes).toEqual([]);
    expect(read(sheets).problems[1]).toMatchObject({ head: '单价/元', value: '十元' });
  });

  it('reports duplicate codes, unknown columns and missing columns', () => {
    const twice = exported();
    put(twice, PARAMETER_SHEET, 3, '参数编码', 'SN01-01');
    expect(problemsOf(twice)).toEqual(['参数!C3 CELL_TWICE']);
    const unknown = exported();
    sheetOf(unknown, SAMPLE_SHEET).rows[0]?.cells.push('折扣');
    expect(problemsOf(unknown)).toEqual(['样品!O1 CELL_HEAD_UNKNOWN']);
    const missing = exported();
    for (const { cells } of sheetOf(missing, PARAMETER_SHEET).rows) cells.splice(2, 1);
    expect(problemsOf(missing)).toEqual(['参数!S1 CELL_HEAD_MISSING']);
  });

  it('is refused only where it would overwrite a change made after the export', () => {
    const since = [{ ...sample, mark: 'other' }];
    expect(problemsOf(exported(), since)).toEqual([]);
    expect(problemsOf(put(exported(), PARAMETER_SHEET, 2, '单价/元', '99'), since)).toEqual([
      '样品!M2 CELL_CHANGED_SINCE',
    ]);
  });
});

describe('properties and raw materials in a workbook', () => {
  const water = {
    ...sample,
    id: 'f0000000-0000-4000-8000-000000000001',
    sampleCode: 'W01',
    name: '拌合用水',
    properties: [],
    parameters: [],
  };
  const both = [sample, water];
  const append = (sheets: ReadSheet[], name: string, cellsByHead: Record<string, string>) => {
    const { rows } = sheetOf(sheets, name);
    rows.push({ number: rows.length + 1, cells: (rows[0]?.cells ?? []).map((head) => cellsByHead[head] ?? '') });
    return sheets;
  };
  const sheetsOfBoth = () => toReadSheets(catalogueTables(both));

  it('change a property, and add one by a new name that the specification can use', () => {
    const sheets = sheetsOfBoth();
    expect(sheetOf(sheets, SAMPLE_SHEET).rows[1]?.cells).toContain('{强度等级}');
    put(sheets, PROPERTY_SHEET, 2, '默认值', '200');
    append(sheets, PROPERTY_SHEET, {
      样品编码: 'SN01',
      属性名称: '品种',
      类型: '下拉选择',
      选项: 'P·O；P·C；P·O',
      排序: '1',
    });
    put(sheets, SAMPLE_SHEET, 2, '规格型号组成', '{品种} {强度等级}[-]');
    const {
      changes: [change],
      problems,
    } = read(sheets, both);
    expect(problems).toEqual([]);
    expect(
      change?.after.properties.map(
        ({
          testSamplePropertyDisplayName: name,
          testSamplePropertyType: type,
          value,
          listValue,
          orderNum,
          isJoinSpecification,
        }) => [name, type, value, listValue, orderNum, isJoinSpecification],
      ),
    ).toEqual([
      ['代表批量', 1, '200', [], 1, false],
      ['品种', 5, '', ['P·O', 'P·C'], 2, true],
      ['样品数量', 1, '', [], 3, false],
      ['强度等级', 1, '42.5', [], 4, true],
    ]);
    expect(change?.after.specificationRule).toMatchObject({
      example: 'P·O 42.5',
      parts: [
        { name: '品种', infoType: 1 },
        { value: ' ', infoType: 2 },
        { name: '强度等级', infoType: 1 },
        { value: '-', infoType: 3, attributeId: null },
      ],
    });
    // What was exported of it comes in again without a change.
    const changedSample = { ...change!.after, id: sample.id, mark: sample.mark };
    expect(read(toReadSheets(catalogueTables([changedSample, water])), [changedSample, water])).toMatchObject({
      changes: [],
      problems: [],
    });
  });

  it('add a raw material by its code, which makes the sample a mix design', () => {
    const sheets = append(sheetsOfBoth(), MATERIAL_SHEET, {
      样品编码: 'SN01',
      原材料编码: 'W01',
      类别: '水',
      默认列出: '是',
      是否必填: '否',
      推荐用量: '180.5',
      用量单位: 'kg/m³',
    });
    const {
      changes: [change],
      problems,
    } = read(sheets, both);
    expect(problems).toEqual([]);
    expect(change?.after).toMatchObject({
      isMixDesign: true,
      materials: [
        {
          id: water.id,
          label: '拌合用水',
          role: '水',
          isDefault: true,
          isRequired: false,
          recommendedDosage: 180.5,
          dosageUnit: 'kg/m³',
          unitRatio: null,
          orderNum: 1,
        },
      ],
    });
  });

  it('report every wrong cell of all sheets in order', () => {
    const sheets = sheetsOfBoth();
    put(sheets, SAMPLE_SHEET, 2, '规格型号组成', '{硬度}');
    put(sheets, SAMPLE_SHEET, 3, '规格型号组成', '{强度');
    put(sheets, PROPERTY_SHEET, 2, '类型', '颜色');
    put(sheets, PROPERTY_SHEET, 3, '类型', '数字（非负）');
    put(sheets, PROPERTY_SHEET, 3, '默认值', '三个');
    put(sheets, PROPERTY_SHEET, 4, '类型', '下拉选择');
    append(sheets, PROPERTY_SHEET, { 样品编码: 'SN01', 属性名称: '强度等级', 类型: '文本' });
    append(sheets, PROPERTY_SHEET, { 样品编码: 'W01', 属性名称: '等级{1}', 类型: '文本' });
    for (const [code, material] of [
      ['SN01', 'SN01'],
      ['SN01', 'X'],
      ['ZZ', 'W01'],
    ] as const)
      append(sheets, MATERIAL_SHEET, { 样品编码: code, 原材料编码: material, 默认列出: '是', 是否必填: '是' });
    append(sheets, MATERIAL_SHEET, {
      样品编码: 'SN01',
      原材料编码: 'W01',
      默认列出: '有',
      是否必填: '是',
      比例: '一半',
    });
    expect(problemsOf(sheets, both)).toEqual([
      '样品!K2 PATTERN_PROPERTY_UNKNOWN',
      '样品!K3 PATTERN_UNCLOSED',
      '辅助属性!D2 CELL_NOT_ONE_OF',
      '辅助属性!F3 NOT_A_QUANTITY',
      '辅助属性!G4 PROPERTY_NEEDS_CHOICES',
      '辅助属性!C5 CELL_TWICE',
      '辅助属性!C6 NAME_HAS_BRACKETS',
      '原材料!C2 MATERIAL_IS_ITSELF',
      '原材料!C3 CELL_MATERIAL_UNKNOWN',
      '原材料!A4 CELL_SAMPLE_UNKNOWN',
      '原材料!F5 CELL_NOT_YES_OR_NO',
      '原材料!J5 CELL_NOT_A_NUMBER',
    ]);
  });
});

describe('an edited parameter', () => {
  const patchParameter = (patch: Parameters<typeof applyParameterPatch>[0], current = parameter(2)) =>
    applyParameterPatch(patch, current);

  it('is displayed under its name unless it has a display name of its own', () => {
    expect(patchParameter({ name: '密度' })).toMatchObject({ name: '密度', displayName: '密度' });
    expect(patchParameter({ name: '密度' }, parameter(2, { displayName: '比重' }))).toMatchObject({
      name: '密度',
      displayName: '比重',
    });
    expect(patchParameter({ displayName: '' }, parameter(2, { displayName: '比重' }))).toMatchObject({
      displayName: '参数2',
    });
  });

  it.each([
    [
      'a script',
      [
        { type: 1, price: '20' },
        { type: 4, price: '840' },
      ],
    ],
    [
      'of the sample',
      [
        { type: 1, price: '20' },
        { type: 0, price: '840' },
      ],
    ],
    ['of a child', [{ type: 2, price: '840' }]],
    [
      'first beside a shared one',
      [
        { type: 3, price: '50' },
        { type: 2, price: '840' },
        { type: 1, price: '20' },
      ],
    ],
    ['beside a shared one only', [{ type: 3, price: '50' }]],
    ['none', []],
  ])('PR-017 charges and shows the entered price if its own price is %s', (_kind, ownPrices) => {
    const prices = ownPrices.map((price) => ({ qualifier: 'q', scriptDescription: '', ...price }));
    const current = parameter(2, { prices, sharedPrice: null, sharedPriceQualifier: '' });
    const changed = patchParameter({ price: '7' }, current);
    expect([ownPriceText(changed), choosePrice(changed).tuTestParamPrice]).toEqual(['7', '7.00']);
    const changes = sampleChanges({ ...sample, parameters: [current] }, { ...sample, parameters: [changed] });
    expect(changes).toEqual([expect.objectContaining({ member: 'price', new: '7' })]);
    expect(changed.prices.filter(({ price }) => price !== '7')).toEqual(prices.filter(({ price }) => price !== '840'));
    const withoutPrice = patchParameter({ price: '' }, current);
    expect([ownPriceText(withoutPrice), choosePrice(withoutPrice).tuTestParamPrice]).toEqual([
      '',
      ownPrices.some(({ type }) => type === 3) ? '50.00' : '0.00',
    ]);
  });

  it('has a shared price both as its own value and in its list of prices', () => {
    const shared = patchParameter({ sharedPrice: '50', sharedPriceQualifier: '净浆' });
    expect(shared).toMatchObject({
      sharedPrice: '50',
      sharedPriceQualifier: '净浆',
      prices: [
        { type: 3, price: '50', qualifier: '净浆' },
        { type: 1, price: '20' },
      ],
    });
    expect(patchParameter({ sharedPrice: '' }, shared)).toMatchObject({
      sharedPrice: null,
      sharedPriceQualifier: '',
      prices: [{ type: 1 }],
    });
  });

  it('keeps the bases of an existing criterion, and gives a new criterion all bases', () => {
    const current: CatalogueSample['parameters'][number] = parameter(1);
    const otherCriterion = { ...current.standards[1]!, standardId: 'x', uniqueKey: 'std_X' };
    const changed = patchParameter(
      {
        standards: [
          ...current.standards,
          { ...current.standards[0]!, uniqueKey: 'std_JTG#2', clauseCode: '2' },
          otherCriterion,
        ],
      },
      current,
    );
    expect(
      changed.criteria.map(({ standard, basis }) => [standard.uniqueKey, basis.map(({ uniqueKey }) => uniqueKey)]),
    ).toEqual([
      ['std_GB 175-2023', ['std_JTG 3420-2020#T 0505']],
      ['std_X', ['std_JTG 3420-2020#T 0505', 'std_JTG#2']],
    ]);
  });
});
