import type { SampleRow } from '#contract';
import { feeWithMaterials, sampleFlags } from '#domain';
import type { Sample } from '#events';
import type { Shown } from '../consignments/unit-policy.js';

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
    projectOrPurpose: beginningOf(sample.projectOrPurpose),
    testParams: parameters,
    totalFee: estimate ? feeWithMaterials(sample) : null,
    ...sampleFlags(sample),
    projectUnit: sample.projectUnit,
    testPart: beginningOf(sample.testPart),
    paramText: parameters,
  };
};

/** What a list shows of a text that may name the sites of 999 groups; the sample itself says all of it. */
const SHOWN_OF_SITES = 200;
/** Never cut within a pair of surrogates. */
const beginningOf = (text: string): string =>
  text.length <= SHOWN_OF_SITES ? text : `${text.slice(0, SHOWN_OF_SITES - 1).replace(/[\ud800-\udbff]$/, '')}…`;
