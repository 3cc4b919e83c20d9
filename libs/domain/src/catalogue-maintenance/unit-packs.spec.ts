import { describe, expect, it } from '@jest/globals';
import type { CataloguePack, UnitPackEvent } from '#events';
import { cement, METHOD } from '#harness/domain/catalogue-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { standardUses } from './standards.js';
import { packChanges, effectivePacks, unitPack, unitPackKey, type UnitPackRow, unitPacks } from './unit-packs.js';

const [parameter] = cement.parameters;
if (!parameter) throw new Error('the story has parameters');
const key = { testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79', packId: '4f0e3a52-7d5b-5c8e-9a37-2b0c1d7e6f10' };
const template: CataloguePack = {
  name: '常规',
  sampleId: cement.id,
  categoryId: cement.categoryId,
  bigCategoryId: cement.bigCategoryId,
  exposed: true,
  orderNum: 1,
  entries: [{ param: { id: parameter.id, name: parameter.name }, standards: [], basis: parameter.basis.slice(0, 1) }],
};
const renamed = { ...template, name: '本院常规' };
const unitPackKept: UnitPackEvent = { type: 'UnitPackKept', data: { ...key, pack: renamed } };
const withdrawn: UnitPackEvent = { type: 'UnitPackWithdrawn', data: { ...key, reason: '不做' } };
const reset: UnitPackEvent = { type: 'UnitPackReset', data: { ...key, reason: '用回模板' } };
const given = specificationOf(unitPack.decider);

describe('a testing unit’s copy of a pack', () => {
  it('is created by the first change that differs from the template, and is refused if it is invalid', () => {
    given().when({ type: 'KeepUnitPack', key, template, pack: renamed }).then(unitPackKept);
    given()
      .when({ type: 'KeepUnitPack', key, template, pack: structuredClone(template) })
      .thenNothing();
    given(unitPackKept).when({ type: 'KeepUnitPack', key, template, pack: renamed }).thenNothing();
    given(unitPackKept)
      .when({ type: 'KeepUnitPack', key, template, pack: { ...template, name: ' ', entries: [] } })
      .thenRefused('CATALOGUE_TEXT_REQUIRED', 'PACK_EMPTY');
  });

  it('is withdrawn with a reason, also without an earlier change, and cannot be changed until it is reset', () => {
    given().when({ type: 'WithdrawUnitPack', key, template, reason: ' ' }).thenRefused('REASON_REQUIRED');
    given().when({ type: 'WithdrawUnitPack', key, template, reason: ' 不做 ' }).then(withdrawn);
    given(withdrawn).when({ type: 'WithdrawUnitPack', key, template, reason: '再次' }).thenNothing();
    given().when({ type: 'WithdrawUnitPack', key, template: null, reason: '没有' }).thenRefused('NO_SUCH_PACK');
    given(withdrawn).when({ type: 'KeepUnitPack', key, template, pack: renamed }).thenRefused('PACK_NOT_OFFERED');
    given(unitPackKept, withdrawn)
      .when({ type: 'KeepUnitPack', key, template: null, pack: renamed })
      .thenRefused('NO_SUCH_PACK');
    given(unitPackKept, withdrawn).when({ type: 'ResetUnitPack', key, template, reason: '用回模板' }).then(reset);
    given().when({ type: 'ResetUnitPack', key, template, reason: '用回模板' }).thenNothing();
    given(unitPackKept)
      .when({ type: 'ResetUnitPack', key, template: null, reason: '用回模板' })
      .thenRefused('NO_PACK_TEMPLATE');
  });
});

describe('the packs of a unit', () => {
  const row = unitPackKey(key.testUnitId, key.packId);
  const rowOf = (...events: UnitPackEvent[]): UnitPackRow[] => [
    ...projectRows(unitPacks, toRecordedEvents('unitPack-k-1', events)).values(),
  ];
  const summaryOf = (copies: UnitPackRow[], listed = [{ ...template, id: key.packId }]) =>
    effectivePacks(copies, listed).map(({ name, origin, withdrawn: isOff }) => [name, origin, isOff]);

  it('are those of the template except for the copies of the unit', () => {
    expect(unitPackKey(key.testUnitId.replaceAll('-', '').toUpperCase(), key.packId)).toBe(row);
    expect(summaryOf([])).toEqual([['常规', 'template', false]]);
    expect(summaryOf(rowOf(unitPackKept))).toEqual([['本院常规', 'copy', false]]);
    expect(summaryOf(rowOf(withdrawn))).toEqual([['常规', 'template', true]]);
    expect(summaryOf(rowOf(unitPackKept, withdrawn))).toEqual([['本院常规', 'copy', true]]);
    expect(summaryOf(rowOf(unitPackKept, withdrawn, reset))).toEqual([['常规', 'template', false]]);
    expect(summaryOf(rowOf(unitPackKept), [])).toEqual([['本院常规', 'own', false]]);
    expect(summaryOf(rowOf(unitPackKept, withdrawn), [])).toEqual([]);
  });

  it('are the same after a redelivery of events, and use their standards until they are withdrawn or reset', () => {
    expectIdempotentOnRedelivery(
      unitPacks,
      toRecordedEvents('unitPack-k-1', [unitPackKept, withdrawn, reset, unitPackKept]),
    );
    const usesAfter = (...events: UnitPackEvent[]) =>
      [...projectRows(standardUses, toRecordedEvents('unitPack-k-1', events)).values()].flatMap(
        ({ standardIds }) => standardIds,
      );
    expect([usesAfter(unitPackKept), usesAfter(unitPackKept, withdrawn), usesAfter(unitPackKept, reset)]).toEqual([
      [METHOD],
      [],
      [],
    ]);
  });

  it('have their changes listed by parameter', () => {
    expect(packChanges(template, { ...renamed, entries: [] })).toEqual([
      { field: 'packName', about: '', member: '', old: '常规', new: '本院常规' },
      { field: 'packParams', about: parameter.name, member: '', old: parameter.name, new: '' },
    ]);
  });
});
