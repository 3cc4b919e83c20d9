import { describe, expect, it } from '@jest/globals';
import { NO_PACK } from '../packs/pack-rules.js';
import { cement, CRITERION, METHOD, standardsById } from '../testing/catalogue-story.js';
import { buildSample, type SampleRequest, type SampleToBuild } from './build-sample.js';
import { requirementsFor } from './receiving-requirements.js';

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

  it('PR-010 the number of test points is no factor', () =>
    expect(
      [1, 5].map(
        (testPointCount) =>
          build({ tuSampleParamIds: [second, third], testGroupCount: 3, testPointCount }).testParamFee,
      ),
    ).toEqual(['150.00', '150.00']));

  it('SF-020 an appointment holds no quantities and its unit is the sample', () =>
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

  it('special properties feed the quantities, else they are 1', () => {
    expect(build()).toMatchObject({ delegatesNum: '500', delegatesNumUnit: 't', sampleNum: '1', sampleNumUnit: 'kg' });
    const typed = [
      { testSamplePropertyId: 'B0000000000040008000000000000001', value: '20' },
      { testSamplePropertyId: 'b0000000-0000-4000-8000-000000000002', value: '3' },
    ];
    expect(build({ buSamplePropertyInfo: typed })).toMatchObject({ delegatesNum: '20', sampleNum: '3' });
    expect(build({ buSamplePropertyInfo: typed, sampleNum: '7', delegatesNum: '8' })).toMatchObject({
      delegatesNum: '8',
      sampleNum: '7',
    });
  });

  it('takes properties from the catalogue, values from the form, and keeps those of its own', () => {
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

  it('PR-015 TID-005 TID-006 holds nothing and costs nothing when the laboratory determines the parameters', () => {
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

  it('TID-006 keeps what the laboratory chose when it completes such a sample', () =>
    expect(build({ ...full, testGroupCount: 2 }, { completing: true })).toMatchObject({
      testParamFee: '80.00',
      parameters: [{}, {}],
      isTestUnitConfirmTestParam: true,
      specificationType: 'P·O 42.5',
      properties: [{ value: '42.5' }],
    }));

  it('drops evaluation standards when no conclusion is needed', () => {
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

  it('gives the requirements of the sample and of the chosen parameters', () => {
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
