import type { CatalogueParameter, OfferedStandard, StandardLink } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';

/**
 * What a standard is used for: "1" test basis, "2" evaluation standard. On a link "3" is both, empty is neither
 * (STD-006).
 */
export type StandardUse = '1' | '2';

const BOTH = '3';

export const isUsableAs = (useType: string, use: StandardUse): boolean => useType === use || useType === BOTH;

/** The use of a link that is now used as `use` too. */
export const addStandardUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === '' || useType === use ? use : BOTH;

/** The use that is left without `use`; empty when nothing is. */
export const removeStandardUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === BOTH ? (use === '1' ? '2' : '1') : useType === use ? '' : useType;

/** Links used as `use`, those of both uses among them. */
export const filterByUse = <Link extends { useType: string }>(links: readonly Link[], use: StandardUse): Link[] =>
  links.filter(({ useType }) => isUsableAs(useType, use));

const STANDARD_TYPE = { basis: 1, evaluation: 2, both: 3 } as const satisfies Record<
  string,
  StandardLink['baseStandardType']
>;

/** Type of a standard on its link; one that is neither is both (STD-006). */
export const standardTypeOf = (type: number | null | undefined): StandardLink['baseStandardType'] =>
  type === STANDARD_TYPE.basis || type === STANDARD_TYPE.evaluation ? type : STANDARD_TYPE.both;

/**
 * A standard is expired once its last day is over; `today` as yyyy-MM-dd, the expiry with or without a time behind it
 * (STD-004).
 */
export const isExpired = (expireDate: string | null | undefined, today: string): boolean =>
  typeof expireDate === 'string' && expireDate !== '' && expireDate.slice(0, 10) < today;

type Published = { publishCode: string; clauseCode: string };

const inNumbers = new Intl.Collator('en', { numeric: true });

/** Ascending by publication code, then by clause; GB 175 before GB 1499 (STD-016). For sort. */
export const byPublicationCode = (left: Published, right: Published): number =>
  inNumbers.compare(left.publishCode, right.publishCode) || inNumbers.compare(left.clauseCode, right.clauseCode);

/** Whose standard a code names: "JTG" of "JTG 3420-2020", "GB/T" of "GB/T 8074-2008" (SS-015). */
export const publicationPrefix = (publishCode: string): string => {
  const code = publishCode.trim();
  return (code.includes(' ') ? code.split(' ')[0] : /^\D+/.exec(code)?.[0].trim()) ?? '';
};

/** A custom evaluation standard has no id; its unique key tells it apart (STD-011). */
export const CUSTOM_STANDARD_PREFIX = 'customer_';

/** The link of an evaluation standard that the catalogue does not have, by its trimmed name (STD-011). */
export const customStandard = (typed: string): StandardLink => {
  const name = typed.trim();
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
 * What is wrong with the name of a custom standard among those there are: it is empty, or taken (STD-010; 001.md A-20:
 * names, trimmed). Null when it may be added.
 */
export const customStandardProblem = (
  typed: string,
  existing: readonly Pick<StandardLink, 'baseStandardName'>[],
): 'empty' | 'exists' | null => {
  const name = typed.trim();
  if (name === '') return 'empty';
  return existing.some(({ baseStandardName }) => baseStandardName.trim() === name) ? 'exists' : null;
};

/** A custom standard evaluates and nothing else; one with neither key nor id names no document to test by (STD-012). */
export const canBeBasis = (link: Pick<StandardLink, 'baBaseStandardId' | 'limsUniqueKey'>): boolean =>
  !isCustomStandard(link) && (link.limsUniqueKey !== '' || Boolean(link.baBaseStandardId));

/** A standard as the picker lists it (001 section 3). Dates yyyy-MM-dd. */
export type PickerStandard = {
  id: string;
  baseStandardName: string;
  printsManCode: string;
  type: number | null;
  uniqKey: string;
  executeDate: string | null;
  expireDate: string | null;
};

/** A standard as a laboratory's system gives it for a sample or parameter (001 section 3). */
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

/** The link of a picked standard, used for nothing yet (STD-005, STD-006). */
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

/** The link of a laboratory's standard, used for nothing yet (STD-005, STD-006). */
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

type Typed = Pick<StandardLink, 'baseStandardType' | 'useType'>;

/**
 * Links used for what their type does not say: an evaluation standard as test basis, or the other way round
 * (STD-015).
 */
export const crossTypeUses = <Link extends Typed>(links: readonly Link[]): { link: Link; use: StandardUse }[] =>
  links.flatMap((link) => {
    const use: StandardUse = link.baseStandardType === STANDARD_TYPE.evaluation ? '1' : '2';
    return link.baseStandardType !== STANDARD_TYPE.both && isUsableAs(link.useType, use) ? [{ link, use }] : [];
  });

type Offering = Pick<CatalogueParameter, 'standards' | 'basis' | 'criteria'>;
type LinkedStandard = { useType: string; limsUniqueKey: string };

const once = (standards: readonly OfferedStandard[]): OfferedStandard[] => [
  ...new Map(standards.map((standard) => [standard.uniqueKey, standard])).values(),
];

/**
 * Evaluation standards to choose from: with recommended standards those of the parameter's criteria (SS-026). The plain
 * list also names test bases.
 */
export const evaluationOffered = ({ standards, criteria }: Offering, recommended: boolean): OfferedStandard[] =>
  recommended && criteria.length > 0
    ? once(criteria.map(({ standard }) => standard))
    : standards.filter(({ useType }) => isUsableAs(useType, '2'));

/**
 * Test bases to choose from. With recommended standards an evaluation standard goes with the bases of its criterion, so
 * those of the chosen ones are offered, and all while none is chosen (SS-026).
 */
export const basisOffered = (
  { basis, criteria }: Offering,
  links: readonly LinkedStandard[],
  recommended: boolean,
): OfferedStandard[] => {
  if (!recommended || criteria.length === 0) return basis;
  const evaluating = new Set(filterByUse(links, '2').map(({ limsUniqueKey }) => limsUniqueKey));
  const chosen = criteria.filter(({ standard }) => evaluating.has(standard.uniqueKey));
  const offered = once((chosen.length > 0 ? chosen : criteria).flatMap((criterion) => criterion.basis));
  return offered.length > 0 ? offered : basis;
};

/** What a parameter starts with: the standards the laboratory marks, each as what it is offered for. */
export const defaultStandards = ({
  standards,
  basis,
}: Offering): { basis: OfferedStandard[]; evaluation: OfferedStandard[] } => ({
  basis: basis.filter(({ isDefault }) => isDefault),
  evaluation: standards.filter(({ isDefault, useType }) => isDefault && isUsableAs(useType, '2')),
});

type Linked = { useType: string };

export type StandardsToCheck = {
  /** As the catalogue offers it: a kind of which the laboratory offers nothing is not asked for. */
  offered: Pick<CatalogueParameter, 'standards' | 'basis'>;
  links: readonly Linked[];
  /** Standards of the sample as a whole, which simple input chooses instead (001.md A-09). */
  ofSample: readonly Linked[];
  isNeedConclusion: boolean;
};

/**
 * Uses for which a parameter still lacks a standard, where the unit works with recommended ones: a test basis always,
 * an evaluation standard when a conclusion is needed (STD-013, STD-014).
 */
export const missingUses = ({ offered, links, ofSample, isNeedConclusion }: StandardsToCheck): StandardUse[] => {
  const isMissing = (use: StandardUse): boolean =>
    filterByUse(links, use).length === 0 && filterByUse(ofSample, use).length === 0;
  return [
    ...(isNeedConclusion && offered.standards.some(({ useType }) => isUsableAs(useType, '2')) && isMissing('2')
      ? (['2'] as const)
      : []),
    ...(offered.basis.length > 0 && isMissing('1') ? (['1'] as const) : []),
  ];
};

/**
 * The same as a problem that names the parameter and exactly what it lacks (001.md A-19); null when it lacks nothing.
 */
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

/** Whose standards the parameters can be tested by: each prefix once, in order of the alphabet (SS-015). */
export const basisPrefixes = (parameters: readonly { basis: readonly OfferedStandard[] }[]): string[] =>
  [...new Set(parameters.flatMap(({ basis }) => basis.map(({ publishCode }) => publicationPrefix(publishCode))))]
    .filter(Boolean)
    .sort();

/**
 * The one test basis of a parameter that stays when a prefix is chosen: the one in use already, else the first
 * (SS-015). Null where the parameter offers none with that prefix: its bases stay as they are. `usedKeys`: unique keys
 * of the bases in use.
 */
export const recommendedBasis = (
  basis: readonly OfferedStandard[],
  usedKeys: readonly string[],
  prefix: string,
): OfferedStandard | null => {
  const fitting = basis.filter((standard) => hasPrefix(standard, prefix));
  return fitting.find(({ uniqueKey }) => usedKeys.includes(uniqueKey)) ?? fitting[0] ?? null;
};
