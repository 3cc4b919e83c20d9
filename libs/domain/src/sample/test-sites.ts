import type { Sample } from '#events';
import { LIMITS } from '../consignment/state.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

/**
 * Sites are joined by ";" in testPart; one typed inside a site would part it in two, so it becomes a full-width one.
 */
const BETWEEN = ';';

type Sites = Pick<Sample, 'testPart' | 'projectOrPurpose'>;

/** The sites of a sample, in their order; none is empty. */
export const parseTestSites = (testPart: string): string[] =>
  testPart
    .split(BETWEEN)
    .map((site) => site.trim())
    .filter((site) => site !== '');

/** One entry a group, as the dialog shows them (TS-001). */
export const siteRows = (testPart: string, groups: number): string[] => {
  const sites = parseTestSites(testPart);
  return Array.from({ length: groups }, (_, place) => sites[place] ?? '');
};

/**
 * What confirming the dialog changes: the entries that are not empty, joined; an empty purpose takes them too (TS-002).
 */
export const applyTestSites = ({ projectOrPurpose }: Sites, entries: readonly string[]): Sites => {
  const testPart = entries
    .map((entry) => entry.trim().replaceAll(BETWEEN, '；'))
    .filter((entry) => entry !== '')
    .join(BETWEEN);
  return { testPart, projectOrPurpose: isBlank(projectOrPurpose) ? testPart : projectOrPurpose };
};

const repeatsSites = ({ testPart, projectOrPurpose }: Sites): boolean =>
  parseTestSites(projectOrPurpose).join(BETWEEN) === parseTestSites(testPart).join(BETWEEN);

/**
 * Characters that a purpose may have: one that is typed is a text like a remark, one that takes the sites over is as
 * long as they are.
 */
export const mostOfPurpose = (sites: Sites): number => (repeatsSites(sites) ? LIMITS.sites : LIMITS.longText);

/**
 * With no more sites than groups. Where that takes some away, a purpose that is empty or repeats the sites becomes
 * those that are left (TS-003); one that was typed stays.
 */
export const withSitesOfGroups = ({ testPart, projectOrPurpose }: Sites, groups: number): Sites => {
  const sites = parseTestSites(testPart);
  if (sites.length <= groups) return { testPart, projectOrPurpose };
  const left = sites.slice(0, groups).join(BETWEEN);
  return {
    testPart: left,
    projectOrPurpose:
      isBlank(projectOrPurpose) || repeatsSites({ testPart, projectOrPurpose }) ? left : projectOrPurpose,
  };
};

/** Test sites of raw material are those of its groups (TS-001); a test item names its place in one text. */
export const siteProblems = ({ testPart }: Pick<Sample, 'testPart'>, groups: number): Problem[] =>
  parseTestSites(testPart).length > groups ? [problem('TOO_MANY_SITES', { max: groups }, 'testPart')] : [];
