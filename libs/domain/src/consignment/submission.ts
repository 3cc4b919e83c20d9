import { type Actor, type ConsignmentEvent, type Sample, CONSIGN_STATUS, CONSIGN_TYPE } from '#events';
import {
  unavailableStandards,
  type CurrentStandards,
  currentParameterOf,
  currentSampleOf,
  type CurrentSample,
} from '../catalogue/current-prices.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { choosePrice } from '../sample/pricing.js';
import { ownSamplesOf } from '../sample/raw-materials.js';
import type { CommandOf, SubmissionFacts } from './commands.js';
import { currentNames, unavailableReferenceProblems } from './current-names.js';
import { headerProblems, isPastAppointment } from './header-problems.js';
import { type AttachmentKind, missingKinds } from './required-attachments.js';
import { sampleFlags, sampleNames } from './sample-form.js';
import { signatureRequest } from './signing.js';
import type { OpenConsignment } from './state.js';
import { actionProblem, remarkProblem, statusAfter } from './transitions.js';

export const submitConsignment = (
  { by, at, description, consignCode, settings, signatureIds, facts }: CommandOf<'Submit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(submitActionProblems(state, by));
  refuseIf(appointmentProblem(state, at));
  refuseIf(facts ? submissionProblems(state, facts) : null);
  refuseIf(remarkProblem(description));
  const code = state.consignCode || consignCode;
  if (code === '') throw new Error('A first submission needs the number taken for it');
  return [
    {
      type: 'ConsignmentCommitted',
      data: {
        toStatus: statusAfter('submit', state.consignStatus),
        description,
        consignCode: code,
        committedAt: at,
        ...(facts?.currentNames ? { named: currentNames(state, facts.currentNames) } : {}),
      },
    },
    ...signatureRequest(state, settings, signatureIds),
  ];
};

/**
 * Problems that prevent submitting a consignment now: role and status, samples and qualification, the form itself, then
 * the samples by name (VA-011 to VA-013). Returns one problem, or one for each kind of incompleteness. Check
 * `submissionProblems`, which depends on facts outside the consignment, only if nothing is found here.
 */
export const submitActionProblems = (state: OpenConsignment, by: Actor): Problem[] => {
  const [first] = [
    actionProblem('submit', state, by),
    contentProblem(state),
    ...headerProblems(state.header, state.consignType),
    unsavedProblem(state),
  ].filter((each) => each !== null);
  return first ? [first] : incompleteSamples(state.samples);
};

/** A correction after the samples were received (70) keeps its appointment. */
export const appointmentProblem = (
  { consignType, consignStatus, header }: OpenConsignment,
  at: string,
): Problem | null =>
  consignType !== CONSIGN_TYPE.rawMaterial &&
  consignStatus !== CONSIGN_STATUS.awaitingCorrection &&
  isPastAppointment(header.expectTestTime, at)
    ? problem('TEST_TIME_PAST', {}, 'expectTestTime')
    : null;

const contentProblem = ({ samples, consignType, header }: OpenConsignment): Problem | null => {
  if (samples.length === 0) return problem(consignType === CONSIGN_TYPE.rawMaterial ? 'NO_SAMPLES' : 'NO_TEST_ITEMS');
  return header.tuqualificationId ? null : problem('QUALIFICATION_NEEDED');
};

const unsavedProblem = ({ isSaved }: OpenConsignment): Problem | null => (isSaved ? null : problem('SAVE_FIRST'));

const incompleteSamples = (samples: readonly Sample[]): Problem[] => {
  const problemsOf = (code: RuleCode, isIncomplete: (flags: ReturnType<typeof sampleFlags>) => boolean): Problem[] => {
    const incomplete = samples.filter((sample) => isIncomplete(sampleFlags(sample)));
    return incomplete.length === 0 ? [] : [problem(code, { samples: sampleNames(incomplete) })];
  };
  return [
    ...problemsOf('PARAMETERS_INCOMPLETE', (flags) => !flags.isInputedTestParam && !flags.isTestUnitConfirmTestParam),
    ...problemsOf('MATERIALS_INCOMPLETE', (flags) => flags.isLackTestParam_Material),
    ...problemsOf('REPORTS_INCOMPLETE', (flags) => flags.isLackReportFile_Material),
  ];
};

/** A problem of samples in the consignment. `sampleIds` has the containing sample for the problem of a raw material. */
export type SampleProblem = Problem & { sampleIds: readonly string[] };

/**
 * Everything in a draft that is no longer valid: an unavailable laboratory, address, project or qualification, samples
 * and parameters that are no longer offered, outdated prices (PR-017), samples without required files (AT-003).
 * Problems of the form come before those of the samples.
 */
export const submissionProblems = (
  state: Pick<OpenConsignment, 'samples' | 'attachments' | 'header' | 'consignCode'>,
  { kinds, currentSamples, currentNames }: SubmissionFacts,
): (Problem | SampleProblem)[] => [
  ...(currentNames ? unavailableReferenceProblems(state, currentNames) : []),
  ...samplesProblems(state, { kinds, currentSamples }),
];

const samplesProblems = (
  { samples, attachments }: Pick<OpenConsignment, 'samples' | 'attachments'>,
  { kinds, currentSamples }: SubmissionFacts,
): SampleProblem[] => [
  ...(currentSamples ? offerProblems(samples, currentSamples) : []),
  ...fileProblems(samples, attachments, kinds),
];

/**
 * What a copy of a consignment omits: references that are no longer available, and samples, parameters and standards
 * that are no longer offered.
 */
export const omittedFromCopy = (
  { samples, header }: Pick<OpenConsignment, 'samples' | 'header'>,
  {
    currentSamples,
    standards,
    currentNames,
  }: Required<Pick<SubmissionFacts, 'currentSamples' | 'currentNames'>> & { standards: CurrentStandards },
): Problem[] => [
  ...unavailableReferenceProblems({ header, consignCode: '' }, currentNames),
  ...(currentSamples ? offerProblems(samples, currentSamples).filter(({ code }) => code !== 'PRICES_CHANGED') : []),
  ...samples
    .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
    .flatMap((sample) => {
      const unavailable = unavailableStandards(sample, currentSamples ?? [], standards);
      const names = new Set(
        unavailable.map(({ baseStandardCode, baseStandardName }) => baseStandardCode || baseStandardName),
      );
      return unavailable.length === 0
        ? []
        : [problem('STANDARDS_WITHDRAWN', { samples: sampleNames([sample]), standards: [...names].join('、') })];
    }),
];

const offerProblems = (rows: readonly Sample[], currentSamples: readonly CurrentSample[]): SampleProblem[] => {
  const samples = rows.flatMap((sample) => [sample, ...ownSamplesOf(sample)]);
  const rowsOf = (affected: readonly Sample[]) => ({
    sampleIds: rows
      .filter((row) => affected.includes(row) || ownSamplesOf(row).some((material) => affected.includes(material)))
      .map(({ id }) => id),
  });
  const unavailable = samples.filter((sample) => !currentSampleOf(currentSamples, sample));
  const unofferedParameters = samples.flatMap((sample) => {
    const currentSample = currentSampleOf(currentSamples, sample);
    const parameters = currentSample
      ? sample.parameters.filter(({ tuTestParamId }) => !currentParameterOf(currentSample, tuTestParamId))
      : [];
    return parameters.length === 0
      ? []
      : [
          {
            ...problem('PARAMETERS_WITHDRAWN', {
              samples: sampleNames([sample]),
              parameters: parameters.map(({ tuTestParamName }) => tuTestParamName).join('、'),
            }),
            ...rowsOf([sample]),
          },
        ];
  });
  const repricedSamples = samples.filter((sample) =>
    sample.parameters.some((parameter) => hasNewPrice(parameter, currentSampleOf(currentSamples, sample))),
  );
  return [
    ...(unavailable.length === 0
      ? []
      : [{ ...problem('SAMPLES_WITHDRAWN', { samples: sampleNames(unavailable) }), ...rowsOf(unavailable) }]),
    ...unofferedParameters,
    ...(repricedSamples.length === 0
      ? []
      : [{ ...problem('PRICES_CHANGED', { samples: sampleNames(repricedSamples) }), ...rowsOf(repricedSamples) }]),
  ];
};

/** Parameters that are no longer offered have their own problem. */
const hasNewPrice = (parameter: Sample['parameters'][number], sample: CurrentSample | undefined): boolean => {
  const currentParameter = currentParameterOf(sample, parameter.tuTestParamId);
  const price = currentParameter && choosePrice(currentParameter);
  return (
    price !== undefined &&
    (price.tuTestParamPrice !== parameter.tuTestParamPrice ||
      price.sharedPrice !== parameter.sharedPrice ||
      price.sharedPriceQualifier !== parameter.sharedPriceQualifier)
  );
};

/** A file of the consignment serves every sample (ADR-035). Samples that lack the same types share one problem. */
const fileProblems = (
  samples: readonly Sample[],
  attachments: OpenConsignment['attachments'],
  kinds: readonly AttachmentKind[],
): SampleProblem[] => {
  const missingBySample = samples
    .map((sample) => ({
      sample,
      names: missingKinds(
        kinds,
        attachments.filter(({ sampleId }) => sampleId === undefined || sameId(sampleId, sample.id)),
      ).join('、'),
    }))
    .filter(({ names }) => names !== '');
  return [...new Set(missingBySample.map(({ names }) => names))].map((names) => {
    const affected = missingBySample.filter((each) => each.names === names).map(({ sample }) => sample);
    return {
      ...problem('SAMPLE_ATTACHMENTS_REQUIRED', { samples: sampleNames(affected), names }),
      sampleIds: affected.map(({ id }) => id),
    };
  });
};
