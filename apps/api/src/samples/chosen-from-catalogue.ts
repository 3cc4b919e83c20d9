import type { CatalogueStandard } from '#events';
import {
  dashedId,
  problem,
  RuleBroken,
  type ConsignmentFacts,
  type RequestedParameter,
  type RequestedStandard,
  type StorableSample,
} from '#domain';
import type { Catalogue } from '../catalogue/catalogue.js';

/**
 * The catalogue's sample, if the testing unit tests it and the kind of consignment takes it. Without a testing unit it is of all
 * there is: the decision refuses it for its own reason.
 * @throws RuleBroken CATALOGUE_SAMPLE_UNKNOWN
 */
export const catalogueSampleFor = async (
  catalogue: Catalogue,
  sampleId: string,
  { consignType }: ConsignmentFacts,
): Promise<StorableSample> => {
  const scope = consignType === 1 ? 0 : 1;
  const sample = await catalogue.sample(dashedId(sampleId), scope);
  const isOfThisKind = sample?.isLocaleItem === scope;
  if (!sample || !isOfThisKind) throw new RuleBroken(problem('CATALOGUE_SAMPLE_UNKNOWN', {}, 'testUnitSampleId'));
  return sample;
};

/** Standards that the chosen parameters offer or the request names, by id. */
export const standardsFor = async (
  catalogue: Catalogue,
  sample: StorableSample,
  parameters: readonly RequestedParameter[],
  standards: readonly RequestedStandard[],
): Promise<Map<string, CatalogueStandard>> => {
  const chosen = new Set(parameters.map(({ tuTestParamId }) => dashedId(tuTestParamId)));
  const offered = sample.parameters
    .filter(({ id }) => chosen.has(dashedId(id)))
    .flatMap((parameter) => parameter.standards.map(({ standardId }) => standardId));
  const requested = [
    ...standards,
    ...parameters.flatMap(({ buSampleParamUseBaseStandard = [] }) => buSampleParamUseBaseStandard),
  ].flatMap(({ baBaseStandardId }) => baBaseStandardId ?? []);
  const ids = [...offered, ...requested].map(dashedId);
  const rows = ids.length === 0 ? [] : await catalogue.standards(ids);
  return new Map(rows.map((row) => [row.id, row]));
};
