import { tablesOf } from './build-tables.js';
import { columnOf, compileSort, compileWhere, type Clause } from './compile-query.js';
import type { ColumnValue } from './declared.js';
import type { Registered } from './registry.js';
import type { Statements } from './statements.js';
import { TextSearch, type FoundNumbers, type Page } from './text-search.js';
import type { ViewQuery } from './views.js';

/** Rows as JSON text: whoever asked parses them, so that they cross threads as plain strings. */
export type FoundJson = { rows: string[]; total: number; totalIsCapped: boolean };

/** Runs a view query on one build. Call it within one state of the database. */
export const findRows = (statements: Statements, build: Registered, query: ViewQuery): FoundJson => {
  const where = compileWhere(build.declared, query.where);
  const order = compileSort(build.declared, query.sort);
  const page = pageOf(query);
  const search = TextSearch.of(statements, build, query.search);
  const { numbers, ...totals } = search ? search.page(where, order, page) : listed(statements, build, where, order, page);
  const document = statements.of(`SELECT document FROM ${tablesOf(build).documents} WHERE _row = ?`);
  return { rows: numbers.map((number) => (document.get(number) as { document: string }).document), ...totals };
};

/** Counts rows by the values of one column. Call it within one state of the database. */
export const countRowsBy = (
  statements: Statements,
  build: Registered,
  column: string,
  query: Pick<ViewQuery, 'where' | 'search'>,
): [value: ColumnValue, count: number][] => {
  const where = compileWhere(build.declared, query.where);
  const counted = columnOf(build.declared, column);
  const { sql, values } = TextSearch.of(statements, build, query.search)?.source(where) ?? sourceOf(build, where);
  const groups = statements.of(`SELECT ${counted} AS value, count(*) AS count ${sql} GROUP BY 1`).all(...values) as { value: ColumnValue; count: number }[];
  return groups.map(({ value, count }) => [value, count]);
};

const listed = (statements: Statements, build: Registered, where: Clause, order: string, { skip, limit }: Page): FoundNumbers => {
  const { sql, values } = sourceOf(build, where);
  return {
    numbers: statements.rowNumbers(`SELECT _row ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, skip]),
    total: where.sql === '1' ? build.rows : statements.number(`SELECT count(*) ${sql}`, values),
    totalIsCapped: false,
  };
};

const sourceOf = (build: Registered, where: Clause): Clause => ({ sql: `FROM ${tablesOf(build).facts} WHERE ${where.sql}`, values: where.values });

const pageOf = ({ skip = 0, limit = Number.MAX_SAFE_INTEGER }: ViewQuery): Page => {
  if (![skip, limit].every((count) => Number.isSafeInteger(count) && count >= 0)) throw new Error('skip and limit must be whole numbers from 0 on');
  return { skip, limit };
};
