import { type ConsignType, type RawMaterial, type Sample, CONSIGN_TYPE } from '#events';
import { quantityProblem, readCount, type CountInputValue, countInputProblem } from '../numbers/typed-number.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { ownSampleOf, ownSamplesOf } from '../sample/raw-materials.js';
import { isBlank } from '../text/text.js';

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

/**
 * A tested raw material needs a sample of its own with parameters (RM-010), any other a cited consignment or a report
 * file (RM-011).
 */
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

export type FormSection =
  'sample' | 'parameters' | 'standards' | 'auxiliary' | 'pieces' | 'rawMaterials' | 'attachments';

/**
 * The sections of the form in their order (SF-005), as kind of consignment, input mode and host leave them (SF-006).
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

/** Kind 1, as number or text; every other value is a testing item (SF-001). */
export const isRawMaterial = (consignType: number | string): boolean =>
  Number(consignType) === CONSIGN_TYPE.rawMaterial;

/** The part of the catalogue, and of the types of files, for a kind of consignment: 0 raw material, 1 testing items. */
export const catalogueScopeOf = (consignType: number): 0 | 1 => (isRawMaterial(consignType) ? 0 : 1);

/**
 * Input modes: 0 simple, with standards of the sample; 1 professional, with standards of each parameter (001.md A-07,
 *
 */
export const INPUT_MODE = { simple: 0, professional: 1 } as const;
export type InputMode = (typeof INPUT_MODE)[keyof typeof INPUT_MODE];
export const isSimple = (inputMethod: number | string): boolean => Number(inputMethod) === INPUT_MODE.simple;

/**
 * How the sample form stands: everything can be written, the institution completes what was left to it, or it is only
 * read.
 */
export type SampleFormMode = 'edit' | 'editParameters' | 'readOnly';

/** What the consignment around the form says (SF-010). `pageSource` is that of the address, null for none. */
export type SampleFormPlace = { isReadOnly: boolean; consignStatus: number; pageSource: number | null };

type Flags = { isTestUnitConfirmTestParam: boolean; isEditParams: boolean };

/** The view in which a testing institution confirms consignments. */
export const CONFIRMATION_VIEW = 4;
/** Submitted, and not yet audited. */
const WAITING = 20;

/** What saving answers where nothing may be saved (MODE-006, 001.md A-33). */
export const NO_SAVE = 100;

/** At 20, in the confirmation view, a sample whose parameters were left to the institution (MODE-005). */
export const editsParameters = (
  { consignStatus, pageSource }: SampleFormPlace,
  { isTestUnitConfirmTestParam }: Pick<Flags, 'isTestUnitConfirmTestParam'>,
): boolean => consignStatus === WAITING && pageSource === CONFIRMATION_VIEW && isTestUnitConfirmTestParam;

/**
 * Read-only when the consignment is, unless the sample lets its parameters be edited or the edit-parameters mode
 * applies (MODE-004). What the institution completes is not the client's text, so both exceptions are one mode
 * (ADR-032).
 */
export const sampleFormMode = (place: SampleFormPlace, sample: Flags): SampleFormMode => {
  if (editsParameters(place, sample)) return 'editParameters';
  if (!place.isReadOnly) return 'edit';
  return sample.isEditParams ? 'editParameters' : 'readOnly';
};

/** What of the form is judged before it is saved; numbers as they were typed. */
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

/** Group count, test point count and age in days are whole numbers of this range (SK-001). */
export const COUNT_RANGE = { min: 1, max: 999 } as const;

/** A count that must be there: blank, it is asked for in the words of the form. */
const counted = (typed: CountInputValue | undefined, missing: RuleCode, path: string): Problem[] => {
  if (readCount(typed) === null) return [problem(missing, {}, path)];
  const found = countInputProblem(typed, COUNT_RANGE, path);
  return found ? [found] : [];
};

/**
 * What keeps a sample from being saved, in the order in which it is told (001 section 5: SF-012 to SF-019, TID-003,
 * TID-004); the form shows the first, the server refuses with all. An age is asked for nowhere, but one that is typed
 * must be one (SF-015).
 */
export const sampleFormProblems = (form: SampleFormToCheck, consignType: ConsignType): Problem[] => {
  const leftToLab = form.isTestUnitConfirmTestParam;
  const numbers = isRawMaterial(consignType) ? (['sampleNum', 'delegatesNum'] as const) : [];
  return [
    ...(form.testUnitSampleId === '' || form.testUnitSampleId === null
      ? [problem('SAMPLE_REQUIRED', {}, 'testUnitSampleId')]
      : []),
    ...counted(form.testGroupCount, 'GROUP_COUNT_REQUIRED', 'testGroupCount'),
    ...counted(form.testPointCount, 'POINT_COUNT_REQUIRED', 'testPointCount'),
    ...(countInputProblem(form.ageWaitTime, COUNT_RANGE) ? [problem('AGE_INVALID', COUNT_RANGE, 'ageWaitTime')] : []),
    ...(form.afterTestOperate === undefined || form.afterTestOperate.trim()
      ? []
      : [problem('AFTER_TEST_REQUIRED', {}, 'afterTestOperate')]),
    ...(leftToLab || form.parameterCount > 0 ? [] : [problem('TEST_PARAMETERS_REQUIRED', {}, 'tuSampleParamIds')]),
    ...(leftToLab && isBlank(form.testReason) ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')] : []),
    ...numbers.flatMap((name) => quantityProblem(form[name] ?? '', problem('ONLY_NUMBERS', {}, name)) ?? []),
  ];
};
