import { tablesOf } from './build-tables.js';
import { columnOf, compileWhere } from './compile-query.js';
import type { ColumnValue } from './declared.js';
import { countedIn } from './kept-counts.js';
import type { Registered } from './registry.js';
import type { Statements } from './statements.js';
import type { Group, QuantileQuery, Quantiles, ViewQuery } from './views.js';

/** Counts rows by the values of several columns. Call it within one state of the database. */
export const countGroups = (
  statements: Statements,
  build: Registered,
  columns: string[],
  query: Pick<ViewQuery, 'where'>,
): Group[] => {
  if (columns.length === 0) throw new Error('countGroups needs at least one column');
  const grouped = columns.map((column) => columnOf(build.declared, column));
  // The "+" hides indexes: one that delivers the groups in order would fetch the rows to be tested in random order.
  const selected = grouped.map((column, place) => `+${column} AS value${place}`).join(', ');
  const places = grouped.map((_, place) => place + 1).join(', ');
  const { sql, values, count } = countedIn(build, query.where, columns);
  const counted = `SELECT ${selected}, ${count} AS count ${sql} GROUP BY ${places} HAVING count > 0`;
  const groups = statements.of(counted).all(...values) as Record<string, ColumnValue>[];
  return groups.map((group) => ({
    values: columns.map((_, place) => group[`value${place}`] ?? null),
    count: Number(group['count']),
  }));
};

/** Values at the ranks asked, in one pass over the rows that have one. Call it within one state of the database. */
export const quantiles = (
  statements: Statements,
  build: Registered,
  { column, at, by, where: conditions }: QuantileQuery,
): Quantiles[] => {
  if (at.some((share) => !(share >= 0 && share <= 1))) throw new Error('quantiles are asked at shares from 0 to 1');
  const where = compileWhere(build.declared, conditions);
  const value = columnOf(build.declared, column);
  const part = by === undefined ? 'NULL' : `+${columnOf(build.declared, by)}`;
  const sql = `SELECT ${part} AS part, json_group_array(${value} ORDER BY ${value}) AS sorted FROM ${tablesOf(build).facts} WHERE ${where.sql} AND ${value} IS NOT NULL GROUP BY 1`;
  const parts = statements.of(sql).all(...where.values) as { part: ColumnValue; sorted: string }[];
  return parts.map(({ part: each, sorted }) => {
    const values = JSON.parse(sorted) as number[];
    return {
      by: each,
      count: values.length,
      at: at.map((share) => values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0),
    };
  });
};
