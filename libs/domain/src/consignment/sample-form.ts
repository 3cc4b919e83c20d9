import { type ConsignType, type RawMaterial, type Sample, CONSIGN_TYPE } from '#events';
import { quantityProblem, readCount, type CountInputValue, countInputProblem } from '../numbers/number-input.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { ownSampleOf, ownSamplesOf } from '../sample/raw-materials.js';
import { isBlank } from '../text/text.js';

/** What a sample still lacks, with the names of the specification's sample rows (000 section 3). */
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

/**
 * A tested raw material needs its own sample with parameters (RM-010), any other needs a cited consignment or a report
 * file (RM-011).
 */
const lacksParameters = (sample: Sample, material: RawMaterial): boolean => {
  const materialSample = ownSampleOf(sample, material);
  return (
    material.isTest &&
    (materialSample === undefined ||
      (materialSample.parameters.length === 0 && !materialSample.isTestUnitConfirmTestParam))
  );
};
const lacksReport = ({ isTest, consignCode, reportFile }: RawMaterial): boolean =>
  !isTest && consignCode === '' && reportFile === null;

/**
 * Whether the parameters of the sample or of one of its raw materials are left to the laboratory and not yet completed.
 * This blocks the audit (VA-014).
 */
export const hasPendingParameters = (sample: Sample): boolean =>
  withMaterials(sample).some((each) => each.isTestUnitConfirmTestParam && each.parameters.length === 0);

/** Whether the laboratory may choose parameters of the sample or of one of its raw materials (TID-008). */
export const hasParametersLeftToLab = (sample: Sample): boolean =>
  withMaterials(sample).some(({ isTestUnitConfirmTestParam }) => isTestUnitConfirmTestParam);

const withMaterials = (sample: Sample): Sample[] => [sample, ...ownSamplesOf(sample)];

export const sampleNames = (samples: readonly Sample[]): string =>
  samples.map(({ testUnitSampleName }) => testUnitSampleName).join('、');

export type FormSection =
  'sample' | 'parameters' | 'standards' | 'auxiliary' | 'pieces' | 'rawMaterials' | 'attachments';

/**
 * The sections of the form in their order (SF-005), depending on the consignment type, the input mode and whether the
 * sample is a raw material's (SF-006).
 */
export const formSections = ({
  consignType,
  inputMethod,
  isChild,
}: {
  consignType: number | string;
  inputMethod: number | string;
  isChild: boolean;
}): FormSection[] => {
  const rawMaterial = isRawMaterial(consignType);
  return [
    'sample',
    'parameters',
    ...(isSimple(inputMethod) ? (['standards'] as const) : []),
    'auxiliary',
    ...(rawMaterial ? (['pieces'] as const) : []),
    ...(rawMaterial && !isChild ? (['rawMaterials'] as const) : []),
    'attachments',
  ];
};

/** Type 1, as number or text; every other value is a test item (SF-001). */
export const isRawMaterial = (consignType: number | string): boolean =>
  Number(consignType) === CONSIGN_TYPE.rawMaterial;

/** The part of the catalogue and of the accessory types for a consignment type: 0 raw material, 1 test items. */
export const catalogueScopeOf = (consignType: number): 0 | 1 => (isRawMaterial(consignType) ? 0 : 1);

/**
 * Input modes: 0 simple, with standards of the sample; 1 professional, with standards of each parameter (001.md A-07,
 *
 */
export const INPUT_MODE = { simple: 0, professional: 1 } as const;
export type InputMode = (typeof INPUT_MODE)[keyof typeof INPUT_MODE];
export const isSimple = (inputMethod: number | string): boolean => Number(inputMethod) === INPUT_MODE.simple;

/**
 * The mode of the sample form: all fields are editable, the laboratory completes the parameters left to it, or nothing
 * is editable.
 */
export type SampleFormMode = 'edit' | 'editParameters' | 'readOnly';

/**
 * The consignment's data that determines the form's mode (SF-010). `pageSource` is from the page address, null for
 * none.
 */
export type SampleFormPlace = { isReadOnly: boolean; consignStatus: number; pageSource: number | null };

type Flags = { isTestUnitConfirmTestParam: boolean; isEditParams: boolean };

/** The view in which a laboratory confirms consignments. */
export const CONFIRMATION_VIEW = 4;
/** Submitted and not yet audited. */
const WAITING = 20;

/** The result of a save when nothing may be saved (MODE-006, 001.md A-33). */
export const NO_SAVE = 100;

/**
 * Whether the laboratory edits the parameters: in status 20, in the confirmation view, for a sample whose parameters
 * were left to it (MODE-005).
 */
export const editsParameters = (
  { consignStatus, pageSource }: SampleFormPlace,
  { isTestUnitConfirmTestParam }: Pick<Flags, 'isTestUnitConfirmTestParam'>,
): boolean => consignStatus === WAITING && pageSource === CONFIRMATION_VIEW && isTestUnitConfirmTestParam;

/**
 * Read-only if the consignment is, unless the sample allows its parameters to be edited or the edit-parameters mode
 * applies (MODE-004). The parameters that the laboratory completes are not the client's text, so both exceptions are
 * one mode (ADR-032).
 */
export const sampleFormMode = (place: SampleFormPlace, sample: Flags): SampleFormMode => {
  if (editsParameters(place, sample)) return 'editParameters';
  if (!place.isReadOnly) return 'edit';
  return sample.isEditParams ? 'editParameters' : 'readOnly';
};

/** The part of the form that is checked before saving. Numbers are as entered. */
export type SampleFormToCheck = {
  testUnitSampleId?: string | null;
  testGroupCount?: CountInputValue | undefined;
  testPointCount?: CountInputValue | undefined;
  ageWaitTime?: CountInputValue | undefined;
  afterTestOperate?: string | undefined;
  isTestUnitConfirmTestParam: boolean;
  testReason: string;
  sampleNum?: string;
  delegatesNum?: string;
  parameterCount: number;
};

/** The range of group count, test point count and age in days, which are whole numbers (SK-001). */
export const COUNT_RANGE = { min: 1, max: 999 } as const;

/** Problems of a required count. A blank count has the `missing` problem. */
const requiredCountProblems = (input: CountInputValue | undefined, missing: RuleCode, path: string): Problem[] => {
  if (readCount(input) === null) return [problem(missing, {}, path)];
  const rangeProblem = countInputProblem(input, COUNT_RANGE, path);
  return rangeProblem ? [rangeProblem] : [];
};

/**
 * The problems that prevent saving a sample, in display order (001 section 5: SF-012 to SF-019, TID-003, TID-004). The
 * form shows the first, the server returns all. The age is optional, but an entered age must be valid (SF-015).
 */
export const sampleFormProblems = (form: SampleFormToCheck, consignType: ConsignType): Problem[] => {
  const isLeftToLab = form.isTestUnitConfirmTestParam;
  const numbers = isRawMaterial(consignType) ? (['sampleNum', 'delegatesNum'] as const) : [];
  return [
    ...(form.testUnitSampleId === '' || form.testUnitSampleId === null
      ? [problem('SAMPLE_REQUIRED', {}, 'testUnitSampleId')]
      : []),
    ...requiredCountProblems(form.testGroupCount, 'GROUP_COUNT_REQUIRED', 'testGroupCount'),
    ...requiredCountProblems(form.testPointCount, 'POINT_COUNT_REQUIRED', 'testPointCount'),
    ...(countInputProblem(form.ageWaitTime, COUNT_RANGE) ? [problem('AGE_INVALID', COUNT_RANGE, 'ageWaitTime')] : []),
    ...(form.afterTestOperate === undefined || form.afterTestOperate.trim()
      ? []
      : [problem('AFTER_TEST_REQUIRED', {}, 'afterTestOperate')]),
    ...(isLeftToLab || form.parameterCount > 0 ? [] : [problem('TEST_PARAMETERS_REQUIRED', {}, 'tuSampleParamIds')]),
    ...(isLeftToLab && isBlank(form.testReason) ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')] : []),
    ...numbers.flatMap((name) => quantityProblem(form[name] ?? '', problem('ONLY_NUMBERS', {}, name)) ?? []),
  ];
};
