import type { FieldErrors } from 'react-hook-form';
import type { SampleRow } from '#contract';
import { headerProblems, REPORT_COUNT } from '#domain/consignment';
import { countInputProblem } from '#domain/numbers';
import { messageOf, messageOfProblem, type Problem, type RuleCode } from '#domain/rules';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { listSeparator, language } from '../../i18n/language.js';
import { hasReportCount, type FieldName, type FormValues, toHeader } from './form-values.js';

/** Parts of the form, as rail and footer name them. */
export const SECTIONS = ['organisation', 'project', 'contact', 'delivery', 'witness', 'extra', 'samples'] as const;
export type Section = (typeof SECTIONS)[number];

export type FormProblem = {
  section: Section;
  /** Field to focus, a react-hook-form path; null: the section itself. */
  field: string | null;
  /** Rows of the sample list that it is about. */
  sampleIds: readonly string[];
  message: string;
};

/** The domain says testUnitName where the form holds testUnitId. */
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
 * Where a member of the request is typed: "jzphone.0" is a row of one field; "consignInfoProperties.2.value" is a field
 * of its own.
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
 * What keeps the form from being saved, in the order the specification checks (VA-001), by the rules the server applies
 * too.
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

/** The domain judges a number; what was typed and is none is told in the place of it. */
const problemsOf = (values: FormValues, names: ReferencedNames, consignType: ConsignType): Problem[] => {
  const found = headerProblems(toHeader(values, names), consignType);
  const wrong = hasReportCount(values.getReportType)
    ? countInputProblem(values.reportCount, REPORT_COUNT, 'reportCount')
    : null;
  return wrong ? found.map((each) => (each.path === wrong.path ? wrong : each)) : found;
};

export const lacksParameters = (sample: SampleRow): boolean =>
  !sample.isInputedTestParam && !sample.isTestUnitConfirmTestParam;
/** What of a sample blocks the submission (VA-013). */
export const isSubmitBlocker = (sample: SampleRow): boolean =>
  lacksParameters(sample) || sample.isLackTestParam_Material || sample.isLackReportFile_Material;

/** What keeps the samples from being submitted (VA-012, VA-013): none at all, or incomplete ones by name. */
export const sampleProblems = (samples: readonly SampleRow[], consignType: ConsignType): FormProblem[] => {
  const about = (code: RuleCode, named: readonly SampleRow[]): FormProblem[] =>
    named.length === 0
      ? []
      : [
          {
            section: 'samples',
            field: null,
            sampleIds: named.map(({ id }) => id),
            message: messageOf(
              code,
              { samples: named.map((sample) => sample.testUnitSampleName).join(listSeparator()) },
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
    ...about('PARAMETERS_INCOMPLETE', samples.filter(lacksParameters)),
    ...about(
      'MATERIALS_INCOMPLETE',
      samples.filter((sample) => sample.isLackTestParam_Material),
    ),
    ...about(
      'REPORTS_INCOMPLETE',
      samples.filter((sample) => sample.isLackReportFile_Material),
    ),
  ];
};

/** The same problems under the fields; the first of a field is shown. */
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
