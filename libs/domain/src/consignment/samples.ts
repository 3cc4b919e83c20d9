import { ROLE, type Actor, type ConsignmentEvent, type Sample } from '#events';
import { problem, refuseIf, RuleBroken, type Problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { sameId } from '../rules/same-id.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { LIMITS } from './limits.js';
import { sampleProblems, withParametersOf } from './sample-form.js';
import type { OpenConsignment } from './state.js';
import type { UnitSettings } from './unit-settings.js';

/** A testing organisation, then a qualification (VA-015), then room for one more (VA-016). */
export const addSampleProblem = (state: OpenConsignment, by: Actor, settings: UnitSettings): Problem | null =>
  gate('addSample', state, by) ?? preconditionProblem(state) ?? roomProblem(state, settings);

export const copySampleProblem = (state: OpenConsignment, by: Actor, settings: UnitSettings): Problem | null =>
  gate('copySample', state, by) ??
  preconditionProblem(state) ??
  (state.samples.length === 0 ? problem('NO_SAMPLE_TO_COPY') : null) ??
  roomProblem(state, settings);

export const removeSampleProblem = (state: OpenConsignment, by: Actor): Problem | null =>
  gate('removeSample', state, by) ?? (state.samples.length === 0 ? problem('NO_SAMPLE_TO_REMOVE') : null);

/** At 20 the laboratory completes what the client left to it (TID-008). */
export const completeParametersProblem = (state: OpenConsignment, by: Actor): Problem | null =>
  gate('completeParameters', state, by) ??
  (state.samples.some(({ isTestUnitConfirmTestParam }) => isTestUnitConfirmTestParam) ? null : problem('NOTHING_LEFT_TO_THE_LABORATORY'));

const preconditionProblem = ({ header }: OpenConsignment): Problem | null => {
  if (header.testUnitId === null) return problem('TESTING_UNIT_NEEDED');
  return header.tuqualificationName.trim() === '' ? problem('QUALIFICATION_NEEDED') : null;
};

const roomProblem = ({ samples }: OpenConsignment, settings: UnitSettings): Problem | null => {
  if (settings.isConsignSingleSample && samples.length > 0) return problem('SINGLE_SAMPLE_UNIT');
  return samples.length < LIMITS.samples ? null : problem('TOO_MANY_SAMPLES', { max: LIMITS.samples });
};

export const addSample = ({ by, sample, settings }: CommandOf<'AddSample'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(addSampleProblem(state, by, settings));
  return added(sample, state);
};

export const copySample = ({ by, sampleId, newSampleId, settings }: CommandOf<'CopySample'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(copySampleProblem(state, by, settings));
  return added({ ...sampleOf(state, sampleId), id: newSampleId }, state);
};

const added = (sample: Sample, { samples }: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(samples.some(({ id }) => sameId(id, sample.id)) ? problem('ALREADY_EXISTS') : null);
  refuseIf(sampleProblems(sample));
  return [{ type: 'SampleAdded', data: { sample } }];
};

export const saveSample = ({ by, sample: typed }: CommandOf<'SaveSample'>, state: OpenConsignment): ConsignmentEvent[] => {
  const isLab = by.role === ROLE.lab;
  refuseIf(isLab ? completeParametersProblem(state, by) : gate('save', state, by));
  const before = sampleOf(state, typed.id);
  refuseIf(isLab && !before.isTestUnitConfirmTestParam ? problem('NOTHING_LEFT_TO_THE_LABORATORY') : null);
  const sample = isLab ? withParametersOf(before, typed) : { ...typed, id: before.id };
  refuseIf(sampleProblems(sample));
  return sameFacts(sample, before) ? [] : [{ type: 'SampleSaved', data: { sample } }];
};

export const removeSamples = ({ by, sampleIds }: CommandOf<'RemoveSamples'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(removeSampleProblem(state, by));
  refuseIf(sampleIds.length === 0 ? problem('NO_SAMPLE_TO_REMOVE') : null);
  return [{ type: 'SampleRemoved', data: { sampleIds: [...new Set(sampleIds.map((id) => sampleOf(state, id).id))] } }];
};

/** @throws RuleBroken NO_SUCH_SAMPLE */
const sampleOf = ({ samples }: OpenConsignment, sampleId: string): Sample => {
  const sample = samples.find(({ id }) => sameId(id, sampleId));
  if (!sample) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
  return sample;
};
