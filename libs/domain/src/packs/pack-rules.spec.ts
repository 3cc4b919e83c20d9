import { describe, expect, it } from '@jest/globals';
import type { CataloguePack } from '#events';
import { packProblem, splitPack } from './pack-rules.js';

const SAMPLE = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `${letter}0000000-0000-4000-8000-000000000001`) as [string, string, string];
const entry = (id: string) => ({ param: { id, name: id }, standards: [], basis: [] });
const pack: CataloguePack = { name: '水泥常规检验', sampleId: SAMPLE, categoryId: 'k', bigCategoryId: 'k', exposed: true, orderNum: 1, entries: [entry(A), entry(B)] };
const choice = { packFlag: 1 as const, packId: 'p', packJson: '{}' };
const codeOf = (...given: Parameters<typeof packProblem>) => packProblem(...given)?.code ?? null;

describe('a parameter pack', () => {
  it('leaves out what is not offered now, and what the sample no longer has', () => {
    const offered = [{ id: A.replaceAll('-', '').toUpperCase(), offered: true }, { id: C, offered: false }];
    const { available, unavailable } = splitPack([entry(A), entry(B), entry(C)], offered);
    expect([available.map(({ entry: { param } }) => param.id), unavailable]).toEqual([[A], [{ id: C, offered: false }]]);
  });

  it('is one of the sample’s, and chosen as it is', () => {
    expect(codeOf(choice, pack, SAMPLE, [B])).toBeNull();
    expect(codeOf(choice, pack, SAMPLE.replaceAll('-', ''), [A, B])).toBeNull();
    expect(codeOf(choice, pack, SAMPLE, [A, C])).toBe('PACK_CHANGED');
    expect([codeOf(choice, null, SAMPLE, [A]), codeOf(choice, pack, C, [A]), codeOf(choice, { ...pack, exposed: false }, SAMPLE, [A])]).toEqual(['PACK_UNKNOWN', 'PACK_UNKNOWN', 'PACK_UNKNOWN']);
    expect([codeOf(null, null, SAMPLE, [C]), codeOf({ ...choice, packFlag: 0 }, null, SAMPLE, [C])]).toEqual([null, null]);
  });
});
