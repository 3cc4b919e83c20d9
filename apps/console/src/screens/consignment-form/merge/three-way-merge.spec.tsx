import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differencesOf, mergeByChoice, type MergeSide } from './three-way-merge.js';

type Name = 'a' | 'b' | 'c' | 'd';
type Entries = Record<Name, number>;

/** Few values, so that sides often agree and often differ. */
const value = fc.integer({ min: 0, max: 2 });
const entries: fc.Arbitrary<Entries> = fc.record({ a: value, b: value, c: value, d: value });
const isEqual = (left: number | undefined, right: number | undefined): boolean => left === right;
const side: fc.Arbitrary<MergeSide> = fc.constantFrom('mine', 'theirs');
const choicesOf = (chosen: MergeSide): Record<Name, MergeSide> => ({ a: chosen, b: chosen, c: chosen, d: chosen });

const forAll = (check: (base: Entries, mine: Entries, theirs: Entries, choices: Record<Name, MergeSide>) => void) =>
  fc.assert(fc.property(entries, entries, entries, fc.record({ a: side, b: side, c: side, d: side }), check), {
    numRuns: 500,
  });

describe('a three-way merge', () => {
  it('takes the change of one side without asking where the other side changed nothing', () => {
    forAll((base, mine, theirs) => {
      const differences = differencesOf(base, mine, theirs, isEqual);
      const suggested = mergeByChoice(
        theirs,
        differences,
        Object.fromEntries(differences.map(({ key, defaultSide }) => [key, defaultSide])),
      );
      for (const name of Object.keys(base) as Name[]) {
        if (mine[name] === base[name]) expect(suggested[name]).toBe(theirs[name]);
        if (theirs[name] === base[name]) expect(suggested[name]).toBe(mine[name]);
      }
    });
  });

  it('equals one side when all entries of that side are chosen', () => {
    forAll((base, mine, theirs) => {
      const differences = differencesOf(base, mine, theirs, isEqual);
      expect(mergeByChoice(theirs, differences, choicesOf('mine'))).toEqual(mine);
      expect(mergeByChoice(theirs, differences, choicesOf('theirs'))).toEqual(theirs);
    });
  });

  it('of identical sides equals them and asks nothing', () => {
    forAll((base, mine, _, choices) => {
      expect(differencesOf(base, mine, mine, isEqual)).toEqual([]);
      expect(mergeByChoice(mine, [], choices)).toEqual(mine);
    });
  });

  it('asks exactly about the entries that both sides changed to different values', () => {
    forAll((base, mine, theirs) => {
      const undecided = differencesOf(base, mine, theirs, isEqual)
        .filter(({ defaultSide }) => defaultSide === null)
        .map(({ key }) => key);
      expect(undecided).toEqual(
        (Object.keys(theirs) as Name[]).filter(
          (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
        ),
      );
    });
  });

  it('takes every entry from one of the two sides', () => {
    forAll((base, mine, theirs, choices) => {
      const result = mergeByChoice(theirs, differencesOf(base, mine, theirs, isEqual), choices);
      for (const name of Object.keys(base) as Name[]) expect([mine[name], theirs[name]]).toContain(result[name]);
    });
  });

  it('drops an entry that the other side no longer has', () => {
    const theirs: Partial<Entries> = { a: 1 };
    const differences = differencesOf<Name, number>({ a: 0, b: 0 }, { a: 0, b: 2 }, theirs, isEqual);
    expect(mergeByChoice(theirs, differences, choicesOf('mine'))).toEqual({ a: 0 });
  });
});
