import { describe, expect, it } from '@jest/globals';
import type { CataloguePack, OfferedStandard, StandardLink } from '#events';
import { cement } from '#harness/domain/catalogue-story';
import { toOfferedPack, packProblem, splitPack } from './packs.js';
import { defaultStandards } from './standards.js';

const SAMPLE = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `${letter}0000000-0000-4000-8000-000000000001`) as [
  string,
  string,
  string,
];
const entry = (id: string) => ({ param: { id, name: id }, standards: [], basis: [] });
const pack: CataloguePack = {
  name: '水泥常规检验',
  sampleId: SAMPLE,
  categoryId: 'k',
  bigCategoryId: 'k',
  exposed: true,
  orderNum: 1,
  entries: [entry(A), entry(B)],
};
const choice = { packFlag: 1 as const, packId: 'p', packJson: '{}' };
type ChosenParameters = Parameters<typeof packProblem>[0]['parameters'];
const chosenParameters = (...ids: string[]) =>
  ids.map((tuTestParamId) => ({ tuTestParamId, standards: [] as StandardLink[] })) as unknown as ChosenParameters;
const offeredParameters = [A, B, C].map((id) => ({ id, deleted: false }));
const codeOf = (
  parameters: ChosenParameters,
  {
    of = SAMPLE,
    packChoice = choice as typeof choice | null,
    cataloguePack = pack as CataloguePack | null,
    offered = offeredParameters,
    isNeedConclusion = true,
  } = {},
) =>
  packProblem({ pack: packChoice, testUnitSampleId: of, parameters, isNeedConclusion }, cataloguePack, offered)?.code ??
  null;

describe('a parameter pack', () => {
  it('omits parameters that are not offered now or that the sample no longer has', () => {
    const offered = [
      { id: A.replaceAll('-', '').toUpperCase(), offered: true },
      { id: C, offered: false },
    ];
    const { available, unavailable } = splitPack([entry(A), entry(B), entry(C)], offered);
    expect([available.map(({ entry: { param } }) => param.id), unavailable]).toEqual([
      [A],
      [{ id: C, offered: false }],
    ]);
  });

  it('must belong to the sample and be chosen unchanged', () => {
    expect([
      codeOf(chosenParameters(B, A)),
      codeOf(chosenParameters(A, B), { of: SAMPLE.replaceAll('-', '') }),
      codeOf(chosenParameters(B), { offered: offeredParameters.map((each) => ({ ...each, deleted: each.id === A })) }),
    ]).toEqual([null, null, null]);
    expect(
      [chosenParameters(), chosenParameters(A), chosenParameters(A, C), chosenParameters(A, B, C)].map((each) =>
        codeOf(each),
      ),
    ).toEqual(Array(4).fill('PACK_CHANGED'));
    expect([
      codeOf(chosenParameters(A, B), { cataloguePack: null }),
      codeOf(chosenParameters(A, B), { of: C }),
      codeOf(chosenParameters(A, B), { cataloguePack: { ...pack, exposed: false } }),
    ]).toEqual(['PACK_UNKNOWN', 'PACK_UNKNOWN', 'PACK_UNKNOWN']);
    expect([
      codeOf(chosenParameters(C), { packChoice: null, cataloguePack: null }),
      packProblem(
        {
          pack: { ...choice, packFlag: 0 },
          testUnitSampleId: SAMPLE,
          parameters: chosenParameters(C),
          isNeedConclusion: true,
        },
        null,
        offeredParameters,
      ),
    ]).toEqual([null, null]);
  });

  it('PK-004 accepts only its own standards, and none for evaluation if no conclusion is needed', () => {
    const standard = (standardId: string, useType: '1' | '2' | '3') =>
      ({ standardId, useType, uniqueKey: `std_${standardId}` }) as OfferedStandard;
    const cataloguePack: CataloguePack = {
      ...pack,
      entries: [
        {
          param: { id: A, name: A },
          basis: [standard('m', '1'), standard('b', '3')],
          standards: [standard('b', '3'), standard('m', '1')],
        },
      ],
    };
    const by = (links: Record<string, string>) =>
      [
        {
          tuTestParamId: A,
          standards: Object.entries(links).map(([baBaseStandardId, useType]) => ({ baBaseStandardId, useType })),
        },
      ] as unknown as ChosenParameters;
    expect([
      codeOf(by({ b: '3', m: '1' }), { cataloguePack }),
      codeOf(by({ m: '1', b: '1' }), { cataloguePack, isNeedConclusion: false }),
    ]).toEqual([null, null]);
    expect(
      [{ m: '1' }, { m: '1', b: '1' }, { m: '3', b: '3' }, { m: '1', b: '3', x: '2' }, {}].map((links) =>
        codeOf(by(links as Record<string, string>), { cataloguePack }),
      ),
    ).toEqual(Array(5).fill('PACK_CHANGED'));
  });

  it('PK-002 has the standards that its unit still has for a parameter, or else the defaults of the parameter', () => {
    const [parameter] = cement.parameters;
    if (!parameter) throw new Error('cement has parameters');
    const { basis, evaluation } = defaultStandards(parameter);
    const deletedStandard = { ...basis[0]!, standardId: 'gone', uniqueKey: 'std_GONE' };
    const offered = (ownBasis: OfferedStandard[], evaluating: OfferedStandard[]) =>
      toOfferedPack(
        { ...pack, entries: [{ param: { id: parameter.id, name: '' }, basis: ownBasis, standards: evaluating }] },
        cement.parameters,
      ).entries[0];
    expect(offered(basis, evaluation)).toMatchObject({ basis, standards: evaluation });
    expect(offered([deletedStandard, ...basis], evaluation)).toMatchObject({ basis, standards: evaluation });
    expect(offered([deletedStandard], [{ ...deletedStandard, useType: '2' }])).toMatchObject({
      basis,
      standards: evaluation,
    });
    expect(offered([], [])).toMatchObject({ basis: [], standards: [] });
    expect(toOfferedPack(pack, cement.parameters)).toEqual(pack);
  });
});
