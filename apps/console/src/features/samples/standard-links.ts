import type { OfferedStandard, StandardLink } from '#events';

/** What a standard is used for: "1" test basis, "2" evaluation standard. "3" on a link is both, empty is neither. */
export type Use = '1' | '2';

const BOTH = '3';
const serves = (useType: string, use: Use): boolean => useType === use || useType === BOTH;
const withUse = (useType: StandardLink['useType'], use: Use): StandardLink['useType'] => (useType === '' || useType === use ? use : BOTH);
const withoutUse = (useType: StandardLink['useType'], use: Use): StandardLink['useType'] => (useType === BOTH ? (use === '1' ? '2' : '1') : useType === use ? '' : useType);

/** A standard may be used in several clauses; the unique key tells them apart, an own standard has no other id. */
export const keyOf = (standard: { uniqueKey: string } | { limsUniqueKey: string }): string => ('uniqueKey' in standard ? standard.uniqueKey : standard.limsUniqueKey);

const STANDARD_TYPES = { 1: 1, 2: 2, 3: 3 } as const;
const isStandardType = (type: number): type is 1 | 2 | 3 => type in STANDARD_TYPES;

/** Name and dates of standards by their id, as far as they are known. */
export type StandardNames = ReadonlyMap<string, { standardName: string; executeDate: string | null; expireDate: string | null; isExpired: boolean }>;

const linkOf = (offered: OfferedStandard, use: Use, names: StandardNames): StandardLink => ({
  baBaseStandardId: offered.standardId,
  baseStandardName: names.get(offered.standardId)?.standardName ?? '',
  baseStandardCode: offered.publishCode,
  baseStandardClauseCode: offered.clauseCode,
  baseStandardType: isStandardType(offered.type) ? offered.type : 3,
  useType: use,
  limsUniqueKey: offered.uniqueKey,
  isDefault: offered.isDefault,
  executeDate: names.get(offered.standardId)?.executeDate ?? null,
  expireDate: names.get(offered.standardId)?.expireDate ?? null,
});

/** Links used as `use`. */
export const usedAs = (links: readonly StandardLink[], use: Use): StandardLink[] => links.filter(({ useType }) => serves(useType, use));

export const isUsedAs = (links: readonly StandardLink[], standard: OfferedStandard, use: Use): boolean => usedAs(links, use).some((link) => keyOf(link) === standard.uniqueKey);

/** Uses an offered standard as `use`, beside what it is used for already. */
export const addUse = (links: readonly StandardLink[], standard: OfferedStandard, use: Use, names: StandardNames): StandardLink[] =>
  links.some((link) => keyOf(link) === standard.uniqueKey)
    ? links.map((link) => (keyOf(link) === standard.uniqueKey ? { ...link, useType: withUse(link.useType, use) } : link))
    : [...links, linkOf(standard, use, names)];

export const dropUse = (links: readonly StandardLink[], key: string, use: Use): StandardLink[] =>
  links.map((link) => (keyOf(link) === key ? { ...link, useType: withoutUse(link.useType, use) } : link)).filter(({ useType }) => useType !== '');

/** The standards that a list of offered ones preselects, or all of them for a pack. */
export const linksOf = (given: { basis: readonly OfferedStandard[]; evaluation: readonly OfferedStandard[] }, names: StandardNames): StandardLink[] =>
  given.evaluation.reduce<StandardLink[]>((links, standard) => addUse(links, standard, '2', names), given.basis.reduce<StandardLink[]>((links, standard) => addUse(links, standard, '1', names), []));

/** Evaluation standards among what a parameter offers: the list also names its test bases. */
export const evaluationOf = (standards: readonly OfferedStandard[]): OfferedStandard[] => standards.filter(({ useType }) => serves(useType, '2'));

/** "GB 175-2023" or "JTG 3420-2020 T 0504". */
export const codeOf = (standard: OfferedStandard | StandardLink): string =>
  ('publishCode' in standard ? [standard.publishCode, standard.clauseCode] : [standard.baseStandardCode || standard.baseStandardName, standard.baseStandardClauseCode]).filter(Boolean).join(' ');
