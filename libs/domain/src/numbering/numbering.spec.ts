import { describe, expect, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { consignCodeOf, numberOfHolder, numbering, numberingIdOf } from './numbering.js';

const given = specificationOf(numbering.decider);
const taken = (number: number, takenFor: string) => ({ type: 'NumberTaken', data: { number, takenFor } }) as const;

describe('Numbering', () => {
  it('gives the next number, and each holder one', () => {
    given()
      .when({ type: 'TakeNumbers', takenFor: ['a'] })
      .then(taken(1, 'a'));
    given(taken(1, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b'] })
      .then(taken(2, 'b'));
    given(taken(1, 'a'), taken(2, 'b'))
      .when({ type: 'TakeNumbers', takenFor: ['a'] })
      .thenNothing();
  });

  it('gives several holders consecutive numbers in one go, and none twice', () =>
    given(taken(7, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b', 'a', 'c', 'b'] })
      .then(taken(8, 'b'), taken(9, 'c')));

  it('goes on from the last event alone, and over gaps', () =>
    given(taken(41, 'a'))
      .when({ type: 'TakeNumbers', takenFor: ['b'] })
      .then(taken(42, 'b')));

  it('tells who holds what, over a long stream too', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => taken(index + 1, `c-${index + 1}`)).reduce(
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

describe('The consignment’s number', () => {
  it('names unit, year and a number of five digits', () => {
    expect(consignCodeOf('TU001', 2026, 42)).toBe('TU001-2026-00042');
    expect(consignCodeOf('TU001', 2026, 100_000)).toBe('TU001-2026-100000');
    expect(numberingIdOf('u-1', 2026)).toBe('u-1-2026');
  });
});
