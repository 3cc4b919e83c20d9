import type { MaterialSample, RawMaterial, Sample } from '#events';
import { sampleOrigin } from '../catalogue/build-sample.js';
import { LIMITS } from '../consignment/state.js';
import { fileProblem, REPORT_EXTENSIONS } from '../files/file-rules.js';
import { readQuantity } from '../numbers/number-input.js';
import { sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { totalFee } from './pricing.js';
import { lengthOf } from '../text/text.js';

/**
 * A row of the raw-material section, shared by form and server. Only the server knows where the report file is stored.
 */
export type MaterialRow = Omit<RawMaterial, 'reportFile'> & { reportFile: { name: string; url: string } | null };

/** A catalogue sample offered as a raw material, from which a row is filled (RM-013). */
export type MaterialChoice = { id: string; label: string; bigCategoryId: string; sampleNameLink: string };

/** A sample consigned before, with the facts that a citing row shows. */
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

/** A new row: to be tested, nothing chosen yet (RM-003). */
export const newMaterialRow = (id: string): RawMaterial => ({
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

/**
 * The proof for a row (RM-004). `open` is a row that is not tested and has neither a cited consignment nor a report
 * yet.
 */
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

/** Whether the tested switch is locked, because the row's contents already decide it (RM-005). */
export const isTestLocked = (
  { reportFile, consignCode, buSampleInfoId }: Pick<MaterialRow, 'reportFile' | 'consignCode' | 'buSampleInfoId'>,
  readOnly: boolean,
): boolean => readOnly || reportFile !== null || consignCode !== '' || buSampleInfoId !== null;

/** Toggles the tested switch, which clears what was typed under the other setting (RM-006, 001.md A-23). */
export const toggledTest = <Row extends MaterialRow>(row: Row): Row => ({
  ...row,
  isTest: !row.isTest,
  specificationType: '',
  specificationBuildMethod: '',
  produceInfo: '',
  produceBatchNo: '',
});

/**
 * The row with another material. Data about the earlier material is cleared; the three numbers of the mix stay
 * (RM-013).
 */
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

/** The row citing a sample consigned before; it is not tested again (RM-007). */
export const citeSample = <Row extends MaterialRow>(row: Row, { id, ...facts }: CitedSample): Row => ({
  ...row,
  ...facts,
  isTest: false,
  buSampleInfoId: null,
  reportFile: null,
  refBuSampleInfoId: id,
});

/** A row without its citation: a new blank row in the same place (RM-007). */
export const removeCitation = <Row extends MaterialRow>(row: Row): Row => ({ ...row, ...newMaterialRow(row.id) });

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

/**
 * The row with the facts of its own sample. Manufacturer and batch number come from the properties with these names
 * (RM-002, AUX-009).
 */
export const applyOwnSample = <Row extends MaterialRow>(row: Row, sample: OwnSample): Row => {
  const { produceInfo, piHao } = sampleOrigin(sample.properties);
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

/** A sample of a consignment, or the own sample of a raw material with `to`, the sample it belongs to. */
export type SampleMatch = { sample: Sample; parent: null } | { sample: MaterialSample; parent: Sample };

/** Searches samples and the own samples of their raw materials; undefined if no sample has this id. */
export const findSampleById = (samples: readonly Sample[], id: string): SampleMatch | undefined => {
  for (const sample of samples) {
    if (sameId(sample.id, id)) return { sample, parent: null };
    const materialSample = sample.materialSamples?.find((each) => sameId(each.id, id));
    if (materialSample) return { sample: materialSample, parent: sample };
  }
  return undefined;
};

/** The own sample of a tested row; undefined if there is none. */
export const ownSampleOf = (
  { materialSamples = [] }: Pick<Sample, 'materialSamples'>,
  { isTest, buSampleInfoId }: Pick<RawMaterial, 'isTest' | 'buSampleInfoId'>,
): MaterialSample | undefined =>
  isTest && buSampleInfoId !== null ? materialSamples.find(({ id }) => sameId(id, buSampleInfoId)) : undefined;

/** Own samples of the raw materials in the order of the rows. Unfinished ones that no row names are left out. */
export const ownSamplesOf = (sample: Sample): MaterialSample[] =>
  (sample.buSampleInfoRefSampleInfo ?? []).flatMap((row) => ownSampleOf(sample, row) ?? []);

/**
 * The sample after saving an own sample of one of its raw materials. A row that names the own sample shows its facts
 * (RM-002).
 */
export const withMaterialSample = (sample: Sample, materialSample: MaterialSample): Sample => {
  const { buSampleInfoRefSampleInfo: rows, materialSamples = [] } = sample;
  const isExisting = materialSamples.some(({ id }) => id === materialSample.id);
  return {
    ...sample,
    ...(rows
      ? {
          buSampleInfoRefSampleInfo: rows.map((row) =>
            sameId(row.buSampleInfoId, materialSample.id) ? applyOwnSample(row, materialSample) : row,
          ),
        }
      : {}),
    materialSamples: isExisting
      ? materialSamples.map((each) => (each.id === materialSample.id ? materialSample : each))
      : [...materialSamples, materialSample],
  };
};

/**
 * Fees in yuan of samples and of the own samples of their raw materials. Their sum is the total of a consignment
 * (001.md A-PR-9).
 */
export const feesOf = (samples: readonly Sample[]): string[] =>
  samples.flatMap((sample) => [sample.testParamFee, ...ownSamplesOf(sample).map(({ testParamFee }) => testParamFee)]);

/** Fee in yuan of a sample including its raw materials. */
export const totalFeeWithMaterials = (sample: Sample): string => totalFee(feesOf([sample]));

/** Number of new ids that a copy of the sample needs for its raw materials: one per row and one per own sample. */
export const countMaterialIds = (sample: Sample): number =>
  (sample.buSampleInfoRefSampleInfo?.length ?? 0) + ownSamplesOf(sample).length;

/**
 * A copy of the sample under a new id. Its raw materials and their own samples get new ids too; reports and cited
 * consignments stay.
 * @throws Error if there are fewer ids than `countMaterialIds` returns.
 */
export const copyOfSample = (sample: Sample, id: string, materialIds: readonly string[] = []): Sample => {
  const { buSampleInfoRefSampleInfo: rows, materialSamples: _begun, ...facts } = sample;
  if (!rows) return { ...facts, id };
  const next = materialIds.values();
  const copies = rows.map((row) => {
    const ownSample = ownSampleOf(sample, row);
    const copy = { ...row, id: idFrom(next), buSampleInfoId: null };
    return ownSample ? { own: { ...ownSample, id: idFrom(next) }, copy } : { own: null, copy };
  });
  return {
    ...facts,
    id,
    buSampleInfoRefSampleInfo: copies.map(({ own, copy }) => (own ? { ...copy, buSampleInfoId: own.id } : copy)),
    materialSamples: copies.flatMap(({ own }) => own ?? []),
  };
};

const idFrom = (ids: Iterator<string>): string => {
  const { value, done } = ids.next();
  if (done) throw new Error('A copy needs new ids for its raw materials');
  return value;
};

type MaterialToCheck = Pick<
  MaterialRow,
  | 'testUnitSampleID'
  | 'isTest'
  | 'buSampleInfoId'
  | 'consignCode'
  | 'reportFile'
  | 'recommendedDosage'
  | 'unitRatio'
  | 'dosage'
  | 'specificationType'
  | 'specificationBuildMethod'
  | 'produceInfo'
  | 'produceBatchNo'
  | 'extractAddress'
>;

/**
 * The problems that prevent saving a sample with these raw materials, at most one per row, rows numbered from 1.
 * Checked in this order: no sample (RM-009), tested without its own sample (RM-010), not tested without report or cited
 * consignment (RM-011), then numbers and lengths.
 */
export const materialProblems = (rows: readonly MaterialToCheck[]): Problem[] => [
  ...rows.flatMap((row, index) => problemOf(row, index) ?? []),
  ...(rows.length > LIMITS.materials
    ? [problem('TOO_MANY_MATERIALS', { max: LIMITS.materials }, 'buSampleInfoRefSampleInfo')]
    : []),
];

const problemOf = (row: MaterialToCheck, index: number): Problem | null => {
  const params = { row: index + 1 };
  const path = `buSampleInfoRefSampleInfo.${index}`;
  if (row.testUnitSampleID === '') return problem('MATERIAL_SAMPLE_REQUIRED', params, path);
  if (row.isTest && row.buSampleInfoId === null) return problem('MATERIAL_PARAMETERS_INCOMPLETE', params, path);
  if (!row.isTest && row.consignCode === '' && row.reportFile === null)
    return problem('MATERIAL_REPORT_REQUIRED', params, path);
  const invalidName = NUMBERS.find((name) => !isMaterialNumber(row[name]));
  if (invalidName) return problem('MATERIAL_NUMBER_INVALID', params, `${path}.${invalidName}`);
  const longName =
    TEXTS.find((name) => lengthOf(row[name]) > LIMITS.text) ??
    (lengthOf(row.specificationType) > LIMITS.longText ? 'specificationType' : null);
  return longName
    ? problem(
        'TEXT_TOO_LONG',
        { max: longName === 'specificationType' ? LIMITS.longText : LIMITS.text },
        `${path}.${longName}`,
      )
    : null;
};

const TEXTS = ['produceInfo', 'produceBatchNo', 'extractAddress'] as const;
const NUMBERS = ['recommendedDosage', 'unitRatio', 'dosage'] as const;

/** Whether the text is blank or a number from 0 with at most six decimals: kg/m3, or the share of a unit. */
export const isMaterialNumber = (text: string): boolean =>
  text.trim() === '' || /^\d{1,9}(\.\d{1,6})?$/.test(readQuantity(text) ?? '');

/** The problem of a report file, by name and size only. Its formats have a message of their own (RM-012). */
export const materialReportProblem = (file: { name: string; size: number }): Problem | null => {
  const fileError = fileProblem(file, REPORT_EXTENSIONS);
  return fileError?.code === 'FILE_TYPE_UNSUPPORTED'
    ? problem('REPORT_TYPE_UNSUPPORTED', { allowed: REPORT_EXTENSIONS.join(' ') }, 'file')
    : fileError;
};

type MaterialTextFacts = Pick<
  MaterialRow,
  'sampleName' | 'specificationType' | 'produceInfo' | 'produceBatchNo' | 'consignCode' | 'reportFile' | 'dosage'
>;

/**
 * One raw material in one line: name and specification, origin, proof, dosage (kg/m3), and in brackets the test
 * parameters.
 */
export const materialText = (
  { sampleName, specificationType, produceInfo, produceBatchNo, consignCode, reportFile, dosage }: MaterialTextFacts,
  testParams: string,
): string => {
  const facts = [
    sampleName,
    specificationType,
    produceInfo,
    produceBatchNo,
    consignCode,
    reportFile?.name,
    dosage && `${dosage} kg/m³`,
  ]
    .filter(Boolean)
    .join(' ');
  return testParams ? `${facts}（${testParams}）` : facts;
};

/** All raw materials of a sample, joined by ；; empty if there are none. */
export const materialsText = (sample: Sample): string =>
  (sample.buSampleInfoRefSampleInfo ?? [])
    .map((row) =>
      materialText(
        row,
        ownSampleOf(sample, row)
          ?.parameters.map(({ tuTestParamName }) => tuTestParamName)
          .join('、') ?? '',
      ),
    )
    .join('；');
