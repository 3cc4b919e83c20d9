import type { OfferedParameter } from '#contract';
import { byPublicationCode, foundIn, servesAs } from '#domain';
import { keyOf } from './standard-links.js';

export type ParameterFilter = { search: string; standardKey: string; onlyChosen: boolean };
export const NO_FILTER: ParameterFilter = { search: '', standardKey: '', onlyChosen: false };

/** Where a name holds what is searched for; null for no hit and for an empty search. */
export const hitIn = (name: string, search: string): { before: string; hit: string; after: string } | null => {
  const found = foundIn(name, search);
  return (
    found && { before: name.slice(0, found.from), hit: name.slice(found.from, found.to), after: name.slice(found.to) }
  );
};

export const nameOf = (parameter: OfferedParameter): string => parameter.displayName || parameter.name;

/**
 * The rows shown: in display order, those with a hit first (001 SS-008, SS-009). A standard shows only parameters that
 * offer it, and switches "only chosen" off (SS-010, SS-011). The full list is never touched, so leaving a filter restores it.
 */
export const shownParameters = (
  parameters: readonly OfferedParameter[],
  filter: ParameterFilter,
  isChosen: (id: string) => boolean,
): OfferedParameter[] => {
  const ordered = [...parameters].sort((left, right) => right.orderNum - left.orderNum);
  const kept = filter.standardKey
    ? ordered.filter(({ standards }) =>
        standards.some((standard) => keyOf(standard) === filter.standardKey && servesAs(standard.useType, '2')),
      )
    : filter.onlyChosen
      ? ordered.filter(({ id }) => isChosen(id))
      : ordered;
  const hits = kept.filter((parameter) => hitIn(nameOf(parameter), filter.search));
  return [...hits, ...kept.filter((parameter) => !hits.includes(parameter))];
};

/** Standards that any parameter offers for evaluation, once each, by publication code (001 §9). */
export const offeredStandards = (parameters: readonly OfferedParameter[]): OfferedParameter['standards'] => {
  const byKey = new Map(
    parameters
      .flatMap(({ standards }) => standards.filter(({ useType }) => servesAs(useType, '2')))
      .map((standard) => [keyOf(standard), standard]),
  );
  return [...byKey.values()].sort(byPublicationCode);
};
