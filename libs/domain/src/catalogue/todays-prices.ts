import type { CatalogueParameter, CatalogueSample, Sample } from '#events';
import { choosePrice } from '../pricing/price-choice.js';
import { rowFee, sampleFee } from '../pricing/sample-fee.js';
import { sameId } from '../rules/same-id.js';
import { isOffered } from './choose-parameters.js';

/** What of a catalogue's sample the prices and the offer of today are read from. */
export type TodaysSample = Pick<CatalogueSample, 'parameters'> & { id: string };

/** The sample as the testing unit has it today; undefined where it has it no more. */
export const todaysSample = (
  offered: readonly TodaysSample[],
  { testUnitSampleId }: Pick<Sample, 'testUnitSampleId'>,
): TodaysSample | undefined => offered.find(({ id }) => sameId(id, testUnitSampleId));

/** The parameter of a sample that may be chosen today; undefined where it is offered no more. */
export const todaysParameter = (sample: TodaysSample | undefined, id: string): CatalogueParameter | undefined =>
  sample?.parameters.find((parameter) => sameId(parameter.id, id) && isOffered(parameter));

/** The sample with the prices and the fee of today (PR-017). What is offered no more keeps what it cost: submission refuses it by name. */
export const repriced = <Some extends Sample>(sample: Some, offered: readonly TodaysSample[]): Some => {
  const today = todaysSample(offered, sample);
  if (!today) return sample;
  const parameters = sample.parameters.map((chosen) => {
    const parameter = todaysParameter(today, chosen.tuTestParamId);
    const price = parameter && choosePrice(parameter);
    return price ? { ...chosen, ...price, totalFee: rowFee(price.tuTestParamPrice, chosen.tuTestParamCount) } : chosen;
  });
  return { ...sample, parameters, testParamFee: sampleFee(parameters, sample.testGroupCount) };
};

/**
 * A sample, and those of its raw materials, without the parameters that are offered no more. A sample that is offered no more at all
 * stays whole: it is taken out by hand or the consignment goes to another laboratory.
 */
export const withoutWithdrawn = (sample: Sample, offered: readonly TodaysSample[]): Sample => {
  const kept = <Some extends Sample>(some: Some): Some => {
    const today = todaysSample(offered, some);
    const parameters = today
      ? some.parameters.filter(({ tuTestParamId }) => todaysParameter(today, tuTestParamId))
      : some.parameters;
    return parameters.length === some.parameters.length
      ? some
      : { ...some, parameters, testParamFee: sampleFee(parameters, some.testGroupCount) };
  };
  return { ...kept(sample), ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map(kept) } : {}) };
};

/** A sample and the own samples of its raw materials with the prices of today. */
export const repricedWithMaterials = (sample: Sample, offered: readonly TodaysSample[]): Sample => ({
  ...repriced(sample, offered),
  ...(sample.materialSamples ? { materialSamples: sample.materialSamples.map((own) => repriced(own, offered)) } : {}),
});
