import { expect, it } from '@jest/globals';
import { percentOf, percentRoundedDown } from './numbers.js';

it('a percentage is rounded to one decimal, and there is none of zero', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(3, 3), percentOf(0, 3), percentOf(0, 0)]).toEqual([
    '33.3%',
    '66.7%',
    '100.0%',
    '0.0%',
    null,
  ]);
});

it('a rate is rounded down so that 100% means all', () => {
  expect([1, 0.9999, 2 / 3, 0].map(percentRoundedDown)).toEqual(['100%', '99.9%', '66.6%', '0.0%']);
});
