import { describe, expect, it } from '@jest/globals';
import type { SampleProperty } from '#events';
import { NO_PACK } from '../sample/packs.js';
import { cement, CEMENT, CRITERION, METHOD, standardsById } from '#harness/domain/catalogue-story';
import {
  buildSample,
  sampleOrigin,
  type SampleRequest,
  type SampleToBuild,
  selectionProblems,
  applySampleOrigin,
} from './build-sample.js';
import { requirementsFor } from './catalogue.js';
import { withDefaultStandards } from './standard-defaults.js';

const id = '5a000000-0000-4000-8000-000000000001';
const build = (request: SampleRequest = {}, changes: Partial<SampleToBuild> = {}) =>
  buildSample({ id, request, catalogue: cement, standardsById, consignType: 1, ...changes });
const [first, second, third] = cement.parameters.map((parameter) => ({ tuTestParamId: parameter.id })) as [
  { tuTestParamId: string },
  { tuTestParamId: string },
  { tuTestParamId: string },
];
const links = [
  { baBaseStandardId: METHOD, useType: '3' as const },
  { baBaseStandardId: CRITERION, useType: '2' as const },
];

describe('building a sample', () => {
  it('SF-009 starts with the defaults of a new sample', () =>
    expect(build({}, { catalogue: { ...cement, properties: [] } })).toMatchObject({
      id,
      inputMethod: 1,
      testGroupCount: 1,
      testPointCount: 1,
      isNeedConclusion: true,
      sampleNum: '1',
      delegatesNum: '1',
      testUnitSampleName: '普通硅酸盐水泥',
      sampleCode: 'SN01',
      afterTestOperate: '检毕由检测机构处理',
      testParamFee: '0.00',
      parameters: [],
      pack: NO_PACK,
    }));

  it('charges shared prices once and multiplies by the group count', () =>
    expect(build({ tuSampleParamIds: [first, second, third], testGroupCount: 3 })).toMatchObject({
      testParamFee: '210.00',
      parameters: [{ totalFee: '20.00' }, { totalFee: '20.00' }, { totalFee: '30.00' }],
    }));

  it('PR-010 does not multiply by the number of test points', () =>
    expect(
      [1, 5].map(
        (testPointCount) =>
          build({ tuSampleParamIds: [second, third], testGroupCount: 3, testPointCount }).testParamFee,
      ),
    ).toEqual(['150.00', '150.00']));

  it('SF-020 drops the quantities of an appointment, and uses the sample name as its unit', () =>
    expect(
      build(
        {
          testUnitSampleName: '桥面铺装',
          sampleNum: '3',
          sampleNumUnit: 'kg',
          delegatesNum: '4',
          delegatesNumUnit: 't',
          projectUnit: 'x',
        },
        { consignType: 2 },
      ),
    ).toMatchObject({
      sampleNum: '',
      sampleNumUnit: '',
      delegatesNum: '',
      delegatesNumUnit: '',
      projectUnit: '桥面铺装',
    }));

  it('takes missing quantities from special properties, or else sets them to 1', () => {
    expect(build()).toMatchObject({ delegatesNum: '500', delegatesNumUnit: 't', sampleNum: '1', sampleNumUnit: 'kg' });
    const enteredProperties = [
      { testSamplePropertyId: 'B0000000000040008000000000000001', value: '20' },
      { testSamplePropertyId: 'b0000000-0000-4000-8000-000000000002', value: '3' },
    ];
    expect(build({ buSamplePropertyInfo: enteredProperties })).toMatchObject({ delegatesNum: '20', sampleNum: '3' });
    expect(build({ buSamplePropertyInfo: enteredProperties, sampleNum: '7', delegatesNum: '8' })).toMatchObject({
      delegatesNum: '8',
      sampleNum: '7',
    });
  });

  it('takes properties from the catalogue and their values from the form, and preserves custom properties', () => {
    expect(
      build().properties.map(({ testSamplePropertyDisplayName, value }) => [testSamplePropertyDisplayName, value]),
    ).toEqual([
      ['代表批量', '500'],
      ['样品数量', ''],
      ['强度等级', '42.5'],
    ]);
    expect(
      build({
        buSamplePropertyInfo: [
          {
            testSamplePropertyId: 'b0000000-0000-4000-8000-000000000003',
            testSamplePropertyDisplayName: '改名',
            value: '52.5',
          },
          { testSamplePropertyDisplayName: '自定义', value: '-' },
        ],
      }).properties,
    ).toMatchObject([
      { testSamplePropertyDisplayName: '强度等级', value: '52.5', isJoinSpecification: true },
      { testSamplePropertyId: null, testSamplePropertyDisplayName: '自定义', value: '-', orderNum: 2 },
    ]);
  });

  const full: SampleRequest = {
    tuSampleParamIds: [first, second],
    buSampleParamPackInfo: { packFlag: 1, packId: 'p', packJson: '{}' },
    buSampleUseBaseStandard: links,
    isNeedConclusion: false,
    specificationType: 'P·O 42.5',
    specificationBuildMethod: '[]',
    buSamplePropertyInfo: [{ testSamplePropertyId: 'b0000000-0000-4000-8000-000000000003', value: '42.5' }],
  };

  it('PR-015 TID-005 TID-006 stores no parameters and charges nothing if the laboratory determines the parameters', () => {
    expect(build(full).testParamFee).toBe('40.00');
    expect(build({ ...full, isTestUnitConfirmTestParam: true, testReason: '进场检验' })).toMatchObject({
      testParamFee: '0.00',
      parameters: [],
      pack: { packFlag: 0, packId: '', packJson: '' },
      standards: [],
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: true,
      testReason: '进场检验',
      specificationType: '',
      specificationBuildMethod: '',
      properties: [{ value: '' }],
    });
  });

  it('TID-006 stores the choices of the laboratory when it completes such a sample', () =>
    expect(build({ ...full, testGroupCount: 2 }, { isCompletion: true })).toMatchObject({
      testParamFee: '80.00',
      parameters: [{}, {}],
      isTestUnitConfirmTestParam: true,
      specificationType: 'P·O 42.5',
      properties: [{ value: '42.5' }],
    }));

  it('drops evaluation standards if no conclusion is needed', () => {
    const standardsOf = (isNeedConclusion: boolean) => {
      const { parameters, standards } = build({
        isNeedConclusion,
        tuSampleParamIds: [{ ...first, buSampleParamUseBaseStandard: links }],
        buSampleUseBaseStandard: links,
      });
      return [parameters[0]?.standards, standards].map((each) => each?.map(({ useType }) => useType));
    };
    expect(standardsOf(true)).toEqual([
      ['3', '2'],
      ['3', '2'],
    ]);
    expect(standardsOf(false)).toEqual([['1'], ['1']]);
  });

  it('returns the requirements of the sample and of the chosen parameters', () => {
    const requirement = (number: number, paramIds: string[]) => ({
      id: `r-${number}`,
      paramIds,
      defaultSampleDescription: '',
      orderNum: -number,
    });
    const requirements = [
      requirement(1, []),
      requirement(2, [first.tuTestParamId]),
      requirement(3, [second.tuTestParamId]),
    ];
    expect(requirementsFor({ requirements }, [first.tuTestParamId.replaceAll('-', '')]).map((each) => each.id)).toEqual(
      ['r-2', 'r-1'],
    );
  });
});

const [firstParameter, secondParameter] = cement.parameters.map(({ id }) => ({ tuTestParamId: id })) as [
  { tuTestParamId: string },
  { tuTestParamId: string },
];
const basis = { limsUniqueKey: 'std_JTG 3420-2020#T 0505', useType: '1' as const };
const problems = (request: Parameters<typeof buildSample>[0]['request'], recommended = true) =>
  selectionProblems({
    sample: buildSample({ id: 's', request, catalogue: cement, standardsById, consignType: 1 }),
    catalogue: cement,
    pack: null,
    recommended,
  }).map(({ code, path }) => [code, path]);

describe('the check of chosen parameters', () => {
  it('STD-013 requires standards for every parameter if standards are recommended, and none otherwise', () => {
    const lacking = {
      tuSampleParamIds: [
        { ...firstParameter, buSampleParamUseBaseStandard: [basis] },
        { ...secondParameter, buSampleParamUseBaseStandard: [] },
      ],
    };
    expect(problems(lacking)).toEqual([
      ['EVALUATION_STANDARD_MISSING', 'tuSampleParamIds.0.buSampleParamUseBaseStandard'],
      ['STANDARDS_MISSING', 'tuSampleParamIds.1.buSampleParamUseBaseStandard'],
    ]);
    expect(problems({ ...lacking, isNeedConclusion: false })).toEqual([
      ['TEST_BASIS_MISSING', 'tuSampleParamIds.1.buSampleParamUseBaseStandard'],
    ]);
    expect(problems(lacking, false)).toEqual([]);
    expect(problems({ ...lacking, isTestUnitConfirmTestParam: true, testReason: '进场检验' })).toEqual([]);
  });

  it('STD-017 accepts standards of the sample for all its parameters', () =>
    expect(
      problems({
        inputMethod: 0,
        tuSampleParamIds: [firstParameter, secondParameter],
        buSampleUseBaseStandard: [{ baBaseStandardId: [...standardsById.keys()][0] ?? '', useType: '3' }],
      }),
    ).toEqual([]));

  it('accepts the default standards of the laboratory, which are added to parameters sent without a list of standards', () => {
    const [filled, empty] = withDefaultStandards(cement, [
      firstParameter,
      { ...secondParameter, buSampleParamUseBaseStandard: [] },
    ]);
    expect(filled?.buSampleParamUseBaseStandard?.map(({ limsUniqueKey, useType }) => [limsUniqueKey, useType])).toEqual(
      [
        ['std_JTG 3420-2020#T 0505', '1'],
        ['std_GB 175-2023', '2'],
      ],
    );
    expect(empty?.buSampleParamUseBaseStandard).toEqual([]);
    expect(problems({ tuSampleParamIds: withDefaultStandards(cement, [firstParameter]) })).toEqual([]);
  });

  it('refuses a pack that the laboratory does not have', () =>
    expect(
      problems({
        tuSampleParamIds: withDefaultStandards(cement, [firstParameter]),
        buSampleParamPackInfo: { packFlag: 1, packId: CEMENT, packJson: '' },
      }),
    ).toEqual([['PACK_UNKNOWN', 'buSampleParamPackInfo.packId']]));
});

const property = (testSamplePropertySystemName: string, value: string): SampleProperty => ({
  testSamplePropertyId: testSamplePropertySystemName,
  testSamplePropertyDisplayName: testSamplePropertySystemName,
  testSamplePropertySystemName,
  testSamplePropertyType: 1,
  value,
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
});

it('manufacturer and batch number of a sample are two of its properties, if its catalogue has them', () => {
  const properties = [property('manufacturer', '安溪水泥厂'), property('batchNo', 'P1'), property('prop_1', '灰')];
  expect(sampleOrigin(properties)).toEqual({ produceInfo: '安溪水泥厂', piHao: 'P1' });
  expect(sampleOrigin([])).toEqual({ produceInfo: '', piHao: '' });
  expect(applySampleOrigin(properties, { piHao: 'P2' }).map(({ value }) => value)).toEqual(['安溪水泥厂', 'P2', '灰']);
  expect(applySampleOrigin([property('prop_1', '灰')], { produceInfo: '别的厂' })).toEqual([property('prop_1', '灰')]);
});
