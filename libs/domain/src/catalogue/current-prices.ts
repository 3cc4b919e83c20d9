import type { CatalogueParameter, CatalogueSample, Sample, StandardLink } from '#events';
import { choosePrice, rowFee, sampleFee } from '../sample/pricing.js';
import { dashedId, sameId } from '../rules/equality.js';
import { isOffered } from './choose-parameters.js';

/** The part of a catalogue sample that determines its current prices and parameters. */
export type CurrentSample = Pick<CatalogueSample, 'parameters'> & { id: string };

/** The current sample of the testing unit; undefined if the unit no longer has it. */
export const currentSampleOf = (
  offered: readonly CurrentSample[],
  { testUnitSampleId }: Pick<Sample, 'testUnitSampleId'>,
): CurrentSample | undefined => offered.find(({ id }) => sameId(id, testUnitSampleId));

/** The parameter of a sample if it can be chosen now; undefined if it is no longer offered. */
export const currentParameterOf = (sample: CurrentSample | undefined, id: string): CatalogueParameter | undefined =>
  sample?.parameters.find((parameter) => sameId(parameter.id, id) && isOffered(parameter));

/**
 * The sample with current prices and fee (PR-017). Parameters that are no longer offered keep their price; submission
 * rejects them by name.
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
 * A sample and the samples of its raw materials without parameters that are no longer offered. A sample that is not
 * offered at all stays unchanged: the client removes it or chooses another laboratory.
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

/** A sample and the samples of its raw materials with current prices. */
export const applyCurrentPricesWithMaterials = (sample: Sample, offered: readonly CurrentSample[]): Sample => ({
  ...applyCurrentPrices(sample, offered),
  ...(sample.materialSamples
    ? { materialSamples: sample.materialSamples.map((own) => applyCurrentPrices(own, offered)) }
    : {}),
});

/** Ids of the standards that a catalogue has now, in lower case with dashes; null if they could not be read. */
export type CurrentStandards = ReadonlySet<string> | null;

/**
 * Whether a chosen standard can no longer be chosen, because the catalogue no longer has it and the parameter does not
 * offer it.
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

/** The standards of a sample and of its chosen parameters that can no longer be chosen. */
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

/** A sample and the samples of its raw materials without standards that can no longer be chosen. */
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
