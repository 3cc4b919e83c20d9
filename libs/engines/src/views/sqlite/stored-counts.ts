import type { StoredDeclaration } from '../view-declaration.js';
import type { Condition } from '../views.js';
import { type Clause, compileWhere, quoteName } from './compile-query.js';
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
  const { sql, values } = compileWhere(build.declaration, where);
  return { sql: `FROM ${buildTableNames(build).facts} WHERE ${sql}`, values, count: 'count(*)' };
};

/** FROM and WHERE of stored counts whose sum is the number of rows; null if there is no such group. */
const storedCounts = (build: RegisteredBuild, where: Condition[], by: readonly string[]): Clause | null => {
  const group = findGroup(build.declaration, where, by);
  if (group < 0) return null;
  const { sql, values } = compileWhere(build.declaration, where);
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
  const { declaration } = build;
  const otherConditions = where.filter((condition) => !isExclusion(declaration, condition));
  const [exclusion, ...furtherExclusions] = where.filter((condition) => isExclusion(declaration, condition));
  const group = findGroup(declaration, otherConditions, by);
  if (!exclusion || furtherExclusions.length > 0 || group < 0) return null;
  const countsClause = compileWhere(declaration, otherConditions);
  const testClause = compileWhere(declaration, otherConditions, () => false);
  const exclusionClause = compileWhere(declaration, [exclusion]);
  const { facts } = buildTableNames(build);
  const columns = ['_count', ...by.map(quoteName)].join(', ');
  const negativeColumns = ['-1', ...by.map(quoteName)].join(', ');
  const excludedSql = `${quoteName(exclusion.column)} IS NULL OR ${quoteName(exclusion.column)} IN (SELECT value FROM json_each(?))`;
  return {
    sql: `FROM (
      SELECT ${columns} FROM ${countTable(buildTableNames(build), group)} WHERE ${countsClause.sql}
      UNION ALL SELECT ${negativeColumns} FROM ${facts} WHERE (${excludedSql}) AND ${testClause.sql})`,
    values: [...countsClause.values, ...exclusionClause.values, ...testClause.values],
  };
};

const isExclusion = ({ indexes }: StoredDeclaration, condition: Condition): boolean =>
  'notIn' in condition && indexes.some(([first]) => first === condition.column);

const findGroup = (declaration: StoredDeclaration, where: Condition[], by: readonly string[]): number => {
  const neededColumns = [...where.map(({ column }) => column), ...by];
  return declaration.counted?.findIndex((columns) => neededColumns.every((column) => columns.includes(column))) ?? -1;
};
