import type { EventStore, FrozenNames, Sample } from '#events';
import {
  unavailableStandards,
  type CurrentStandards,
  currentParameterOf,
  currentSampleOf,
  type CurrentSample,
} from '../catalogue/current-prices.js';
import { load } from '../event-sourcing/handle.js';
import { project } from '../projects/project.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { choosePrice } from '../sample/pricing.js';
import { ownSamplesOf } from '../sample/raw-materials.js';
import { consigningUnit } from '../units/consigning-unit.js';
import { isIntegrated } from '../units/testing-unit.js';
import { deliveryAddressOf, testingUnit } from '../units/testing-unit.js';
import { type AttachmentKind, missingKinds } from './required-attachments.js';
import { sampleNames } from './sample-form.js';
import type { ConsignmentFacts, OpenConsignment } from './state.js';

/**
 * What a consignment names outside itself, as it is today. Null is gone; undefined is what it does not name, or what
 * nobody could be asked about.
 */
export type CurrentNames = {
  consignUnitName?: string | null | undefined;
  testUnit?: { name: string; isOpen: boolean } | null | undefined;
  testUnitAddressDetail?: string | null | undefined;
  projectName?: string | null | undefined;
  tuqualificationName?: string | null | undefined;
};

/** Qualifications as a laboratory's own system lists them; null: it could not be asked. */
type Qualifications = readonly { id: string; name: string }[] | null;

/**
 * Looks up what a consignment names. A laboratory with a system of its own keeps its qualifications there:
 * `systemQualifications` are those, and without them its qualification is not judged.
 */
export const loadCurrentNames = async (
  store: EventStore,
  { consignUnitId, header }: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  systemQualifications: Qualifications = null,
): Promise<CurrentNames> => {
  const { testUnitId, testUnitAddressId, projectId, tuqualificationId } = header;
  const [client, unit, chosenProject] = await Promise.all([
    load(store, consigningUnit, consignUnitId).then(({ state }) => state),
    testUnitId === null ? undefined : load(store, testingUnit, testUnitId).then(({ state }) => state),
    projectId === null ? undefined : load(store, project, projectId).then(({ state }) => state),
  ]);
  const address = unit?.addresses.find(({ id }) => sameId(id, testUnitAddressId));
  const qualifications = unit && isIntegrated(unit) ? systemQualifications : (unit?.qualifications ?? null);
  return {
    consignUnitName: client?.name,
    testUnit: unit && { name: unit.testUnitName, isOpen: unit.isActive },
    testUnitAddressDetail: unit && testUnitAddressId ? (address ? deliveryAddressOf(address) : null) : undefined,
    projectName: chosenProject === undefined ? undefined : ownName(chosenProject, consignUnitId),
    tuqualificationName:
      qualifications && tuqualificationId
        ? (qualifications.find(({ id }) => sameId(id, tuqualificationId))?.name ?? null)
        : undefined,
  };
};

/** A project that was given to another unit meanwhile is none that this one can name. */
const ownName = (
  found: { projectName: string; consignUnitId: string | null } | null,
  consignUnitId: string,
): string | null =>
  found && (found.consignUnitId === null || sameId(found.consignUnitId, consignUnitId)) ? found.projectName : null;

/** The names of today; what is gone or not known keeps the last name it had here. */
export const currentNames = (
  { consignUnitName, header }: Pick<ConsignmentFacts, 'consignUnitName' | 'header'>,
  named: CurrentNames,
): FrozenNames => ({
  consignUnitName: named.consignUnitName ?? consignUnitName,
  testUnitName: named.testUnit?.name ?? header.testUnitName,
  testUnitAddressDetail: named.testUnitAddressDetail ?? header.testUnitAddressDetail,
  projectName: named.projectName ?? header.projectName,
  tuqualificationName: named.tuqualificationName ?? header.tuqualificationName,
});

/** The same consignment with these names. */
export const applyNames = <Facts extends Pick<ConsignmentFacts, 'consignUnitName' | 'header'>>(
  state: Facts,
  { consignUnitName, ...names }: FrozenNames,
): Facts => ({ ...state, consignUnitName, header: { ...state.header, ...names } });

/**
 * A consignment as it is shown: one that was never submitted under the names of today, any other under those it was
 * submitted with.
 */
export const withCurrentNames = async <
  Facts extends Pick<ConsignmentFacts, 'consignCode' | 'consignUnitId' | 'consignUnitName' | 'header'>,
>(
  store: EventStore,
  state: Facts,
): Promise<Facts> =>
  state.consignCode === '' ? applyNames(state, currentNames(state, await loadCurrentNames(store, state))) : state;

/**
 * What a draft names and is gone: laboratory, address, project, qualification, in the order of the form. A laboratory
 * that is switched off finishes what was submitted to it once.
 */
export const unavailableReferenceProblems = (
  { header, consignCode }: Pick<ConsignmentFacts, 'header' | 'consignCode'>,
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: CurrentNames,
): Problem[] => {
  const unit = testUnit?.name ?? header.testUnitName;
  const isClosed = testUnit === null || (testUnit?.isOpen === false && consignCode === '');
  return [
    ...(isClosed ? [problem('CHOSEN_UNIT_CLOSED', { unit }, 'testUnitId')] : []),
    ...(testUnitAddressDetail === null
      ? [problem('ADDRESS_CLOSED', { unit, address: header.testUnitAddressDetail }, 'testUnitAddressId')]
      : []),
    ...(projectName === null ? [problem('PROJECT_GONE', { project: header.projectName }, 'projectName')] : []),
    ...(tuqualificationName === null
      ? [problem('QUALIFICATION_LOST', { unit, qualification: header.tuqualificationName }, 'tuqualificationId')]
      : []),
  ];
};

/** The form of a copy: blank where what it named is gone. */
export const removeUnavailableReferences = (
  header: ConsignmentFacts['header'],
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: CurrentNames,
): ConsignmentFacts['header'] => {
  const noAddress = { testUnitAddressId: null, testUnitAddressDetail: '' };
  const noQualification = { tuqualificationId: null, tuqualificationName: '' };
  const noUnit = { testUnitId: null, testUnitName: '', ...noAddress, ...noQualification };
  return {
    ...header,
    ...(testUnitAddressDetail === null ? noAddress : {}),
    ...(projectName === null ? { projectId: null, projectName: '' } : {}),
    ...(tuqualificationName === null ? noQualification : {}),
    ...(testUnit === null || testUnit?.isOpen === false ? noUnit : {}),
  };
};

/** What a submission is held to that stands outside the consignment, as it is today. */
export type SubmissionFacts = {
  /** Kinds of files that the testing unit asks for with each sample (AT-003). */
  kinds: readonly AttachmentKind[];
  /** The chosen samples as the testing unit offers them; null where its system could not be asked. */
  offered: readonly CurrentSample[] | null;
  /** Client, laboratory, project, address and qualification; absent where nobody was asked. */
  named?: CurrentNames;
};

/**
 * One that is about samples of the consignment; what is wrong with a raw material is settled in the sample that holds
 * it.
 */
export type SampleProblem = Problem & { sampleIds: readonly string[] };

/**
 * What time, a copy or a file that went again left behind in a draft: a laboratory, address, project or qualification
 * that is gone, samples and parameters that are offered no more, prices other than those of today (PR-017), samples
 * without the files they need (AT-003). By name, each kind once, the form before the samples.
 */
export const submissionProblems = (
  state: Pick<OpenConsignment, 'samples' | 'attachments' | 'header' | 'consignCode'>,
  { kinds, offered, named }: SubmissionFacts,
): (Problem | SampleProblem)[] => [
  ...(named ? unavailableReferenceProblems(state, named) : []),
  ...samplesProblems(state, { kinds, offered }),
];

const samplesProblems = (
  { samples, attachments }: Pick<OpenConsignment, 'samples' | 'attachments'>,
  { kinds, offered }: SubmissionFacts,
): SampleProblem[] => [
  ...(offered ? offerProblems(samples, offered) : []),
  ...fileProblems(samples, attachments, kinds),
];

/**
 * What a copy of a consignment is without: everything that is gone, and parameters and standards that are offered no
 * more.
 */
export const omittedFromCopy = (
  { samples, header }: Pick<OpenConsignment, 'samples' | 'header'>,
  { offered, standards, named }: Required<Pick<SubmissionFacts, 'offered' | 'named'>> & { standards: CurrentStandards },
): Problem[] => [
  ...unavailableReferenceProblems({ header, consignCode: '' }, named),
  ...(offered ? offerProblems(samples, offered).filter(({ code }) => code !== 'PRICES_CHANGED') : []),
  ...samples
    .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
    .flatMap((sample) => {
      const unavailable = unavailableStandards(sample, offered ?? [], standards);
      const names = new Set(
        unavailable.map(({ baseStandardCode, baseStandardName }) => baseStandardCode || baseStandardName),
      );
      return unavailable.length === 0
        ? []
        : [problem('STANDARDS_WITHDRAWN', { samples: sampleNames([sample]), standards: [...names].join('、') })];
    }),
];

const offerProblems = (rows: readonly Sample[], offered: readonly CurrentSample[]): SampleProblem[] => {
  const samples = rows.flatMap((sample) => [sample, ...ownSamplesOf(sample)]);
  const rowsOf = (concerned: readonly Sample[]) => ({
    sampleIds: rows
      .filter((row) => concerned.includes(row) || ownSamplesOf(row).some((own) => concerned.includes(own)))
      .map(({ id }) => id),
  });
  const unavailable = samples.filter((sample) => !currentSampleOf(offered, sample));
  const withdrawn = samples.flatMap((sample) => {
    const today = currentSampleOf(offered, sample);
    const parameters = today
      ? sample.parameters.filter(({ tuTestParamId }) => !currentParameterOf(today, tuTestParamId))
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
    sample.parameters.some((chosen) => isPricedOtherwise(chosen, currentSampleOf(offered, sample))),
  );
  return [
    ...(unavailable.length === 0
      ? []
      : [{ ...problem('SAMPLES_WITHDRAWN', { samples: sampleNames(unavailable) }), ...rowsOf(unavailable) }]),
    ...withdrawn,
    ...(otherwisePriced.length === 0
      ? []
      : [{ ...problem('PRICES_CHANGED', { samples: sampleNames(otherwisePriced) }), ...rowsOf(otherwisePriced) }]),
  ];
};

/** What is offered no more is told as that. */
const isPricedOtherwise = (chosen: Sample['parameters'][number], sample: CurrentSample | undefined): boolean => {
  const today = currentParameterOf(sample, chosen.tuTestParamId);
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
