import { describe, expect, it } from '@jest/globals';
import type { CatalogueLeafRow, CategoryRow, StandardRow } from '#domain/catalogue';
import type { UnitLeafRow } from '#domain/catalogue-maintenance';
import type { TestingUnitRow } from '#domain/units';
import { CatalogueSnapshot } from './catalogue-cache.js';

const unit = (id: string, unitNo: string, lmisIntegratedCode: string, bigCategoryIds = ['cement']) =>
  ({ id, unitNo, lmisIntegratedCode, bigCategoryIds }) as TestingUnitRow;
const category = (id: string): CategoryRow => ({
  id,
  name: id,
  parentId: null,
  level: 1,
  bigCategoryId: id,
  isLocaleItem: 0,
  orderNum: 1,
  qualificationIds: [],
});
const leaf = (id: string, bigCategoryId: string, changes: Partial<CatalogueLeafRow> = {}): CatalogueLeafRow => ({
  id,
  name: id,
  sampleCode: id,
  categoryId: bigCategoryId,
  bigCategoryId,
  sampleNameLink: id,
  isLocaleItem: 0,
  orderNum: 1,
  isMixDesign: false,
  parameters: [],
  standardIds: [],
  ...changes,
});
const copy = (testUnitId: string, sampleId: string, changes: Partial<UnitLeafRow> = {}): UnitLeafRow => ({
  ...leaf(sampleId, 'cement'),
  id: `${testUnitId}/${sampleId}`,
  testUnitId,
  sampleId,
  withdrawn: false,
  ...changes,
});
const standard = (id: string) => ({ id, publishCode: id }) as StandardRow;

const snapshotOf = (units: TestingUnitRow[], copies: UnitLeafRow[] = []) =>
  new CatalogueSnapshot({
    categories: [category('cement'), category('steel')],
    leaves: [
      leaf('s-1', 'cement', { standardIds: ['b'] }),
      leaf('s-2', 'cement'),
      leaf('s-3', 'steel', { standardIds: ['a'] }),
    ],
    standards: ['a', 'b', 'c'].map(standard),
    copies,
    units,
    accessoryTypes: [],
  });

describe('units in the catalogue snapshot', () => {
  const snapshot = snapshotOf([
    unit('one', 'TU001', 'JC01_A'),
    unit('two', 'TU002', 'JC01_B'),
    unit('three', 'TU003', ''),
  ]);

  it('are found by their whole code, or by their number, also with a suffix', () =>
    expect(
      ['JC01_A', 'JC01_B', 'TU002', 'TU003', 'TU003_X', 'TU009'].map((code) => snapshot.unitWithCode(code)?.id ?? null),
    ).toEqual(['one', 'two', 'two', 'three', 'three', null]));

  it('are not found by a beginning that several codes share', () =>
    expect([snapshot.unitWithCode('JC01'), snapshot.unitWithCode('JC01_C')]).toEqual([null, null]));
});

describe('the offer of a unit', () => {
  const [plainUnit, ownUnit] = [unit('plain', 'TU001', ''), unit('own', 'TU002', '')];
  const snapshot = snapshotOf(
    [plainUnit, ownUnit],
    [
      copy('own', 's-1', {
        name: '自有名称',
        standardIds: ['c'],
        parameters: [{ id: 'p', code: 'P', name: '密度', displayName: '', isOffered: false }],
      }),
      copy('own', 's-2', { withdrawn: true }),
      copy('own', 's-9'),
    ],
  );
  const namesOf = (of: TestingUnitRow | null) =>
    snapshot
      .offerOf(of)
      .tree(0)
      .flatMap(({ children }) => children.map(({ id, name }) => `${id} ${name}`));

  it('is the template within its big categories, and the whole template if there is no unit', () => {
    expect(namesOf(plainUnit)).toEqual(['s-1 s-1', 's-2 s-2']);
    expect(namesOf(null)).toEqual(['s-1 s-1', 's-2 s-2', 's-3 s-3']);
    expect(snapshot.offerOf(plainUnit).standards.map(({ id }) => id)).toEqual(['b']);
  });

  it('contains its copies under the template’s ids and samples of its own, without what it withdrew', () => {
    const offer = snapshot.offerOf(ownUnit);
    expect(namesOf(ownUnit)).toEqual(['s-1 自有名称', 's-9 s-9']);
    expect([offer.has('s-2'), offer.hasCopy('s-1'), offer.hasCopy('s-3')]).toEqual([false, true, false]);
    expect(offer.standards.map(({ id }) => id)).toEqual(['c']);
    expect(offer.parameters).toMatchObject([{ id: 'p', sampleId: 's-1', sampleName: '自有名称', isOffered: false }]);
  });

  it('is computed once, and again after more units were requested than are cached', () => {
    const first = snapshot.offerOf(plainUnit);
    expect(snapshot.offerOf(plainUnit)).toBe(first);
    for (let n = 0; n < 100; n++) snapshot.offerOf(unit(`u-${n}`, `N${n}`, ''));
    expect(snapshot.offerOf(plainUnit)).not.toBe(first);
  });
});
