import type { OfferedParameter, PickedStandard } from '#contract';
import {
  basisOffered,
  byPublicationCode,
  citedStandard,
  isExpired,
  linkOfLab,
  linkOfPicked,
  recommendedBasis,
  servesAs,
  type StandardUse,
  usedAs,
  withoutUse,
  withUse,
} from '#domain';
import type { OfferedStandard, StandardLink } from '#events';
import { chinaDay } from '../../lib/china-time.js';

/** A standard may be used in several clauses; the unique key tells them apart, an own standard has no other id. */
export const keyOf = (standard: { uniqueKey: string } | { limsUniqueKey: string }): string =>
  'uniqueKey' in standard ? standard.uniqueKey : standard.limsUniqueKey;

/** Name and dates of standards by their id, as far as they are known. */
export type StandardNames = ReadonlyMap<
  string,
  { standardName: string; executeDate: string | null; expireDate: string | null; isExpired: boolean }
>;

/** What is known of an offered standard, used for nothing yet. */
export const linkOf = (offered: OfferedStandard, names: StandardNames): StandardLink => {
  const known = names.get(offered.standardId);
  return linkOfLab({
    ...offered,
    standardName: known?.standardName ?? '',
    executeDate: known?.executeDate ?? null,
    expireDate: known?.expireDate ?? null,
  });
};

export const isUsedAs = (links: readonly StandardLink[], standard: OfferedStandard, use: StandardUse): boolean =>
  usedAs(links, use).some((link) => keyOf(link) === standard.uniqueKey);

/** Uses an offered standard as `use`, beside what it is used for already. */
export const addUse = (
  links: readonly StandardLink[],
  standard: OfferedStandard,
  use: StandardUse,
  names: StandardNames,
): StandardLink[] =>
  links.some((link) => keyOf(link) === standard.uniqueKey)
    ? links.map((link) =>
        keyOf(link) === standard.uniqueKey ? { ...link, useType: withUse(link.useType, use) } : link,
      )
    : [...links, { ...linkOf(standard, names), useType: use }];

export const dropUse = (links: readonly StandardLink[], key: string, use: StandardUse): StandardLink[] =>
  links
    .map((link) => (keyOf(link) === key ? { ...link, useType: withoutUse(link.useType, use) } : link))
    .filter(({ useType }) => useType !== '');

/** The standards that a list of offered ones preselects, or all of them for a pack. */
export const linksOf = (
  given: { basis: readonly OfferedStandard[]; evaluation: readonly OfferedStandard[] },
  names: StandardNames,
): StandardLink[] =>
  given.evaluation.reduce<StandardLink[]>(
    (links, standard) => addUse(links, standard, '2', names),
    given.basis.reduce<StandardLink[]>((links, standard) => addUse(links, standard, '1', names), []),
  );

/** Evaluation standards among what a parameter offers: the list also names its test bases. */
export const evaluationOf = (standards: readonly OfferedStandard[]): OfferedStandard[] =>
  standards.filter(({ useType }) => servesAs(useType, '2'));

/** Only `standard` stays of the test bases. */
export const withOnlyBasis = (
  links: readonly StandardLink[],
  standard: OfferedStandard,
  names: StandardNames,
): StandardLink[] =>
  addUse(
    usedAs(links, '1').reduce<StandardLink[]>(
      (next, link) => (keyOf(link) === standard.uniqueKey ? next : dropUse(next, keyOf(link), '1')),
      [...links],
    ),
    standard,
    '1',
    names,
  );

/**
 * With recommended standards a test basis goes with its evaluation standard: bases of criteria that are no longer chosen go,
 * and one of the right ones takes their place (SS-026). Quoted standards are nobody's criteria and stay.
 */
export const withFittingBasis = (
  links: readonly StandardLink[],
  parameter: OfferedParameter,
  names: StandardNames,
): StandardLink[] => {
  const fitting = basisOffered(parameter, links, true);
  const own = new Set(parameter.basis.map(keyOf));
  const strays = usedAs(links, '1').filter(
    (link) => own.has(keyOf(link)) && !fitting.some((standard) => standard.uniqueKey === keyOf(link)),
  );
  const kept = strays.reduce<StandardLink[]>((next, stray) => dropUse(next, keyOf(stray), '1'), [...links]);
  const first = fitting.find(({ isDefault }) => isDefault) ?? fitting[0];
  return strays.length > 0 && first && usedAs(kept, '1').length === 0 ? addUse(kept, first, '1', names) : kept;
};

/** "GB 175-2023" or "JTG 3420-2020 T 0504"; the name where there is no code. */
export const codeOf = (standard: OfferedStandard | StandardLink): string =>
  'publishCode' in standard
    ? [standard.publishCode, standard.clauseCode].filter(Boolean).join(' ')
    : citedStandard(standard);

/** What tells one row from another: the key, else the id, else the name (STD-012). */
export const rowKeyOf = ({ limsUniqueKey, baBaseStandardId, baseStandardName }: StandardLink): string =>
  limsUniqueKey || baBaseStandardId || baseStandardName;

export const ticked = (rows: readonly StandardLink[], key: string, use: StandardUse, on: boolean): StandardLink[] =>
  rows.map((row) =>
    rowKeyOf(row) === key ? { ...row, useType: on ? withUse(row.useType, use) : withoutUse(row.useType, use) } : row,
  );

export const withoutRow = (rows: readonly StandardLink[], key: string): StandardLink[] =>
  rows.filter((row) => rowKeyOf(row) !== key);

const isSame = (
  { limsUniqueKey, baBaseStandardId, baseStandardClauseCode }: StandardLink,
  { id, uniqKey }: PickedStandard,
): boolean => limsUniqueKey === uniqKey || (baBaseStandardId === id && baseStandardClauseCode === '');

/** What a standard is for by its type; an evaluation standard is for nothing where no conclusion is needed. */
const useOf = ({ baseStandardType }: StandardLink, isNeedConclusion: boolean): StandardLink['useType'] =>
  isNeedConclusion ? (`${baseStandardType}` as const) : baseStandardType === 2 ? '' : '1';

/** Quoted standards join the list and are used as what they are; one that is listed already is ticked where it was not. */
export const quoted = (
  rows: readonly StandardLink[],
  picked: readonly PickedStandard[],
  isNeedConclusion: boolean,
): StandardLink[] => [
  ...rows.map((row) =>
    row.useType === '' && picked.some((standard) => isSame(row, standard))
      ? { ...row, useType: useOf(row, isNeedConclusion) }
      : row,
  ),
  ...picked
    .filter((standard) => !rows.some((row) => isSame(row, standard)))
    .map(linkOfPicked)
    .map((link) => ({ ...link, useType: useOf(link, isNeedConclusion) })),
];

/** By publication code, own standards, which have none, last (STD-016). */
export const inCodeOrder = (rows: readonly StandardLink[]): StandardLink[] =>
  [...rows].sort(
    (left, right) =>
      Number(left.baseStandardCode === '') - Number(right.baseStandardCode === '') ||
      byPublicationCode(
        { publishCode: left.baseStandardCode, clauseCode: left.baseStandardClauseCode },
        { publishCode: right.baseStandardCode, clauseCode: right.baseStandardClauseCode },
      ),
  );

/** What the dialog lists for a parameter: the standards in use and those the laboratory offers for it besides. */
export const rowsOf = (
  links: readonly StandardLink[],
  parameter: OfferedParameter | undefined,
  names: StandardNames,
): StandardLink[] => {
  const offered = new Map(
    [...(parameter?.standards ?? []), ...(parameter?.basis ?? [])].map((standard) => [
      standard.uniqueKey,
      linkOf(standard, names),
    ]),
  );
  const known = links.map((link) => ({
    ...offered.get(link.limsUniqueKey),
    ...link,
    baseStandardName: link.baseStandardName || (offered.get(link.limsUniqueKey)?.baseStandardName ?? ''),
  }));
  return inCodeOrder([
    ...known,
    ...[...offered.values()].filter(({ limsUniqueKey }) => !links.some((link) => link.limsUniqueKey === limsUniqueKey)),
  ]);
};

/** The same standard among other rows: by its key, else in another clause. */
const sameStandard = (rows: readonly StandardLink[], { baBaseStandardId, ...row }: StandardLink) =>
  rows.find((each) => rowKeyOf(each) === rowKeyOf({ ...row, baBaseStandardId })) ??
  rows.find((each) => baBaseStandardId !== null && each.baBaseStandardId === baBaseStandardId);

/**
 * The rows of a parameter with a standard used as `row` is used; null where it does not apply: not listed there, though some parameter
 * offers it. What nobody offers, a quoted or own
 * standard, joins every list. `only` takes its uses away from all others.
 */
export const withStandard = (
  rows: readonly StandardLink[],
  row: StandardLink,
  { isOffered, only }: { isOffered: boolean; only: boolean },
): StandardLink[] | null => {
  const listed = sameStandard(rows, row);
  if (!listed && isOffered) return null;
  const key = rowKeyOf(listed ?? row);
  const uses = (['1', '2'] as const).filter((use) => servesAs(row.useType, use));
  const all = listed ? rows : inCodeOrder([...rows, { ...row, useType: '' }]);
  return uses.reduce<StandardLink[]>(
    (now, use) =>
      now.map((each) => {
        if (rowKeyOf(each) === key) return { ...each, useType: withUse(each.useType, use) };
        return only ? { ...each, useType: withoutUse(each.useType, use) } : each;
      }),
    [...all],
  );
};

/** Rows that are used for something: what is stored. */
export const inUse = (rows: readonly StandardLink[]): StandardLink[] => rows.filter(({ useType }) => useType !== '');

export const isOutdated = ({ expireDate }: { expireDate: string | null }): boolean => isExpired(expireDate, chinaDay());

/** What the dialog's filters ask of the standards: an evaluation standard by its key, a test basis by its prefix; empty for neither. */
export type Preferred = { standardKey: string; basisPrefix: string };

/** The filtered standard, where the parameter offers it for evaluation. */
export const preferredEvaluation = (
  { standards }: Pick<OfferedParameter, 'standards'>,
  preferred?: Preferred,
): OfferedStandard | undefined =>
  preferred?.standardKey
    ? evaluationOf(standards).find(({ uniqueKey }) => uniqueKey === preferred.standardKey)
    : undefined;

/** The recommended basis, where the parameter offers one with that prefix. */
export const preferredBasis = (
  { basis }: Pick<OfferedParameter, 'basis'>,
  links: readonly StandardLink[],
  preferred?: Preferred,
): OfferedStandard | null =>
  preferred?.basisPrefix ? recommendedBasis(basis, usedAs(links, '1').map(keyOf), preferred.basisPrefix) : null;
