import { describe, expect, it } from '@jest/globals';
import type { SampleProperty } from '#events';
import {
  CONNECTOR_TEXT,
  CUSTOM_VALUE,
  PART,
  type SpecificationProperty,
  parseStoredRows,
} from './specification-property.js';
import { DUPLICATE_LOG_MS, ruleConfigOf, type RulePart } from './specification-rule.js';
import {
  insertRowAfter,
  deleteRow,
  moveRow,
  initialRows,
  previewOf,
  propertiesFromRows,
  specificationWithoutDialog,
  specificationModeOf,
  specificationOf,
  type SpecificationSource,
  specificationTextOf,
  setRowValue,
} from './specification.js';

const labels = { connector: '连接符', custom: '自定义', model: '规格型号' };
const A = '0f8fad5b-d9cb-469f-a165-70867728950e';
const B = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const property = (id: string, name: string, changes: Partial<SampleProperty> = {}): SampleProperty => ({
  testSamplePropertyId: id,
  testSamplePropertyDisplayName: name,
  testSamplePropertySystemName: `prop_${name}`,
  testSamplePropertyType: 5,
  value: '',
  orderNum: id === A ? 1 : 2,
  isJoinSpecification: true,
  unit: '',
  listValue: [`${name}1`],
  ...changes,
});
const rule = (attributeId: string | null, displayName: string, orderNo: number, changes: RulePart = {}): RulePart => ({
  attributeId,
  displayName,
  name: displayName,
  infoType: attributeId ? 1 : 2,
  orderNo,
  value: attributeId ? '' : ' ',
  ...changes,
});
const properties = [property(A, 'A'), property(B, 'B')];
const source = (changes: Partial<SpecificationSource> = {}): SpecificationSource => ({
  buSampleInfoId: 's',
  specificationType: '',
  specificationBuildMethod: '',
  properties,
  rule: [],
  labels,
  ...changes,
});
const cellsOf = (rows: readonly SpecificationProperty[]) =>
  rows.map(({ testSamplePropertyDisplayName, value }) => [testSamplePropertyDisplayName, value]);
const enterValues = (rows: readonly SpecificationProperty[], ...values: string[]) =>
  values.reduce((now, value, at) => (value === '' ? now : setRowValue(now, at, value)), [...rows]);

describe('a new specification', () => {
  it('SPM-006 has the properties in the order and with the labels of the rule, with a space between them', () => {
    const rows = initialRows(source({ rule: [rule(B.replaceAll('-', ''), '强度', 1), rule(A, '品种', 2)] }));
    expect(cellsOf(rows)).toEqual([
      ['强度', ''],
      ['连接符', ' '],
      ['品种', ''],
    ]);
    expect(
      rows.map(({ orderNum, infoType, listValue, isJoinSpecification }) => [
        orderNum,
        infoType,
        listValue,
        isJoinSpecification,
      ]),
    ).toEqual([
      [1, 1, ['B1'], true],
      [2, 2, [], false],
      [3, 1, ['A1'], true],
    ]);
  });

  it('contains the connectors and custom parts of the rule, and no others', () => {
    const rows = initialRows(
      source({
        rule: [
          rule(A, '牌号', 1),
          rule(null, 'connector', 2, { value: 'φ' }),
          rule(B, '直径', 3),
          rule(null, 'custom', 4, { infoType: 3, value: '-', deleteAble: true }),
        ],
      }),
    );
    expect(cellsOf(rows)).toEqual([
      ['牌号', ''],
      ['连接符', 'φ'],
      ['直径', ''],
      ['自定义', '-'],
    ]);
    expect(rows.map(({ deleteAble }) => deleteAble)).toEqual([false, true, false, true]);
  });

  it('without a rule consists of the joined properties with their values, and includes properties that only the rule has', () => {
    expect(
      cellsOf(
        initialRows(
          source({
            properties: [
              property(B, 'B', { value: '42.5' }),
              property(A, 'A', { value: 'P·O' }),
              property('c', 'C', { isJoinSpecification: false, value: 'x' }),
            ],
          }),
        ),
      ),
    ).toEqual([
      ['A', 'P·O'],
      ['连接符', ' '],
      ['B', '42.5'],
    ]);
    expect(cellsOf(initialRows(source({ properties: [property(A, 'A')], rule: [rule(B, 'B', 1)] })))).toEqual([
      ['B', ''],
      ['连接符', ' '],
      ['A', ''],
    ]);
  });

  it('SPM-010 is created without a dialog only if its values are present', () => {
    const filled = [property(A, 'A', { value: 'P·O' }), property(B, 'B', { value: '42.5' })];
    expect(specificationWithoutDialog(source({ properties: filled }))?.specificationType).toBe('P·O 42.5');
    expect(specificationWithoutDialog(source())).toBeNull();
    expect(specificationWithoutDialog(source({ properties: filled, specificationType: 'x' }))).toBeNull();
  });
});

describe('an existing specification', () => {
  const stored = (changes: Partial<SpecificationProperty>[] = []) =>
    specificationOf(
      initialRows(source())
        .filter(({ infoType }) => infoType === 1)
        .map((row, at) => ({ ...row, value: `v${at}`, ...changes[at] })),
    );

  it('opens with the stored values, whatever the rule contains now', () => {
    const current = stored();
    expect(specificationModeOf(current)).toBe('edit');
    expect(cellsOf(initialRows(source({ ...current, rule: [rule(B, '强度', 1)] })))).toEqual([
      ['A', 'v0'],
      ['B', 'v1'],
    ]);
    expect(specificationModeOf({ specificationType: 'x', specificationBuildMethod: '[]' })).toBe('edit');
  });

  it('SPM-007 allows the deletion of a part that is not joined, unless it is the only part', () => {
    const deletable = (changes: Partial<SpecificationProperty>[]) =>
      initialRows(source(stored(changes))).map(({ deleteAble }) => deleteAble);
    expect(deletable([{}, { isJoinSpecification: false }])).toEqual([false, true]);
    const singleRow = JSON.stringify([
      { testSamplePropertyDisplayName: 'A', value: 'x', isJoinSpecification: false, deleteAble: true },
    ]);
    expect(initialRows(source({ specificationBuildMethod: singleRow })).map(({ deleteAble }) => deleteAble)).toEqual([
      false,
    ]);
  });

  it('is read from an older list with missing members, and an invalid list counts as empty', () => {
    expect(parseStoredRows('[{}]')).toMatchObject([
      { testSamplePropertyId: null, value: '', infoType: 3, listValue: [], deleteAble: false },
    ]);
    expect(
      parseStoredRows(
        JSON.stringify([
          { testSamplePropertyId: A, testSamplePropertyDisplayName: 'A', value: 'x', unit: 'mm', infoType: 1 },
        ]),
      ),
    ).toMatchObject([{ isJoinSpecification: true, customized: 0, name: 'A', value: 'x' }]);
    expect(['', 'x', '{}', 'null', '[1, null]'].map(parseStoredRows)).toEqual([[], [], [], [], []]);
  });
});

describe('the rows', () => {
  const rows = initialRows(source());

  it('SPM-008 are one row that cannot be deleted when the list is empty, also after the last row is deleted', () => {
    const empty = initialRows(source({ properties: [] }));
    expect(empty).toMatchObject([{ testSamplePropertyDisplayName: '规格型号', value: '', deleteAble: false }]);
    expect(deleteRow(rows.slice(0, 1), 0, labels)).toEqual(empty);
    expect(initialRows(source({ specificationType: 'Q235', specificationBuildMethod: '[]' }))).toMatchObject([
      { testSamplePropertyDisplayName: '规格型号', value: 'Q235' },
    ]);
  });

  it('can be moved and get a custom part below them, and are then renumbered', () => {
    expect(insertRowAfter(rows, 0, labels)[1]).toMatchObject({
      testSamplePropertyDisplayName: '自定义',
      value: '-',
      deleteAble: true,
      orderNum: 2,
    });
    expect(
      moveRow(rows, 0, 1).map(({ testSamplePropertyDisplayName, orderNum }) => [
        testSamplePropertyDisplayName,
        orderNum,
      ]),
    ).toEqual([
      ['连接符', 1],
      ['A', 2],
      ['B', 3],
    ]);
    expect([moveRow(rows, 0, -1), moveRow(rows, 2, 1)]).toEqual([rows, rows]);
  });

  it('SPM-009 SPM-014 are returned as the text of the preview and as the list of rows with all their members', () => {
    const filled = enterValues(rows, 'P·O', '', '42.5');
    const specification = specificationOf(filled);
    expect([specification.specificationType, JSON.parse(specification.specificationBuildMethod)]).toEqual([
      previewOf(filled),
      filled,
    ]);
    expect(Object.keys(filled[0] ?? {}).toSorted()).toEqual([
      'buSampleInfoId',
      'customized',
      'dataType',
      'deleteAble',
      'displayName',
      'infoType',
      'inputHistory',
      'isJoinSpecification',
      'isShowTest',
      'listValue',
      'name',
      'orderNum',
      'testSamplePropertyDisplayName',
      'testSamplePropertyId',
      'testSamplePropertySystemName',
      'testSamplePropertyType',
      'value',
    ]);
    expect(initialRows(source(specification)).map(({ value }) => value)).toEqual(['P·O', ' ', '42.5']);
  });

  it('PRE-021 SPM-014 are stored as a rule of exactly twelve members in the order of the rows', () => {
    const config = ruleConfigOf(enterValues(moveRow(rows, 0, 1), '', 'P·O'));
    expect(
      config.map(({ orderNo, displayName, attributeId, value }) => [orderNo, displayName, attributeId, value]),
    ).toEqual([
      [1, '连接符', null, ' '],
      [2, 'A', A, 'P·O'],
      [3, 'B', B, ''],
    ]);
    for (const line of config)
      expect(Object.keys(line).toSorted()).toEqual([
        'attributeId',
        'customized',
        'dataType',
        'displayName',
        'infoType',
        'inputHistory',
        'isJoinSpecification',
        'isShowTest',
        'name',
        'orderNo',
        'systemFieldName',
        'value',
      ]);
  });

  it('give their values to the joined properties that they represent', () => {
    const allProperties = [...properties, property('c', 'C', { isJoinSpecification: false })];
    expect(propertiesFromRows(allProperties, enterValues(rows, 'P·O', '', '42.5')).map(({ value }) => value)).toEqual([
      'P·O',
      '42.5',
      '',
    ]);
  });
});

describe('the preview', () => {
  const row = (value: string, infoType = 1): SpecificationProperty => ({
    ...(initialRows(source())[0] as SpecificationProperty),
    value,
    infoType,
    testSamplePropertyId: infoType === 1 ? A : null,
  });
  const connector = (value = ' ') => row(value, 2);
  const custom = (value = '-') => row(value, 3);

  it('omits separators beside empty parts, and shows everything else unchanged', () => {
    expect(previewOf([row(''), connector(), row('')])).toBe('');
    expect(previewOf([row('P·O'), connector(), row('')])).toBe('P·O');
    expect(previewOf([row('A'), connector(), row(''), connector(), row('B')])).toBe('A B');
    expect(previewOf([row('P·S·A'), connector(), row('42.5'), custom()])).toBe('P·S·A 42.5');
    expect(previewOf([row('PC'), custom(), row('3')])).toBe('PC-3');
    expect(previewOf([row('P·S·A'), connector(), row('42.5'), custom('R')])).toBe('P·S·A 42.5R');
    expect(previewOf([connector('AC-'), row('16'), connector(), row('F型')])).toBe('AC-16 F型');
    expect(previewOf([connector('AC-'), row(''), connector(), row('')])).toBe('');
    expect(previewOf([row('P·O'), connector(), row('42.5'), connector('-'), row('')])).toBe('P·O 42.5');
    expect(previewOf([row(''), connector('-'), row('42.5')])).toBe('42.5');
    expect(previewOf([row('A'), connector('-'), row(''), connector('-'), row('B')])).toBe('A-B');
    expect(previewOf([row('42.5'), custom(), connector(), row('R')])).toBe('42.5-R');
    expect(previewOf([row('底基层'), connector(), row('4.5'), connector('% '), row('')])).toBe('底基层 4.5%');
  });
});

const part = (value: string, testSamplePropertyId: string | null = 'p') => ({ value, testSamplePropertyId });

it('SPM-005 filled parts are joined by a space, but without one beside a connector', () => {
  expect(specificationTextOf([part('P'), part(''), part('O42.5')])).toBe('P O42.5');
  expect(specificationTextOf([part('P'), part(' ', null), part('42.5')])).toBe('P 42.5');
  expect(specificationTextOf([part('HRB400E'), part(' φ', null), part('20')])).toBe('HRB400E φ20');
});

it('a specification without values has no text, and an empty part without an id removes the space', () => {
  expect(specificationTextOf([])).toBe('');
  expect(specificationTextOf([part(''), part('', null)])).toBe('');
  expect(specificationTextOf([part('A'), part(''), part('B')])).toBe('A B');
  for (const index of [0, 1, 2])
    expect(specificationTextOf(['A', '', 'B'].map((value, at) => part(value, at === index ? null : 'p')))).toBe('AB');
});

it('SK-007 new rows of a specification have the labels and default values that the requirements define', () => {
  const labels = { connector: 'connector', custom: 'custom', model: 'specification model' };
  const [first] = initialRows({
    buSampleInfoId: 's',
    specificationType: '',
    specificationBuildMethod: '',
    properties: [],
    rule: [],
    labels,
  });
  expect(first).toMatchObject({ displayName: 'specification model', deleteAble: false });
  const rows = insertRowAfter(first ? [first] : [], 0, labels);
  expect(rows[1]).toMatchObject({ infoType: PART.custom, displayName: 'custom', value: '-' });
  expect([CONNECTOR_TEXT, CUSTOM_VALUE, DUPLICATE_LOG_MS]).toEqual([' ', '-', 432_000_000]);
  expect(deleteRow(rows.slice(0, 1), 0, labels)).toMatchObject([{ displayName: 'specification model' }]);
});
