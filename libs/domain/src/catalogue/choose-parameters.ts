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

/** A standard as the client chose it; of all it sends, only which one and what for counts. */
export type RequestedStandard = Partial<StandardLink> & { useType: StandardLink['useType'] };

/** Standards by id, lower case with dashes. */
export type StandardsById = ReadonlyMap<string, CatalogueStandard>;

/**
 * The chosen standards with the facts of the catalogue: those of the offered link first, else of the standard itself.
 * One that neither the parameter offers nor the catalogue has becomes a problem STANDARD_UNKNOWN at its `path`, a
 * custom one that is to be a test basis STANDARD_NOT_FOR_BASIS (STD-012), one that is there already STANDARD_TWICE.
 */
export const linksOf = (
  requested: readonly RequestedStandard[],
  offered: readonly OfferedStandard[],
  standardsById: StandardsById,
  path: string,
): { links: StandardLink[]; problems: Problem[] } => {
  const links: StandardLink[] = [];
  const problems: Problem[] = [];
  for (const [index, each] of requested.entries()) {
    const link = linkOf(each, offeredLinkOf(each, offered), standardsById);
    if (link?.baBaseStandardId === null && isUsableAs(each.useType, '1'))
      problems.push(problem('STANDARD_NOT_FOR_BASIS', { standard: link.baseStandardName }, `${path}.${index}`));
    else if (link && links.some((other) => isSameStandard(other, link)))
      problems.push(problem('STANDARD_TWICE', {}, `${path}.${index}`));
    else if (link) links.push(link);
    else problems.push(problem('STANDARD_UNKNOWN', {}, `${path}.${index}`));
  }
  return { links, problems };
};

/** One standard may stand there once for each clause and use. */
const isSameStandard = (one: StandardLink, other: StandardLink): boolean =>
  (one.useType === other.useType || one.useType === '3' || other.useType === '3') &&
  (one.baBaseStandardId === null
    ? other.baBaseStandardId === null && one.baseStandardName === other.baseStandardName
    : one.baBaseStandardId === other.baBaseStandardId &&
      one.baseStandardClauseCode === other.baseStandardClauseCode &&
      one.limsUniqueKey === other.limsUniqueKey);

const linkOf = (
  requested: RequestedStandard,
  link: OfferedStandard | undefined,
  standardsById: StandardsById,
): StandardLink | null => {
  const id = link?.standardId ?? requested.baBaseStandardId ?? '';
  if (id === '') return customLink(requested);
  const standard = standardsById.get(dashedId(id));
  if (!link && !standard) return null;
  const clause = requested.baseStandardClauseCode ?? '';
  return {
    baBaseStandardId: dashedId(id),
    baseStandardName: standard?.standardName ?? requested.baseStandardName ?? '',
    baseStandardCode: standard?.publishCode ?? link?.publishCode ?? '',
    baseStandardClauseCode: link?.clauseCode ?? (standard?.clauseCodes.includes(clause) ? clause : ''),
    baseStandardType: standardTypeOf(link?.type ?? standard?.type),
    useType: requested.useType,
    limsUniqueKey: link?.uniqueKey ?? standard?.uniqueKey ?? '',
    isDefault: link?.isDefault ?? false,
    executeDate: standard?.executeDate ?? null,
    expireDate: standard?.expireDate ?? null,
  };
};

/**
 * Without a conclusion nothing is evaluated: evaluation standards go, those of both uses stay as basis (001 section 4).
 */
export const withoutEvaluation = (links: readonly StandardLink[]): StandardLink[] =>
  links
    .filter(({ useType }) => useType !== '2')
    .map((link) => (link.useType === '3' ? { ...link, useType: '1' } : link));

/** One standard may be offered with several clauses; the unique key names the clause. */
const offeredLinkOf = (
  { baBaseStandardId, limsUniqueKey }: RequestedStandard,
  offered: readonly OfferedStandard[],
): OfferedStandard | undefined => {
  if (!baBaseStandardId)
    return limsUniqueKey ? offered.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) : undefined;
  const ofStandard = offered.filter(({ standardId }) => sameId(standardId, baBaseStandardId));
  return ofStandard.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) ?? ofStandard[0];
};

const customLink = ({ baseStandardName, limsUniqueKey = '' }: RequestedStandard): StandardLink | null => {
  const keyName = limsUniqueKey.startsWith(CUSTOM_STANDARD_PREFIX)
    ? limsUniqueKey.slice(CUSTOM_STANDARD_PREFIX.length)
    : '';
  const name = (baseStandardName ?? keyName).trim();
  return name === '' || (limsUniqueKey !== '' && keyName === '') ? null : customStandard(name);
};

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
 * @throws RuleBroken PARAMETER_UNKNOWN, PARAMETER_NOT_OFFERED, PARAMETER_TWICE, STANDARD_UNKNOWN,
 * STANDARD_NOT_FOR_BASIS, STANDARD_TWICE, all that is wrong at once.
 */
export const resolveChosenParameters = (
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
