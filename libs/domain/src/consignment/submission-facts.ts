import type { Sample } from '#events';
import { repriced, todaysParameter, todaysSample, type TodaysSample } from '../catalogue/todays-prices.js';
import { type AttachmentKind, missingKinds } from '../files/required-attachments.js';
import { ownSamplesOf } from '../raw-materials/material-samples.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { sampleNames } from './sample-flags.js';
import type { OpenConsignment } from './state.js';

/** What a submission is held to that stands outside the consignment, as it is today. */
export type SubmissionFacts = {
  /** Kinds of files that the testing unit asks for with each sample (AT-003). */
  kinds: readonly AttachmentKind[];
  /** The chosen samples as the testing unit offers them; null where its system could not be asked. */
  offered: readonly TodaysSample[] | null;
};

/**
 * What time, a copy or a file that went again left behind in a draft: samples and parameters that are offered no more, prices
 * other than those of today (PR-017), samples without the files they need (AT-003). By name, each kind once.
 */
export const submissionProblems = ({ samples, attachments }: Pick<OpenConsignment, 'samples' | 'attachments'>, { kinds, offered }: SubmissionFacts): Problem[] => [
  ...(offered ? offerProblems(samples.flatMap((sample) => [sample, ...ownSamplesOf(sample)]), offered) : []),
  ...fileProblems(samples, attachments, kinds),
];

const offerProblems = (samples: readonly Sample[], offered: readonly TodaysSample[]): Problem[] => {
  const gone = samples.filter((sample) => !todaysSample(offered, sample));
  const withdrawn = samples.flatMap((sample) => {
    const today = todaysSample(offered, sample);
    const parameters = today ? sample.parameters.filter(({ tuTestParamId }) => !todaysParameter(today, tuTestParamId)) : [];
    return parameters.length === 0 ? [] : [problem('PARAMETERS_WITHDRAWN', { samples: sampleNames([sample]), parameters: parameters.map(({ tuTestParamName }) => tuTestParamName).join('、') })];
  });
  const otherwisePriced = samples.filter((sample) => pricesOf(repriced(sample, offered)) !== pricesOf(sample));
  return [
    ...(gone.length === 0 ? [] : [problem('SAMPLES_WITHDRAWN', { samples: sampleNames(gone) })]),
    ...withdrawn,
    ...(otherwisePriced.length === 0 ? [] : [problem('PRICES_CHANGED', { samples: sampleNames(otherwisePriced) })]),
  ];
};

const pricesOf = ({ parameters }: Sample): string => JSON.stringify(parameters.map(({ tuTestParamPrice, sharedPrice, sharedPriceQualifier }) => [tuTestParamPrice, sharedPrice, sharedPriceQualifier]));

/** A file on the consignment serves every sample (record 85); samples that lack the same kinds are told together. */
const fileProblems = (samples: readonly Sample[], attachments: OpenConsignment['attachments'], kinds: readonly AttachmentKind[]): Problem[] => {
  const lacking = samples.map((sample) => ({ sample, names: missingKinds(kinds, attachments.filter(({ sampleId }) => sampleId === undefined || sameId(sampleId, sample.id))).join('、') })).filter(({ names }) => names !== '');
  return [...new Set(lacking.map(({ names }) => names))].map((names) => problem('SAMPLE_ATTACHMENTS_REQUIRED', { samples: sampleNames(lacking.filter((each) => each.names === names).map(({ sample }) => sample)), names }));
};
