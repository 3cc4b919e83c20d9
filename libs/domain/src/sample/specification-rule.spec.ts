import { expect, it } from '@jest/globals';
import type { SpecificationPart, SpecificationRuleLine } from '#events';
import { cement } from '#harness/domain/catalogue-story';
import { concatRuleOf, duplicateKeysOf, updateDuplicateLog } from './specification-rule.js';

const row = (testSamplePropertyDisplayName: string, testSamplePropertySystemName: string) => ({
  testSamplePropertyDisplayName,
  testSamplePropertySystemName,
});

it('duplicate keys are listed once, except those without a system name', () => {
  expect(
    duplicateKeysOf([row('A', 'a'), row('A', 'a'), row('A', 'a'), row('A', 'b'), row('自定义', ''), row('自定义', '')]),
  ).toEqual(['A a']);
});

it('the log of duplicate keys contains entries of the last five days', () => {
  const now = 1_000_000_000;
  const entry = (age: number) => ({ at: now - age, sampleId: 's', keys: ['A a'] });
  const newEntry = { at: now, sampleId: 's', keys: ['B b'] };
  expect(updateDuplicateLog([entry(432_001_000), entry(432_000_000)], newEntry)).toEqual([
    entry(432_000_000),
    newEntry,
  ]);
  expect(updateDuplicateLog([entry(432_001_000)], { ...newEntry, keys: [] })).toEqual([]);
});

const line: SpecificationRuleLine = {
  attributeId: null,
  name: '强度等级',
  displayName: '强度等级',
  systemFieldName: 'prop_3',
  dataType: 5,
  infoType: 1,
  customized: 0,
  inputHistory: [],
  isJoinSpecification: 1,
  orderNo: 1,
  isShowTest: 1,
  value: '42.5',
};
const part: SpecificationPart = { ...line, listValue: ['42.5', '52.5'], unit: 'MPa', deleteAble: false };
const withRule = {
  ...cement,
  specificationRule: { id: 'r-1', name: '水泥规格型号', separator: '-', parts: [part], example: 'P·O 42.5' },
};

it('the rule of a specification is that of the catalogue if none was saved, and null if the catalogue has none', () => {
  expect(concatRuleOf(withRule, null)).toEqual({
    id: 'r-1',
    sampleId: cement.id,
    name: '水泥规格型号',
    separator: '-',
    example: 'P·O 42.5',
    configData: [part],
  });
  expect(concatRuleOf(cement, null)).toBeNull();
});

it('a saved rule is used unchanged, with the name and separator of the catalogue', () => {
  expect(concatRuleOf(withRule, [line])).toEqual({
    id: 'r-1',
    sampleId: cement.id,
    name: '水泥规格型号',
    separator: '-',
    example: 'P·O 42.5',
    configData: [line],
  });
  expect(concatRuleOf(cement, [line])).toEqual({
    id: cement.id,
    sampleId: cement.id,
    name: cement.name,
    separator: ' ',
    example: '',
    configData: [line],
  });
});
