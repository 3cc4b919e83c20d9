import type { RawMaterial, Sample } from '#events';

/** What a sample still lacks, under the names of the specification's sample rows (000 section 3). */
export type SampleFlags = { isInputedTestParam: boolean; isTestUnitConfirmTestParam: boolean; isLackTestParam_Material: boolean; isLackReportFile_Material: boolean };

export const sampleFlags = (sample: Sample): SampleFlags => {
  const materials = sample.buSampleInfoRefSampleInfo ?? [];
  return {
    isInputedTestParam: sample.parameters.length > 0,
    isTestUnitConfirmTestParam: sample.isTestUnitConfirmTestParam,
    isLackTestParam_Material: materials.some(lacksParameters),
    isLackReportFile_Material: materials.some(lacksReport),
  };
};

/** A tested raw material needs a sample of its own (RM-010), any other a cited consignment or a report file (RM-011). */
const lacksParameters = ({ isTest, buSampleInfoId }: RawMaterial): boolean => isTest && buSampleInfoId === null;
const lacksReport = ({ isTest, consignCode, reportFile }: RawMaterial): boolean => !isTest && consignCode === '' && reportFile === null;

/** Left to the laboratory and not yet completed by it: blocks the audit (VA-014). */
export const awaitsParameters = (sample: Sample): boolean => sample.isTestUnitConfirmTestParam && sample.parameters.length === 0;

export const sampleNames = (samples: readonly Sample[]): string => samples.map(({ testUnitSampleName }) => testUnitSampleName).join('、');
