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
type Chosen = Parameters<typeof packProblem>[0]['parameters'];
const chosen = (...ids: string[]) =>
  ids.map((tuTestParamId) => ({ tuTestParamId, standards: [] as StandardLink[] })) as unknown as Chosen;
const here = [A, B, C].map((id) => ({ id, deleted: false }));
const codeOf = (
  parameters: Chosen,
  {
    of = SAMPLE,
    named = choice as typeof choice | null,
    held = pack as CataloguePack | null,
    offered = here,
    isNeedConclusion = true,
  } = {},
) => packProblem({ pack: named, testUnitSampleId: of, parameters, isNeedConclusion }, held, offered)?.code ?? null;

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
      codeOf(chosen(B, A)),
      codeOf(chosen(A, B), { of: SAMPLE.replaceAll('-', '') }),
      codeOf(chosen(B), { offered: here.map((each) => ({ ...each, deleted: each.id === A })) }),
    ]).toEqual([null, null, null]);
    expect([chosen(), chosen(A), chosen(A, C), chosen(A, B, C)].map((each) => codeOf(each))).toEqual(
      Array(4).fill('PACK_CHANGED'),
    );
    expect([
      codeOf(chosen(A, B), { held: null }),
      codeOf(chosen(A, B), { of: C }),
      codeOf(chosen(A, B), { held: { ...pack, exposed: false } }),
    ]).toEqual(['PACK_UNKNOWN', 'PACK_UNKNOWN', 'PACK_UNKNOWN']);
    expect([
      codeOf(chosen(C), { named: null, held: null }),
      packProblem(
        { pack: { ...choice, packFlag: 0 }, testUnitSampleId: SAMPLE, parameters: chosen(C), isNeedConclusion: true },
        null,
        here,
      ),
    ]).toEqual([null, null]);
  });

  it('PK-004 accepts only its own standards, and none for evaluation if no conclusion is needed', () => {
    const standard = (standardId: string, useType: '1' | '2' | '3') =>
      ({ standardId, useType, uniqueKey: `std_${standardId}` }) as OfferedStandard;
    const held: CataloguePack = {
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
      ] as unknown as Chosen;
    expect([
      codeOf(by({ b: '3', m: '1' }), { held }),
      codeOf(by({ m: '1', b: '1' }), { held, isNeedConclusion: false }),
    ]).toEqual([null, null]);
    expect(
      [{ m: '1' }, { m: '1', b: '1' }, { m: '3', b: '3' }, { m: '1', b: '3', x: '2' }, {}].map((links) =>
        codeOf(by(links as Record<string, string>), { held }),
      ),
    ).toEqual(Array(5).fill('PACK_CHANGED'));
  });

  it('PK-002 has the standards that its unit still has for a parameter, or else the defaults of the parameter', () => {
    const [parameter] = cement.parameters;
    if (!parameter) throw new Error('cement has parameters');
    const { basis, evaluation } = defaultStandards(parameter);
    const other = { ...basis[0]!, standardId: 'gone', uniqueKey: 'std_GONE' };
    const offered = (mine: OfferedStandard[], evaluating: OfferedStandard[]) =>
      toOfferedPack(
        { ...pack, entries: [{ param: { id: parameter.id, name: '' }, basis: mine, standards: evaluating }] },
        cement.parameters,
      ).entries[0];
    expect(offered(basis, evaluation)).toMatchObject({ basis, standards: evaluation });
    expect(offered([other, ...basis], evaluation)).toMatchObject({ basis, standards: evaluation });
    expect(offered([other], [{ ...other, useType: '2' }])).toMatchObject({ basis, standards: evaluation });
    expect(offered([], [])).toMatchObject({ basis: [], standards: [] });
    expect(toOfferedPack(pack, cement.parameters)).toEqual(pack);
  });
});
