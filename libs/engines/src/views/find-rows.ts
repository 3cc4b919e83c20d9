import { tablesOf } from './build-tables.js';
import { columnOf, compileSort, compileWhere, type Clause } from './compile-query.js';
import type { ColumnValue } from './declared.js';
import type { Registered } from './registry.js';
import { TextSearch } from './text-search.js';
import type { Statements } from './statements.js';
import type { ViewQuery } from './views.js';

/** Rows as JSON text: whoever asked parses them, so that they cross threads as plain strings. */
export type FoundJson = { rows: string[]; total: number; totalIsCapped: boolean };

/** Row numbers of one page, and how many rows there are in all. */
export type FoundNumbers = { numbers: number[]; total: number; totalIsCapped: boolean };

export type Page = { skip: number; limit: number };

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
export const countRowsBy = (statements: Statements, build: Registered, column: string, query: Pick<ViewQuery, 'where' | 'search'>): [ColumnValue, number][] => {
  const where = compileWhere(build.declared, query.where);
  const counted = columnOf(build.declared, column);
  const source = TextSearch.of(statements, build, query.search)?.source(where) ?? { sql: `FROM ${tablesOf(build).facts} WHERE ${where.sql}`, values: where.values };
  const groups = statements.of(`SELECT ${counted} AS value, count(*) AS rows ${source.sql} GROUP BY 1`).all(...source.values);
  return (groups as { value: ColumnValue; rows: number }[]).map(({ value, rows }) => [value, rows]);
};

const listed = (statements: Statements, build: Registered, where: Clause, order: string, { skip, limit }: Page): FoundNumbers => {
  const { facts } = tablesOf(build);
  const rows = statements.of(`SELECT _row FROM ${facts} WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`).all(...where.values, limit, skip);
  const total = where.sql === '1' ? build.rows : countOf(statements, `${facts} WHERE ${where.sql}`, where.values);
  return { numbers: numbersOf(rows), total, totalIsCapped: false };
};

export const numbersOf = (rows: unknown[]): number[] => (rows as { _row: number }[]).map(({ _row }) => _row);

export const countOf = (statements: Statements, from: string, values: ColumnValue[]): number =>
  (statements.of(`SELECT count(*) AS rows FROM ${from}`).get(...values) as { rows: number }).rows;

const pageOf = ({ skip = 0, limit = Number.MAX_SAFE_INTEGER }: ViewQuery): Page => {
  if (![skip, limit].every((count) => Number.isSafeInteger(count) && count >= 0)) throw new Error('skip and limit must be whole numbers from 0 on');
  return { skip, limit };
};
