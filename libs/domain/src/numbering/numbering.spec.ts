import { describe, expect, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { consignCodeOf, numberOfHolder, numbering, numberingIdOf } from './numbering.js';

const given = specificationOf(numbering.decider);
const numberTaken = (number: number, takenFor: string) =>
  ({ type: 'NumberTaken', data: { number, takenFor } }) as const;

describe('Numbering', () => {
  it('gives the next number, and each holder only one', () => {
    given()
      .when({ type: 'TakeNumbers', takenFor: ['a'] })
      .then(numberTaken(1, 'a'));
    given(numberTaken(1, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b'] })
      .then(numberTaken(2, 'b'));
    given(numberTaken(1, 'a'), numberTaken(2, 'b'))
      .when({ type: 'TakeNumbers', takenFor: ['a'] })
      .thenNothing();
  });

  it('gives several holders consecutive numbers in one command, and no number twice', () =>
    given(numberTaken(7, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b', 'a', 'c', 'b'] })
      .then(numberTaken(8, 'b'), numberTaken(9, 'c')));

  it('continues from the last event alone, also over gaps', () =>
    given(numberTaken(41, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b'] })
      .then(numberTaken(42, 'b')));

  it('finds the number of a holder, also in a long stream', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => numberTaken(index + 1, `c-${index + 1}`)).reduce(
      numbering.decider.evolve,
      null,
    );
    expect([numberOfHolder(long, 'c-1'), numberOfHolder(long, 'c-20000'), numberOfHolder(long, 'nobody')]).toEqual([
      1,
      20_000,
      null,
    ]);
  });
});

describe('The consignment code', () => {
  it('consists of the unit, the year and a number of at least five digits', () => {
    expect(consignCodeOf('TU001', 2026, 42)).toBe('TU001-2026-00042');
    expect(consignCodeOf('TU001', 2026, 100_000)).toBe('TU001-2026-100000');
    expect(numberingIdOf('u-1', 2026)).toBe('u-1-2026');
  });
});
