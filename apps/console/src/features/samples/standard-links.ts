import type { OfferedParameter } from '#contract';
import {
  basisOffered,
  citedStandard,
  linkOfLab,
  servesAs,
  type StandardUse,
  usedAs,
  withoutUse,
  withUse,
} from '#domain';
import type { OfferedStandard, StandardLink } from '#events';

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
