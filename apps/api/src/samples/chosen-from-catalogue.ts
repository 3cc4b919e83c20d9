import type { CatalogueStandard } from '#events';
import { catalogueSamples, catalogueStandards, dashedId, load, problem, RuleBroken, testingUnit, type CatalogueSampleRow, type ConsignmentFacts, type RequestedParameter, type RequestedStandard, type StandardRow } from '#domain';
import type { Engines } from '#engines';

/**
 * The catalogue's sample, if the testing unit tests it and the kind of consignment takes it.
 * @throws RuleBroken CATALOGUE_SAMPLE_UNKNOWN
 */
export const catalogueSampleFor = async ({ eventStore, views }: Engines, sampleId: string, { consignType, header: { testUnitId } }: ConsignmentFacts): Promise<CatalogueSampleRow> => {
  const [sample, unit] = await Promise.all([views.get<CatalogueSampleRow>(catalogueSamples, sampleId), testUnitId === null ? null : load(eventStore, testingUnit, testUnitId)]);
  const isOfThisKind = sample?.isLocaleItem === (consignType === 1 ? 0 : 1);
  // Without a testing unit the decision refuses the sample for its own reason.
  const isTested = !unit?.state || unit.state.bigCategoryIds.includes(sample?.bigCategoryId ?? '');
  if (!sample || !isOfThisKind || !isTested) throw new RuleBroken(problem('CATALOGUE_SAMPLE_UNKNOWN', {}, 'testUnitSampleId'));
  return sample;
};

/** Standards that the chosen parameters offer or the request names, by id. */
export const standardsFor = async (
  { views }: Engines,
  sample: CatalogueSampleRow,
  parameters: readonly RequestedParameter[],
  standards: readonly RequestedStandard[],
): Promise<Map<string, CatalogueStandard>> => {
  const chosen = new Set(parameters.map(({ tuTestParamId }) => dashedId(tuTestParamId)));
  const offered = sample.parameters.filter(({ id }) => chosen.has(dashedId(id))).flatMap((parameter) => parameter.standards.map(({ standardId }) => standardId));
  const requested = [...standards, ...parameters.flatMap(({ buSampleParamUseBaseStandard = [] }) => buSampleParamUseBaseStandard)].flatMap(({ baBaseStandardId }) => baBaseStandardId ?? []);
  const ids = [...new Set([...offered, ...requested].map(dashedId))];
  const rows = ids.length === 0 ? [] : await views.getMany<StandardRow>(catalogueStandards, ids);
  return new Map(rows.map((row) => [row.id, row]));
};
