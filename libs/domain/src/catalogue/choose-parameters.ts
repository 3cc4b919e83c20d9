import type {
  CatalogueParameter,
  CatalogueSample,
  CatalogueStandard,
  ChosenParameter,
  OfferedStandard,
  StandardLink,
} from '#events';
import { dashedId, sameId } from '../rules/equality.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { choosePrice, rowFee } from '../sample/pricing.js';
import { CUSTOM_STANDARD_PREFIX, customStandard, isUsableAs, standardTypeOf } from '../sample/standards.js';

/**
 * A standard as the client chose it. Only its identity (id, key and clause, or the name of a custom standard) and its
 * use count.
 */
export type RequestedStandard = Partial<StandardLink> & { useType: StandardLink['useType'] };

/** Standards by id, in lower case with dashes. */
export type StandardsById = ReadonlyMap<string, CatalogueStandard>;

/**
 * The chosen standards with the data of the catalogue: from the parameter's offered standard first, otherwise from the
 * standard itself. A standard that neither the parameter offers nor the catalogue has gives STANDARD_UNKNOWN at its
 * `path`, a custom standard used as test basis STANDARD_NOT_FOR_BASIS (STD-012), and a repeated standard
 * STANDARD_TWICE.
 */
export const linksOf = (
  requests: readonly RequestedStandard[],
  offeredStandards: readonly OfferedStandard[],
  standardsById: StandardsById,
  path: string,
): { links: StandardLink[]; problems: Problem[] } => {
  const links: StandardLink[] = [];
  const problems: Problem[] = [];
  for (const [index, each] of requests.entries()) {
    const link = linkOf(each, findOfferedStandard(each, offeredStandards), standardsById);
    if (link?.baBaseStandardId === null && isUsableAs(each.useType, '1'))
      problems.push(problem('STANDARD_NOT_FOR_BASIS', { standard: link.baseStandardName }, `${path}.${index}`));
    else if (link && links.some((other) => isSameStandard(other, link)))
      problems.push(problem('STANDARD_TWICE', {}, `${path}.${index}`));
    else if (link) links.push(link);
    else problems.push(problem('STANDARD_UNKNOWN', {}, `${path}.${index}`));
  }
  return { links, problems };
};

/** A standard may occur once for each clause and use. */
const isSameStandard = (left: StandardLink, right: StandardLink): boolean =>
  (left.useType === right.useType || left.useType === '3' || right.useType === '3') &&
  (left.baBaseStandardId === null
    ? right.baBaseStandardId === null && left.baseStandardName === right.baseStandardName
    : left.baBaseStandardId === right.baBaseStandardId &&
      left.baseStandardClauseCode === right.baseStandardClauseCode &&
      left.limsUniqueKey === right.limsUniqueKey);

const linkOf = (
  request: RequestedStandard,
  link: OfferedStandard | undefined,
  standardsById: StandardsById,
): StandardLink | null => {
  const id = link?.standardId ?? request.baBaseStandardId ?? '';
  if (id === '') return customLink(request);
  const standard = standardsById.get(dashedId(id));
  if (!link && !standard) return null;
  const clause = request.baseStandardClauseCode ?? '';
  return {
    baBaseStandardId: dashedId(id),
    baseStandardName: standard?.standardName ?? request.baseStandardName ?? '',
    baseStandardCode: standard?.publishCode ?? link?.publishCode ?? '',
    baseStandardClauseCode: link?.clauseCode ?? (standard?.clauseCodes.includes(clause) ? clause : ''),
    baseStandardType: standardTypeOf(link?.type ?? standard?.type),
    useType: request.useType,
    limsUniqueKey: link?.uniqueKey ?? standard?.uniqueKey ?? '',
    isDefault: link?.isDefault ?? false,
    executeDate: standard?.executeDate ?? null,
    expireDate: standard?.expireDate ?? null,
  };
};

/**
 * Without a conclusion nothing is evaluated: evaluation standards are removed, and standards for both uses stay as test
 * basis (001 section 4).
 */
export const removeEvaluation = (links: readonly StandardLink[]): StandardLink[] =>
  links
    .filter(({ useType }) => useType !== '2')
    .map((link) => (link.useType === '3' ? { ...link, useType: '1' } : link));

/** A standard may be offered with several clauses; the unique key identifies the clause. */
const findOfferedStandard = (
  { baBaseStandardId, limsUniqueKey }: RequestedStandard,
  offeredStandards: readonly OfferedStandard[],
): OfferedStandard | undefined => {
  if (!baBaseStandardId)
    return limsUniqueKey ? offeredStandards.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) : undefined;
  const matches = offeredStandards.filter(({ standardId }) => sameId(standardId, baBaseStandardId));
  return matches.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) ?? matches[0];
};

const customLink = ({ baseStandardName, limsUniqueKey = '' }: RequestedStandard): StandardLink | null => {
  const keyName = limsUniqueKey.startsWith(CUSTOM_STANDARD_PREFIX)
    ? limsUniqueKey.slice(CUSTOM_STANDARD_PREFIX.length)
    : '';
  const name = (baseStandardName ?? keyName).trim();
  return name === '' || (limsUniqueKey !== '' && keyName === '') ? null : customStandard(name);
};

/** A parameter as the client chose it. Other names and amounts in the request are ignored (PR-017). */
export type RequestedParameter = {
  tuTestParamId: string;
  tuTestParamCount?: number;
  buSampleParamUseBaseStandard?: readonly RequestedStandard[];
};

/** Whether a parameter can be chosen. Others are "not yet offered": visible with their price (001 section 4). */
export const isOffered = ({ deleted }: Pick<CatalogueParameter, 'deleted'>): boolean => !deleted;

/** Whether a parameter is visible at all. */
export const isVisible = ({
  deleted,
  preConsignShow,
}: Pick<CatalogueParameter, 'deleted' | 'preConsignShow'>): boolean => !deleted || preConsignShow;

/**
 * The visible parameters of a sample in display order: by descending order number, otherwise in the order of the
 * catalogue.
 */
export const offeredParametersOf = (sample: Pick<CatalogueSample, 'parameters'>): CatalogueParameter[] =>
  sample.parameters.filter(isVisible).toSorted((left, right) => right.orderNum - left.orderNum);

/**
 * The chosen parameters with the current names, prices and standards of the catalogue, in the requested order.
 * @throws RuleBroken PARAMETER_UNKNOWN, PARAMETER_NOT_OFFERED, PARAMETER_TWICE, STANDARD_UNKNOWN,
 * STANDARD_NOT_FOR_BASIS, STANDARD_TWICE, with all problems at once
 */
export const resolveChosenParameters = (
  sample: Pick<CatalogueSample, 'name' | 'parameters'>,
  requests: readonly RequestedParameter[],
  standardsById: StandardsById,
): ChosenParameter[] => {
  const problems: Problem[] = [];
  const chosenParameters: ChosenParameter[] = [];
  for (const [index, request] of requests.entries()) {
    const path = `tuSampleParamIds.${index}`;
    const parameter = sample.parameters.find(({ id }) => sameId(id, request.tuTestParamId));
    if (!parameter || !isVisible(parameter)) problems.push(problem('PARAMETER_UNKNOWN', { sample: sample.name }, path));
    else if (!isOffered(parameter))
      problems.push(problem('PARAMETER_NOT_OFFERED', { parameter: parameter.name }, path));
    else if (chosenParameters.some(({ tuTestParamId }) => tuTestParamId === parameter.id))
      problems.push(problem('PARAMETER_TWICE', { parameter: parameter.name }, path));
    else {
      const standards = linksOf(
        request.buSampleParamUseBaseStandard ?? [],
        parameter.standards,
        standardsById,
        `${path}.buSampleParamUseBaseStandard`,
      );
      chosenParameters.push(toChosenParameter(parameter, request.tuTestParamCount ?? 1, standards.links));
      problems.push(...standards.problems);
    }
  }
  refuseIf(problems);
  return chosenParameters;
};

const toChosenParameter = (
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
