import { describe, expect, it } from '@jest/globals';
import { problem } from '../rules/rule-broken.js';
import { typedCountProblem, quantityProblem, readCount, readQuantity, storedQuantity } from './typed-number.js';

const RANGE = { min: 1, max: 999 };

describe('a count as it is typed', () => {
  it.each([
    ['１２', 12],
    [' 12\u3000', 12],
    ['\u200b7', 7],
    ['007', 7],
    ['', null],
    ['　', null],
  ])('%j is read as %j', (typed, count) => {
    expect(readCount(typed)).toBe(count);
    expect(typedCountProblem(typed, RANGE)).toBeNull();
  });

  it.each([
    '3 组',
    '1e3',
    '-1',
    '2.5',
    '2.0',
    '１．５',
    '0',
    '1000',
    '9'.repeat(400),
    '²',
    '①',
    '1 2',
    '+1',
    '0x1',
    '三',
  ])('%j is refused in a sentence that quotes it', (typed) => {
    const found = typedCountProblem(typed, RANGE, 'testGroupCount');
    expect(found).toMatchObject({ code: 'COUNT_INVALID', params: RANGE, path: 'testGroupCount' });
    const quoted = found?.params['typed'] as string;
    expect(quoted.length).toBeLessThan(40);
    expect(typed.startsWith(quoted.slice(0, 2))).toBe(true);
  });

  it.each(['1,000', '１，０００', '1,000,000'])('%j may mean two numbers', (typed) =>
    expect(typedCountProblem(typed, RANGE)?.code).toBe('NUMBER_READS_TWO_WAYS'),
  );

  it.each([2.5, -1, 1000, Number.NaN, Number.POSITIVE_INFINITY])('the number %j is refused the same', (typed) =>
    expect(typedCountProblem(typed, RANGE)?.code).toBe('COUNT_INVALID'),
  );
});

describe('a quantity as it is typed', () => {
  const otherwise = problem('ONLY_NUMBERS', {}, 'sampleNum');
  it.each([
    ['１００', '100'],
    [' 1,5 ', '1.5'],
    ['１．５０', '1.50'],
    ['0,500', '0.500'],
    ['1.000', '1.000'],
    ['007', '7'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(storedQuantity(typed)).toBe(stored);
    expect(quantityProblem(typed, otherwise)).toBeNull();
  });

  it.each([
    ['3 袋', 'ONLY_NUMBERS'],
    ['1e3', 'ONLY_NUMBERS'],
    ['-1', 'ONLY_NUMBERS'],
    ['1.', 'ONLY_NUMBERS'],
    ['1,000', 'NUMBER_READS_TWO_WAYS'],
    ['1.000,5', 'NUMBER_READS_TWO_WAYS'],
    ['1,234.5', 'NUMBER_READS_TWO_WAYS'],
    ['9'.repeat(13), 'NUMBER_TOO_LONG'],
    ['0.1234567', 'NUMBER_TOO_LONG'],
  ])('%j stays as it is and is told %s', (typed, code) => {
    expect(storedQuantity(typed)).toBe(typed);
    expect(quantityProblem(typed, otherwise)).toMatchObject({ code, path: 'sampleNum' });
  });

  it('has a sign only where one may be', () => {
    expect([readQuantity('-5'), readQuantity('−５', true), readQuantity('+5', true)]).toEqual([null, '-5', '5']);
  });
});
