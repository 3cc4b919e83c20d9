import { describe, expect, it } from '@jest/globals';
import { cement, CEMENT, standardsById } from '../testing/catalogue-story.js';
import { buildSample } from './build-sample.js';
import { selectionProblems } from './selection-problems.js';
import { withDefaultStandards } from './standard-defaults.js';

const [first, second] = cement.parameters.map(({ id }) => ({ tuTestParamId: id })) as [
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

describe('what may be stored as chosen', () => {
  it('STD-013 with recommended standards, only what has its standards; without them, anything', () => {
    const lacking = {
      tuSampleParamIds: [
        { ...first, buSampleParamUseBaseStandard: [basis] },
        { ...second, buSampleParamUseBaseStandard: [] },
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

  it('STD-017 standards of the sample serve all its parameters', () =>
    expect(
      problems({
        inputMethod: 0,
        tuSampleParamIds: [first, second],
        buSampleUseBaseStandard: [{ baBaseStandardId: [...standardsById.keys()][0] ?? '', useType: '3' }],
      }),
    ).toEqual([]));

  it('parameters sent without a word on standards start with the laboratory’s, an empty list stays empty', () => {
    const [filled, empty] = withDefaultStandards(cement, [first, { ...second, buSampleParamUseBaseStandard: [] }]);
    expect(filled?.buSampleParamUseBaseStandard?.map(({ limsUniqueKey, useType }) => [limsUniqueKey, useType])).toEqual(
      [
        ['std_JTG 3420-2020#T 0505', '1'],
        ['std_GB 175-2023', '2'],
      ],
    );
    expect(empty?.buSampleParamUseBaseStandard).toEqual([]);
    expect(problems({ tuSampleParamIds: withDefaultStandards(cement, [first]) })).toEqual([]);
  });

  it('a pack the laboratory does not have is refused', () =>
    expect(
      problems({
        tuSampleParamIds: withDefaultStandards(cement, [first]),
        buSampleParamPackInfo: { packFlag: 1, packId: CEMENT, packJson: '' },
      }),
    ).toEqual([['PACK_UNKNOWN', 'buSampleParamPackInfo.packId']]));
});
