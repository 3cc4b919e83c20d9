import type { SampleView } from '#contract';
import type { ChosenParameter, Sample } from '#events';
import type { Shown } from '../consignments/shown.js';

/** The whole sample form object; `isEditParams` lets the laboratory complete parameters that were left to it. */
export const sampleView = (stored: Sample, consignId: string, shown: Shown, isEditParams: boolean): SampleView => {
  const { parameters, pack, standards, properties, buSampleInfoRefSampleInfo: _materials, ...sample } = stored;
  return {
    ...sample,
    extractAddress: sample.extractAddress ?? '',
    consignId,
    isEditParams,
    tuSampleParamIds: parameters.map((parameter) => parameterView(parameter, shown)),
    buSampleParamPackInfo: pack,
    buSampleUseBaseStandard: standards,
    buSamplePropertyInfo: properties,
    testParamFee: shown.estimate ? sample.testParamFee : null,
  };
};

/** A hidden unit price hides the row's fee with it: with a count of 1 the one would tell the other. */
const parameterView = ({ standards, ...parameter }: ChosenParameter, { prices, estimate }: Shown): SampleView['tuSampleParamIds'][number] => ({
  ...parameter,
  tuTestParamPrice: prices ? parameter.tuTestParamPrice : null,
  sharedPrice: prices ? parameter.sharedPrice : null,
  totalFee: prices && estimate ? parameter.totalFee : null,
  buSampleParamUseBaseStandard: standards,
});
