import type { CatalogueParameter, CatalogueSample, Sample, StandardLink } from '#events';
import { choosePrice, rowFee, sampleFee } from '../sample/pricing.js';
import { dashedId, sameId } from '../rules/equality.js';
import { isOffered } from './choose-parameters.js';

/** The part of a catalogue sample that determines its current prices and parameters. */
export type CurrentSample = Pick<CatalogueSample, 'parameters'> & { id: string };

/** The current sample of the testing unit; undefined if the unit no longer has it. */
export const currentSampleOf = (
  currentSamples: readonly CurrentSample[],
  { testUnitSampleId }: Pick<Sample, 'testUnitSampleId'>,
): CurrentSample | undefined => currentSamples.find(({ id }) => sameId(id, testUnitSampleId));

/** The parameter of a sample if it can be chosen now; undefined if it is no longer offered. */
export const currentParameterOf = (sample: CurrentSample | undefined, id: string): CatalogueParameter | undefined =>
  sample?.parameters.find((parameter) => sameId(parameter.id, id) && isOffered(parameter));

/**
 * The sample with current prices and fee (PR-017). Parameters that are no longer offered keep their price; submission
 * rejects them by name.
 */
export const applyCurrentPrices = <SampleLike extends Sample>(
  sample: SampleLike,
  currentSamples: readonly CurrentSample[],
): SampleLike => {
  const currentSample = currentSampleOf(currentSamples, sample);
  if (!currentSample) return sample;
  const parameters = sample.parameters.map((chosenParameter) => {
    const parameter = currentParameterOf(currentSample, chosenParameter.tuTestParamId);
    const price = parameter && choosePrice(parameter);
    return price
      ? { ...chosenParameter, ...price, totalFee: rowFee(price.tuTestParamPrice, chosenParameter.tuTestParamCount) }
      : chosenParameter;
  });
  return { ...sample, parameters, testParamFee: sampleFee(parameters, sample.testGroupCount) };
};

/**
 * A sample and the samples of its raw materials without parameters that are no longer offered. A sample that is not
 * offered at all stays unchanged: the client removes it or chooses another laboratory.
 */
export const removeUnofferedParameters = (sample: Sample, currentSamples: readonly CurrentSample[]): Sample => {
  const withOfferedOnly = <SampleLike extends Sample>(item: SampleLike): SampleLike => {
    const currentSample = currentSampleOf(currentSamples, item);
    const parameters = currentSample
      ? item.parameters.filter(({ tuTestParamId }) => currentParameterOf(currentSample, tuTestParamId))
      : item.parameters;
    return parameters.length === item.parameters.length
      ? item
      : { ...item, parameters, testParamFee: sampleFee(parameters, item.testGroupCount) };
  };
  return {
    ...withOfferedOnly(sample),
    ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map(withOfferedOnly) } : {}),
  };
};

/** A sample and the samples of its raw materials with current prices. */
export const applyCurrentPricesWithMaterials = (sample: Sample, currentSamples: readonly CurrentSample[]): Sample => ({
  ...applyCurrentPrices(sample, currentSamples),
  ...(sample.materialSamples
    ? { materialSamples: sample.materialSamples.map((material) => applyCurrentPrices(material, currentSamples)) }
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
  currentSamples: readonly CurrentSample[],
  standards: CurrentStandards,
): StandardLink[] => [
  ...sample.standards.filter((link) => isStandardUnavailable(link, undefined, standards)),
  ...sample.parameters.flatMap((chosenParameter) => {
    const parameter = currentParameterOf(currentSampleOf(currentSamples, sample), chosenParameter.tuTestParamId);
    return chosenParameter.standards.filter((link) => isStandardUnavailable(link, parameter, standards));
  }),
];

/** A sample and the samples of its raw materials without standards that can no longer be chosen. */
export const removeUnavailableStandards = (
  sample: Sample,
  currentSamples: readonly CurrentSample[],
  standards: CurrentStandards,
): Sample => {
  const withAvailableOnly = <SampleLike extends Sample>(item: SampleLike): SampleLike => {
    const unavailable = new Set(unavailableStandards(item, currentSamples, standards));
    const filterAvailable = (links: readonly StandardLink[]) => links.filter((link) => !unavailable.has(link));
    return unavailable.size === 0
      ? item
      : {
          ...item,
          standards: filterAvailable(item.standards),
          parameters: item.parameters.map((parameter) => ({
            ...parameter,
            standards: filterAvailable(parameter.standards),
          })),
        };
  };
  return {
    ...withAvailableOnly(sample),
    ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map(withAvailableOnly) } : {}),
  };
};
