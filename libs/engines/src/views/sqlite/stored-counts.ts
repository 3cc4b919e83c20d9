import type { StoredDeclaration } from '../view-declaration.js';
import type { Condition } from '../views.js';
import { type Clause, compileWhere, quoted } from './compile-query.js';
import { countTable, type RegisteredBuild, buildTableNames } from './registry.js';

/** FROM and WHERE of a count; `count` is the SQL expression for the number of rows, of a group or in total. */
export type CountSource = Clause & { count: string };

/**
 * The source for counting the filtered rows by the values of the columns `by`: the stored counts if one declared group
 * has all these columns, otherwise the rows. A group in the result may have the count 0.
 */
export const findCountSource = (
  build: RegisteredBuild,
  where: Condition[] = [],
  by: readonly string[] = [],
): CountSource => {
  const counts = storedCounts(build, where, by) ?? storedCountsWithoutExcluded(build, where, by);
  if (counts) return { ...counts, count: 'coalesce(sum(_count), 0)' };
  const { sql, values } = compileWhere(build.declared, where);
  return { sql: `FROM ${buildTableNames(build).facts} WHERE ${sql}`, values, count: 'count(*)' };
};

/** FROM and WHERE of stored counts whose sum is the number of rows; null if there is no such group. */
const storedCounts = (build: RegisteredBuild, where: Condition[], by: readonly string[]): Clause | null => {
  const group = groupOf(build.declared, where, by);
  if (group < 0) return null;
  const { sql, values } = compileWhere(build.declared, where);
  return { sql: `FROM ${countTable(buildTableNames(build), group)} WHERE ${sql}`, values };
};

/**
 * The same for a filter that excludes values of a column that is not in the counts: the excluded rows are found by an
 * index and subtracted.
 */
const storedCountsWithoutExcluded = (
  build: RegisteredBuild,
  where: Condition[],
  by: readonly string[],
): Clause | null => {
  const { declared } = build;
  const others = where.filter((condition) => !isExclusion(declared, condition));
  const [excluded, ...more] = where.filter((condition) => isExclusion(declared, condition));
  const group = groupOf(declared, others, by);
  if (!excluded || more.length > 0 || group < 0) return null;
  const counts = compileWhere(declared, others);
  const tested = compileWhere(declared, others, () => false);
  const exclusion = compileWhere(declared, [excluded]);
  const { facts } = buildTableNames(build);
  const columns = ['_count', ...by.map(quoted)].join(', ');
  const negative = ['-1', ...by.map(quoted)].join(', ');
  const isExcluded = `${quoted(excluded.column)} IS NULL OR ${quoted(excluded.column)} IN (SELECT value FROM json_each(?))`;
  return {
    sql: `FROM (
      SELECT ${columns} FROM ${countTable(buildTableNames(build), group)} WHERE ${counts.sql}
      UNION ALL SELECT ${negative} FROM ${facts} WHERE (${isExcluded}) AND ${tested.sql})`,
    values: [...counts.values, ...exclusion.values, ...tested.values],
  };
};

const isExclusion = ({ indexes }: StoredDeclaration, condition: Condition): boolean =>
  'notIn' in condition && indexes.some(([first]) => first === condition.column);

const groupOf = (declared: StoredDeclaration, where: Condition[], by: readonly string[]): number => {
  const needed = [...where.map(({ column }) => column), ...by];
  return declared.counted?.findIndex((columns) => needed.every((column) => columns.includes(column))) ?? -1;
};
