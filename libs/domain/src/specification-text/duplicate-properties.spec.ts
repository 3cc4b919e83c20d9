import { expect, it } from '@jest/globals';
import { duplicateKeysOf, keptDuplicates } from './duplicate-properties.js';

const row = (testSamplePropertyDisplayName: string, testSamplePropertySystemName: string) => ({
  testSamplePropertyDisplayName,
  testSamplePropertySystemName,
});

it('names a key that stands twice once, and none without a system name', () => {
  expect(
    duplicateKeysOf([row('A', 'a'), row('A', 'a'), row('A', 'a'), row('A', 'b'), row('自定义', ''), row('自定义', '')]),
  ).toEqual(['A a']);
});

it('keeps entries for five days', () => {
  const now = 1_000_000_000;
  const entry = (age: number) => ({ at: now - age, sampleId: 's', keys: ['A a'] });
  const found = { at: now, sampleId: 's', keys: ['B b'] };
  expect(keptDuplicates([entry(432_001_000), entry(432_000_000)], found)).toEqual([entry(432_000_000), found]);
  expect(keptDuplicates([entry(432_001_000)], { ...found, keys: [] })).toEqual([]);
});
