import type { CatalogueParameter, CatalogueSample } from '#events';
import { sameId } from '../rules/same-id.js';
import { defaultStandards } from '../standards/criteria.js';
import { withUse } from '../standards/standard-use.js';
import type { RequestedParameter } from './choose-parameters.js';
import type { RequestedStandard } from './standard-links.js';

/**
 * Chosen parameters of which nobody says by what standards, with those the laboratory marks as default: what ticking a
 * parameter in the dialog does. An empty list is a choice and stays empty.
 */
export const withDefaultStandards = ({ parameters }: Pick<CatalogueSample, 'parameters'>, requested: readonly RequestedParameter[]): RequestedParameter[] =>
  requested.map((each) => {
    const parameter = each.buSampleParamUseBaseStandard ? undefined : parameters.find(({ id }) => sameId(id, each.tuTestParamId));
    return parameter ? { ...each, buSampleParamUseBaseStandard: defaultsOf(parameter) } : each;
  });

const defaultsOf = (parameter: CatalogueParameter): RequestedStandard[] => {
  const { basis, evaluation } = defaultStandards(parameter);
  const byKey = new Map<string, RequestedStandard>();
  const use = (standards: typeof basis, as: '1' | '2') => {
    for (const { standardId, uniqueKey } of standards) byKey.set(uniqueKey, { baBaseStandardId: standardId, limsUniqueKey: uniqueKey, useType: withUse(byKey.get(uniqueKey)?.useType ?? '', as) });
  };
  use(basis, '1');
  use(evaluation, '2');
  return [...byKey.values()];
};
