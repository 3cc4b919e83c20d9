import { describe, expect, it } from '@jest/globals';
import { LruCache } from './recently-used.js';

describe('values used lately', () => {
  it('are made once while they are kept; the one used longest ago goes first', () => {
    const made: string[] = [];
    const kept = new LruCache<string>(2);
    const use = (key: string) =>
      kept.of(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(use)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are gone when they are forgotten, and another when they are put anew', () => {
    const kept = new LruCache<number>(2);
    kept.put('a', 1);
    kept.put('a', 2);
    kept.put('b', 3);
    kept.forget('b');
    expect([kept.get('a'), kept.get('b')]).toEqual([2, undefined]);
  });
});
