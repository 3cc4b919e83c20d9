import type { FieldName, FormValues } from '../form-values.js';

/** Fields that say something only together: they are compared, merged and restored as one. */
export const GROUPS = [
  'testUnit',
  'receivingAddress',
  'project',
  'contractSectName',
  'qualification',
  'testCategory',
  'constructionUnit',
  'expectTestTime',
  'linkPerson',
  'linkPersonPhone',
  'reportType',
  'reportCount',
  'consignUnitAddress',
  'memo',
  'delivery',
  'needWitness',
  'ownerWitnesses',
  'supervisionWitnesses',
] as const;
export type GroupName = (typeof GROUPS)[number];

const GROUP_OF: Record<Exclude<FieldName, 'consignInfoProperties'>, GroupName> = {
  testUnitId: 'testUnit',
  testUnitAddressId: 'receivingAddress',
  testUnitAddressDetail: 'receivingAddress',
  projectId: 'project',
  projectName: 'project',
  contractSectName: 'contractSectName',
  tuqualificationId: 'qualification',
  consginTestType: 'testCategory',
  consginTestTypeId: 'testCategory',
  constructionUnit: 'constructionUnit',
  expectTestTime: 'expectTestTime',
  linkPerson: 'linkPerson',
  linkPersonPhone: 'linkPersonPhone',
  getReportType: 'reportType',
  reportCount: 'reportCount',
  consignUnitAddress: 'consignUnitAddress',
  memo: 'memo',
  sendSampleType: 'delivery',
  mailOrderNumber: 'delivery',
  mailPayType: 'delivery',
  needWitnessUnit: 'needWitness',
  constructionJzunit: 'ownerWitnesses',
  constructionJzperson: 'ownerWitnesses',
  constructionJzcardNo: 'ownerWitnesses',
  constructionJzphone: 'ownerWitnesses',
  needConstructionWitnessPersonSign: 'ownerWitnesses',
  jzunit: 'supervisionWitnesses',
  jhperson: 'supervisionWitnesses',
  jzcardNo: 'supervisionWitnesses',
  jzphone: 'supervisionWitnesses',
  needWitnessPersonSign: 'supervisionWitnesses',
};

/** A group, or one of the unit's further fields. */
export type GroupKey = GroupName | `extra.${string}`;
/** Its fields by name; a further field has one, `value`. */
export type Group = Readonly<Record<string, string | number | boolean | null>>;
/** A whole form, or some of it. */
export type Groups = Readonly<Partial<Record<GroupKey, Group>>>;

/** A further field is the same one as long as it comes from the same definition. */
export const extraKey = ({ id, sourcePropertyId }: { id: string; sourcePropertyId: string }): GroupKey =>
  `extra.${sourcePropertyId || id}`;

export const groupsOf = (values: FormValues): Groups => {
  const groups: Partial<Record<GroupKey, Record<string, string | number | boolean | null>>> = {};
  for (const [name, group] of Object.entries(GROUP_OF))
    (groups[group] ??= {})[name] = values[name as keyof typeof GROUP_OF];
  for (const field of values.consignInfoProperties) groups[extraKey(field)] = { value: field.value };
  return groups;
};

/** The form with some groups in place of its own; those it does not have, say fields of another unit, fall away. */
export const withGroups = (values: FormValues, groups: Groups): FormValues => ({
  ...values,
  ...Object.assign(
    {},
    ...Object.entries(groups)
      .filter(([key]) => !key.startsWith('extra.'))
      .map(([, group]) => group),
  ),
  consignInfoProperties: values.consignInfoProperties.map((field) => {
    const value = groups[extraKey(field)]?.['value'];
    return typeof value === 'string' ? { ...field, value } : field;
  }),
});

/** Nothing and an empty text are the same to whoever reads them. */
const said = (value: Group[string] | undefined): string => (value === undefined || value === null ? '' : String(value));

export const sameGroup = (left: Group | undefined, right: Group | undefined): boolean =>
  [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])].every(
    (name) => said(left?.[name]) === said(right?.[name]),
  );

/** What of `typed` is not as in `base`. */
export const changedGroups = (base: Groups, typed: Groups): Groups =>
  Object.fromEntries(Object.entries(typed).filter(([key, group]) => !sameGroup(base[key as GroupKey], group)));
