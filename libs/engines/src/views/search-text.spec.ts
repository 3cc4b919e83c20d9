import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changedTermsOf, searchTermsOf } from './search-text.js';

describe('the search terms of a changed text', () => {
  it('are divided correctly into removed, added and unchanged terms, wherever the text changes', () => {
    const text = fc
      .array(fc.constantFrom('工', '程', 'A', 'b', '1', '2', '-', '\n', '😀'), { maxLength: 16 })
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(text, text, text, text, (before, after, start, end) => {
        const [oldText, newText] = [start + before + end, start + after + end];
        const { removed, added } = changedTermsOf(oldText, newText);
        const unchangedTerms = searchTermsOf(oldText).filter((part) => !removed.includes(part));
        expect([...unchangedTerms, ...added].toSorted()).toEqual(searchTermsOf(newText).toSorted());
        expect(removed.filter((part) => !oldText.includes(part))).toEqual([]);
      }),
    );
  });

  it('change little when a number is added to a long text', () => {
    const text = '杭州湾跨海大桥改造工程\n第3合同段\n普通硅酸盐水泥';
    expect(changedTermsOf(text, `ZD-1\n${text}`)).toEqual({
      removed: [],
      added: ['Z', 'ZD', 'ZD-1', 'D', 'D-', '-', '-1', '1', '1\n', '\n杭'],
    });
    expect(changedTermsOf(text, text)).toEqual({ removed: [], added: [] });
  });
});
