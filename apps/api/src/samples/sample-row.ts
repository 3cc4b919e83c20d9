import type { SampleRow } from '#contract';
import { feeWithMaterials, sampleFlags } from '#domain';
import type { Sample } from '#events';
import type { Shown } from '../consignments/shown.js';

/** A sample as the consignment's list shows it; the fee, that of its raw materials included, is null where the laboratory hides estimates. */
export const sampleRow = (sample: Sample, { estimate }: Shown): SampleRow => {
  const parameters = sample.parameters.map(({ tuTestParamName }) => tuTestParamName).join('、');
  return {
    id: sample.id,
    testUnitSampleId: sample.testUnitSampleId,
    testUnitSampleName: sample.testUnitSampleName,
    sampleNameLink: sample.sampleNameLink,
    testGroupCount: sample.testGroupCount,
    specificationType: sample.specificationType,
    projectOrPurpose: sample.projectOrPurpose,
    testParams: parameters,
    totalFee: estimate ? feeWithMaterials(sample) : null,
    ...sampleFlags(sample),
    projectUnit: sample.projectUnit,
    testPart: sample.testPart,
    paramText: parameters,
  };
};
