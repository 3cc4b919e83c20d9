import type { OfferedParameter, PickedStandard } from '#contract';
import { byPublicationCode, isExpired, linkOfPicked, servesAs, type StandardUse, withoutUse, withUse } from '#domain';
import type { StandardLink } from '#events';
import { chinaDay } from '../../lib/china-time.js';
import { linkOf, type StandardNames } from './standard-links.js';

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
