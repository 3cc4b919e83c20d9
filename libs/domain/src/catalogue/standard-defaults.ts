import type { CataloguePack, CatalogueSample, OfferedStandard } from '#events';
import { sameId } from '../rules/same-id.js';
import { defaultStandards } from '../standards/criteria.js';
import { servesAs, withUse } from '../standards/standard-use.js';
import type { RequestedParameter } from './choose-parameters.js';
import type { RequestedStandard } from './standard-links.js';

/**
 * Chosen parameters of which nobody says by what standards, with those the laboratory marks as default: what ticking a
 * parameter in the dialog does. An empty list is a choice and stays empty.
 */
export const withDefaultStandards = (
  { parameters }: Pick<CatalogueSample, 'parameters'>,
  requested: readonly RequestedParameter[],
): RequestedParameter[] =>
  requested.map((each) => {
    const parameter = each.buSampleParamUseBaseStandard
      ? undefined
      : parameters.find(({ id }) => sameId(id, each.tuTestParamId));
    return parameter ? { ...each, buSampleParamUseBaseStandard: requestedOf(defaultStandards(parameter)) } : each;
  });

/** Chosen parameters of which nobody says by what standards, with those that the pack brings along (PK-002). */
export const withPackStandards = (
  { entries }: CataloguePack,
  requested: readonly RequestedParameter[],
): RequestedParameter[] =>
  requested.map((each) => {
    const entry = each.buSampleParamUseBaseStandard
      ? undefined
      : entries.find(({ param }) => sameId(param.id, each.tuTestParamId));
    return entry
      ? {
          ...each,
          buSampleParamUseBaseStandard: requestedOf({
            basis: entry.basis,
            evaluation: entry.standards.filter(({ useType }) => servesAs(useType, '2')),
          }),
        }
      : each;
  });

const requestedOf = ({
  basis,
  evaluation,
}: {
  basis: OfferedStandard[];
  evaluation: OfferedStandard[];
}): RequestedStandard[] => {
  const byKey = new Map<string, RequestedStandard>();
  const use = (standards: typeof basis, as: '1' | '2') => {
    for (const { standardId, uniqueKey } of standards)
      byKey.set(uniqueKey, {
        baBaseStandardId: standardId,
        limsUniqueKey: uniqueKey,
        useType: withUse(byKey.get(uniqueKey)?.useType ?? '', as),
      });
  };
  use(basis, '1');
  use(evaluation, '2');
  return [...byKey.values()];
};
