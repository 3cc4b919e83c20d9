import { type FieldName, type FormValues, NO_WITNESS } from '../form-values.js';

export type MergeSide = 'mine' | 'theirs';

/**
 * One entry that one or both sides changed from the common base. `defaultSide` is null if both did, because only the user
 * can decide.
 */
type Difference<Key extends string, Value> = {
  key: Key;
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value;
  defaultSide: MergeSide | null;
};

type Entries<Key extends string, Value> = Readonly<Partial<Record<Key, Value>>>;

/**
 * Compares two versions with their common base, entry by entry, in the order of `theirs`. Equal entries are no
 * difference, whoever changed them; entries that `theirs` does not have cannot be kept.
 */
export const differencesOf = <Key extends string, Value>(
  base: Entries<Key, Value>,
  mine: Entries<Key, Value>,
  theirs: Entries<Key, Value>,
  isEqual: (left: Value | undefined, right: Value | undefined) => boolean,
): Difference<Key, Value>[] =>
  (Object.keys(theirs) as Key[]).flatMap((key) => {
    const [baseValue, myValue, theirValue] = [base[key], mine[key], theirs[key]];
    if (theirValue === undefined || isEqual(myValue, theirValue)) return [];
    return [
      {
        key,
        base: baseValue,
        mine: myValue,
        theirs: theirValue,
        defaultSide: isEqual(baseValue, myValue) ? 'theirs' : isEqual(baseValue, theirValue) ? 'mine' : null,
      },
    ];
  });

/** `theirs` with my version of each entry that is chosen as mine. An entry without a choice stays theirs. */
export const mergeByChoice = <Key extends string, Value>(
  theirs: Entries<Key, Value>,
  differences: readonly Difference<Key, Value>[],
  choices: Readonly<Partial<Record<Key, MergeSide | null>>>,
): Entries<Key, Value> => ({
  ...theirs,
  ...Object.fromEntries(
    differences.flatMap(({ key, mine }) => (choices[key] === 'mine' && mine !== undefined ? [[key, mine]] : [])),
  ),
});

/** Fields that belong together: they are compared, merged and restored as one. */
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

/** A further field is the same one as long as it has the same definition. */
export const extraKey = ({ id, sourcePropertyId }: { id: string; sourcePropertyId: string }): GroupKey =>
  `extra.${sourcePropertyId || id}`;

export const groupsOf = (values: FormValues): Groups => {
  const groups: Partial<Record<GroupKey, Record<string, string | number | boolean | null>>> = {};
  for (const [name, group] of Object.entries(GROUP_OF))
    (groups[group] ??= {})[name] = values[name as keyof typeof GROUP_OF];
  for (const field of values.consignInfoProperties) groups[extraKey(field)] = { value: field.value };
  return groups;
};

/** The form with some groups replaced; groups that it does not have, e.g. fields of another unit, are left out. */
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

/** Null and an empty text are equal. */
const textOf = (value: Group[string] | undefined): string =>
  value === undefined || value === null ? '' : String(value);

export const sameGroup = (left: Group | undefined, right: Group | undefined): boolean =>
  [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])].every(
    (name) => textOf(left?.[name]) === textOf(right?.[name]),
  );

/** The groups of `edited` that differ from `base`. */
export const changedGroups = (base: Groups, edited: Groups): Groups =>
  Object.fromEntries(Object.entries(edited).filter(([key, group]) => !sameGroup(base[key as GroupKey], group)));

/** A row of the compare view. `fixed`: it depends on a changed testing unit, so only theirs can be chosen. */
export type Row = Difference<GroupKey, Group> & { fixed: boolean };
export type Choices = Readonly<Partial<Record<GroupKey, MergeSide | null>>>;

/** The groups that depend on the testing unit (CL-030). */
const dependsOnTestingUnit = (key: GroupKey): boolean =>
  key === 'testUnit' ||
  key === 'receivingAddress' ||
  key === 'qualification' ||
  key === 'testCategory' ||
  key.startsWith('extra.');

/** Rows of the compare view: the loaded version, that of my form, and the current one of the server. */
export const compare = (base: Groups, mine: Groups, theirs: Groups): Row[] => {
  const isUnitChanged = !sameGroup(base.testUnit, theirs.testUnit);
  return differencesOf(base, mine, theirs, sameGroup).map((row) =>
    row.key === 'testUnit' || (isUnitChanged && dependsOnTestingUnit(row.key))
      ? { ...row, defaultSide: 'theirs', fixed: true }
      : { ...row, fixed: false },
  );
};

/** The other person changed something in the form. */
export const changedByOthers = (rows: readonly Row[]): boolean =>
  rows.some(({ base, theirs }) => !sameGroup(base, theirs));

export const defaultChoices = (rows: readonly Row[], all?: MergeSide): Choices =>
  Object.fromEntries(rows.map(({ key, defaultSide, fixed }) => [key, fixed ? 'theirs' : (all ?? defaultSide)]));

const ABOUT_WITNESSES: ReadonlySet<GroupKey> = new Set(['needWitness', 'ownerWitnesses', 'supervisionWitnesses']);

/**
 * Need and witnesses may come from different people: if witnesses were chosen they are needed, and if none are needed,
 * none are kept.
 */
const withConsistentWitnesses = (values: FormValues): FormValues => {
  if (values.needWitnessUnit) return values;
  const hasWitnesses = [values.constructionJzperson, values.constructionJzphone, values.jhperson, values.jzphone].some(
    (text) => text !== '',
  );
  return { ...values, ...(hasWitnesses ? { needWitnessUnit: true } : NO_WITNESS) };
};

/** The form after the choices. */
export const applyChoices = (theirs: FormValues, rows: readonly Row[], choices: Choices): FormValues => {
  const values = withGroups(theirs, mergeByChoice(groupsOf(theirs), rows, choices));
  return rows.some(({ key }) => ABOUT_WITNESSES.has(key)) ? withConsistentWitnesses(values) : values;
};
