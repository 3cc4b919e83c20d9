import type { Sample } from '#events';
import {
  goneStandards,
  type StandardsToday,
  todaysParameter,
  todaysSample,
  type TodaysSample,
} from '../catalogue/todays-prices.js';
import { type AttachmentKind, missingKinds } from '../files/required-attachments.js';
import { ownSamplesOf } from '../raw-materials/material-samples.js';
import { choosePrice } from '../pricing/price-choice.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { goneProblems, type NamedToday } from './named-today.js';
import { sampleNames } from './sample-flags.js';
import type { OpenConsignment } from './state.js';

/** What a submission is held to that stands outside the consignment, as it is today. */
export type SubmissionFacts = {
  /** Kinds of files that the testing unit asks for with each sample (AT-003). */
  kinds: readonly AttachmentKind[];
  /** The chosen samples as the testing unit offers them; null where its system could not be asked. */
  offered: readonly TodaysSample[] | null;
  /** Client, laboratory, project, address and qualification; absent where nobody was asked. */
  named?: NamedToday;
};

/** One that is about samples of the consignment; what is wrong with a raw material is settled in the sample that holds it. */
export type SampleProblem = Problem & { sampleIds: readonly string[] };

/**
 * What time, a copy or a file that went again left behind in a draft: a laboratory, address, project or qualification that is gone,
 * samples and parameters that are offered no more, prices other than those of today (PR-017), samples without the files they need
 * (AT-003). By name, each kind once, the form before the samples.
 */
export const submissionProblems = (
  state: Pick<OpenConsignment, 'samples' | 'attachments' | 'header' | 'consignCode'>,
  { kinds, offered, named }: SubmissionFacts,
): (Problem | SampleProblem)[] => [
  ...(named ? goneProblems(state, named) : []),
  ...samplesProblems(state, { kinds, offered }),
];

const samplesProblems = (
  { samples, attachments }: Pick<OpenConsignment, 'samples' | 'attachments'>,
  { kinds, offered }: SubmissionFacts,
): SampleProblem[] => [
  ...(offered ? offerProblems(samples, offered) : []),
  ...fileProblems(samples, attachments, kinds),
];

/** What a copy of a consignment is without: everything that is gone, and parameters and standards that are offered no more. */
export const leftOutOfCopy = (
  { samples, header }: Pick<OpenConsignment, 'samples' | 'header'>,
  { offered, standards, named }: Required<Pick<SubmissionFacts, 'offered' | 'named'>> & { standards: StandardsToday },
): Problem[] => [
  ...goneProblems({ header, consignCode: '' }, named),
  ...(offered ? offerProblems(samples, offered).filter(({ code }) => code !== 'PRICES_CHANGED') : []),
  ...samples
    .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
    .flatMap((sample) => {
      const gone = goneStandards(sample, offered ?? [], standards);
      const names = new Set(gone.map(({ baseStandardCode, baseStandardName }) => baseStandardCode || baseStandardName));
      return gone.length === 0
        ? []
        : [problem('STANDARDS_WITHDRAWN', { samples: sampleNames([sample]), standards: [...names].join('、') })];
    }),
];

const offerProblems = (rows: readonly Sample[], offered: readonly TodaysSample[]): SampleProblem[] => {
  const samples = rows.flatMap((sample) => [sample, ...ownSamplesOf(sample)]);
  const rowsOf = (concerned: readonly Sample[]) => ({
    sampleIds: rows
      .filter((row) => concerned.includes(row) || ownSamplesOf(row).some((own) => concerned.includes(own)))
      .map(({ id }) => id),
  });
  const gone = samples.filter((sample) => !todaysSample(offered, sample));
  const withdrawn = samples.flatMap((sample) => {
    const today = todaysSample(offered, sample);
    const parameters = today
      ? sample.parameters.filter(({ tuTestParamId }) => !todaysParameter(today, tuTestParamId))
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
  const otherwisePriced = samples.filter((sample) =>
    sample.parameters.some((chosen) => isPricedOtherwise(chosen, todaysSample(offered, sample))),
  );
  return [
    ...(gone.length === 0
      ? []
      : [{ ...problem('SAMPLES_WITHDRAWN', { samples: sampleNames(gone) }), ...rowsOf(gone) }]),
    ...withdrawn,
    ...(otherwisePriced.length === 0
      ? []
      : [{ ...problem('PRICES_CHANGED', { samples: sampleNames(otherwisePriced) }), ...rowsOf(otherwisePriced) }]),
  ];
};

/** What is offered no more is told as that. */
const isPricedOtherwise = (chosen: Sample['parameters'][number], sample: TodaysSample | undefined): boolean => {
  const today = todaysParameter(sample, chosen.tuTestParamId);
  const price = today && choosePrice(today);
  return (
    price !== undefined &&
    (price.tuTestParamPrice !== chosen.tuTestParamPrice ||
      price.sharedPrice !== chosen.sharedPrice ||
      price.sharedPriceQualifier !== chosen.sharedPriceQualifier)
  );
};

/** A file on the consignment serves every sample (ADR-035); samples that lack the same kinds are told together. */
const fileProblems = (
  samples: readonly Sample[],
  attachments: OpenConsignment['attachments'],
  kinds: readonly AttachmentKind[],
): SampleProblem[] => {
  const lacking = samples
    .map((sample) => ({
      sample,
      names: missingKinds(
        kinds,
        attachments.filter(({ sampleId }) => sampleId === undefined || sameId(sampleId, sample.id)),
      ).join('、'),
    }))
    .filter(({ names }) => names !== '');
  return [...new Set(lacking.map(({ names }) => names))].map((names) => {
    const concerned = lacking.filter((each) => each.names === names).map(({ sample }) => sample);
    return {
      ...problem('SAMPLE_ATTACHMENTS_REQUIRED', { samples: sampleNames(concerned), names }),
      sampleIds: concerned.map(({ id }) => id),
    };
  });
};
