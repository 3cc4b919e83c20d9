import type { CataloguePack, CatalogueSample, OfferedStandard, StandardLink } from '#events';
import { sameId } from '../rules/equality.js';
import { defaultStandards, isUsableAs, addStandardUse } from '../sample/standards.js';
import type { RequestedParameter, RequestedStandard } from './choose-parameters.js';

/**
 * Adds the laboratory's default standards to chosen parameters without standards, as ticking a parameter in the dialog
 * does. An empty list is a choice and stays empty.
 */
export const withDefaultStandards = (
  { parameters }: Pick<CatalogueSample, 'parameters'>,
  requestedParameters: readonly RequestedParameter[],
): RequestedParameter[] =>
  requestedParameters.map((each) => {
    const parameter = each.buSampleParamUseBaseStandard
      ? undefined
      : parameters.find(({ id }) => sameId(id, each.tuTestParamId));
    return parameter
      ? { ...each, buSampleParamUseBaseStandard: toRequestedStandards(defaultStandards(parameter)) }
      : each;
  });

/** Adds the standards of the pack to chosen parameters without standards (PK-002). */
export const withPackStandards = (
  { entries }: CataloguePack,
  requestedParameters: readonly RequestedParameter[],
): RequestedParameter[] =>
  requestedParameters.map((each) => {
    const entry = each.buSampleParamUseBaseStandard
      ? undefined
      : entries.find(({ param }) => sameId(param.id, each.tuTestParamId));
    return entry
      ? {
          ...each,
          buSampleParamUseBaseStandard: toRequestedStandards({
            basis: entry.basis,
            evaluation: entry.standards.filter(({ useType }) => isUsableAs(useType, '2')),
          }),
        }
      : each;
  });

const toRequestedStandards = ({
  basis,
  evaluation,
}: {
  basis: OfferedStandard[];
  evaluation: OfferedStandard[];
}): RequestedStandard[] => {
  const byKey = new Map<string, RequestedStandard>();
  const addStandards = (standards: typeof basis, use: '1' | '2') => {
    for (const { standardId, uniqueKey } of standards)
      byKey.set(uniqueKey, {
        baBaseStandardId: standardId,
        limsUniqueKey: uniqueKey,
        useType: addStandardUse(byKey.get(uniqueKey)?.useType ?? '', use),
      });
  };
  addStandards(basis, '1');
  addStandards(evaluation, '2');
  return [...byKey.values()];
};

type CitedStandard = Pick<StandardLink, 'baseStandardCode' | 'baseStandardName' | 'baseStandardClauseCode'>;

/**
 * A standard as all pages and documents cite it, with the clause of the method: "JTG 3420-2020 T 0504". The name
 * replaces a missing code.
 */
export const citedStandard = ({ baseStandardCode, baseStandardName, baseStandardClauseCode }: CitedStandard): string =>
  [baseStandardCode || baseStandardName, baseStandardClauseCode].filter(Boolean).join(' ');

/**
 * The distinct citations of the standards that a parameter uses as test basis ("1") or for evaluation ("2"). If the
 * parameter has none of its own, those of the whole sample (001.md A-09).
 */
export const standardCodesOf = (
  use: '1' | '2',
  parameterLinks: readonly StandardLink[],
  sampleLinks: readonly StandardLink[],
): string[] => {
  const filterByUse = (links: readonly StandardLink[]) =>
    links.filter(({ useType }) => useType === use || useType === '3');
  const links = filterByUse(parameterLinks).length > 0 ? filterByUse(parameterLinks) : filterByUse(sampleLinks);
  return [...new Set(links.map(citedStandard))];
};
