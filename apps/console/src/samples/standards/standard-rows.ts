import type { OfferedParameter, StandardPickerRow } from '#contract';
import { citedStandard } from '#domain/catalogue';
import {
  basisStandards,
  comparePublicationCodes,
  isExpired,
  linkOfLab,
  linkOfPicked,
  recommendedBasis,
  isUsableAs,
  type StandardUse,
  filterByUse,
  removeStandardUse,
  addStandardUse,
} from '#domain/sample';
import type { OfferedStandard, StandardLink } from '#events';
import { chinaDay } from '../../lib/china-time.js';

/** A standard may be used in several clauses, which the unique key distinguishes; a custom standard has no other id. */
export const standardKey = (standard: { uniqueKey: string } | { limsUniqueKey: string }): string =>
  'uniqueKey' in standard ? standard.uniqueKey : standard.limsUniqueKey;

/** Name and dates of standards by id, as far as they are loaded. */
export type StandardNames = ReadonlyMap<
  string,
  { standardName: string; executeDate: string | null; expireDate: string | null; isExpired: boolean }
>;

/** The row of an offered standard without a use. */
export const toStandardLink = (standard: OfferedStandard, names: StandardNames): StandardLink => {
  const name = names.get(standard.standardId);
  return linkOfLab({
    ...standard,
    standardName: name?.standardName ?? '',
    executeDate: name?.executeDate ?? null,
    expireDate: name?.expireDate ?? null,
  });
};

export const hasUse = (links: readonly StandardLink[], standard: OfferedStandard, use: StandardUse): boolean =>
  filterByUse(links, use).some((link) => standardKey(link) === standard.uniqueKey);

/** Adds `use` to the uses of an offered standard. */
export const addUse = (
  links: readonly StandardLink[],
  standard: OfferedStandard,
  use: StandardUse,
  names: StandardNames,
): StandardLink[] =>
  links.some((link) => standardKey(link) === standard.uniqueKey)
    ? links.map((link) =>
        standardKey(link) === standard.uniqueKey ? { ...link, useType: addStandardUse(link.useType, use) } : link,
      )
    : [...links, { ...toStandardLink(standard, names), useType: use }];

export const removeUse = (links: readonly StandardLink[], key: string, use: StandardUse): StandardLink[] =>
  links
    .map((link) => (standardKey(link) === key ? { ...link, useType: removeStandardUse(link.useType, use) } : link))
    .filter(({ useType }) => useType !== '');

/** The standards that a list of offered ones preselects, or all of them for a pack. */
export const toStandardLinks = (
  standards: { basis: readonly OfferedStandard[]; evaluation: readonly OfferedStandard[] },
  names: StandardNames,
): StandardLink[] =>
  standards.evaluation.reduce<StandardLink[]>(
    (links, standard) => addUse(links, standard, '2', names),
    standards.basis.reduce<StandardLink[]>((links, standard) => addUse(links, standard, '1', names), []),
  );

/** Evaluation standards among those that a parameter offers; the list also contains its test bases. */
export const evaluationStandards = (standards: readonly OfferedStandard[]): OfferedStandard[] =>
  standards.filter(({ useType }) => isUsableAs(useType, '2'));

/** Of the test bases, only `standard` stays. */
export const withOnlyBasis = (
  links: readonly StandardLink[],
  standard: OfferedStandard,
  names: StandardNames,
): StandardLink[] =>
  addUse(
    filterByUse(links, '1').reduce<StandardLink[]>(
      (next, link) => (standardKey(link) === standard.uniqueKey ? next : removeUse(next, standardKey(link), '1')),
      [...links],
    ),
    standard,
    '1',
    names,
  );

/**
 * With recommended standards, a test basis depends on its evaluation standard: bases of standards that are no longer
 * chosen are removed, and one of the matching bases replaces them (SS-026). Quoted standards belong to no evaluation
 * standard and stay.
 */
export const withMatchingBasis = (
  links: readonly StandardLink[],
  parameter: OfferedParameter,
  names: StandardNames,
): StandardLink[] => {
  const matchingBases = basisStandards(parameter, links, true);
  const basisKeys = new Set(parameter.basis.map(standardKey));
  const obsoleteLinks = filterByUse(links, '1').filter(
    (link) =>
      basisKeys.has(standardKey(link)) && !matchingBases.some((standard) => standard.uniqueKey === standardKey(link)),
  );
  const remainingLinks = obsoleteLinks.reduce<StandardLink[]>(
    (next, obsoleteLink) => removeUse(next, standardKey(obsoleteLink), '1'),
    [...links],
  );
  const defaultBasis = matchingBases.find(({ isDefault }) => isDefault) ?? matchingBases[0];
  return obsoleteLinks.length > 0 && defaultBasis && filterByUse(remainingLinks, '1').length === 0
    ? addUse(remainingLinks, defaultBasis, '1', names)
    : remainingLinks;
};

/** "GB 175-2023" or "JTG 3420-2020 T 0504"; the name if there is no code. */
export const standardCode = (standard: OfferedStandard | StandardLink): string =>
  'publishCode' in standard
    ? [standard.publishCode, standard.clauseCode].filter(Boolean).join(' ')
    : citedStandard(standard);

/** The identity of a row: the key, otherwise the id, otherwise the name (STD-012). */
export const rowKey = ({ limsUniqueKey, baBaseStandardId, baseStandardName }: StandardLink): string =>
  limsUniqueKey || baBaseStandardId || baseStandardName;

export const setUse = (rows: readonly StandardLink[], key: string, use: StandardUse, on: boolean): StandardLink[] =>
  rows.map((row) =>
    rowKey(row) === key
      ? { ...row, useType: on ? addStandardUse(row.useType, use) : removeStandardUse(row.useType, use) }
      : row,
  );

export const removeRow = (rows: readonly StandardLink[], key: string): StandardLink[] =>
  rows.filter((row) => rowKey(row) !== key);

const isSame = (
  { limsUniqueKey, baBaseStandardId, baseStandardClauseCode }: StandardLink,
  { id, uniqKey }: StandardPickerRow,
): boolean => limsUniqueKey === uniqKey || (baBaseStandardId === id && baseStandardClauseCode === '');

/** The use of a standard by its type; an evaluation standard has none if no conclusion is needed. */
const useOf = ({ baseStandardType }: StandardLink, isNeedConclusion: boolean): StandardLink['useType'] =>
  isNeedConclusion ? (`${baseStandardType}` as const) : baseStandardType === 2 ? '' : '1';

/**
 * Quoted standards are added to the list with the use of their type; one that is listed already is checked if it was
 * not.
 */
export const addQuotedStandards = (
  rows: readonly StandardLink[],
  quotedStandards: readonly StandardPickerRow[],
  isNeedConclusion: boolean,
): StandardLink[] => [
  ...rows.map((row) =>
    row.useType === '' && quotedStandards.some((standard) => isSame(row, standard))
      ? { ...row, useType: useOf(row, isNeedConclusion) }
      : row,
  ),
  ...quotedStandards
    .filter((standard) => !rows.some((row) => isSame(row, standard)))
    .map(linkOfPicked)
    .map((link) => ({ ...link, useType: useOf(link, isNeedConclusion) })),
];

/** By publication code; custom standards, which have none, last (STD-016). */
export const sortByCode = (rows: readonly StandardLink[]): StandardLink[] =>
  [...rows].sort(
    (left, right) =>
      Number(left.baseStandardCode === '') - Number(right.baseStandardCode === '') ||
      comparePublicationCodes(
        { publishCode: left.baseStandardCode, clauseCode: left.baseStandardClauseCode },
        { publishCode: right.baseStandardCode, clauseCode: right.baseStandardClauseCode },
      ),
  );

/** The rows of the dialog for a parameter: the standards in use and the others that the laboratory offers for it. */
export const rowsOf = (
  links: readonly StandardLink[],
  parameter: OfferedParameter | undefined,
  names: StandardNames,
): StandardLink[] => {
  const offeredLinks = new Map(
    [...(parameter?.standards ?? []), ...(parameter?.basis ?? [])].map((standard) => [
      standard.uniqueKey,
      toStandardLink(standard, names),
    ]),
  );
  const linksWithNames = links.map((link) => ({
    ...offeredLinks.get(link.limsUniqueKey),
    ...link,
    baseStandardName: link.baseStandardName || (offeredLinks.get(link.limsUniqueKey)?.baseStandardName ?? ''),
  }));
  return sortByCode([
    ...linksWithNames,
    ...[...offeredLinks.values()].filter(
      ({ limsUniqueKey }) => !links.some((link) => link.limsUniqueKey === limsUniqueKey),
    ),
  ]);
};

/** The same standard among other rows: by its key, otherwise in another clause. */
const findSameStandard = (rows: readonly StandardLink[], { baBaseStandardId, ...row }: StandardLink) =>
  rows.find((each) => rowKey(each) === rowKey({ ...row, baBaseStandardId })) ??
  rows.find((each) => baBaseStandardId !== null && each.baBaseStandardId === baBaseStandardId);

/**
 * The rows of a parameter with a standard used as `row` is used; null if it does not apply: not listed there, although
 * some parameter offers it. A standard that no parameter offers, a quoted or custom one, is added to every list. `only`
 * removes its uses from all others.
 */
export const withStandard = (
  rows: readonly StandardLink[],
  row: StandardLink,
  { isOffered, only }: { isOffered: boolean; only: boolean },
): StandardLink[] | null => {
  const existingRow = findSameStandard(rows, row);
  if (!existingRow && isOffered) return null;
  const key = rowKey(existingRow ?? row);
  const uses = (['1', '2'] as const).filter((use) => isUsableAs(row.useType, use));
  const allRows = existingRow ? rows : sortByCode([...rows, { ...row, useType: '' }]);
  return uses.reduce<StandardLink[]>(
    (current, use) =>
      current.map((each) => {
        if (rowKey(each) === key) return { ...each, useType: addStandardUse(each.useType, use) };
        return only ? { ...each, useType: removeStandardUse(each.useType, use) } : each;
      }),
    [...allRows],
  );
};

/** Rows with a use: those that are stored. */
export const usedRows = (rows: readonly StandardLink[]): StandardLink[] => rows.filter(({ useType }) => useType !== '');

export const isStandardExpired = ({ expireDate }: { expireDate: string | null }): boolean =>
  isExpired(expireDate, chinaDay());

/** The dialog's filters: an evaluation standard by its key, a test basis by its prefix; empty for neither. */
export type StandardPreference = { standardKey: string; basisPrefix: string };

/** The filtered standard, if the parameter offers it for evaluation. */
export const preferredEvaluation = (
  { standards }: Pick<OfferedParameter, 'standards'>,
  preferred?: StandardPreference,
): OfferedStandard | undefined =>
  preferred?.standardKey
    ? evaluationStandards(standards).find(({ uniqueKey }) => uniqueKey === preferred.standardKey)
    : undefined;

/** The recommended basis, if the parameter offers one with that prefix. */
export const preferredBasis = (
  { basis }: Pick<OfferedParameter, 'basis'>,
  links: readonly StandardLink[],
  preferred?: StandardPreference,
): OfferedStandard | null =>
  preferred?.basisPrefix
    ? recommendedBasis(basis, filterByUse(links, '1').map(standardKey), preferred.basisPrefix)
    : null;
