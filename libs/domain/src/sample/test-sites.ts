import type { Sample } from '#events';
import { LIMITS } from '../consignment/state.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

/**
 * Separator of the sites in testPart. A typed ";" within a site becomes a full-width one, because it would split the
 * site.
 */
const SITE_SEPARATOR = ';';

type Sites = Pick<Sample, 'testPart' | 'projectOrPurpose'>;

/** The sites of a sample, in order, without empty ones. */
export const parseTestSites = (testPart: string): string[] =>
  testPart
    .split(SITE_SEPARATOR)
    .map((site) => site.trim())
    .filter((site) => site !== '');

/** One entry per group, as the dialog shows them (TS-001). */
export const siteRows = (testPart: string, groups: number): string[] => {
  const sites = parseTestSites(testPart);
  return Array.from({ length: groups }, (_, index) => sites[index] ?? '');
};

/** The members after confirming the dialog: the non-empty entries joined, also copied to an empty purpose (TS-002). */
export const applyTestSites = ({ projectOrPurpose }: Sites, entries: readonly string[]): Sites => {
  const testPart = entries
    .map((entry) => entry.trim().replaceAll(SITE_SEPARATOR, '；'))
    .filter((entry) => entry !== '')
    .join(SITE_SEPARATOR);
  return { testPart, projectOrPurpose: isBlank(projectOrPurpose) ? testPart : projectOrPurpose };
};

const repeatsSites = ({ testPart, projectOrPurpose }: Sites): boolean =>
  parseTestSites(projectOrPurpose).join(SITE_SEPARATOR) === parseTestSites(testPart).join(SITE_SEPARATOR);

/**
 * Maximum length of a purpose in characters. A purpose that repeats the sites may be as long as they are; any other has
 * the limit of a remark.
 */
export const maxPurposeLength = (sites: Sites): number => (repeatsSites(sites) ? LIMITS.sites : LIMITS.longText);

/**
 * Limits the sites to the number of groups. If sites are removed, a purpose that is empty or repeats the sites becomes
 * the remaining ones (TS-003); any other purpose stays.
 */
export const limitSites = ({ testPart, projectOrPurpose }: Sites, groups: number): Sites => {
  const sites = parseTestSites(testPart);
  if (sites.length <= groups) return { testPart, projectOrPurpose };
  const remaining = sites.slice(0, groups).join(SITE_SEPARATOR);
  return {
    testPart: remaining,
    projectOrPurpose:
      isBlank(projectOrPurpose) || repeatsSites({ testPart, projectOrPurpose }) ? remaining : projectOrPurpose,
  };
};

/**
 * The number of test sites of raw material is limited by its groups (TS-001). A test item names its place in one text.
 */
export const siteProblems = ({ testPart }: Pick<Sample, 'testPart'>, groups: number): Problem[] =>
  parseTestSites(testPart).length > groups ? [problem('TOO_MANY_SITES', { max: groups }, 'testPart')] : [];
