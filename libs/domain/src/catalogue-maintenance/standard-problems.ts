import { foldedForSearch, isBlank } from '../text/text.js';
import type { CatalogueStandard } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { CATALOGUE_LIMITS } from './sample-problems.js';

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Everything that is wrong with a standard as it was typed, with its member as the calls spell it (002 CAT-001). */
export const standardProblems = (standard: CatalogueStandard): Problem[] => [
  ...required('baseStandardName', standard.standardName, CATALOGUE_LIMITS.name),
  ...required('printsManCode', standard.publishCode, CATALOGUE_LIMITS.code),
  ...(['executeDate', 'expireDate'] as const).flatMap((member) =>
    standard[member] === null || DAY.test(standard[member]) ? [] : [problem('DAY_INVALID', {}, member)],
  ),
  ...(standard.executeDate !== null && standard.expireDate !== null && standard.expireDate < standard.executeDate
    ? [problem('EXPIRES_BEFORE_IT_HOLDS', {}, 'expireDate')]
    : []),
];

/** Two standards are the same when number and name are; spaces and letter case apart. */
export const sameStandard = (
  one: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
  other: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
): boolean => identityOf(one) === identityOf(other);

/** What makes a standard unique, as one text. */
export const identityOf = ({
  publishCode,
  standardName,
}: Pick<CatalogueStandard, 'publishCode' | 'standardName'>): string =>
  `${foldedForSearch(publishCode)}\n${foldedForSearch(standardName)}`;

/** The key by which forms name a standard, or with # one of its clauses. */
export const uniqueKeyOf = ({ uniqueKey }: Pick<CatalogueStandard, 'uniqueKey'>, clauseCode: string): string =>
  clauseCode ? `${uniqueKey}#${clauseCode}` : uniqueKey;

/** The key of a new standard. */
export const standardKeyOf = (publishCode: string): string => `std_${publishCode.replaceAll(/\s/g, '')}`;

const required = (member: string, text: string, max: number): Problem[] =>
  isBlank(text)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, member)]
    : lengthOf(text) > max
      ? [problem('TEXT_TOO_LONG', { max }, member)]
      : [];

/** The number of a standard as it is looked up: spaces and letter case apart. */
export const identityOfCode = (publishCode: string): string => foldedForSearch(publishCode);
