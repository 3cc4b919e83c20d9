import { lengthOf, LIMITS } from '../consignment/limits.js';
import { fileProblem, REPORT_EXTENSIONS } from '../files/file-rules.js';
import { readQuantity } from '../numbers/typed-number.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { MaterialRow } from './material-row.js';

type Checked = Pick<
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
 * What keeps a sample with these raw materials from being saved, at most one a row, numbered from 1: no sample (RM-009), a tested
 * one without its own sample (RM-010), any other with neither report nor cited consignment (RM-011), then numbers and lengths.
 */
export const materialProblems = (rows: readonly Checked[]): Problem[] => [
  ...rows.flatMap((row, index) => problemOf(row, index) ?? []),
  ...(rows.length > LIMITS.materials
    ? [problem('TOO_MANY_MATERIALS', { max: LIMITS.materials }, 'buSampleInfoRefSampleInfo')]
    : []),
];

const problemOf = (row: Checked, index: number): Problem | null => {
  const about = { row: index + 1 };
  const path = `buSampleInfoRefSampleInfo.${index}`;
  if (row.testUnitSampleID === '') return problem('MATERIAL_SAMPLE_REQUIRED', about, path);
  if (row.isTest && row.buSampleInfoId === null) return problem('MATERIAL_PARAMETERS_INCOMPLETE', about, path);
  if (!row.isTest && row.consignCode === '' && row.reportFile === null)
    return problem('MATERIAL_REPORT_REQUIRED', about, path);
  const wrong = NUMBERS.find((name) => !isMaterialNumber(row[name]));
  if (wrong) return problem('MATERIAL_NUMBER_INVALID', about, `${path}.${wrong}`);
  const long =
    TEXTS.find((name) => lengthOf(row[name]) > LIMITS.text) ??
    (lengthOf(row.specificationType) > LIMITS.longText ? 'specificationType' : null);
  return long
    ? problem('TEXT_TOO_LONG', { max: long === 'specificationType' ? LIMITS.longText : LIMITS.text }, `${path}.${long}`)
    : null;
};

const TEXTS = ['produceInfo', 'produceBatchNo', 'extractAddress'] as const;
const NUMBERS = ['recommendedDosage', 'unitRatio', 'dosage'] as const;

/** Nothing, or a number from 0 on with at most six decimals: kg/m3, or the share of a unit. */
export const isMaterialNumber = (text: string): boolean =>
  text.trim() === '' || /^\d{1,9}(\.\d{1,6})?$/.test(readQuantity(text) ?? '');

/** What is wrong with the file of a report before its content is looked at; its eleven formats have a message of their own (RM-012). */
export const materialReportProblem = (file: { name: string; size: number }): Problem | null => {
  const found = fileProblem(file, REPORT_EXTENSIONS);
  return found?.code === 'FILE_TYPE_UNSUPPORTED'
    ? problem('REPORT_TYPE_UNSUPPORTED', { allowed: REPORT_EXTENSIONS.join(' ') }, 'file')
    : found;
};
