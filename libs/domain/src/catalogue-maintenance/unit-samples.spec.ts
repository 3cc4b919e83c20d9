import { describe, expect, it } from '@jest/globals';
import type { CatalogueSample, UnitSampleEvent } from '#events';
import { cement, leaf, METHOD } from '#harness/domain/catalogue-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { standardUses } from './standards.js';
import {
  effectiveLeaves,
  effectiveSample,
  unitLeaves,
  unitSample,
  unitSampleKey,
  unitSamples,
} from './unit-samples.js';

const { id: sampleId, ...template } = cement;
const key = { testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79', sampleId };
const renamed: CatalogueSample = { ...template, name: '水泥（本院）' };
const unitSampleKept: UnitSampleEvent = { type: 'UnitSampleKept', data: { ...key, sample: renamed } };
const withdrawn: UnitSampleEvent = { type: 'UnitSampleWithdrawn', data: { ...key, reason: '设备检修' } };
const reset: UnitSampleEvent = { type: 'UnitSampleReset', data: { ...key, reason: '用回模板' } };
const given = specificationOf(unitSample.decider);

describe('a testing unit’s copy of a sample', () => {
  it('is created by the first change that differs from the template', () => {
    given().when({ type: 'KeepUnitSample', key, sample: renamed, template }).then(unitSampleKept);
    given()
      .when({ type: 'KeepUnitSample', key, sample: structuredClone(template), template })
      .thenNothing();
    given(unitSampleKept).when({ type: 'KeepUnitSample', key, sample: renamed, template }).thenNothing();
    // Back to what the template says is a change of the copy, not its end.
    given(unitSampleKept)
      .when({ type: 'KeepUnitSample', key, sample: template, template, reason: ' 更正 ' })
      .then({ type: 'UnitSampleKept', data: { ...key, sample: template, reason: '更正' } });
  });

  it('is refused if it is invalid', () => {
    given()
      .when({ type: 'KeepUnitSample', key, sample: { ...template, name: ' ', sampleCode: '' }, template })
      .thenRefused('CATALOGUE_TEXT_REQUIRED', 'CATALOGUE_TEXT_REQUIRED');
    const [first, second] = template.parameters;
    if (!first || !second) throw new Error('the story has parameters');
    const invalidSample = {
      ...template,
      parameters: [
        { ...first, prices: [{ type: 1, price: '-1', qualifier: '', scriptDescription: '' }] },
        { ...second, code: first.code, sharedPrice: '5', sharedPriceQualifier: '' },
      ],
    };
    given()
      .when({ type: 'KeepUnitSample', key, sample: invalidSample, template })
      .thenRefused('PRICE_INVALID', 'PARAMETER_CODE_TAKEN', 'SHARED_PRICE_NEEDS_A_GROUP');
  });

  it('is withdrawn with an optional reason, also without an earlier change, and can be imported again from the template', () => {
    given(unitSampleKept)
      .when({ type: 'WithdrawUnitSample', key, template, reason: ' ' })
      .then({ type: 'UnitSampleWithdrawn', data: { ...key, reason: '' } });
    given()
      .when({ type: 'WithdrawUnitSample', key, template, reason: ' 设备检修 ' })
      .then({ type: 'UnitSampleKept', data: { ...key, sample: template } }, withdrawn);
    given(unitSampleKept).when({ type: 'WithdrawUnitSample', key, template, reason: '设备检修' }).then(withdrawn);
    given(unitSampleKept, withdrawn).when({ type: 'WithdrawUnitSample', key, template, reason: '再次' }).thenNothing();
    given().when({ type: 'WithdrawUnitSample', key, template: null, reason: '没有' }).thenRefused('NO_SUCH_SAMPLE');
    given(unitSampleKept, withdrawn)
      .when({ type: 'KeepUnitSample', key, sample: template, template })
      .thenRefused('SAMPLE_NOT_OFFERED');
    given(unitSampleKept, withdrawn)
      .when({ type: 'ImportUnitSample', key, template })
      .then({ type: 'UnitSampleKept', data: { ...key, sample: template } });
    given(unitSampleKept).when({ type: 'ImportUnitSample', key, template }).thenNothing();
  });

  it('ends when it is reset, which is refused without a template', () => {
    given(unitSampleKept).when({ type: 'ResetUnitSample', key, template, reason: '用回模板' }).then(reset);
    given().when({ type: 'ResetUnitSample', key, template, reason: '用回模板' }).thenNothing();
    given(unitSampleKept)
      .when({ type: 'ResetUnitSample', key, template: null, reason: '用回模板' })
      .thenRefused('NO_TEMPLATE');
  });
});

describe('the views of sample copies', () => {
  const history = toRecordedEvents('unitSample-s-1', [unitSampleKept, withdrawn, unitSampleKept]);
  const row = unitSampleKey(key.testUnitId, sampleId);

  it('contain a copy by unit and sample, whatever the spelling of the ids, until it is reset', () => {
    expect(unitSampleKey(key.testUnitId.replaceAll('-', '').toUpperCase(), sampleId)).toBe(row);
    expect(projectRows(unitSamples, history).get(row)).toMatchObject({
      ...key,
      withdrawn: false,
      revision: 2,
      sample: { name: '水泥（本院）' },
    });
    expect(
      projectRows(unitLeaves, toRecordedEvents('unitSample-s-1', [unitSampleKept, withdrawn])).get(row),
    ).toMatchObject({
      ...key,
      withdrawn: true,
      name: '水泥（本院）',
      parameters: expect.any(Array),
    });
    for (const view of [unitSamples, unitLeaves]) {
      expectIdempotentOnRedelivery(view as typeof unitSamples, history);
      expect(
        projectRows(view as typeof unitSamples, toRecordedEvents('unitSample-s-1', [unitSampleKept, reset])).size,
      ).toBe(0);
    }
  });

  it('a unit gets its copy instead of the template, and no sample that it has withdrawn', () => {
    expect(effectiveSample(null, cement)).toBe(cement);
    expect(effectiveSample({ sampleId, sample: renamed, withdrawn: false }, cement)).toMatchObject({
      id: sampleId,
      name: '水泥（本院）',
    });
    expect(effectiveSample({ sampleId, sample: renamed, withdrawn: true }, cement)).toBeNull();
    const copy = (of: string, isWithdrawn: boolean) => ({
      ...leaf(of, `${of}副本`, 'c', 'b'),
      testUnitId: 'u',
      sampleId: of,
      withdrawn: isWithdrawn,
    });
    expect(
      effectiveLeaves(
        [copy('a', false), copy('b', true), copy('own', false)],
        [leaf('a', '甲', 'c', 'b'), leaf('b', '乙', 'c', 'b'), leaf('z', '丙', 'c', 'b')],
      ).map(({ id, name, origin, withdrawn }) => [id, name, origin, withdrawn]),
    ).toEqual([
      ['z', '丙', 'template', false],
      ['a', 'a副本', 'copy', false],
      ['b', 'b副本', 'copy', true],
      ['own', 'own副本', 'own', false],
    ]);
  });

  it('uses of standards follow samples and copies', () => {
    const listed = {
      type: 'SampleListed',
      data: { sample: { ...template, standards: [{ standardId: 'of-sample', utype: '1' }] } },
    };
    expect(
      projectRows(standardUses, toRecordedEvents('catalogueSample-c', [listed])).get('catalogueSample-c')?.standardIds,
    ).toEqual(expect.arrayContaining(['of-sample', METHOD]));
    expect(
      projectRows(
        standardUses,
        toRecordedEvents('catalogueSample-c', [listed, { type: 'SampleWithdrawn', data: { reason: '误建' } }]),
      ).size,
    ).toBe(0);
    expect(projectRows(standardUses, toRecordedEvents('unitSample-u', [unitSampleKept, withdrawn])).size).toBe(1);
    expectIdempotentOnRedelivery(standardUses, toRecordedEvents('unitSample-u', [unitSampleKept, withdrawn]));
  });
});
