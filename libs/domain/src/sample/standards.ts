import type { CatalogueParameter, OfferedStandard, StandardLink } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';

/** Use of a standard: "1" test basis, "2" evaluation standard. On a link "3" is both, empty is neither (STD-006). */
export type StandardUse = '1' | '2';

const BOTH_USES = '3';

export const isUsableAs = (useType: string, use: StandardUse): boolean => useType === use || useType === BOTH_USES;

/** The use of a link after adding `use`. */
export const addStandardUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === '' || useType === use ? use : BOTH_USES;

/** The use of a link after removing `use`; empty if none is left. */
export const removeStandardUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === BOTH_USES ? (use === '1' ? '2' : '1') : useType === use ? '' : useType;

/** Links with this use, including those with both uses. */
export const filterByUse = <Link extends { useType: string }>(links: readonly Link[], use: StandardUse): Link[] =>
  links.filter(({ useType }) => isUsableAs(useType, use));

const STANDARD_TYPE = { basis: 1, evaluation: 2, both: 3 } as const satisfies Record<
  string,
  StandardLink['baseStandardType']
>;

/** Type of a standard on its link. A type that is neither basis nor evaluation counts as both (STD-006). */
export const standardTypeOf = (type: number | null | undefined): StandardLink['baseStandardType'] =>
  type === STANDARD_TYPE.basis || type === STANDARD_TYPE.evaluation ? type : STANDARD_TYPE.both;

/**
 * Whether a standard is expired: its last day is before `today` (yyyy-MM-dd). The expiry may include a time (STD-004).
 */
export const isExpired = (expireDate: string | null | undefined, today: string): boolean =>
  typeof expireDate === 'string' && expireDate !== '' && expireDate.slice(0, 10) < today;

type Published = { publishCode: string; clauseCode: string };

const numericCollator = new Intl.Collator('en', { numeric: true });

/**
 * Comparator: ascending by publication code, then by clause, with numbers in numeric order, so that GB 175 is before GB
 * 1499 (STD-016).
 */
export const comparePublicationCodes = (left: Published, right: Published): number =>
  numericCollator.compare(left.publishCode, right.publishCode) ||
  numericCollator.compare(left.clauseCode, right.clauseCode);

/** The publisher in a code: "JTG" of "JTG 3420-2020", "GB/T" of "GB/T 8074-2008" (SS-015). */
export const publicationPrefix = (publishCode: string): string => {
  const code = publishCode.trim();
  return (code.includes(' ') ? code.split(' ')[0] : /^\D+/.exec(code)?.[0].trim()) ?? '';
};

/** A custom evaluation standard has no id. Its unique key identifies it (STD-011). */
export const CUSTOM_STANDARD_PREFIX = 'customer_';

/** The link of an evaluation standard that is not in the catalogue, by its trimmed name (STD-011). */
export const customStandard = (input: string): StandardLink => {
  const name = input.trim();
  return {
    baBaseStandardId: null,
    baseStandardName: name,
    baseStandardCode: '',
    baseStandardClauseCode: '',
    baseStandardType: 2,
    useType: '2',
    limsUniqueKey: CUSTOM_STANDARD_PREFIX + name,
    isDefault: false,
    executeDate: null,
    expireDate: null,
  };
};

export const isCustomStandard = ({ limsUniqueKey }: Pick<StandardLink, 'limsUniqueKey'>): boolean =>
  limsUniqueKey.startsWith(CUSTOM_STANDARD_PREFIX);

/**
 * The problem of a custom standard's name: it is empty, or already exists among the trimmed names (STD-010; 001.md
 * Null if it can be added.
 */
export const customStandardProblem = (
  input: string,
  existing: readonly Pick<StandardLink, 'baseStandardName'>[],
): 'empty' | 'exists' | null => {
  const name = input.trim();
  if (name === '') return 'empty';
  return existing.some(({ baseStandardName }) => baseStandardName.trim() === name) ? 'exists' : null;
};

/**
 * Whether a link can be a test basis. A custom standard is for evaluation only, and a link with neither key nor id has
 * no document to test by (STD-012).
 */
export const canBeBasis = (link: Pick<StandardLink, 'baBaseStandardId' | 'limsUniqueKey'>): boolean =>
  !isCustomStandard(link) && (link.limsUniqueKey !== '' || Boolean(link.baBaseStandardId));

/** A standard in the picker's list (001 section 3). Dates are yyyy-MM-dd. */
export type PickerStandard = {
  id: string;
  baseStandardName: string;
  printsManCode: string;
  type: number | null;
  uniqKey: string;
  executeDate: string | null;
  expireDate: string | null;
};

/** A standard from a laboratory's system for a sample or parameter (001 section 3). */
export type LabStandard = {
  standardId: string;
  standardName: string;
  publishCode: string;
  clauseCode?: string | undefined;
  type: number | null;
  uniqueKey: string;
  isDefault?: boolean | undefined;
  executeDate: string | null;
  expireDate: string | null;
};

/** The link of a picked standard, without a use yet (STD-005, STD-006). */
export const linkOfPicked = ({
  id,
  baseStandardName,
  printsManCode,
  type,
  uniqKey,
  executeDate,
  expireDate,
}: PickerStandard): StandardLink => ({
  baBaseStandardId: id,
  baseStandardName,
  baseStandardCode: printsManCode,
  baseStandardClauseCode: '',
  baseStandardType: standardTypeOf(type),
  useType: '',
  limsUniqueKey: uniqKey,
  isDefault: false,
  executeDate,
  expireDate,
});

/** The link of a laboratory's standard, without a use yet (STD-005, STD-006). */
export const linkOfLab = ({
  standardId,
  standardName,
  publishCode,
  clauseCode = '',
  type,
  uniqueKey,
  isDefault = false,
  executeDate,
  expireDate,
}: LabStandard): StandardLink => ({
  baBaseStandardId: standardId,
  baseStandardName: standardName,
  baseStandardCode: publishCode,
  baseStandardClauseCode: clauseCode,
  baseStandardType: standardTypeOf(type),
  useType: '',
  limsUniqueKey: uniqueKey,
  isDefault,
  executeDate,
  expireDate,
});

type LinkWithType = Pick<StandardLink, 'baseStandardType' | 'useType'>;

/**
 * Links whose use does not match their type: an evaluation standard as test basis, or a test basis as evaluation
 * standard (STD-015).
 */
export const crossTypeUses = <Link extends LinkWithType>(links: readonly Link[]): { link: Link; use: StandardUse }[] =>
  links.flatMap((link) => {
    const use: StandardUse = link.baseStandardType === STANDARD_TYPE.evaluation ? '1' : '2';
    return link.baseStandardType !== STANDARD_TYPE.both && isUsableAs(link.useType, use) ? [{ link, use }] : [];
  });

type OfferedUses = Pick<CatalogueParameter, 'standards' | 'basis' | 'criteria'>;
type LinkedStandard = { useType: string; limsUniqueKey: string };

const uniqueStandards = (standards: readonly OfferedStandard[]): OfferedStandard[] => [
  ...new Map(standards.map((standard) => [standard.uniqueKey, standard])).values(),
];

/**
 * Evaluation standards to choose from. With recommended standards they are those of the parameter's criteria (SS-026).
 * The plain list is filtered, because it also contains test bases.
 */
export const evaluationStandards = ({ standards, criteria }: OfferedUses, recommended: boolean): OfferedStandard[] =>
  recommended && criteria.length > 0
    ? uniqueStandards(criteria.map(({ standard }) => standard))
    : standards.filter(({ useType }) => isUsableAs(useType, '2'));

/**
 * Test bases to choose from. With recommended standards, the bases of the chosen evaluation standards' criteria are
 * offered, or those of all criteria if none is chosen (SS-026).
 */
export const basisStandards = (
  { basis, criteria }: OfferedUses,
  links: readonly LinkedStandard[],
  recommended: boolean,
): OfferedStandard[] => {
  if (!recommended || criteria.length === 0) return basis;
  const evaluationKeys = new Set(filterByUse(links, '2').map(({ limsUniqueKey }) => limsUniqueKey));
  const selectedCriteria = criteria.filter(({ standard }) => evaluationKeys.has(standard.uniqueKey));
  const criteriaBases = uniqueStandards(
    (selectedCriteria.length > 0 ? selectedCriteria : criteria).flatMap((criterion) => criterion.basis),
  );
  return criteriaBases.length > 0 ? criteriaBases : basis;
};

/** The initial standards of a parameter: those that the laboratory marks as default, by use. */
export const defaultStandards = ({
  standards,
  basis,
}: OfferedUses): { basis: OfferedStandard[]; evaluation: OfferedStandard[] } => ({
  basis: basis.filter(({ isDefault }) => isDefault),
  evaluation: standards.filter(({ isDefault, useType }) => isDefault && isUsableAs(useType, '2')),
});

type LinkWithUse = { useType: string };

export type StandardsToCheck = {
  /** As the catalogue offers it. A use without any offered standard is not required. */
  parameter: Pick<CatalogueParameter, 'standards' | 'basis'>;
  links: readonly LinkWithUse[];
  /** Standards of the whole sample, which simple input chooses instead (001.md A-09). */
  sampleLinks: readonly LinkWithUse[];
  isNeedConclusion: boolean;
};

/**
 * Uses for which a parameter still lacks a standard, in units that work with recommended standards. A test basis is
 * always required, an evaluation standard if a conclusion is needed (STD-013, STD-014).
 */
export const missingUses = ({ parameter, links, sampleLinks, isNeedConclusion }: StandardsToCheck): StandardUse[] => {
  const isMissing = (use: StandardUse): boolean =>
    filterByUse(links, use).length === 0 && filterByUse(sampleLinks, use).length === 0;
  return [
    ...(isNeedConclusion && parameter.standards.some(({ useType }) => isUsableAs(useType, '2')) && isMissing('2')
      ? (['2'] as const)
      : []),
    ...(parameter.basis.length > 0 && isMissing('1') ? (['1'] as const) : []),
  ];
};

/** The missing uses as a problem that names the parameter and what it lacks (001.md A-19); null if it lacks nothing. */
export const missingStandardsProblem = (
  parameter: string,
  missing: readonly StandardUse[],
  path?: string,
): Problem | null => {
  if (missing.length === 0) return null;
  return problem(
    missing.length > 1
      ? 'STANDARDS_MISSING'
      : missing[0] === '2'
        ? 'EVALUATION_STANDARD_MISSING'
        : 'TEST_BASIS_MISSING',
    { parameter },
    path,
  );
};

const hasPrefix = (standard: OfferedStandard, prefix: string): boolean =>
  publicationPrefix(standard.publishCode) === prefix;

/** Publishers of the parameters' test bases: each prefix once, in alphabetical order (SS-015). */
export const basisPrefixes = (parameters: readonly { basis: readonly OfferedStandard[] }[]): string[] =>
  [...new Set(parameters.flatMap(({ basis }) => basis.map(({ publishCode }) => publicationPrefix(publishCode))))]
    .filter(Boolean)
    .sort();

/**
 * The test basis of a parameter that remains when a prefix is chosen: the one already in use, else the first (SS-015).
 * Null if the parameter offers none with that prefix; its bases then stay unchanged. `usedKeys` are the unique keys of
 * the bases in use.
 */
export const recommendedBasis = (
  basis: readonly OfferedStandard[],
  usedKeys: readonly string[],
  prefix: string,
): OfferedStandard | null => {
  const matches = basis.filter((standard) => hasPrefix(standard, prefix));
  return matches.find(({ uniqueKey }) => usedKeys.includes(uniqueKey)) ?? matches[0] ?? null;
};
