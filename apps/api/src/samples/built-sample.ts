import type { UnitConfig } from '#contract';
import type { Sample } from '#events';
import {
  buildSample,
  dashedId,
  refuseIf,
  selectionProblems,
  withDefaultStandards,
  withPackStandards,
  type ConsignmentFacts,
  type PackRow,
  type SampleRequest,
} from '#domain';
import type { Engines } from '#engines';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Catalogues } from '../catalogue/catalogues.js';
import { switchesOf } from '../consignments/unit-policy.js';
import { choiceProblems, type Choices } from './choice-problems.js';
import { catalogueSampleFor, standardsFor } from './chosen-from-catalogue.js';

const AFTER_TEST = 'sample_process_method';
const RECOMMENDED = 'USING_RECOMMENDED_PARAMETER_STANDARD';

/** Where what is offered is looked up. */
export type Offered = { engines: Engines; catalogues: Catalogues };
/** `kept` is the sample as it is stored: what was chosen then stays choosable. */
export type SampleAsked = {
  id: string;
  testUnitSampleId: string;
  request: SampleRequest;
  kept?: Choices;
  completing?: boolean;
};

/**
 * The sample a client asked for, with what the testing unit offers of it today, held to what the form holds it to: its pack
 * is the unit's, and where the unit works with recommended standards none is missing. In professional input, parameters sent
 * without a word on standards start with the unit's defaults.
 * @throws RuleBroken CATALOGUE_SAMPLE_UNKNOWN, PACK_UNKNOWN, PACK_CHANGED, ..._MISSING, AMOUNT_UNIT_UNKNOWN, AFTER_TEST_UNKNOWN and those of buildSample.
 */
export const builtSample = async (
  { engines, catalogues }: Offered,
  { id, testUnitSampleId, request: asked, kept, completing = false }: SampleAsked,
  state: ConsignmentFacts,
): Promise<Sample> => {
  const catalogue = await catalogues.of(state.header.testUnitId);
  const [offered, { config }] = await Promise.all([
    catalogueSampleFor(catalogue, testUnitSampleId, state),
    switchesOf(engines.eventStore, state.header.testUnitId),
  ]);
  // A new sample starts with the first handling that the form offers (SF-016).
  const request = kept || asked.afterTestOperate ? asked : { ...asked, ...(await firstHandling(catalogue)) };
  const pack = await packFor(catalogue, request, offered.id);
  const requested = pack ? withPackStandards(pack, request.tuSampleParamIds ?? []) : (request.tuSampleParamIds ?? []);
  const parameters = request.inputMethod === 0 ? requested : withDefaultStandards(offered, requested);
  const standardsById = await standardsFor(catalogue, offered, parameters, request.buSampleUseBaseStandard ?? []);
  const sample = buildSample({
    id,
    request: { ...request, tuSampleParamIds: parameters },
    catalogue: offered,
    standardsById,
    consignType: state.consignType,
    completing,
  });
  refuseIf(
    completing
      ? null
      : await choiceProblems(
          catalogue,
          request,
          { ...offered, afterTestOperate: offered.defaultAfterTestOperate },
          kept,
        ),
  );
  refuseIf(
    selectionProblems({
      sample,
      catalogue: offered,
      pack,
      recommended: await worksWithRecommended(catalogues, state.header.testUnitId, config),
    }),
  );
  return sample;
};

/** Nothing where no list is kept, or its keeper does not answer: then the catalogue says what a sample starts with. */
const firstHandling = async (catalogue: Catalogue): Promise<SampleRequest> => {
  const [first] = (await catalogue.dictionary({ by: 'code', name: AFTER_TEST }).catch(() => null)) ?? [];
  return first ? { afterTestOperate: first.typename, afterTestOperateId: first.id } : {};
};

/** A laboratory with a system of its own says there whether it does; one that does not answer does not (000 EM-005). */
const worksWithRecommended = async (
  catalogues: Catalogues,
  testUnitId: string | null,
  config: UnitConfig,
): Promise<boolean> => {
  const system = await catalogues.systemOf(testUnitId);
  if (!system) return config[RECOMMENDED] === true;
  return (await system.businessParams([RECOMMENDED]).catch(() => ({ [RECOMMENDED]: 'N' })))[RECOMMENDED] === 'Y';
};

const packFor = (
  catalogue: Catalogue,
  { buSampleParamPackInfo: choice }: SampleRequest,
  sampleId: string,
): Promise<PackRow | null> | null =>
  choice?.packFlag === 1 ? catalogue.pack(dashedId(choice.packId), sampleId) : null;
