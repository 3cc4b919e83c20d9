import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  add,
  compare,
  decimalOf,
  multiply,
  parseDecimal,
  roundHalfUp,
  toMoney,
  toPrice,
  toQuantity,
  toText,
  ZERO,
} from './decimal.js';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => ({ units, scale }));

describe('decimal', () => {
  it.each(['0', '7', '-7', '0.335', '-0.05', '12.3400', '900719925474099300.01'])(
    'reads and writes %s unchanged',
    (text) => {
      expect(toText(parseDecimal(text))).toBe(text);
    },
  );

  it.each(['', ' 1', '1.', '.5', '1e3', '１２', '1,000', 'NaN', '+1'])('refuses "%s"', (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });

  it.each([
    ['1.005', '1.01'],
    ['24.690', '24.69'],
    ['1.0049999999', '1.00'],
    ['2.675', '2.68'],
    ['0', '0.00'],
    ['-1.005', '-1.01'],
    ['-1.004', '-1.00'],
  ])('rounds %s half up to %s', (exact, rounded) => expect(toMoney(parseDecimal(exact))).toBe(rounded));

  it('has no binary floating point error', () => {
    expect(toText(multiply(parseDecimal('0.1'), parseDecimal('3')))).toBe('0.3');
    expect(toText(add(parseDecimal('0.1'), parseDecimal('0.2')))).toBe('0.3');
  });

  it('shows prices with at least two decimals, and quantities with as few as needed', () => {
    expect(['20', '7.5', '12.3450', '0'].map((text) => toPrice(parseDecimal(text)))).toEqual([
      '20.00',
      '7.50',
      '12.345',
      '0.00',
    ]);
    expect([decimalOf(0.3), decimalOf(12), parseDecimal('1.50')].map(toQuantity)).toEqual(['0.3', '12', '1.5']);
  });

  it('follows the laws of exact addition, multiplication and comparison', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(compare(add(a, b), add(b, a))).toBe(0);
        expect(compare(add(a, ZERO), a)).toBe(0);
        expect(compare(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(0);
        expect(compare(a, b)).toBe(0 - compare(b, a));
        expect(compare(parseDecimal(toText(a)), a)).toBe(0);
      }),
    );
  });

  it('rounds by at most half a unit of the last digit', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (value, digits) => {
        const off = add(roundHalfUp(value, digits), multiply(value, parseDecimal('-1')));
        const distance = off.units < 0n ? multiply(off, parseDecimal('-1')) : off;
        expect(compare(distance, { units: 5n, scale: digits + 1 })).toBeLessThanOrEqual(0);
      }),
    );
  });
});
