import type { OfferedParameter } from '#contract';
import type { StandardLink } from '#events';
import type { ParameterChoice, Selection } from './selection.js';
import { addUse, type StandardNames, withOnlyBasis } from './standard-links.js';
import { preferredBasis, type Preferred, preferredEvaluation } from './standard-preference.js';

/** Standards of chosen parameters before and after a filter marked its own among them. */
export type Marked = ReadonlyMap<string, { before: StandardLink[]; after: StandardLink[] }>;
export const NOTHING_MARKED: Marked = new Map();

const relinked = (
  selection: Selection,
  linksOf: (choice: ParameterChoice, id: string) => StandardLink[],
): Selection => ({
  ...selection,
  chosen: new Map([...selection.chosen].map(([id, choice]) => [id, { ...choice, links: linksOf(choice, id) }])),
});

/** Marks the filtered standard on every chosen parameter that offers it (SS-010), and remembers what was there. A pack's standards stay the pack's. */
export const marked = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  preferred: Preferred,
  names: StandardNames,
): { selection: Selection; marks: Marked } => {
  if (selection.pack) return { selection, marks: NOTHING_MARKED };
  const marks = new Map(
    [...selection.chosen].flatMap(([id, { links }]) => {
      const standard = preferredEvaluation(
        parameters.find((parameter) => parameter.id === id) ?? { standards: [] },
        preferred,
      );
      return standard ? [[id, { before: links, after: addUse(links, standard, '2', names) }] as const] : [];
    }),
  );
  return { marks, selection: relinked(selection, ({ links }, id) => marks.get(id)?.after ?? links) };
};

/** Earlier standards come back when the filter is cleared (SS-010), except where they were changed by hand meanwhile. */
export const unmarked = (selection: Selection, marks: Marked): Selection =>
  relinked(selection, ({ links }, id) => {
    const mark = marks.get(id);
    return mark && JSON.stringify(mark.after) === JSON.stringify(links) ? mark.before : links;
  });

/** One test basis with the prefix in each chosen parameter that offers one, the others go (SS-015). */
export const withBasisPrefix = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  basisPrefix: string,
  names: StandardNames,
): Selection => {
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return relinked({ ...selection, pack: null }, ({ links }, id) => {
    const only = preferredBasis(known.get(id) ?? { basis: [] }, links, { standardKey: '', basisPrefix });
    return only ? withOnlyBasis(links, only, names) : links;
  });
};
