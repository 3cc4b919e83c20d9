import type { RawMaterial, Sample } from '#events';
import { ownSampleOf, ownSamplesOf } from '../raw-materials/material-samples.js';

/** What a sample still lacks, under the names of the specification's sample rows (000 section 3). */
export type SampleFlags = {
  isInputedTestParam: boolean;
  isTestUnitConfirmTestParam: boolean;
  isLackTestParam_Material: boolean;
  isLackReportFile_Material: boolean;
};

export const sampleFlags = (sample: Sample): SampleFlags => {
  const materials = sample.buSampleInfoRefSampleInfo ?? [];
  return {
    isInputedTestParam: sample.parameters.length > 0,
    isTestUnitConfirmTestParam: sample.isTestUnitConfirmTestParam,
    isLackTestParam_Material: materials.some((material) => lacksParameters(sample, material)),
    isLackReportFile_Material: materials.some(lacksReport),
  };
};

/** A tested raw material needs a sample of its own with parameters (RM-010), any other a cited consignment or a report file (RM-011). */
const lacksParameters = (sample: Sample, material: RawMaterial): boolean => {
  const own = ownSampleOf(sample, material);
  return material.isTest && (own === undefined || (own.parameters.length === 0 && !own.isTestUnitConfirmTestParam));
};
const lacksReport = ({ isTest, consignCode, reportFile }: RawMaterial): boolean =>
  !isTest && consignCode === '' && reportFile === null;

/** Left to the laboratory and not yet completed by it, or one of its raw materials is: blocks the audit (VA-014). */
export const awaitsParameters = (sample: Sample): boolean =>
  withMaterials(sample).some((each) => each.isTestUnitConfirmTestParam && each.parameters.length === 0);

/** The laboratory may choose parameters of the sample or of one of its raw materials (TID-008). */
export const leavesParameters = (sample: Sample): boolean =>
  withMaterials(sample).some(({ isTestUnitConfirmTestParam }) => isTestUnitConfirmTestParam);

const withMaterials = (sample: Sample): Sample[] => [sample, ...ownSamplesOf(sample)];

export const sampleNames = (samples: readonly Sample[]): string =>
  samples.map(({ testUnitSampleName }) => testUnitSampleName).join('、');
