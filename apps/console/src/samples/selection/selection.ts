import type { OfferedParameter } from '#contract';
import { withoutEvaluation } from '#domain/catalogue';
import { COUNT_RANGE, INPUT_MODE, isSimple } from '#domain/consignment';
import { countOrDefault } from '#domain/numbers';
import { byPublicationCode, defaultStandards, NO_PACK, isUsableAs, splitPack, type StandardUse } from '#domain/sample';
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
  withFittingBasis,
  withOnlyBasis,
} from '../standards/standard-rows.js';

export type PackChoice = NonNullable<Sample['pack']>;
/** `count` as it was typed. */
export type ParameterChoice = { count: number | string; links: StandardLink[] };

/** What the selection dialog holds until it is confirmed (001 SS-024). */
export type Selection = {
  chosen: ReadonlyMap<string, ParameterChoice>;
  pack: PackChoice | null;
  isNeedConclusion: boolean;
  /** The testing institution determines the parameters (isTestUnitConfirmTestParam). */
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

/** A change made by hand: the pack no longer describes what is chosen (PK-004). */
const byHand = (selection: Selection, chosen: ReadonlyMap<string, ParameterChoice>): Selection => ({
  ...selection,
  chosen,
  pack: null,
});

/** The laboratory's default standards, or what the dialog's filters ask for instead (SS-010, SS-015). */
const startingLinks = (
  parameter: OfferedParameter,
  isNeedConclusion: boolean,
  names: StandardNames,
  preferred?: StandardPreference,
): StandardLink[] => {
  const { basis, evaluation } = defaultStandards(parameter);
  const wanted = preferredEvaluation(parameter, preferred);
  const links = toStandardLinks({ basis, evaluation: isNeedConclusion ? (wanted ? [wanted] : evaluation) : [] }, names);
  const only = preferredBasis(parameter, links, preferred);
  return only ? withOnlyBasis(links, only, names) : links;
};

/** Chooses a parameter with its default standards, or drops it. One not offered is never chosen (001 SS-022). */
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
      links: startingLinks(parameter, selection.isNeedConclusion, names, preferred),
    });
  }
  return byHand(selection, chosen);
};

/** Takes a parameter out, whether the unit still offers it or not. */
export const removeParameter = (selection: Selection, id: string): Selection =>
  byHand(selection, new Map([...selection.chosen].filter(([other]) => other !== id)));

/** Chooses all offered parameters of a list, or drops all of them when every one is chosen. */
export const toggleAll = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
  preferred?: StandardPreference,
): Selection => {
  const offered = parameters.filter((parameter) => parameter.offered);
  const all = offered.every((parameter) => selection.chosen.has(parameter.id));
  return offered
    .filter((parameter) => selection.chosen.has(parameter.id) === all)
    .reduce((next, parameter) => toggleParameter(next, parameter, names, preferred), selection);
};

const changed = (selection: Selection, id: string, change: (choice: ParameterChoice) => ParameterChoice): Selection => {
  const choice = selection.chosen.get(id);
  return choice ? byHand(selection, new Map(selection.chosen).set(id, change(choice))) : selection;
};

/** The number that a count is worked with: 1 while it is wrong. */
export const effectiveCount = ({ count }: Pick<ParameterChoice, 'count'>): number =>
  countOrDefault(count, COUNT_RANGE, 1);

/**
 * The count as it is typed; what is wrong with it is told on saving. Counting is no change of parameters or standards,
 * so a pack stays.
 */
export const setCount = (selection: Selection, id: string, count: number | string): Selection => {
  const choice = selection.chosen.get(id);
  if (!choice) return selection;
  return { ...selection, chosen: new Map(selection.chosen).set(id, { ...choice, count }) };
};

/** What a by-hand choice of a standard depends on besides. */
export type StandardChoiceContext = {
  names: StandardNames;
  recommended: boolean;
  preferred?: StandardPreference | undefined;
};

/**
 * Uses a standard for a parameter, or stops using it; a parameter that was not chosen is chosen by it. With recommended
 * standards the test bases follow the evaluation standards (SS-026).
 */
export const toggleStandard = (
  selection: Selection,
  parameter: OfferedParameter,
  standard: OfferedStandard,
  use: StandardUse,
  { names, recommended, preferred }: StandardChoiceContext,
): Selection => {
  const holding = selection.chosen.has(parameter.id)
    ? selection
    : toggleParameter(selection, parameter, names, preferred);
  if (holding !== selection && hasUse(holding.chosen.get(parameter.id)?.links ?? [], standard, use)) return holding;
  return changed(holding, parameter.id, ({ count, links }) => {
    const next = hasUse(links, standard, use)
      ? removeUse(links, standard.uniqueKey, use)
      : addUse(links, standard, use, names);
    return { count, links: recommended && use === '2' ? withFittingBasis(next, parameter, names) : next };
  });
};

/** Other standards of chosen parameters, by parameter: what the standards dialog confirms (STD-007). */
export const applyStandardLinks = (selection: Selection, links: ReadonlyMap<string, StandardLink[]>): Selection =>
  byHand(
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

/** A pack replaces what was chosen (PK-002); what it holds and the unit does not offer is left out (001.md A-12). */
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

const relinked = (
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

/** Off: evaluation standards are dropped, standards of both uses stay as basis (SS-020). On: nothing else changes. */
export const withConclusion = (selection: Selection, isNeedConclusion: boolean): Selection =>
  relinked({ ...selection, isNeedConclusion }, [], (links) => (isNeedConclusion ? links : withoutEvaluation(links)));

/** Chosen parameters that have no evaluation standard get the laboratory's default ones. */
export const withDefaultEvaluation = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
): Selection =>
  relinked(selection, parameters, (links, parameter) =>
    !parameter || links.some(({ useType }) => isUsableAs(useType, '2'))
      ? links
      : defaultStandards(parameter).evaluation.reduce((next, standard) => addUse(next, standard, '2', names), links),
  );

/** The same choice in the order the parameters are listed, which is the order they are stored and printed in. */
export const sortForDisplay = (selection: Selection, parameters: readonly OfferedParameter[]): Selection => {
  const places = new Map(
    [...parameters].sort((left, right) => right.orderNum - left.orderNum).map(({ id }, place) => [id, place]),
  );
  return {
    ...selection,
    chosen: new Map(
      [...selection.chosen].sort(
        ([left], [right]) => (places.get(left) ?? parameters.length) - (places.get(right) ?? parameters.length),
      ),
    ),
  };
};

/** Messages of the dialog's confirm, by their text key (001 SS-006). */
export type SelectionProblem = 'chooseSample' | 'chooseLeaf' | 'chooseParameters' | 'enterReasonInDialog';

/** The first thing that keeps the dialog open, null when it may be confirmed. */
export const selectionProblem = (sample: { isLeaf: boolean } | null, selection: Selection): SelectionProblem | null => {
  if (!sample) return 'chooseSample';
  if (!sample.isLeaf) return 'chooseLeaf';
  if (selection.isLeftToLab) return selection.reason.trim() ? null : 'enterReasonInDialog';
  return selection.chosen.size > 0 ? null : 'chooseParameters';
};

/**
 * What is sent: left to the institution there are no parameters, no pack and no standards, and a conclusion is wanted
 * (001 TID-005). In simple input the standards are the sample's and not the parameters' (STD-017), except those a pack
 * brought along.
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

/** Where a name holds what is searched for; null for no hit and for an empty search. */
export const findHit = (name: string, search: string): { before: string; hit: string; after: string } | null => {
  const found = findFolded(name, search);
  return (
    found && { before: name.slice(0, found.from), hit: name.slice(found.from, found.to), after: name.slice(found.to) }
  );
};

export const parameterName = (parameter: OfferedParameter): string => parameter.displayName || parameter.name;

/**
 * The rows shown: in display order, those with a hit first (001 SS-008, SS-009). A standard shows only parameters that
 * offer it, and switches "only chosen" off (SS-010, SS-011). The full list is never touched, so leaving a filter
 * restores it.
 */
export const shownParameters = (
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

/** Standards that any parameter offers for evaluation, once each, by publication code (001 §9). */
export const offeredStandards = (parameters: readonly OfferedParameter[]): OfferedParameter['standards'] => {
  const byKey = new Map(
    parameters
      .flatMap(({ standards }) => standards.filter(({ useType }) => isUsableAs(useType, '2')))
      .map((standard) => [standardKey(standard), standard]),
  );
  return [...byKey.values()].sort(byPublicationCode);
};

/** Standards of chosen parameters before and after a filter marked its own among them. */
export type FilterMarks = ReadonlyMap<string, { before: StandardLink[]; after: StandardLink[] }>;
export const NO_MARKS: FilterMarks = new Map();

const filterMarksRelinked = (
  selection: Selection,
  linksOf: (choice: ParameterChoice, id: string) => StandardLink[],
): Selection => ({
  ...selection,
  chosen: new Map([...selection.chosen].map(([id, choice]) => [id, { ...choice, links: linksOf(choice, id) }])),
});

/**
 * Marks the filtered standard on every chosen parameter that offers it (SS-010), and remembers what was there. A pack's
 * standards stay the pack's.
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
  return { marks, selection: filterMarksRelinked(selection, ({ links }, id) => marks.get(id)?.after ?? links) };
};

/**
 * Earlier standards come back when the filter is cleared (SS-010), except where they were changed by hand meanwhile.
 */
export const removeFilterMarks = (selection: Selection, marks: FilterMarks): Selection =>
  filterMarksRelinked(selection, ({ links }, id) => {
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
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return filterMarksRelinked({ ...selection, pack: null }, ({ links }, id) => {
    const only = preferredBasis(parametersById.get(id) ?? { basis: [] }, links, { standardKey: '', basisPrefix });
    return only ? withOnlyBasis(links, only, names) : links;
  });
};
