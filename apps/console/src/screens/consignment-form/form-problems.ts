import type { FieldErrors } from 'react-hook-form';
import type { SampleRow } from '#contract';
import { headerProblems, REPORT_COUNT } from '#domain/consignment';
import { countInputProblem } from '#domain/numbers';
import { messageOf, messageOfProblem, type Problem, type RuleCode } from '#domain/rules';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { listSeparator, language } from '../../i18n/language.js';
import { hasReportCount, type FieldName, type FormValues, toHeader } from './form-values.js';

/** Parts of the form, with the names used by rail and footer. */
export const SECTIONS = ['organisation', 'project', 'contact', 'delivery', 'witness', 'extra', 'samples'] as const;
export type Section = (typeof SECTIONS)[number];

export type FormProblem = {
  section: Section;
  /** Field to focus, a react-hook-form path; null: the section itself. */
  field: string | null;
  /** Affected rows of the sample list. */
  sampleIds: readonly string[];
  message: string;
};

/** The domain uses testUnitName where the form has testUnitId. */
const FIELD_OF: Partial<Record<string, FieldName>> = { testUnitName: 'testUnitId', projectName: 'projectName' };

const SECTION_OF: Record<FieldName, Section> = {
  testUnitId: 'organisation',
  testUnitAddressId: 'organisation',
  testUnitAddressDetail: 'organisation',
  projectId: 'project',
  projectName: 'project',
  contractSectName: 'project',
  tuqualificationId: 'project',
  consginTestType: 'project',
  consginTestTypeId: 'project',
  constructionUnit: 'project',
  expectTestTime: 'project',
  linkPerson: 'contact',
  linkPersonPhone: 'contact',
  consignUnitAddress: 'contact',
  getReportType: 'contact',
  reportCount: 'contact',
  memo: 'contact',
  sendSampleType: 'delivery',
  mailOrderNumber: 'delivery',
  mailPayType: 'delivery',
  needWitnessUnit: 'witness',
  constructionJzunit: 'witness',
  jzunit: 'witness',
  constructionJzperson: 'witness',
  constructionJzcardNo: 'witness',
  constructionJzphone: 'witness',
  needConstructionWitnessPersonSign: 'witness',
  jhperson: 'witness',
  jzcardNo: 'witness',
  jzphone: 'witness',
  needWitnessPersonSign: 'witness',
  consignInfoProperties: 'extra',
};

const isField = (name: string): name is FieldName => name in SECTION_OF;

/**
 * The field of a member of the request: "jzphone.0" is a row of one field; "consignInfoProperties.2.value" is a
 * separate field.
 */
export const fieldLocation = (path: string): { field: string; section: Section } => {
  const [head = ''] = path.split('.');
  const name = FIELD_OF[head] ?? head;
  return isField(name)
    ? { field: name === 'consignInfoProperties' ? path : name, section: SECTION_OF[name] }
    : { field: path, section: 'project' };
};

export type ReferencedNames = { testUnitName: string; tuqualificationName: string };

/**
 * What keeps the form from being saved, in the order of the specification (VA-001), by the same rules as on the server.
 */
export const savingProblems = (
  values: FormValues,
  names: ReferencedNames,
  consignType: ConsignType,
  currentLanguage = language(),
): FormProblem[] =>
  problemsOf(values, names, consignType).map((problem) => ({
    ...fieldLocation(problem.path ?? ''),
    sampleIds: [],
    message: messageOfProblem(problem, currentLanguage),
  }));

/** The domain validates a number; input that is not a number replaces its problem. */
const problemsOf = (values: FormValues, names: ReferencedNames, consignType: ConsignType): Problem[] => {
  const problems = headerProblems(toHeader(values, names), consignType);
  const countProblem = hasReportCount(values.getReportType)
    ? countInputProblem(values.reportCount, REPORT_COUNT, 'reportCount')
    : null;
  return countProblem ? problems.map((item) => (item.path === countProblem.path ? countProblem : item)) : problems;
};

export const lacksParameters = (sample: SampleRow): boolean =>
  !sample.isInputedTestParam && !sample.isTestUnitConfirmTestParam;
/** The problems of a sample that block the submission (VA-013). */
export const isSubmitBlocker = (sample: SampleRow): boolean =>
  lacksParameters(sample) || sample.isLackTestParam_Material || sample.isLackReportFile_Material;

/** The problems of the samples that block the submission (VA-012, VA-013): none at all, or incomplete ones by name. */
export const sampleProblems = (samples: readonly SampleRow[], consignType: ConsignType): FormProblem[] => {
  const sampleProblem = (code: RuleCode, affectedSamples: readonly SampleRow[]): FormProblem[] =>
    affectedSamples.length === 0
      ? []
      : [
          {
            section: 'samples',
            field: null,
            sampleIds: affectedSamples.map(({ id }) => id),
            message: messageOf(
              code,
              { samples: affectedSamples.map((sample) => sample.testUnitSampleName).join(listSeparator()) },
              language(),
            ),
          },
        ];
  if (samples.length === 0)
    return [
      {
        section: 'samples',
        field: null,
        sampleIds: [],
        message: messageOf(consignType === CONSIGN_TYPE.rawMaterial ? 'NO_SAMPLES' : 'NO_TEST_ITEMS', {}, language()),
      },
    ];
  return [
    ...sampleProblem('PARAMETERS_INCOMPLETE', samples.filter(lacksParameters)),
    ...sampleProblem(
      'MATERIALS_INCOMPLETE',
      samples.filter((sample) => sample.isLackTestParam_Material),
    ),
    ...sampleProblem(
      'REPORTS_INCOMPLETE',
      samples.filter((sample) => sample.isLackReportFile_Material),
    ),
  ];
};

/** The same problems by field; a field shows its first one. */
export const fieldErrors = (problems: readonly FormProblem[]): FieldErrors<FormValues> => {
  const errors: Record<string, unknown> = {};
  for (const { field, message } of problems) {
    if (field === null) continue;
    const [name = '', index, member] = field.split('.');
    const error = { type: 'rule', message };
    if (index === undefined) errors[name] ??= error;
    else {
      const list = (errors[name] ??= []) as Record<string, unknown>[];
      list[Number(index)] ??= { [member ?? 'value']: error };
    }
  }
  return errors as FieldErrors<FormValues>;
};
