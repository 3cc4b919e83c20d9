import type { StoredDeclaration } from '../view-declaration.js';
import type { Condition } from '../views.js';
import { type Clause, compileWhere, quoted } from './compile-query.js';
import { countTable, type RegisteredBuild, buildTableNames } from './registry.js';

/** FROM and WHERE of what is counted; `count` is the number of rows in it, of a group or altogether. */
export type CountSource = Clause & { count: string };

/**
 * Where the rows that a filter leaves are counted, by the values of the columns `by`: in the counts that are kept,
 * where one declared group has all columns that matter, else row by row. A group may come out with no rows left.
 */
export const findCountSource = (
  build: RegisteredBuild,
  where: Condition[] = [],
  by: readonly string[] = [],
): CountSource => {
  const counts = storedCounts(build, where, by) ?? storedCountsExcept(build, where, by);
  if (counts) return { ...counts, count: 'coalesce(sum(_count), 0)' };
  const { sql, values } = compileWhere(build.declared, where);
  return { sql: `FROM ${buildTableNames(build).facts} WHERE ${sql}`, values, count: 'count(*)' };
};

/** FROM and WHERE of counts whose sum is the number of rows. */
const storedCounts = (build: RegisteredBuild, where: Condition[], by: readonly string[]): Clause | null => {
  const group = groupOf(build.declared, where, by);
  if (group < 0) return null;
  const { sql, values } = compileWhere(build.declared, where);
  return { sql: `FROM ${countTable(buildTableNames(build), group)} WHERE ${sql}`, values };
};

/**
 * The same where all that the counts do not know is that a few values are left out: the rows of those are found by an
 * index and taken away.
 */
const storedCountsExcept = (build: RegisteredBuild, where: Condition[], by: readonly string[]): Clause | null => {
  const { declared } = build;
  const others = where.filter((condition) => !isLeftOut(declared, condition));
  const [leftOut, ...more] = where.filter((condition) => isLeftOut(declared, condition));
  const group = groupOf(declared, others, by);
  if (!leftOut || more.length > 0 || group < 0) return null;
  const counts = compileWhere(declared, others);
  const tested = compileWhere(declared, others, () => false);
  const left = compileWhere(declared, [leftOut]);
  const { facts } = buildTableNames(build);
  const columns = ['_count', ...by.map(quoted)].join(', ');
  const negative = ['-1', ...by.map(quoted)].join(', ');
  const ofLeftOut = `${quoted(leftOut.column)} IS NULL OR ${quoted(leftOut.column)} IN (SELECT value FROM json_each(?))`;
  return {
    sql: `FROM (
      SELECT ${columns} FROM ${countTable(buildTableNames(build), group)} WHERE ${counts.sql}
      UNION ALL SELECT ${negative} FROM ${facts} WHERE (${ofLeftOut}) AND ${tested.sql})`,
    values: [...counts.values, ...left.values, ...tested.values],
  };
};

const isLeftOut = ({ indexes }: StoredDeclaration, condition: Condition): boolean =>
  'notIn' in condition && indexes.some(([first]) => first === condition.column);

const groupOf = (declared: StoredDeclaration, where: Condition[], by: readonly string[]): number => {
  const needed = [...where.map(({ column }) => column), ...by];
  return declared.counted?.findIndex((columns) => needed.every((column) => columns.includes(column))) ?? -1;
};
