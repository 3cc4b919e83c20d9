import { columnOf, compileWhere, type Clause } from './compile-query.js';
import { countTable } from './count-tables.js';
import type { Declared } from './declared.js';
import type { Condition } from './views.js';

/**
 * FROM and WHERE of the counts that tell how many rows a filter leaves, where one declared group has all of its columns; their sum is
 * the count. `by` is a column that the counts are grouped by.
 */
export const keptCounts = (
  tables: { name: string },
  declared: Declared,
  where: Condition[] = [],
  by?: string,
): Clause | null => {
  const needed = [...where.map(({ column }) => column), ...(by === undefined ? [] : [by])];
  const group = declared.counted?.findIndex((columns) => needed.every((column) => columns.includes(column))) ?? -1;
  if (group < 0) return null;
  if (by !== undefined) columnOf(declared, by);
  const { sql, values } = compileWhere(declared, where);
  return { sql: `FROM ${countTable(tables, group)} WHERE ${sql}`, values };
};
