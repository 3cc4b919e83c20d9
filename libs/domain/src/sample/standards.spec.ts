import { describe, expect, it } from '@jest/globals';
import type { OfferedStandard, StandardLink } from '#events';
import { offeredStandard } from '#harness/domain/catalogue-story';
import {
  basisStandards,
  basisPrefixes,
  comparePublicationCodes,
  canBeBasis,
  crossTypeUses,
  customStandard,
  customStandardProblem,
  defaultStandards,
  evaluationStandards,
  isExpired,
  linkOfLab,
  linkOfPicked,
  missingStandardsProblem,
  missingUses,
  publicationPrefix,
  recommendedBasis,
  standardTypeOf,
  filterByUse,
  removeStandardUse,
  addStandardUse,
} from './standards.js';

const link = (overrides: Partial<StandardLink>): StandardLink => ({
  baBaseStandardId: 's1',
  baseStandardName: '通用硅酸盐水泥',
  baseStandardCode: 'GB 175-2023',
  baseStandardClauseCode: '',
  baseStandardType: 3,
  useType: '',
  limsUniqueKey: 'std_GB175-2023',
  isDefault: false,
  executeDate: null,
  expireDate: null,
  ...overrides,
});

describe('the use of a standard', () => {
  it('STD-006 is "1" for basis, "2" for evaluation, "3" for both and empty for neither, and a missing type means both', () => {
    expect([
      addStandardUse('', '1'),
      addStandardUse('', '2'),
      addStandardUse('1', '2'),
      addStandardUse('2', '1'),
      addStandardUse('3', '1'),
    ]).toEqual(['1', '2', '3', '3', '3']);
    expect([
      removeStandardUse('3', '2'),
      removeStandardUse('3', '1'),
      removeStandardUse('1', '1'),
      removeStandardUse('2', '1'),
      removeStandardUse('', '1'),
    ]).toEqual(['1', '2', '', '2', '']);
    expect(
      filterByUse([link({ useType: '1' }), link({ useType: '2' }), link({ useType: '3' }), link({})], '2').map(
        ({ useType }) => useType,
      ),
    ).toEqual(['2', '3']);
    expect([
      standardTypeOf(1),
      standardTypeOf(2),
      standardTypeOf(3),
      standardTypeOf(null),
      standardTypeOf(undefined),
      standardTypeOf(9),
    ]).toEqual([1, 2, 3, 3, 3, 3]);
  });

  it('STD-005 STD-006 is recorded with all known data of a picked standard or of a standard of the laboratory', () => {
    const dates = { executeDate: '2024-06-01', expireDate: '2030-01-01' };
    expect(
      linkOfPicked({
        id: 's1',
        baseStandardName: '通用硅酸盐水泥',
        printsManCode: 'GB 175-2023',
        type: null,
        uniqKey: 'std_GB175-2023',
        ...dates,
      }),
    ).toEqual(link({ ...dates }));
    const lab = {
      standardId: 's1',
      standardName: '通用硅酸盐水泥',
      publishCode: 'GB 175-2023',
      clauseCode: '5.1',
      type: 2,
      sourceType: 4,
      uniqueKey: 'std_GB175-2023#5.1',
      isDefault: true,
      sampleId: 'x',
      paramId: 'p',
      selected: true,
      ...dates,
    };
    expect(linkOfLab(lab)).toEqual(
      link({
        baseStandardClauseCode: '5.1',
        baseStandardType: 2,
        limsUniqueKey: 'std_GB175-2023#5.1',
        isDefault: true,
        ...dates,
      }),
    );
  });

  it('STD-015 is doubtful if it contradicts the type of the standard, but never for the type of both uses', () => {
    const links = [
      link({ baseStandardType: 2, useType: '3' }),
      link({ baseStandardType: 1, useType: '2' }),
      link({ baseStandardType: 1, useType: '1' }),
      link({ baseStandardType: 2, useType: '2' }),
      link({ useType: '3' }),
      link({ baseStandardType: 2 }),
    ];
    expect(crossTypeUses(links).map(({ link: { baseStandardType }, use }) => [baseStandardType, use])).toEqual([
      [2, '1'],
      [1, '2'],
    ]);
  });
});

describe('dates and order', () => {
  it('STD-004 a standard is expired after its last day', () =>
    expect(['2026-11-21', '2026-11-22', '2026-11-23', null, ''].map((day) => isExpired(day, '2026-11-22'))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]));

  it('STD-016 standards are sorted by publication code, with numbers compared as numbers', () => {
    const codes = ['JTG 2', 'GB 1499', 'GB 1', 'GB 175'].map((publishCode) => ({ publishCode, clauseCode: '' }));
    expect(codes.toSorted(comparePublicationCodes).map(({ publishCode }) => publishCode)).toEqual([
      'GB 1',
      'GB 175',
      'GB 1499',
      'JTG 2',
    ]);
    expect(
      [
        { publishCode: 'JTG 2', clauseCode: 'T 0506' },
        { publishCode: 'JTG 2', clauseCode: 'T 0505' },
      ]
        .toSorted(comparePublicationCodes)
        .map(({ clauseCode }) => clauseCode),
    ).toEqual(['T 0505', 'T 0506']);
  });

  it.each([
    ['JTG 3420-2020', 'JTG'],
    ['GB/T 8074-2008', 'GB/T'],
    ['CECS 02:2005', 'CECS'],
    ['DB33/T 2154-2018', 'DB33/T'],
    ['TB10426', 'TB'],
    ['', ''],
  ])('the prefix of %s is %s', (code, prefix) => expect(publicationPrefix(code)).toBe(prefix));
});

describe('custom evaluation standards', () => {
  it('STD-011 have a key of their own and no id', () =>
    expect(customStandard(' ACME-1 ')).toMatchObject({
      baBaseStandardId: null,
      baseStandardName: 'ACME-1',
      baseStandardType: 2,
      useType: '2',
      limsUniqueKey: 'customer_ACME-1',
    }));

  it('STD-010 require a name that no other standard has', () => {
    const existing = [link({}), customStandard('ACME-1')];
    expect(
      ['', '  ', ' ACME-1', '通用硅酸盐水泥', 'ACME-2'].map((name) => customStandardProblem(name, existing)),
    ).toEqual(['empty', 'empty', 'exists', 'exists', null]);
  });

  it('STD-012 cannot be a test basis, nor can a standard with neither key nor id', () =>
    expect(
      [
        customStandard('A'),
        link({ baBaseStandardId: null, limsUniqueKey: '' }),
        link({ limsUniqueKey: '' }),
        link({ baBaseStandardId: null }),
      ].map(canBeBasis),
    ).toEqual([false, false, true, true]));
});

describe('recommended bases', () => {
  const [jtg1, jtg2, gb3, jtg5, jtg6] = [
    ['a', 'JTG 1'],
    ['b', 'JTG 2'],
    ['c', 'GB 3'],
    ['d', 'JTG 5'],
    ['e', 'JTG 6'],
  ].map(([id, code]) => offeredStandard(id ?? '', code ?? '', 1)) as [
    OfferedStandard,
    OfferedStandard,
    OfferedStandard,
    OfferedStandard,
    OfferedStandard,
  ];
  const key = ({ uniqueKey }: OfferedStandard) => uniqueKey;

  it('SS-015 are, for a prefix, the standard in use or else the first one, and none if no standard has the prefix', () => {
    expect(basisPrefixes([{ basis: [jtg1, jtg2, gb3] }, { basis: [jtg5] }])).toEqual(['GB', 'JTG']);
    expect(basisPrefixes([{ basis: [] }])).toEqual([]);
    expect(recommendedBasis([jtg1, jtg2, gb3], [key(jtg2), key(gb3)], 'JTG')).toBe(jtg2);
    expect(recommendedBasis([jtg5, jtg6], [], 'JTG')).toBe(jtg5);
    expect(recommendedBasis([gb3], [key(gb3)], 'JTG')).toBeNull();
  });
});

describe('recommended standards', () => {
  const [new175, old175, t2024, t2011, otherStandard] = [
    offeredStandard('n', 'GB 175-2023', 2),
    { ...offeredStandard('o', 'GB 175-2007', 2), isDefault: false },
    offeredStandard('a', 'GB/T 1346-2024', 1),
    { ...offeredStandard('b', 'GB/T 1346-2011', 1), isDefault: false },
    offeredStandard('x', 'GB 9', 2),
  ];
  const parameter = {
    standards: [t2024, t2011, new175, old175, otherStandard],
    basis: [t2024, t2011],
    criteria: [
      { standard: new175, basis: [t2024] },
      { standard: old175, basis: [t2024, t2011] },
    ],
  };
  const using = (...standards: OfferedStandard[]) =>
    standards.map(({ uniqueKey }) => ({ useType: '2', limsUniqueKey: uniqueKey }));

  it('SS-026 include the standards of the criteria, and for a chosen criterion its bases', () => {
    expect(evaluationStandards(parameter, true)).toEqual([new175, old175]);
    expect(evaluationStandards(parameter, false)).toEqual([new175, old175, otherStandard]);
    expect(basisStandards(parameter, using(new175), true)).toEqual([t2024]);
    expect(basisStandards(parameter, using(old175), true)).toEqual([t2024, t2011]);
    expect(basisStandards(parameter, [], true)).toEqual([t2024, t2011]);
    expect(basisStandards(parameter, using(new175), false)).toEqual([t2024, t2011]);
    expect(basisStandards({ ...parameter, criteria: [] }, using(new175), true)).toEqual([t2024, t2011]);
  });

  it('start with those that the laboratory marks as default', () =>
    expect(defaultStandards(parameter)).toEqual({ basis: [t2024], evaluation: [new175, otherStandard] }));

  it('STD-013 STD-014 each parameter needs a basis, and an evaluation standard for a conclusion, if any are offered', () => {
    const missing = (
      links: string[],
      isNeedConclusion = true,
      overrides: Partial<Parameters<typeof missingUses>[0]> = {},
    ) =>
      missingUses({
        parameter,
        links: links.map((useType) => ({ useType })),
        sampleLinks: [],
        isNeedConclusion,
        ...overrides,
      });
    expect([missing([]), missing(['1']), missing(['2']), missing(['3']), missing(['1', '2'])]).toEqual([
      ['2', '1'],
      ['2'],
      ['1'],
      [],
      [],
    ]);
    expect([missing([], false), missing(['1'], false)]).toEqual([['1'], []]);
    expect(missing([], true, { sampleLinks: [{ useType: '3' }] })).toEqual([]);
    expect([
      missing([], true, { parameter: { standards: [t2024], basis: [t2024] } }),
      missing([], true, { parameter: { standards: [], basis: [] } }),
    ]).toEqual([['1'], []]);
  });

  it('are reported as missing with the parameter and exactly what it lacks', () =>
    expect([[], ['2'], ['1'], ['2', '1']].map((uses) => missingStandardsProblem('密度', uses as never, 'p'))).toEqual([
      null,
      { code: 'EVALUATION_STANDARD_MISSING', params: { parameter: '密度' }, path: 'p' },
      { code: 'TEST_BASIS_MISSING', params: { parameter: '密度' }, path: 'p' },
      { code: 'STANDARDS_MISSING', params: { parameter: '密度' }, path: 'p' },
    ]));
});
