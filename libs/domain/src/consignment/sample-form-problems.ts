import type { ConsignType } from '#events';
import { typedCountProblem, quantityProblem, readCount, type TypedCount } from '../numbers/typed-number.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { isRawMaterial } from './form-sections.js';
import { isBlank } from '../text/text.js';

/** What of the form is judged before it is saved; numbers as they were typed. */
export type JudgedForm = {
  testUnitSampleId?: string | null;
  testGroupCount?: TypedCount | undefined;
  testPointCount?: TypedCount | undefined;
  ageWaitTime?: TypedCount | undefined;
  afterTestOperate?: string | undefined;
  isTestUnitConfirmTestParam: boolean;
  testReason: string;
  sampleNum?: string;
  delegatesNum?: string;
  parameterCount: number;
};

/** Group count, test point count and age in days are whole numbers of this range (SK-001). */
export const COUNT = { min: 1, max: 999 } as const;

/** A count that must be there: blank, it is asked for in the words of the form. */
const counted = (typed: TypedCount | undefined, missing: RuleCode, path: string): Problem[] => {
  if (readCount(typed) === null) return [problem(missing, {}, path)];
  const found = typedCountProblem(typed, COUNT, path);
  return found ? [found] : [];
};

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
    ...counted(form.testGroupCount, 'GROUP_COUNT_REQUIRED', 'testGroupCount'),
    ...counted(form.testPointCount, 'POINT_COUNT_REQUIRED', 'testPointCount'),
    ...(typedCountProblem(form.ageWaitTime, COUNT) ? [problem('AGE_INVALID', COUNT, 'ageWaitTime')] : []),
    ...(form.afterTestOperate === undefined || form.afterTestOperate.trim()
      ? []
      : [problem('AFTER_TEST_REQUIRED', {}, 'afterTestOperate')]),
    ...(leftToLab || form.parameterCount > 0 ? [] : [problem('TEST_PARAMETERS_REQUIRED', {}, 'tuSampleParamIds')]),
    ...(leftToLab && isBlank(form.testReason) ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')] : []),
    ...numbers.flatMap((name) => quantityProblem(form[name] ?? '', problem('ONLY_NUMBERS', {}, name)) ?? []),
  ];
};
