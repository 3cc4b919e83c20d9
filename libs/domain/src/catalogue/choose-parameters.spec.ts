import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../rules/rule-broken.js';
import { cement, CRITERION, METHOD, parameter, standardsById } from '#harness/domain/catalogue-story';
import { resolveChosenParameters, offeredParametersOf } from './choose-parameters.js';

const [first, second, , unofferedId] = cement.parameters.map(({ id }) => id) as [string, string, string, string];
const choose = (...requested: Parameters<typeof resolveChosenParameters>[1]) =>
  resolveChosenParameters(cement, requested, standardsById);
const refusalOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof RuleBroken) return error.problems;
  }
  throw new Error('Nothing was refused');
};

describe('choosing parameters', () => {
  it('takes names, prices and fees from the catalogue, whatever the request contains', () => {
    const requestedParameter = {
      tuTestParamId: second,
      tuTestParamCount: 3,
      tuTestParamPrice: '0.01',
      totalFee: '0.01',
      tuTestParamName: '别的',
    };
    expect(choose(requestedParameter)).toEqual([
      {
        tuTestParamId: second,
        tuTestParamCode: 'SN01-02',
        tuTestParamName: '参数2',
        tuTestParamDescription: '',
        tuTestParamPrice: '20.00',
        testParamPriceType: 1,
        totalFee: '60.00',
        tuTestParamCount: 3,
        paramWorkDay: 2,
        sharedPriceQualifier: '净浆试验',
        sharedPrice: '50.00',
        testCount: 3,
        sharedTestCount: null,
        sharedTestCountName: '',
        sharedTestCountUnit: 'kg',
        standards: [],
      },
    ]);
  });

  it('accepts an id without dashes and in capitals, and refuses the same parameter twice', () => {
    const capitals = { tuTestParamId: first.replaceAll('-', '').toUpperCase() };
    expect(choose(capitals).map(({ tuTestParamId, tuTestParamCount }) => [tuTestParamId, tuTestParamCount])).toEqual([
      [first, 1],
    ]);
    expect(
      refusalOf(() => choose(capitals, { tuTestParamId: first, tuTestParamCount: 9 })).map(({ code, path }) => [
        code,
        path,
      ]),
    ).toEqual([['PARAMETER_TWICE', 'tuSampleParamIds.1']]);
  });

  it('refuses unknown or not yet offered parameters and unknown standards together, each with its place', () =>
    expect(
      refusalOf(() =>
        choose(
          {
            tuTestParamId: first,
            buSampleParamUseBaseStandard: [{ baBaseStandardId: 'f0000000-0000-4000-8000-000000000009', useType: '1' }],
          },
          { tuTestParamId: unofferedId },
          { tuTestParamId: 'nothing' },
        ),
      ).map(({ code, path }) => [code, path]),
    ).toEqual([
      ['STANDARD_UNKNOWN', 'tuSampleParamIds.0.buSampleParamUseBaseStandard.0'],
      ['PARAMETER_NOT_OFFERED', 'tuSampleParamIds.1'],
      ['PARAMETER_UNKNOWN', 'tuSampleParamIds.2'],
    ]));

  it('refuses a deleted and hidden parameter as unknown', () =>
    expect(
      refusalOf(() =>
        resolveChosenParameters(
          { name: 'x', parameters: [parameter(1, { deleted: true, preConsignShow: false })] },
          [{ tuTestParamId: first }],
          standardsById,
        ),
      ).map(({ code }) => code),
    ).toEqual(['PARAMETER_UNKNOWN']));

  it('takes the data of a standard from the catalogue, and its use from the client', () =>
    expect(
      choose({
        tuTestParamId: first,
        buSampleParamUseBaseStandard: [
          { baBaseStandardId: METHOD.replaceAll('-', ''), baseStandardName: '假的', useType: '1' },
          { baBaseStandardId: CRITERION, useType: '2' },
        ],
      })[0]?.standards,
    ).toEqual([
      {
        baBaseStandardId: METHOD,
        baseStandardName: '公路工程水泥及水泥混凝土试验规程',
        baseStandardCode: 'JTG 3420-2020',
        baseStandardClauseCode: 'T 0505',
        baseStandardType: 1,
        useType: '1',
        limsUniqueKey: 'std_JTG 3420-2020#T 0505',
        isDefault: true,
        executeDate: '2024-06-01',
        expireDate: null,
      },
      {
        baBaseStandardId: CRITERION,
        baseStandardName: '通用硅酸盐水泥',
        baseStandardCode: 'GB 175-2023',
        baseStandardClauseCode: '',
        baseStandardType: 2,
        useType: '2',
        limsUniqueKey: 'std_GB 175-2023',
        isDefault: true,
        executeDate: '2024-06-01',
        expireDate: null,
      },
    ]));

  it('accepts a standard from the picker, with a clause only if the standard has it', () => {
    const sampleWithoutStandards = { name: 'x', parameters: [parameter(1, { standards: [] })] };
    const quoted = (clause: string) =>
      resolveChosenParameters(
        sampleWithoutStandards,
        [
          {
            tuTestParamId: first,
            buSampleParamUseBaseStandard: [{ baBaseStandardId: METHOD, baseStandardClauseCode: clause, useType: '1' }],
          },
        ],
        standardsById,
      )[0]?.standards[0];
    expect(quoted('T 0506')).toMatchObject({ baseStandardClauseCode: 'T 0506', isDefault: false });
    expect(quoted('<b>')).toMatchObject({ baseStandardClauseCode: '' });
  });

  it('STD-011 stores a custom evaluation standard by its name', () => {
    const custom = (standard: object) =>
      choose({ tuTestParamId: first, buSampleParamUseBaseStandard: [{ useType: '2', ...standard }] })[0]?.standards[0];
    const record = {
      baBaseStandardId: null,
      baseStandardName: 'ACME-1',
      baseStandardType: 2,
      useType: '2',
      limsUniqueKey: 'customer_ACME-1',
    };
    expect(custom({ baseStandardName: ' ACME-1 ' })).toMatchObject(record);
    expect(custom({ limsUniqueKey: 'customer_ACME-1' })).toMatchObject(record);
    expect(
      refusalOf(() => custom({ limsUniqueKey: 'std_unknown', baseStandardName: 'ACME-1' })).map(({ code }) => code),
    ).toEqual(['STANDARD_UNKNOWN']);
    expect(
      ['1', '3'].flatMap((useType) =>
        refusalOf(() => custom({ baseStandardName: 'ACME-1', useType })).map(({ code }) => code),
      ),
    ).toEqual(['STANDARD_NOT_FOR_BASIS', 'STANDARD_NOT_FOR_BASIS']);
  });

  it('lists parameters by order number, including those not yet offered, but no hidden ones', () =>
    expect(
      offeredParametersOf({
        parameters: [
          parameter(3),
          parameter(1),
          parameter(2, { deleted: true }),
          parameter(4, { deleted: true, preConsignShow: false }),
        ],
      }).map(({ code }) => code),
    ).toEqual(['SN01-01', 'SN01-02', 'SN01-03']));
});
