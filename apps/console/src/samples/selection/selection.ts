import type { OfferedParameter } from '#contract';
import { removeEvaluation } from '#domain/catalogue';
import { COUNT_RANGE, INPUT_MODE, isSimple } from '#domain/consignment';
import { countOrDefault } from '#domain/numbers';
import {
  comparePublicationCodes,
  defaultStandards,
  NO_PACK,
  isUsableAs,
  splitPack,
  type StandardUse,
} from '#domain/sample';
import { findFolded } from '#domain/text';
import type { OfferedStandard, Sample, StandardLink } from '#events';
import {
  addUse,
  removeUse,
  evaluationStandards,
  hasUse,
  standardKey,
  toStandardLinks,
  type StandardPreference,
  preferredBasis,
  preferredEvaluation,
  type StandardNames,
  withMatchingBasis,
  withOnlyBasis,
} from '../standards/standard-rows.js';

export type PackChoice = NonNullable<Sample['pack']>;
/** `count` as typed. */
export type ParameterChoice = { count: number | string; links: StandardLink[] };

/** The state of the selection dialog until it is confirmed (001 SS-024). */
export type Selection = {
  chosen: ReadonlyMap<string, ParameterChoice>;
  pack: PackChoice | null;
  isNeedConclusion: boolean;
  /** The laboratory determines the parameters (isTestUnitConfirmTestParam). */
  isLeftToLab: boolean;
  reason: string;
};

export const emptySelection = (isNeedConclusion = true): Selection => ({
  chosen: new Map(),
  pack: null,
  isNeedConclusion,
  isLeftToLab: false,
  reason: '',
});

/** A manual change: the pack no longer describes the choice (PK-004). */
const withManualChoice = (selection: Selection, chosen: ReadonlyMap<string, ParameterChoice>): Selection => ({
  ...selection,
  chosen,
  pack: null,
});

/** The laboratory's default standards, or those of the dialog's filters (SS-010, SS-015). */
const initialLinks = (
  parameter: OfferedParameter,
  isNeedConclusion: boolean,
  names: StandardNames,
  preferred?: StandardPreference,
): StandardLink[] => {
  const { basis, evaluation } = defaultStandards(parameter);
  const preferredStandard = preferredEvaluation(parameter, preferred);
  const links = toStandardLinks(
    { basis, evaluation: isNeedConclusion ? (preferredStandard ? [preferredStandard] : evaluation) : [] },
    names,
  );
  const only = preferredBasis(parameter, links, preferred);
  return only ? withOnlyBasis(links, only, names) : links;
};

/**
 * Chooses a parameter with its default standards, or removes it. One that is not offered cannot be chosen (001 SS-022).
 */
export const toggleParameter = (
  selection: Selection,
  parameter: OfferedParameter,
  names: StandardNames,
  preferred?: StandardPreference,
): Selection => {
  const chosen = new Map(selection.chosen);
  if (!chosen.delete(parameter.id)) {
    if (!parameter.offered) return selection;
    chosen.set(parameter.id, {
      count: 1,
      links: initialLinks(parameter, selection.isNeedConclusion, names, preferred),
    });
  }
  return withManualChoice(selection, chosen);
};

/** Removes a parameter, whether the unit still offers it or not. */
export const removeParameter = (selection: Selection, id: string): Selection =>
  withManualChoice(selection, new Map([...selection.chosen].filter(([other]) => other !== id)));

/** Chooses all offered parameters of a list, or removes all of them if every one is chosen. */
export const toggleAll = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
  preferred?: StandardPreference,
): Selection => {
  const offeredParameters = parameters.filter((parameter) => parameter.offered);
  const areAllChosen = offeredParameters.every((parameter) => selection.chosen.has(parameter.id));
  return offeredParameters
    .filter((parameter) => selection.chosen.has(parameter.id) === areAllChosen)
    .reduce((next, parameter) => toggleParameter(next, parameter, names, preferred), selection);
};

const withChangedChoice = (
  selection: Selection,
  id: string,
  change: (choice: ParameterChoice) => ParameterChoice,
): Selection => {
  const choice = selection.chosen.get(id);
  return choice ? withManualChoice(selection, new Map(selection.chosen).set(id, change(choice))) : selection;
};

/** The effective number of a count: 1 while it is wrong. */
export const effectiveCount = ({ count }: Pick<ParameterChoice, 'count'>): number =>
  countOrDefault(count, COUNT_RANGE, 1);

/** The count as typed; errors are reported on saving. A count changes no parameters or standards, so a pack stays. */
export const setCount = (selection: Selection, id: string, count: number | string): Selection => {
  const choice = selection.chosen.get(id);
  if (!choice) return selection;
  return { ...selection, chosen: new Map(selection.chosen).set(id, { ...choice, count }) };
};

/** Other input for a manual choice of a standard. */
export type StandardChoiceContext = {
  names: StandardNames;
  recommended: boolean;
  preferred?: StandardPreference | undefined;
};

/**
 * Uses a standard for a parameter, or stops using it; this also chooses the parameter. With recommended standards the
 * test bases follow the evaluation standards (SS-026).
 */
export const toggleStandard = (
  selection: Selection,
  parameter: OfferedParameter,
  standard: OfferedStandard,
  use: StandardUse,
  { names, recommended, preferred }: StandardChoiceContext,
): Selection => {
  const withParameter = selection.chosen.has(parameter.id)
    ? selection
    : toggleParameter(selection, parameter, names, preferred);
  if (withParameter !== selection && hasUse(withParameter.chosen.get(parameter.id)?.links ?? [], standard, use))
    return withParameter;
  return withChangedChoice(withParameter, parameter.id, ({ count, links }) => {
    const next = hasUse(links, standard, use)
      ? removeUse(links, standard.uniqueKey, use)
      : addUse(links, standard, use, names);
    return { count, links: recommended && use === '2' ? withMatchingBasis(next, parameter, names) : next };
  });
};

/** Other standards of chosen parameters, by parameter: the result of the standards dialog (STD-007). */
export const applyStandardLinks = (selection: Selection, links: ReadonlyMap<string, StandardLink[]>): Selection =>
  withManualChoice(
    selection,
    new Map([...selection.chosen].map(([id, choice]) => [id, { ...choice, links: links.get(id) ?? choice.links }])),
  );

type PackDetail = {
  id: string;
  packJson: string;
  entries: readonly {
    param: { id: string };
    standards: readonly OfferedStandard[];
    basis: readonly OfferedStandard[];
  }[];
};

/** A pack replaces the choice (PK-002); its parameters that the unit does not offer are left out (001.md A-12). */
export const withPack = (
  selection: Selection,
  pack: PackDetail,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
): Selection => {
  const chosen = new Map(
    splitPack(pack.entries, parameters).available.map(
      ({ entry: { basis, standards }, parameter }): [string, ParameterChoice] => [
        parameter.id,
        {
          count: 1,
          links: toStandardLinks(
            { basis, evaluation: selection.isNeedConclusion ? evaluationStandards(standards) : [] },
            names,
          ),
        },
      ],
    ),
  );
  return { ...selection, chosen, pack: { packFlag: 1, packId: pack.id, packJson: pack.packJson } };
};

export const withoutPack = (selection: Selection): Selection => ({ ...selection, pack: null });

const withLinks = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  linksFor: (links: StandardLink[], parameter: OfferedParameter | undefined) => StandardLink[],
): Selection => {
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return {
    ...selection,
    chosen: new Map(
      [...selection.chosen].map(([id, { count, links }]) => [
        id,
        { count, links: linksFor(links, parametersById.get(id)) },
      ]),
    ),
  };
};

/** Off: evaluation standards are removed, standards of both uses stay as basis (SS-020). On: nothing else changes. */
export const withConclusion = (selection: Selection, isNeedConclusion: boolean): Selection =>
  withLinks({ ...selection, isNeedConclusion }, [], (links) => (isNeedConclusion ? links : removeEvaluation(links)));

/** Chosen parameters that have no evaluation standard get the laboratory's default ones. */
export const withDefaultEvaluation = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
): Selection =>
  withLinks(selection, parameters, (links, parameter) =>
    !parameter || links.some(({ useType }) => isUsableAs(useType, '2'))
      ? links
      : defaultStandards(parameter).evaluation.reduce((next, standard) => addUse(next, standard, '2', names), links),
  );

/** The same choice in the order of the list of parameters, in which they are stored and printed. */
export const sortForDisplay = (selection: Selection, parameters: readonly OfferedParameter[]): Selection => {
  const indexes = new Map(
    [...parameters].sort((left, right) => right.orderNum - left.orderNum).map(({ id }, index) => [id, index]),
  );
  return {
    ...selection,
    chosen: new Map(
      [...selection.chosen].sort(
        ([left], [right]) => (indexes.get(left) ?? parameters.length) - (indexes.get(right) ?? parameters.length),
      ),
    ),
  };
};

/** Messages of the dialog's confirm, by their text key (001 SS-006). */
export type SelectionProblem = 'chooseSample' | 'chooseLeaf' | 'chooseParameters' | 'enterReasonInDialog';

/** The first problem that keeps the dialog open, null if it may be confirmed. */
export const selectionProblem = (sample: { isLeaf: boolean } | null, selection: Selection): SelectionProblem | null => {
  if (!sample) return 'chooseSample';
  if (!sample.isLeaf) return 'chooseLeaf';
  if (selection.isLeftToLab) return selection.reason.trim() ? null : 'enterReasonInDialog';
  return selection.chosen.size > 0 ? null : 'chooseParameters';
};

/**
 * The members to send: without parameters, pack and standards if the choice is left to the laboratory, and then with a
 * conclusion (001 TID-005). In simple input the standards belong to the sample and not to the parameters (STD-017),
 * except those that a pack brought along.
 */
export const toSelectionPayload = (selection: Selection, inputMethod: number = INPUT_MODE.professional) =>
  selection.isLeftToLab
    ? {
        tuSampleParamIds: [],
        buSampleParamPackInfo: NO_PACK,
        isNeedConclusion: true,
        isTestUnitConfirmTestParam: true,
        testReason: selection.reason.trim(),
      }
    : {
        tuSampleParamIds: [...selection.chosen].map(([tuTestParamId, { count, links }]) => ({
          tuTestParamId,
          tuTestParamCount: effectiveCount({ count }),
          buSampleParamUseBaseStandard: isSimple(inputMethod) && !selection.pack ? [] : links,
        })),
        buSampleParamPackInfo: selection.pack ?? NO_PACK,
        isNeedConclusion: selection.isNeedConclusion,
        isTestUnitConfirmTestParam: false,
        testReason: '',
      };

export type ParameterFilter = { search: string; standardKey: string; onlyChosen: boolean };
export const NO_FILTER: ParameterFilter = { search: '', standardKey: '', onlyChosen: false };

/** The position of the search text in a name; null for no match and for an empty search. */
export const findHit = (name: string, search: string): { before: string; hit: string; after: string } | null => {
  const match = findFolded(name, search);
  return (
    match && { before: name.slice(0, match.from), hit: name.slice(match.from, match.to), after: name.slice(match.to) }
  );
};

export const parameterName = (parameter: OfferedParameter): string => parameter.displayName || parameter.name;

/**
 * The visible rows: in display order, matches first (001 SS-008, SS-009). A standard restricts them to parameters that
 * offer it, and switches "only chosen" off (SS-010, SS-011). The full list is unchanged, so that clearing a filter
 * restores it.
 */
export const visibleParameters = (
  parameters: readonly OfferedParameter[],
  filter: ParameterFilter,
  isChosen: (id: string) => boolean,
): OfferedParameter[] => {
  const ordered = [...parameters].sort((left, right) => right.orderNum - left.orderNum);
  const matching = filter.standardKey
    ? ordered.filter(({ standards }) =>
        standards.some((standard) => standardKey(standard) === filter.standardKey && isUsableAs(standard.useType, '2')),
      )
    : filter.onlyChosen
      ? ordered.filter(({ id }) => isChosen(id))
      : ordered;
  const hits = matching.filter((parameter) => findHit(parameterName(parameter), filter.search));
  return [...hits, ...matching.filter((parameter) => !hits.includes(parameter))];
};

/** Standards that any parameter offers for evaluation, without duplicates, by publication code (001 §9). */
export const offeredStandards = (parameters: readonly OfferedParameter[]): OfferedParameter['standards'] => {
  const byKey = new Map(
    parameters
      .flatMap(({ standards }) => standards.filter(({ useType }) => isUsableAs(useType, '2')))
      .map((standard) => [standardKey(standard), standard]),
  );
  return [...byKey.values()].sort(comparePublicationCodes);
};

/** Standards of chosen parameters before and after a filter marked its own among them. */
export type FilterMarks = ReadonlyMap<string, { before: StandardLink[]; after: StandardLink[] }>;
export const NO_MARKS: FilterMarks = new Map();

const withLinksOf = (
  selection: Selection,
  linksOf: (choice: ParameterChoice, id: string) => StandardLink[],
): Selection => ({
  ...selection,
  chosen: new Map([...selection.chosen].map(([id, choice]) => [id, { ...choice, links: linksOf(choice, id) }])),
});

/**
 * Marks the filtered standard on every chosen parameter that offers it (SS-010), and remembers the previous standards.
 * Standards of a pack are unchanged.
 */
export const applyFilterMarks = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  preferred: StandardPreference,
  names: StandardNames,
): { selection: Selection; marks: FilterMarks } => {
  if (selection.pack) return { selection, marks: NO_MARKS };
  const marks = new Map(
    [...selection.chosen].flatMap(([id, { links }]) => {
      const standard = preferredEvaluation(
        parameters.find((parameter) => parameter.id === id) ?? { standards: [] },
        preferred,
      );
      return standard ? [[id, { before: links, after: addUse(links, standard, '2', names) }] as const] : [];
    }),
  );
  return { marks, selection: withLinksOf(selection, ({ links }, id) => marks.get(id)?.after ?? links) };
};

/**
 * Restores the previous standards when the filter is cleared (SS-010), except those that were changed by hand
 * meanwhile.
 */
export const removeFilterMarks = (selection: Selection, marks: FilterMarks): Selection =>
  withLinksOf(selection, ({ links }, id) => {
    const mark = marks.get(id);
    return mark && JSON.stringify(mark.after) === JSON.stringify(links) ? mark.before : links;
  });

/** One test basis with the prefix in each chosen parameter that offers one, in place of the others (SS-015). */
export const withBasisPrefix = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  basisPrefix: string,
  names: StandardNames,
): Selection => {
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return withLinksOf({ ...selection, pack: null }, ({ links }, id) => {
    const only = preferredBasis(parametersById.get(id) ?? { basis: [] }, links, { standardKey: '', basisPrefix });
    return only ? withOnlyBasis(links, only, names) : links;
  });
};
