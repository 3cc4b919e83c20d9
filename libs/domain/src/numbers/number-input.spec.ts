import { describe, expect, it } from '@jest/globals';
import { problem } from '../rules/rule-broken.js';
import { messageOfProblem } from '../rules/messages.js';
import { countInputProblem, quantityProblem, readCount, readQuantity, normalizedQuantity } from './number-input.js';

const RANGE = { min: 1, max: 999 };

describe('an entered count', () => {
  it.each([
    ['１２', 12],
    [' 12\u3000', 12],
    ['\u200b7', 7],
    ['007', 7],
    ['', null],
    ['　', null],
  ])('%j is read as %j', (input, count) => {
    expect(readCount(input)).toBe(count);
    expect(countInputProblem(input, RANGE)).toBeNull();
  });

  it.each(['3 组', '1e3', '-1', '2.5', '2.0', '１．５', '0', '1000', '9'.repeat(400), '²', '①', '+1', '0x1', '三'])(
    '%j is refused with a message that quotes it',
    (input) => {
      const inputProblem = countInputProblem(input, RANGE, 'testGroupCount');
      expect(inputProblem).toMatchObject({ code: 'COUNT_INVALID', params: RANGE, path: 'testGroupCount' });
      const quoted = inputProblem?.params['typed'] as string;
      expect(quoted.length).toBeLessThan(40);
      expect(input.startsWith(quoted.slice(0, 2))).toBe(true);
    },
  );

  it('with blanks or a currency sign is refused with a message that names these', () => {
    expect(['1 2', '￥12', '12元'].map((input) => countInputProblem(input, RANGE)?.code)).toEqual([
      'NUMBER_HAS_BLANKS',
      'NUMBER_HAS_SIGNS',
      'NUMBER_HAS_SIGNS',
    ]);
  });

  it.each(['1,000', '１，０００', '1,000,000'])('%j is refused because it can be read in two ways', (input) =>
    expect(countInputProblem(input, RANGE)?.code).toBe('NUMBER_READS_TWO_WAYS'),
  );

  it.each([2.5, -1, 1000, Number.NaN, Number.POSITIVE_INFINITY])('the number %j is refused in the same way', (input) =>
    expect(countInputProblem(input, RANGE)?.code).toBe('COUNT_INVALID'),
  );
});

describe('an entered quantity', () => {
  const fallback = problem('ONLY_NUMBERS', {}, 'sampleNum');
  it.each([
    ['１００', '100'],
    [' 1,5 ', '1.5'],
    ['１．５０', '1.50'],
    ['1。5', '1.5'],
    ['0,500', '0.500'],
    ['1.000', '1.000'],
    ['007', '7'],
  ])('%j is stored as %j', (input, stored) => {
    expect(normalizedQuantity(input)).toBe(stored);
    expect(quantityProblem(input, fallback)).toBeNull();
  });

  it.each([
    ['3 袋', 'ONLY_NUMBERS'],
    ['1e3', 'ONLY_NUMBERS'],
    ['-1', 'ONLY_NUMBERS'],
    ['1.', 'ONLY_NUMBERS'],
    ['1。', 'ONLY_NUMBERS'],
    ['1,000', 'NUMBER_READS_TWO_WAYS'],
    ['1.000,5', 'NUMBER_READS_TWO_WAYS'],
    ['1,234.5', 'NUMBER_READS_TWO_WAYS'],
    ['9'.repeat(13), 'NUMBER_TOO_LONG'],
    ['0.1234567', 'NUMBER_TOO_LONG'],
  ])('%j is left unchanged and refused with %s', (input, code) => {
    expect(normalizedQuantity(input)).toBe(input);
    expect(quantityProblem(input, fallback)).toMatchObject({ code, path: 'sampleNum' });
  });

  it.each([
    ['￥１，２３４．５０', 'NUMBER_HAS_SIGNS', '“￥１，２３４．５０”只能写数字，请去掉 ￥ ,'],
    ['¥1234', 'NUMBER_HAS_SIGNS', '“¥1234”只能写数字，请去掉 ¥'],
    ['1234元', 'NUMBER_HAS_SIGNS', '“1234元”只能写数字，请去掉 元'],
    ["1'234.50", 'NUMBER_HAS_SIGNS', "“1'234.50”只能写数字，请去掉 '"],
    ['1\u202f234,50', 'NUMBER_HAS_BLANKS', '“1\u202f234,50”只能写数字，请去掉中间的空格'],
    ['$ 1,234.50', 'NUMBER_HAS_BLANKS_AND_SIGNS', '“$ 1,234.50”只能写数字，请去掉中间的空格和 $ ,'],
    ['1,234.5', 'NUMBER_READS_TWO_WAYS', '“1,234.5”有两种读法，请去掉千位分隔符 ,'],
    ['1.234,5', 'NUMBER_READS_TWO_WAYS', '“1.234,5”有两种读法，请去掉千位分隔符 .'],
    ['1,000', 'NUMBER_READS_TWO_WAYS', '“1,000”有两种读法，请去掉千位分隔符 ,'],
  ])('%j is refused with a message that names the characters to remove', (input, code, message) => {
    const inputProblem = quantityProblem(input, fallback);
    expect([inputProblem?.code, inputProblem && messageOfProblem(inputProblem)]).toEqual([code, message]);
  });

  it('may have a plus or minus sign only where that is allowed', () => {
    expect([readQuantity('-5'), readQuantity('−５', true), readQuantity('+5', true)]).toEqual([null, '-5', '5']);
  });
});
