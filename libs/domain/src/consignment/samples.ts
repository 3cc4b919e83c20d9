import { type Actor, type ConsignmentEvent, type ConsignType, ROLE, type Sample, CONSIGN_TYPE } from '#events';
import { applyCurrentPricesWithMaterials } from '../catalogue/current-prices.js';
import { isJsonEqual, sameId } from '../rules/equality.js';
import { problem, type Problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { auxiliaryProblems } from '../sample/auxiliary.js';
import { pieceProblems } from '../sample/prepared-pieces.js';
import {
  copyOfSample,
  type SampleMatch,
  materialProblems,
  findSampleById,
  withMaterialSample,
} from '../sample/raw-materials.js';
import { specificationProblems } from '../sample/specification-rule.js';
import { maxPurposeLength, siteProblems } from '../sample/test-sites.js';
import { isBlank, lengthOf } from '../text/text.js';
import type { CommandOf } from './commands.js';
import { hasParametersLeftToLab } from './sample-form.js';
import { LIMITS, type OpenConsignment, type UnitSettings } from './state.js';
import { actionProblem } from './transitions.js';

/**
 * The sample with the members that the laboratory completes: the parameters (SF-023), and the members that depend on
 * them and were cleared when they were left to it (TID-006). All others stay the client's (ADR-032).
 */
const withParametersOf = (sample: Sample, completed: Sample): Sample => {
  const {
    parameters,
    pack,
    standards,
    isNeedConclusion,
    testParamFee,
    inputMethod,
    specificationType,
    specificationBuildMethod,
    properties,
  } = completed;
  return {
    ...sample,
    parameters,
    pack,
    standards,
    isNeedConclusion,
    testParamFee,
    inputMethod,
    specificationType,
    specificationBuildMethod,
    properties: properties.length > 0 ? properties : sample.properties,
  };
};

/**
 * Problems of a sample to be stored. Prepared pieces and a test site for each group are only checked for raw materials.
 */
export const sampleProblems = (sample: Sample, consignType: ConsignType): Problem[] => [
  ...(sample.isTestUnitConfirmTestParam && isBlank(sample.testReason)
    ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')]
    : []),
  ...lengthProblems(sample, LIMITS.text, [
    'testUnitSampleName',
    'projectUnit',
    'sampleNum',
    'sampleNumUnit',
    'delegatesNum',
    'delegatesNumUnit',
    'afterTestOperate',
  ]),
  ...lengthProblems(sample, LIMITS.sites, ['testPart']),
  ...lengthProblems(sample, maxPurposeLength(sample), ['projectOrPurpose']),
  ...lengthProblems(sample, LIMITS.specification, ['specificationType']),
  ...lengthProblems(sample, LIMITS.longText, ['testSampleDescription', 'memo', 'testReason']),
  ...specificationProblems(sample),
  ...auxiliaryProblems(sample.properties),
  ...(consignType === CONSIGN_TYPE.rawMaterial
    ? [
        ...siteProblems(sample, sample.testGroupCount),
        ...pieceProblems(sample.buSampleChild ?? [], sample.testGroupCount),
      ]
    : []),
];

type Text =
  | 'testPart'
  | 'testUnitSampleName'
  | 'projectOrPurpose'
  | 'projectUnit'
  | 'sampleNum'
  | 'sampleNumUnit'
  | 'delegatesNum'
  | 'delegatesNumUnit'
  | 'afterTestOperate'
  | 'specificationType'
  | 'testSampleDescription'
  | 'memo'
  | 'testReason';

const lengthProblems = (sample: Sample, max: number, members: readonly Text[]): Problem[] =>
  members.flatMap((member) => (lengthOf(sample[member]) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : []));

/** Requires a testing unit, then a qualification (VA-015), then room for one more sample (VA-016). */
export const addSampleProblem = (state: OpenConsignment, by: Actor, settings: UnitSettings): Problem | null =>
  actionProblem('addSample', state, by) ?? preconditionProblem(state) ?? roomProblem(state, settings);

export const copySampleProblem = (state: OpenConsignment, by: Actor, settings: UnitSettings): Problem | null =>
  actionProblem('copySample', state, by) ??
  preconditionProblem(state) ??
  (state.samples.length === 0 ? problem('NO_SAMPLE_TO_COPY') : null) ??
  roomProblem(state, settings);

export const removeSampleProblem = (state: OpenConsignment, by: Actor): Problem | null =>
  actionProblem('removeSample', state, by) ?? (state.samples.length === 0 ? problem('NO_SAMPLE_TO_REMOVE') : null);

/** In status 20 the laboratory completes the parameters that the client left to it (TID-008). */
export const completeParametersProblem = (state: OpenConsignment, by: Actor): Problem | null =>
  actionProblem('completeParameters', state, by) ??
  (state.samples.some(hasParametersLeftToLab) ? null : problem('NOTHING_LEFT_TO_THE_LABORATORY'));

const preconditionProblem = ({ header }: OpenConsignment): Problem | null => {
  if (header.testUnitId === null) return problem('TESTING_UNIT_NEEDED');
  return isBlank(header.tuqualificationName) ? problem('QUALIFICATION_NEEDED') : null;
};

const roomProblem = ({ samples }: OpenConsignment, settings: UnitSettings): Problem | null => {
  if (settings.isConsignSingleSample && samples.length > 0) return problem('SINGLE_SAMPLE_UNIT');
  return samples.length < LIMITS.samples ? null : problem('TOO_MANY_SAMPLES', { max: LIMITS.samples });
};

export const addSample = (
  { by, sample, settings }: CommandOf<'AddSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(addSampleProblem(state, by, settings));
  return toAddedEvents(sample, state);
};

export const copySample = (
  { by, sampleId, newSampleId, materialIds, currentSamples = [], settings }: CommandOf<'CopySample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(copySampleProblem(state, by, settings));
  return toAddedEvents(
    applyCurrentPricesWithMaterials(
      copyOfSample(requireSample(state, sampleId), newSampleId, materialIds),
      currentSamples,
    ),
    state,
  );
};

const toAddedEvents = (sample: Sample, { samples, consignType }: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(samples.some(({ id }) => sameId(id, sample.id)) ? problem('ALREADY_EXISTS') : null);
  refuseIf(sampleProblems(sample, consignType));
  return [{ type: 'SampleAdded', data: { sample } }];
};

export const saveSample = (
  { by, sample: input }: CommandOf<'SaveSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  const isLab = by.role === ROLE.lab;
  refuseIf(isLab ? completeParametersProblem(state, by) : actionProblem('save', state, by));
  const { sample: before, parent } = requireSampleMatch(state, input.id);
  refuseIf(isLab && !before.isTestUnitConfirmTestParam ? problem('NOTHING_LEFT_TO_THE_LABORATORY') : null);
  const sample = isLab ? withParametersOf(before, input) : { ...input, id: before.id };
  refuseIf([
    ...sampleProblems(sample, state.consignType),
    ...(isLab ? [] : materialProblems(sample.buSampleInfoRefSampleInfo ?? [])),
  ]);
  const savedSample = parent === null ? sample : withMaterialSample(parent, sample);
  return isJsonEqual(savedSample, parent ?? before) ? [] : [{ type: 'SampleSaved', data: { sample: savedSample } }];
};

/**
 * Adds the own sample of a raw material (RM-002). It is stored within its parent sample. The next save of the parent
 * removes it unless a row refers to it.
 */
export const addMaterialSample = (
  { by, sampleId, materialSample }: CommandOf<'AddMaterialSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(
    actionProblem('save', state, by) ??
      (state.consignType === CONSIGN_TYPE.rawMaterial ? null : problem('NO_MATERIALS_HERE')),
  );
  const sample = requireSample(state, sampleId);
  refuseIf(sampleProblems(materialSample, state.consignType));
  refuseIf(
    (sample.materialSamples?.length ?? 0) >= LIMITS.materials
      ? problem('TOO_MANY_MATERIALS', { max: LIMITS.materials })
      : null,
  );
  return [{ type: 'SampleSaved', data: { sample: withMaterialSample(sample, materialSample) } }];
};

export const removeSamples = (
  { by, sampleIds }: CommandOf<'RemoveSamples'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(removeSampleProblem(state, by));
  refuseIf(sampleIds.length === 0 ? problem('NO_SAMPLE_TO_REMOVE') : null);
  return [
    { type: 'SampleRemoved', data: { sampleIds: [...new Set(sampleIds.map((id) => requireSample(state, id).id))] } },
  ];
};

/** Finds a sample, or the own sample of a raw material. @throws RuleBroken NO_SUCH_SAMPLE */
const requireSampleMatch = ({ samples }: OpenConsignment, sampleId: string): SampleMatch => {
  const match = findSampleById(samples, sampleId);
  if (!match) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
  return match;
};

/** @throws RuleBroken NO_SUCH_SAMPLE */
const requireSample = ({ samples }: OpenConsignment, sampleId: string): Sample => {
  const sample = samples.find(({ id }) => sameId(id, sampleId));
  if (!sample) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
  return sample;
};
