import { describe, expect, it } from '@jest/globals';
import { sampleProblems } from '../consignment/samples.js';
import { messageOfProblem } from '../rules/messages.js';
import { sample } from '#harness/domain/consignment-story';
import { siteProblems, siteRows, parseTestSites, applyTestSites, limitSites } from './test-sites.js';

const sites = (testPart: string, projectOrPurpose = '') => ({ testPart, projectOrPurpose });

describe('test sites', () => {
  it('TS-002 are joined by semicolons without empty ones, and are copied only into an empty purpose', () => {
    expect(applyTestSites(sites('', ''), ['A', '', 'B'])).toEqual(sites('A;B', 'A;B'));
    expect(applyTestSites(sites('', 'X'), ['A', '', 'B'])).toEqual(sites('A;B', 'X'));
    expect(applyTestSites(sites('A', 'X'), ['', ' '])).toEqual(sites('', 'X'));
  });

  it('TS-003 are cut to a smaller number of groups, together with a purpose that was copied from them', () => {
    expect(limitSites(sites('A;B;C', ''), 2)).toEqual(sites('A;B', 'A;B'));
    expect(limitSites(sites('A;B;C', 'A;B;C'), 2)).toEqual(sites('A;B', 'A;B'));
    expect(limitSites(sites('A;B;C', '桥墩'), 2)).toEqual(sites('A;B', '桥墩'));
    expect(limitSites(sites('A;B;C', '桥墩'), 3)).toEqual(sites('A;B;C', '桥墩'));
    expect(limitSites(sites('', '桥墩'), 1)).toEqual(sites('', '桥墩'));
  });

  it('TS-002 of 999 groups fit, also when copied as purpose, and a longer purpose is refused with the name of its field', () => {
    const entries = Array.from({ length: 999 }, (_, index) => `K12+${100 + index} 左幅路基第三层`);
    const full = sample({ testGroupCount: 999, ...applyTestSites(sites(''), entries) });
    expect(sampleProblems(full, 1)).toEqual([]);
    const [first] = sampleProblems({ ...full, projectOrPurpose: '部'.repeat(1001) }, 1);
    expect(first && messageOfProblem(first)).toBe('工程部位／用途：内容过长，最多1000个字符');
    expect(sampleProblems({ ...full, projectOrPurpose: '部'.repeat(1000) }, 1)).toEqual([]);
  });

  it('have a row for each group, and a semicolon inside a site does not split it', () => {
    expect(siteRows('A;B', 3)).toEqual(['A', 'B', '']);
    expect(siteRows('A;B', 1)).toEqual(['A']);
    expect(parseTestSites(applyTestSites(sites(''), ['左;右', 'B']).testPart)).toEqual(['左；右', 'B']);
  });

  it('are limited to the number of groups', () => {
    expect(siteProblems(sites('A;B'), 2)).toEqual([]);
    expect(siteProblems(sites('A;B;C'), 2)).toMatchObject([
      { code: 'TOO_MANY_SITES', params: { max: 2 }, path: 'testPart' },
    ]);
  });
});
