import { type FormValues, NO_WITNESS } from '../form-values.js';
import { type Group, type GroupKey, type Groups, groupsOf, sameGroup, withGroups } from './field-groups.js';
import { type Difference, differencesOf, merged, type Side } from './three-way.js';

/** A row of the compare view. `fixed`: it belongs to a testing unit that was changed, so only theirs can stand. */
export type Row = Difference<GroupKey, Group> & { fixed: boolean };
export type Choices = Readonly<Partial<Record<GroupKey, Side | null>>>;

/** What another testing unit brings along (CL-030). */
const ofTheUnit = (key: GroupKey): boolean =>
  key === 'testUnit' ||
  key === 'receivingAddress' ||
  key === 'qualification' ||
  key === 'testCategory' ||
  key.startsWith('extra.');

/** Rows of the compare view: what I loaded, what stands in my form, what the server has now. */
export const compare = (base: Groups, mine: Groups, theirs: Groups): Row[] => {
  const moved = !sameGroup(base.testUnit, theirs.testUnit);
  return differencesOf(base, mine, theirs, sameGroup).map((row) =>
    row.key === 'testUnit' || (moved && ofTheUnit(row.key))
      ? { ...row, chosen: 'theirs', fixed: true }
      : { ...row, fixed: false },
  );
};

/** The other person changed something of the form. */
export const changedByOthers = (rows: readonly Row[]): boolean =>
  rows.some(({ base, theirs }) => !sameGroup(base, theirs));

export const choicesOf = (rows: readonly Row[], all?: Side): Choices =>
  Object.fromEntries(rows.map(({ key, chosen, fixed }) => [key, fixed ? 'theirs' : (all ?? chosen)]));

const ABOUT_WITNESSES: ReadonlySet<GroupKey> = new Set(['needWitness', 'ownerWitnesses', 'supervisionWitnesses']);

/** Need and witnesses may come from different people: witnesses that were chosen are needed, and where none are needed none stay. */
const coherent = (values: FormValues): FormValues => {
  if (values.needWitnessUnit) return values;
  const somebody = [values.constructionJzperson, values.constructionJzphone, values.jhperson, values.jzphone].some(
    (text) => text !== '',
  );
  return { ...values, ...(somebody ? { needWitnessUnit: true } : NO_WITNESS) };
};

/** The form after the choices. */
export const mergedValues = (theirs: FormValues, rows: readonly Row[], choices: Choices): FormValues => {
  const values = withGroups(theirs, merged(groupsOf(theirs), rows, choices));
  return rows.some(({ key }) => ABOUT_WITNESSES.has(key)) ? coherent(values) : values;
};
