import type { CatalogueParameter, CatalogueSample, Sample, StandardLink } from '#events';
import { choosePrice, rowFee, sampleFee } from '../sample/pricing.js';
import { dashedId, sameId } from '../rules/equality.js';
import { isOffered } from './choose-parameters.js';

/** What of a catalogue's sample the prices and the offer of today are read from. */
export type CurrentSample = Pick<CatalogueSample, 'parameters'> & { id: string };

/** The sample as the testing unit has it today; undefined where it has it no more. */
export const currentSampleOf = (
  offered: readonly CurrentSample[],
  { testUnitSampleId }: Pick<Sample, 'testUnitSampleId'>,
): CurrentSample | undefined => offered.find(({ id }) => sameId(id, testUnitSampleId));

/** The parameter of a sample that may be chosen today; undefined where it is offered no more. */
export const currentParameterOf = (sample: CurrentSample | undefined, id: string): CatalogueParameter | undefined =>
  sample?.parameters.find((parameter) => sameId(parameter.id, id) && isOffered(parameter));

/**
 * The sample with the prices and the fee of today (PR-017). What is offered no more keeps what it cost: submission
 * refuses it by name.
 */
export const applyCurrentPrices = <Some extends Sample>(sample: Some, offered: readonly CurrentSample[]): Some => {
  const today = currentSampleOf(offered, sample);
  if (!today) return sample;
  const parameters = sample.parameters.map((chosen) => {
    const parameter = currentParameterOf(today, chosen.tuTestParamId);
    const price = parameter && choosePrice(parameter);
    return price ? { ...chosen, ...price, totalFee: rowFee(price.tuTestParamPrice, chosen.tuTestParamCount) } : chosen;
  });
  return { ...sample, parameters, testParamFee: sampleFee(parameters, sample.testGroupCount) };
};

/**
 * A sample, and those of its raw materials, without the parameters that are offered no more. A sample that is offered
 * no more at all stays whole: it is taken out by hand or the consignment goes to another laboratory.
 */
export const removeWithdrawn = (sample: Sample, offered: readonly CurrentSample[]): Sample => {
  const reduced = <Some extends Sample>(some: Some): Some => {
    const today = currentSampleOf(offered, some);
    const parameters = today
      ? some.parameters.filter(({ tuTestParamId }) => currentParameterOf(today, tuTestParamId))
      : some.parameters;
    return parameters.length === some.parameters.length
      ? some
      : { ...some, parameters, testParamFee: sampleFee(parameters, some.testGroupCount) };
  };
  return {
    ...reduced(sample),
    ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map(reduced) } : {}),
  };
};

/** A sample and the own samples of its raw materials with the prices of today. */
export const applyCurrentPricesWithMaterials = (sample: Sample, offered: readonly CurrentSample[]): Sample => ({
  ...applyCurrentPrices(sample, offered),
  ...(sample.materialSamples
    ? { materialSamples: sample.materialSamples.map((own) => applyCurrentPrices(own, offered)) }
    : {}),
});

/** Ids of the standards that a catalogue has today, lower case with dashes; null where it could not be asked. */
export type CurrentStandards = ReadonlySet<string> | null;

/**
 * Whether a chosen standard can be chosen no more: the catalogue has it no more, and the parameter does not offer it by
 * itself.
 */
const isStandardUnavailable = (
  { baBaseStandardId: id }: StandardLink,
  parameter: CatalogueParameter | undefined,
  standards: CurrentStandards,
): boolean =>
  id !== null &&
  standards !== null &&
  !standards.has(dashedId(id)) &&
  !parameter?.standards.some(({ standardId }) => sameId(standardId, id));

/** Standards of a sample that can be chosen no more, those of its parameters that are offered among them. */
export const unavailableStandards = (
  sample: Sample,
  offered: readonly CurrentSample[],
  standards: CurrentStandards,
): StandardLink[] => [
  ...sample.standards.filter((link) => isStandardUnavailable(link, undefined, standards)),
  ...sample.parameters.flatMap((chosen) => {
    const parameter = currentParameterOf(currentSampleOf(offered, sample), chosen.tuTestParamId);
    return chosen.standards.filter((link) => isStandardUnavailable(link, parameter, standards));
  }),
];

/** A sample, and those of its raw materials, without standards that can be chosen no more. */
export const removeUnavailableStandards = (
  sample: Sample,
  offered: readonly CurrentSample[],
  standards: CurrentStandards,
): Sample => {
  const reduced = <Some extends Sample>(some: Some): Some => {
    const unavailable = new Set(unavailableStandards(some, offered, standards));
    const left = (links: readonly StandardLink[]) => links.filter((link) => !unavailable.has(link));
    return unavailable.size === 0
      ? some
      : {
          ...some,
          standards: left(some.standards),
          parameters: some.parameters.map((chosen) => ({ ...chosen, standards: left(chosen.standards) })),
        };
  };
  return {
    ...reduced(sample),
    ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map(reduced) } : {}),
  };
};
