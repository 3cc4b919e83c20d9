import { hasPack } from '#domain/sample';
import type { UnitConfig } from '#contract';
import {
  buildSample,
  type PackRow,
  type RequestedParameter,
  type RequestedStandard,
  type SampleRequest,
  selectionProblems,
  type StorableSample,
  withDefaultStandards,
  withPackStandards,
} from '#domain/catalogue';
import { type ConsignmentFacts, catalogueScopeOf } from '#domain/consignment';
import { dashedId, problem, type Problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { type CatalogueStandard, type Sample } from '#events';
import type { Catalogue, DictionaryKey } from '../catalogue/catalogue.js';
import type { Catalogues } from '../catalogue/catalogues.js';
import { loadUnitPolicy } from '../consignments/unit-policy.js';

const UNITS = ['sampleNumUnit', 'delegatesNumUnit'] as const;
/** Fields of the form with values from lists of the testing unit. */
type Choices = Pick<Sample, (typeof UNITS)[number] | 'afterTestOperate'>;

/**
 * Problems with units of amounts and the handling after the test that are not in a list of the testing unit. The
 * defaults of the catalogue's sample and the stored values stay valid, because lists change. A missing or empty list
 * refuses nothing.
 */
const findChoiceProblems = async (
  catalogue: Catalogue,
  request: SampleRequest,
  defaults: Choices,
  stored: Choices | undefined,
): Promise<Problem[]> => {
  const isNew = (name: keyof Choices): boolean => {
    const value = request[name]?.trim() ?? '';
    return value !== '' && value !== defaults[name] && value !== stored?.[name];
  };
  const units = UNITS.filter(isNew);
  const offeredUnits =
    units.length > 0 ? await loadListEntries(catalogue, { by: 'type', name: 'sampleAmountUnit' }) : null;
  const offeredHandlings = isNew('afterTestOperate')
    ? await loadListEntries(catalogue, { by: 'code', name: 'sample_process_method' })
    : null;
  const handling = request.afterTestOperate?.trim() ?? '';
  return [
    ...units
      .map((name) => ({ name, unit: request[name]?.trim() ?? '' }))
      .filter(({ unit }) => offeredUnits !== null && !offeredUnits.has(unit))
      .map(({ name, unit }) => problem('AMOUNT_UNIT_UNKNOWN', { unit }, name)),
    ...(offeredHandlings !== null && !offeredHandlings.has(handling)
      ? [problem('AFTER_TEST_UNKNOWN', { name: handling }, 'afterTestOperate')]
      : []),
  ];
};

/** Names and codes of a list; null if it is empty or missing. */
const loadListEntries = async (catalogue: Catalogue, key: DictionaryKey): Promise<ReadonlySet<string> | null> => {
  const rows = await catalogue.dictionary(key);
  return rows && rows.length > 0 ? new Set(rows.flatMap(({ typename, typecode }) => [typename, typecode])) : null;
};

/**
 * The sample of the catalogue, if the testing unit tests it and it fits the type of the consignment. If the consignment
 * has no testing unit yet, the decision refuses the sample with its own error.
 * @throws RuleBroken CATALOGUE_SAMPLE_UNKNOWN
 */
export const catalogueSampleFor = async (
  catalogue: Catalogue,
  sampleId: string,
  { consignType }: ConsignmentFacts,
): Promise<StorableSample> => {
  const scope = catalogueScopeOf(consignType);
  const sample = await catalogue.sample(dashedId(sampleId), scope);
  const isOfThisKind = sample?.isLocaleItem === scope;
  if (!sample || !isOfThisKind) throw new RuleBroken(problem('CATALOGUE_SAMPLE_UNKNOWN', {}, 'testUnitSampleId'));
  return sample;
};

/** The standards that the chosen parameters offer or that the request names, by id. */
const standardsFor = async (
  catalogue: Catalogue,
  sample: StorableSample,
  parameters: readonly RequestedParameter[],
  standards: readonly RequestedStandard[],
): Promise<Map<string, CatalogueStandard>> => {
  const parameterIds = new Set(parameters.map(({ tuTestParamId }) => dashedId(tuTestParamId)));
  const offeredIds = sample.parameters
    .filter(({ id }) => parameterIds.has(dashedId(id)))
    .flatMap((parameter) => parameter.standards.map(({ standardId }) => standardId));
  const requestedIds = [
    ...standards,
    ...parameters.flatMap(({ buSampleParamUseBaseStandard = [] }) => buSampleParamUseBaseStandard),
  ].flatMap(({ baBaseStandardId }) => baBaseStandardId ?? []);
  const ids = [...offeredIds, ...requestedIds].map(dashedId);
  const rows = ids.length === 0 ? [] : await catalogue.standards(ids);
  return new Map(rows.map((row) => [row.id, row]));
};

const AFTER_TEST = 'sample_process_method';
const RECOMMENDED = 'USING_RECOMMENDED_PARAMETER_STANDARD';

/** Sources for the current offer. */
export type OfferSource = { engines: Engines; catalogues: Catalogues };
/** `currentChoices` is the stored sample: its choices stay valid. */
export type RequestedSample = {
  id: string;
  testUnitSampleId: string;
  request: SampleRequest;
  currentChoices?: Choices;
  completing?: boolean;
};

/**
 * Builds the requested sample with the current offer of the testing unit. The pack must be one of the unit's, and if
 * the unit works with recommended standards, none may be missing. In professional input, parameters without standards
 * in the request get the unit's default standards.
 * @throws RuleBroken CATALOGUE_SAMPLE_UNKNOWN, PACK_UNKNOWN, PACK_CHANGED, ..._MISSING, AMOUNT_UNIT_UNKNOWN,
 * AFTER_TEST_UNKNOWN and those of buildSample.
 */
export const buildSampleFromRequest = async (
  { engines, catalogues }: OfferSource,
  { id, testUnitSampleId, request: originalRequest, currentChoices, completing = false }: RequestedSample,
  state: ConsignmentFacts,
): Promise<Sample> => {
  const catalogue = await catalogues.ofUnit(state.header.testUnitId);
  const [catalogueSample, { config }] = await Promise.all([
    catalogueSampleFor(catalogue, testUnitSampleId, state),
    loadUnitPolicy(engines.eventStore, state.header.testUnitId),
  ]);
  // A new sample starts with the first handling that the form offers (SF-016).
  const request =
    currentChoices || originalRequest.afterTestOperate
      ? originalRequest
      : { ...originalRequest, ...(await firstHandling(catalogue)) };
  const pack = await packFor(catalogue, request, catalogueSample.id);
  const requestedParameters = pack
    ? withPackStandards(pack, request.tuSampleParamIds ?? [])
    : (request.tuSampleParamIds ?? []);
  const parameters =
    request.inputMethod === 0 ? requestedParameters : withDefaultStandards(catalogueSample, requestedParameters);
  const standardsById = await standardsFor(
    catalogue,
    catalogueSample,
    parameters,
    request.buSampleUseBaseStandard ?? [],
  );
  const sample = buildSample({
    id,
    request: { ...request, tuSampleParamIds: parameters },
    catalogue: catalogueSample,
    standardsById,
    consignType: state.consignType,
    isCompletion: completing,
  });
  refuseIf(
    completing
      ? null
      : await findChoiceProblems(
          catalogue,
          request,
          { ...catalogueSample, afterTestOperate: catalogueSample.defaultAfterTestOperate },
          currentChoices,
        ),
  );
  refuseIf(
    selectionProblems({
      sample,
      catalogue: catalogueSample,
      pack,
      recommended: await worksWithRecommended(catalogues, state.header.testUnitId, config),
    }),
  );
  return sample;
};

/** Empty if there is no list or it cannot be read. Then the catalogue determines the handling of a new sample. */
const firstHandling = async (catalogue: Catalogue): Promise<SampleRequest> => {
  const [first] = (await catalogue.dictionary({ by: 'code', name: AFTER_TEST }).catch(() => null)) ?? [];
  return first ? { afterTestOperate: first.typename, afterTestOperateId: first.id } : {};
};

/**
 * A laboratory with its own system has this setting there. If the system does not respond, the setting counts as off
 * (000 EM-005).
 */
const worksWithRecommended = async (
  catalogues: Catalogues,
  testUnitId: string | null,
  config: UnitConfig,
): Promise<boolean> => {
  const system = await catalogues.labCatalogueOf(testUnitId);
  if (!system) return config[RECOMMENDED] === true;
  return (await system.businessParams([RECOMMENDED]).catch(() => ({ [RECOMMENDED]: 'N' })))[RECOMMENDED] === 'Y';
};

const packFor = (
  catalogue: Catalogue,
  { buSampleParamPackInfo: choice }: SampleRequest,
  sampleId: string,
): Promise<PackRow | null> | null => (hasPack(choice) ? catalogue.pack(dashedId(choice.packId), sampleId) : null);
