import type { ConsignType } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import { isRawMaterial } from './form-sections.js';

/** What of the form is judged before it is saved; a number that is missing or no number counts as not entered. */
export type JudgedForm = {
  testUnitSampleId?: string | null;
  testGroupCount?: number | null | undefined;
  testPointCount?: number | null | undefined;
  ageWaitTime?: number | null | undefined;
  afterTestOperate?: string | undefined;
  isTestUnitConfirmTestParam: boolean;
  testReason: string;
  sampleNum?: string;
  delegatesNum?: string;
  parameterCount: number;
};

/** Group count, test point count and age in days are whole numbers of this range (SK-001). */
export const COUNT = { min: 1, max: 999 } as const;

const isCount = (value: number | null | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= COUNT.min && value <= COUNT.max;
const isNumeric = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || /^\d+(\.\d+)?$/.test(text.trim());

/**
 * What keeps a sample from being saved, in the order in which it is told (001 section 5: SF-012 to SF-019, TID-003, TID-004); the
 * form shows the first, the server refuses with all. An age is asked for nowhere, but one that is typed must be one (SF-015).
 */
export const sampleFormProblems = (form: JudgedForm, consignType: ConsignType): Problem[] => {
  const leftToLab = form.isTestUnitConfirmTestParam;
  const numbers = isRawMaterial(consignType) ? (['sampleNum', 'delegatesNum'] as const) : [];
  return [
    ...(form.testUnitSampleId === '' || form.testUnitSampleId === null
      ? [problem('SAMPLE_REQUIRED', {}, 'testUnitSampleId')]
      : []),
    ...(isCount(form.testGroupCount) ? [] : [problem('GROUP_COUNT_REQUIRED', {}, 'testGroupCount')]),
    ...(isCount(form.testPointCount) ? [] : [problem('POINT_COUNT_REQUIRED', {}, 'testPointCount')]),
    ...(form.ageWaitTime === null || form.ageWaitTime === undefined || isCount(form.ageWaitTime)
      ? []
      : [problem('AGE_INVALID', COUNT, 'ageWaitTime')]),
    ...(form.afterTestOperate === undefined || form.afterTestOperate.trim()
      ? []
      : [problem('AFTER_TEST_REQUIRED', {}, 'afterTestOperate')]),
    ...(leftToLab || form.parameterCount > 0 ? [] : [problem('TEST_PARAMETERS_REQUIRED', {}, 'tuSampleParamIds')]),
    ...(leftToLab && form.testReason.trim() === '' ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')] : []),
    ...numbers.flatMap((name) => (isNumeric(form[name]) ? [] : [problem('ONLY_NUMBERS', {}, name)])),
  ];
};
