import type { CatalogueParameter, CatalogueSample, ChosenParameter } from '#events';
import { choosePrice } from '../pricing/price-choice.js';
import { rowFee } from '../pricing/sample-fee.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { linksOf, type RequestedStandard, type StandardsById } from './standard-links.js';

/** A parameter as the client chose it. Names and amounts it may carry besides are ignored (PR-017). */
export type RequestedParameter = {
  tuTestParamId: string;
  tuTestParamCount?: number;
  buSampleParamUseBaseStandard?: readonly RequestedStandard[];
};

/** Shown with its price, yet nobody may choose it: "not yet offered" (001 section 4). */
export const isOffered = ({ deleted }: Pick<CatalogueParameter, 'deleted'>): boolean => !deleted;

/** Whether a parameter is shown at all. */
export const isShown = ({ deleted, preConsignShow }: Pick<CatalogueParameter, 'deleted' | 'preConsignShow'>): boolean =>
  !deleted || preConsignShow;

/** Parameters of a sample in display order: order number descending, as the catalogue lists them where equal. */
export const offeredParametersOf = (sample: Pick<CatalogueSample, 'parameters'>): CatalogueParameter[] =>
  sample.parameters.filter(isShown).toSorted((left, right) => right.orderNum - left.orderNum);

/**
 * The chosen parameters with the names, prices and standards of the catalogue of today, in the order asked.
 * @throws RuleBroken PARAMETER_UNKNOWN, PARAMETER_NOT_OFFERED, PARAMETER_TWICE, STANDARD_UNKNOWN, STANDARD_NOT_FOR_BASIS, STANDARD_TWICE, all
 * that is wrong at once.
 */
export const chooseParameters = (
  sample: Pick<CatalogueSample, 'name' | 'parameters'>,
  requested: readonly RequestedParameter[],
  standardsById: StandardsById,
): ChosenParameter[] => {
  const problems: Problem[] = [];
  const chosen: ChosenParameter[] = [];
  for (const [index, request] of requested.entries()) {
    const path = `tuSampleParamIds.${index}`;
    const parameter = sample.parameters.find(({ id }) => sameId(id, request.tuTestParamId));
    if (!parameter || !isShown(parameter)) problems.push(problem('PARAMETER_UNKNOWN', { sample: sample.name }, path));
    else if (!isOffered(parameter))
      problems.push(problem('PARAMETER_NOT_OFFERED', { parameter: parameter.name }, path));
    else if (chosen.some(({ tuTestParamId }) => tuTestParamId === parameter.id))
      problems.push(problem('PARAMETER_TWICE', { parameter: parameter.name }, path));
    else {
      const standards = linksOf(
        request.buSampleParamUseBaseStandard ?? [],
        parameter.standards,
        standardsById,
        `${path}.buSampleParamUseBaseStandard`,
      );
      chosen.push(chosenParameter(parameter, request.tuTestParamCount ?? 1, standards.links));
      problems.push(...standards.problems);
    }
  }
  refuseIf(problems);
  return chosen;
};

const chosenParameter = (
  parameter: CatalogueParameter,
  count: number,
  standards: ChosenParameter['standards'],
): ChosenParameter => {
  const price = choosePrice(parameter);
  return {
    tuTestParamId: parameter.id,
    tuTestParamCode: parameter.code,
    tuTestParamName: parameter.name,
    tuTestParamDescription: parameter.remark,
    ...price,
    totalFee: rowFee(price.tuTestParamPrice, count),
    tuTestParamCount: count,
    paramWorkDay: parameter.paramWorkDay,
    testCount: parameter.testQuantity,
    sharedTestCount: parameter.shareTestQuantity,
    sharedTestCountName: parameter.shareTestQuantityIdent,
    sharedTestCountUnit: parameter.unitMeasure,
    standards,
  };
};
