import type { Sample } from '#events';
import { lengthOf, LIMITS } from '../consignment/limits.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { jsonList, storedRows } from './specification-property.js';

/** Rows a specification may have. */
const MOST_ROWS = 50;
const PATH = 'specificationBuildMethod';

/** What is wrong with the build list of a specification: it is a JSON list of rows (001 §3), or nothing. */
export const specificationProblems = ({
  specificationBuildMethod,
}: Pick<Sample, 'specificationBuildMethod'>): Problem[] => {
  if (specificationBuildMethod === '') return [];
  if (jsonList(specificationBuildMethod) === null) return [problem('SPECIFICATION_INVALID', {}, PATH)];
  const rows = storedRows(specificationBuildMethod);
  if (rows.length > MOST_ROWS) return [problem('TOO_LARGE', {}, PATH)];
  return rows.some(({ value }) => lengthOf(value) > LIMITS.text)
    ? [problem('TEXT_TOO_LONG', { max: LIMITS.text }, PATH)]
    : [];
};
