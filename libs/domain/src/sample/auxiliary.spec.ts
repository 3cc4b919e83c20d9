import { describe, expect, it } from '@jest/globals';
import type { SampleProperty } from '#events';
import {
  auxiliaryProblems,
  auxiliaryValue,
  calendarDate,
  isQuantityProperty,
  isCalendarDate,
  isAuxiliaryField,
  mergedProperties,
  SPECIAL_NAMES,
  specialPropertyOf,
  withDefaults,
} from './auxiliary.js';

const property = (changes: Partial<SampleProperty> = {}): SampleProperty => ({
  testSamplePropertyId: 'p1',
  testSamplePropertyDisplayName: '产地',
  testSamplePropertySystemName: 'prop_1',
  testSamplePropertyType: 1,
  value: '',
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
  ...changes,
});

describe('a special property', () => {
  it('is recognised by its system name or display name, in Chinese and English', () => {
    const specialPropertyNamed = (testSamplePropertyDisplayName: string, testSamplePropertySystemName = 'prop_1') =>
      specialPropertyOf({ testSamplePropertyDisplayName, testSamplePropertySystemName });
    expect([
      specialPropertyNamed('代表批量'),
      specialPropertyNamed('Representative Batch'),
      specialPropertyNamed('x', 'representativeBatch'),
      specialPropertyNamed('试件数量'),
      specialPropertyNamed('test specimen quantity'),
      specialPropertyNamed('生产厂家'),
      specialPropertyNamed(' Batch No '),
      specialPropertyNamed('产地'),
    ]).toEqual([
      'representativeBatch',
      'representativeBatch',
      'representativeBatch',
      'sampleCount',
      'sampleCount',
      'manufacturer',
      'batchNo',
      null,
    ]);
    expect(
      specialPropertyOf(property({ testSamplePropertyDisplayName: '批次量' }), {
        ...SPECIAL_NAMES,
        representativeBatch: ['批次量'],
      }),
    ).toBe('representativeBatch');
  });

  it('is not shown if it is a quantity or joined to the specification', () => {
    const properties = [
      property({ testSamplePropertyDisplayName: '代表批量' }),
      property({ testSamplePropertyDisplayName: '样品数量' }),
      property({ testSamplePropertyDisplayName: '生产厂家' }),
      property({ isJoinSpecification: true }),
      property(),
    ];
    expect(properties.map((each) => [isQuantityProperty(each), isAuxiliaryField(each)])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, false],
      [false, true],
    ]);
  });
});

describe('a value', () => {
  it('is stored without needless zeros, and rounded to three decimals for type 4', () => {
    expect([
      auxiliaryValue(4, '1.23456'),
      auxiliaryValue(4, ' 2.50 '),
      auxiliaryValue(3, '1.23456'),
      auxiliaryValue(3, '007'),
      auxiliaryValue(4, 'abc'),
      auxiliaryValue(1, ' 1.2345 '),
    ]).toEqual(['1.235', '2.5', '1.23456', '7', 'abc', '1.2345']);
  });

  it('must fit its type, cannot be negative and is limited in length', () => {
    const codes = (...properties: Partial<SampleProperty>[]) =>
      auxiliaryProblems(properties.map((each) => property(each))).map(({ code, path }) => [code, path]);
    expect(
      codes(
        { testSamplePropertyType: 2, value: '2024-05-01' },
        { testSamplePropertyType: 4, value: '0.5' },
        { testSamplePropertyType: 6, value: 'true' },
        { testSamplePropertyType: 3, value: '' },
      ),
    ).toEqual([]);
    expect(
      codes(
        { testSamplePropertyType: 2, value: '2024-02-30' },
        { testSamplePropertyType: 3, value: '-1' },
        { testSamplePropertyType: 4, value: 'x' },
        { value: '长'.repeat(1001) },
      ),
    ).toEqual([
      ['EXTRA_NOT_A_DATE', 'buSamplePropertyInfo.0.value'],
      ['NOT_A_QUANTITY', 'buSamplePropertyInfo.1.value'],
      ['NOT_A_QUANTITY', 'buSamplePropertyInfo.2.value'],
      ['TEXT_TOO_LONG', 'buSamplePropertyInfo.3.value'],
    ]);
    expect(auxiliaryProblems(Array.from({ length: 101 }, () => property())).map(({ code }) => code)).toEqual([
      'TOO_LARGE',
    ]);
  });

  it('must be an option of a select, but may be any text in a part of the specification', () => {
    const grade = { testSamplePropertyType: 5, listValue: ['32.5', '42.5'], inputHistory: ['52.5'] };
    const codes = (...properties: Partial<SampleProperty>[]) =>
      auxiliaryProblems(properties.map((each) => property({ ...grade, ...each }))).map(({ code, path }) => [
        code,
        path,
      ]);
    expect(codes({ value: '62.5' }, { value: '52.5' }, { value: '62.5', isJoinSpecification: true })).toEqual([
      ['EXTRA_NOT_AN_OPTION', 'buSamplePropertyInfo.0.value'],
    ]);
  });

  it('that is a date may be written in the usual ways, and must exist in the calendar', () => {
    expect(
      ['2024-5-1', '2024/05/01', '2024.5.1', '2024年5月1日', '20240501', '2024-05-01 08:00', ' 2024-05-01 '].map(
        calendarDate,
      ),
    ).toEqual(Array.from({ length: 7 }, () => '2024-05-01'));
    expect(['2024-02-30', '2023-02-29', '24-05-01', '5/1/2024', '明天', ''].map(calendarDate)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([isCalendarDate('2024-05-01'), isCalendarDate('2024-5-1')]).toEqual([true, false]);
  });
});

describe('the properties of a form', () => {
  const ownProperty = property({
    testSamplePropertyId: null,
    testSamplePropertySystemName: '',
    testSamplePropertyDisplayName: '自定义',
    value: 'x',
  });

  it('are those offered now with the entered values, and the custom ones of the form', () => {
    const offered = [
      property({ testSamplePropertyId: 'P-1', value: '默认' }),
      property({ testSamplePropertyId: 'p2', testSamplePropertySystemName: 'prop_2', value: '2' }),
    ];
    const enteredRows = [
      property({ value: '某地' }),
      property({ testSamplePropertyId: 'p3', testSamplePropertySystemName: 'prop_3', value: 'gone' }),
      ownProperty,
    ];
    expect(
      mergedProperties(enteredRows, offered).map(({ testSamplePropertyId, value }) => [testSamplePropertyId, value]),
    ).toEqual([
      ['P-1', '某地'],
      ['p2', '2'],
      [null, 'x'],
    ]);
  });

  it('take defaults if they are empty, by their name without the leading mark', () => {
    const defaults = [
      { columnName: '#产地', value: '浙江' },
      { columnName: '#prop_2', value: '2' },
    ];
    expect(
      withDefaults(
        [
          property(),
          property({ value: '某地' }),
          property({ testSamplePropertyDisplayName: 'x', testSamplePropertySystemName: 'prop_2' }),
          property({ testSamplePropertyDisplayName: 'y' }),
        ],
        defaults,
      ).map(({ value }) => value),
    ).toEqual(['浙江', '某地', '2', '']);
  });
});
