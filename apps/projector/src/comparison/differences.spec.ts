import { expect, it } from '@jest/globals';
import { Differences } from './differences.js';

it('counts every differing row and remembers only the first', () => {
  const found = new Differences(100);
  for (let n = 0; n < 5_000; n++) found.add(`row-${n}`, n % 5 === 0 ? 'onlyNew' : 'different');
  expect([found.count('different'), found.count('onlyNew'), found.count('onlyOld')]).toEqual([4_000, 1_000, 0]);
  expect(found.first(1_000)).toHaveLength(100);
  expect(found.first(2)).toEqual(['row-0', 'row-1']);
});

it('says of a row that changed meanwhile what it is now; of one that was only counted, what it was', () => {
  const found = new Differences(2);
  found.add('a', 'different');
  found.judge('a', null);
  found.judge('b', 'onlyOld');
  expect([found.count('different'), found.count('onlyOld'), found.first(9)]).toEqual([0, 1, ['b']]);
  found.add('c', 'different');
  found.add('d', 'different');
  found.judge('d', 'onlyNew');
  found.judge('c', 'onlyNew');
  expect([found.count('different'), found.count('onlyNew'), found.count('onlyOld')]).toEqual([1, 1, 1]);
});
