import type { MaterialSample, RawMaterial } from '#events';
import { originOf } from '../catalogue/sample-origin.js';

/** A row of the raw-material section as form and server share it: of its report the server alone knows where the file lies. */
export type MaterialRow = Omit<RawMaterial, 'reportFile'> & { reportFile: { name: string; url: string } | null };

/** What a row may be filled from: a catalogue sample offered as a raw material (RM-013). */
export type MaterialChoice = { id: string; label: string; bigCategoryId: string; sampleNameLink: string };

/** A sample that was consigned before, as a row that cites it shows it. */
export type CitedSample = Pick<
  RawMaterial,
  | 'consignCode'
  | 'sampleName'
  | 'testUnitSampleID'
  | 'bigCategoryId'
  | 'sampleNameLink'
  | 'specificationType'
  | 'specificationBuildMethod'
  | 'produceInfo'
  | 'produceBatchNo'
  | 'extractAddress'
> & { id: string };

/** A new row: it is to be tested, and nothing is chosen yet (RM-003). */
export const blankMaterial = (id: string): RawMaterial => ({
  id,
  sampleName: '',
  isTest: true,
  buSampleInfoId: null,
  consignCode: '',
  reportFile: null,
  refBuSampleInfoId: null,
  testUnitSampleID: '',
  bigCategoryId: '',
  sampleNameLink: '',
  specificationType: '',
  specificationBuildMethod: '',
  produceInfo: '',
  produceBatchNo: '',
  extractAddress: '',
  recommendedDosage: '',
  unitRatio: '',
  dosage: '',
});

/** How a row is vouched for (RM-004); `open` is a row not tested that has neither a cited consignment nor a report yet. */
export type MaterialProof = 'tested' | 'cited' | 'reported' | 'open';

export const proofOf = ({
  isTest,
  consignCode,
  reportFile,
}: Pick<MaterialRow, 'isTest' | 'consignCode' | 'reportFile'>): MaterialProof => {
  if (isTest) return 'tested';
  if (consignCode !== '') return 'cited';
  return reportFile === null ? 'open' : 'reported';
};

/** What a row holds already says whether it is tested; then the switch is locked (RM-005). */
export const isTestLocked = (
  { reportFile, consignCode, buSampleInfoId }: Pick<MaterialRow, 'reportFile' | 'consignCode' | 'buSampleInfoId'>,
  readOnly: boolean,
): boolean => readOnly || reportFile !== null || consignCode !== '' || buSampleInfoId !== null;

/** The other answer to "is it tested?", which empties what was typed under the first one (RM-006, 001.md A-23). */
export const toggledTest = <Row extends MaterialRow>(row: Row): Row => ({
  ...row,
  isTest: !row.isTest,
  specificationType: '',
  specificationBuildMethod: '',
  produceInfo: '',
  produceBatchNo: '',
});

/** Another material in the row: what was typed about the earlier one goes, the three numbers of the mix stay (RM-013). */
export const withMaterial = <Row extends MaterialRow>(
  row: Row,
  { id, label, bigCategoryId, sampleNameLink }: MaterialChoice,
): Row => ({
  ...row,
  testUnitSampleID: id,
  sampleName: label,
  bigCategoryId,
  sampleNameLink,
  specificationType: '',
  specificationBuildMethod: '',
  produceInfo: '',
  produceBatchNo: '',
});

/** The row shows a sample consigned before and is not tested again (RM-007). */
export const citing = <Row extends MaterialRow>(row: Row, { id, ...facts }: CitedSample): Row => ({
  ...row,
  ...facts,
  isTest: false,
  buSampleInfoId: null,
  reportFile: null,
  refBuSampleInfoId: id,
});

/** A row that no longer cites is a new blank one in the same place (RM-007). */
export const uncited = <Row extends MaterialRow>(row: Row): Row => ({ ...row, ...blankMaterial(row.id) });

/** Facts of an own sample that its row shows. */
export type OwnSample = Pick<
  MaterialSample,
  | 'id'
  | 'testUnitSampleId'
  | 'testUnitSampleName'
  | 'bigCategoryId'
  | 'sampleNameLink'
  | 'specificationType'
  | 'specificationBuildMethod'
  | 'extractAddress'
  | 'properties'
>;

/** The row with the facts of its own sample; manufacturer and batch number come from the properties of these names (RM-002, AUX-009). */
export const withOwnSample = <Row extends MaterialRow>(row: Row, sample: OwnSample): Row => {
  const { produceInfo, piHao } = originOf(sample.properties);
  return {
    ...row,
    isTest: true,
    consignCode: '',
    reportFile: null,
    refBuSampleInfoId: null,
    buSampleInfoId: sample.id,
    testUnitSampleID: sample.testUnitSampleId,
    sampleName: sample.testUnitSampleName,
    bigCategoryId: sample.bigCategoryId,
    sampleNameLink: sample.sampleNameLink,
    specificationType: sample.specificationType,
    specificationBuildMethod: sample.specificationBuildMethod,
    produceInfo,
    produceBatchNo: piHao,
    extractAddress: sample.extractAddress ?? '',
  };
};
