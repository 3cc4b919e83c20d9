import { expect, it } from '@jest/globals';
import { specificationTextOf } from './specification-text.js';

const part = (value: string, testSamplePropertyId: string | null = 'p') => ({ value, testSamplePropertyId });

it('SPM-005 joins filled parts by a space, and by nothing where one is a connector', () => {
  expect(specificationTextOf([part('P'), part(''), part('O42.5')])).toBe('P O42.5');
  expect(specificationTextOf([part('P'), part(' ', null), part('42.5')])).toBe('P 42.5');
  expect(specificationTextOf([part('HRB400E'), part(' φ', null), part('20')])).toBe('HRB400E φ20');
});

it('has no text without values, and an empty part without an id takes the space away all the same', () => {
  expect(specificationTextOf([])).toBe('');
  expect(specificationTextOf([part(''), part('', null)])).toBe('');
  expect(specificationTextOf([part('A'), part(''), part('B')])).toBe('A B');
  for (const place of [0, 1, 2])
    expect(specificationTextOf(['A', '', 'B'].map((value, at) => part(value, at === place ? null : 'p')))).toBe('AB');
});
