import type { OfferedParameter } from '#contract';
import { NO_PACK, withoutEvaluation } from '#domain';
import type { OfferedStandard, Sample, StandardLink } from '#events';
import { addUse, dropUse, evaluationOf, isUsedAs, linksOf, type StandardNames, type Use } from './standard-links.js';

type PackChoice = NonNullable<Sample['pack']>;
export type ParameterChoice = { count: number; links: StandardLink[] };

/** What the selection dialog holds until it is confirmed (001 SS-024). */
export type Selection = {
  chosen: ReadonlyMap<string, ParameterChoice>;
  pack: PackChoice | null;
  isNeedConclusion: boolean;
  /** The testing institution determines the parameters (isTestUnitConfirmTestParam). */
  isLeftToLab: boolean;
  reason: string;
};


export const nothingSelected = (isNeedConclusion = true): Selection => ({ chosen: new Map(), pack: null, isNeedConclusion, isLeftToLab: false, reason: '' });

/** A change made by hand: the pack no longer describes what is chosen (PK-004). */
const byHand = (selection: Selection, chosen: ReadonlyMap<string, ParameterChoice>): Selection => ({ ...selection, chosen, pack: null });

const defaultLinks = (parameter: OfferedParameter, isNeedConclusion: boolean, names: StandardNames): StandardLink[] =>
  linksOf({ basis: parameter.basis.filter((standard) => standard.isDefault), evaluation: isNeedConclusion ? evaluationOf(parameter.standards).filter((standard) => standard.isDefault) : [] }, names);

/** Chooses a parameter with its default standards, or drops it. One not offered is never chosen (001 SS-022). */
export const toggled = (selection: Selection, parameter: OfferedParameter, names: StandardNames): Selection => {
  const chosen = new Map(selection.chosen);
  if (!chosen.delete(parameter.id)) {
    if (!parameter.offered) return selection;
    chosen.set(parameter.id, { count: 1, links: defaultLinks(parameter, selection.isNeedConclusion, names) });
  }
  return byHand(selection, chosen);
};

/** Chooses all offered parameters of a list, or drops all of them when every one is chosen. */
export const toggledAll = (selection: Selection, parameters: readonly OfferedParameter[], names: StandardNames): Selection => {
  const offered = parameters.filter((parameter) => parameter.offered);
  const all = offered.every((parameter) => selection.chosen.has(parameter.id));
  return offered.filter((parameter) => selection.chosen.has(parameter.id) === all).reduce((next, parameter) => toggled(next, parameter, names), selection);
};

const changed = (selection: Selection, id: string, change: (choice: ParameterChoice) => ParameterChoice): Selection => {
  const choice = selection.chosen.get(id);
  return choice ? byHand(selection, new Map(selection.chosen).set(id, change(choice))) : selection;
};

/** A count is an integer from 1 (001 PP). Counting is no change of parameters or standards, so a pack stays. */
export const counted = (selection: Selection, id: string, count: number): Selection => {
  const choice = selection.chosen.get(id);
  if (!choice || !Number.isInteger(count) || count < 1) return selection;
  return { ...selection, chosen: new Map(selection.chosen).set(id, { ...choice, count }) };
};

/** Uses a standard for a parameter, or stops using it; a parameter that was not chosen is chosen by it. */
export const standardToggled = (selection: Selection, parameter: OfferedParameter, standard: OfferedStandard, use: Use, names: StandardNames): Selection => {
  const holding = selection.chosen.has(parameter.id) ? selection : toggled(selection, parameter, names);
  if (holding !== selection && isUsedAs(holding.chosen.get(parameter.id)?.links ?? [], standard, use)) return holding;
  return changed(holding, parameter.id, ({ count, links }) => ({ count, links: isUsedAs(links, standard, use) ? dropUse(links, standard.uniqueKey, use) : addUse(links, standard, use, names) }));
};

type PackDetail = { id: string; packJson: string; entries: readonly { param: { id: string }; standards: readonly OfferedStandard[]; basis: readonly OfferedStandard[] }[] };

/** A pack replaces what was chosen (PK-002); what it holds and the unit does not offer is left out (001.md A-12). */
export const withPack = (selection: Selection, pack: PackDetail, parameters: readonly OfferedParameter[], names: StandardNames): { selection: Selection; notOffered: OfferedParameter[] } => {
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const chosen = new Map<string, ParameterChoice>();
  const notOffered: OfferedParameter[] = [];
  for (const { param, standards, basis } of pack.entries) {
    const parameter = known.get(param.id);
    if (!parameter) continue;
    if (!parameter.offered) notOffered.push(parameter);
    else chosen.set(param.id, { count: 1, links: linksOf({ basis, evaluation: selection.isNeedConclusion ? evaluationOf(standards) : [] }, names) });
  }
  return { selection: { ...selection, chosen, pack: { packFlag: 1, packId: pack.id, packJson: pack.packJson } }, notOffered };
};

export const withoutPack = (selection: Selection): Selection => ({ ...selection, pack: null });

/** Off: evaluation standards are dropped (001 SS-020). On: chosen parameters that have none get their default ones. */
export const withConclusion = (selection: Selection, isNeedConclusion: boolean, parameters: readonly OfferedParameter[], names: StandardNames): Selection => {
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const linksFor = (id: string, links: StandardLink[]): StandardLink[] => {
    if (!isNeedConclusion) return withoutEvaluation(links);
    const defaults = evaluationOf(known.get(id)?.standards ?? []).filter((standard) => standard.isDefault);
    return defaults.reduce((next, standard) => addUse(next, standard, '2', names), links);
  };
  return { ...selection, isNeedConclusion, chosen: new Map([...selection.chosen].map(([id, { count, links }]) => [id, { count, links: linksFor(id, links) }])) };
};

/** The same choice in the order the parameters are listed, which is the order they are stored and printed in. */
export const inDisplayOrder = (selection: Selection, parameters: readonly OfferedParameter[]): Selection => {
  const places = new Map([...parameters].sort((left, right) => right.orderNum - left.orderNum).map(({ id }, place) => [id, place]));
  return { ...selection, chosen: new Map([...selection.chosen].sort(([left], [right]) => (places.get(left) ?? parameters.length) - (places.get(right) ?? parameters.length))) };
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

/** What is sent: left to the institution there are no parameters, no pack and no standards, and a conclusion is wanted (001 TID-005). */
export const payloadOf = (selection: Selection) =>
  selection.isLeftToLab
    ? { tuSampleParamIds: [], buSampleParamPackInfo: NO_PACK, isNeedConclusion: true, isTestUnitConfirmTestParam: true, testReason: selection.reason.trim() }
    : {
        tuSampleParamIds: [...selection.chosen].map(([tuTestParamId, { count, links }]) => ({ tuTestParamId, tuTestParamCount: count, buSampleParamUseBaseStandard: links })),
        buSampleParamPackInfo: selection.pack ?? NO_PACK,
        isNeedConclusion: selection.isNeedConclusion,
        isTestUnitConfirmTestParam: false,
        testReason: '',
      };
