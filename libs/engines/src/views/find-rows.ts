import { tablesOf } from './build-tables.js';
import { columnOf, compileSort, compileWhere, EVERY, type Clause } from './compile-query.js';
import type { ColumnValue } from './declared.js';
import { compileInOrder, deliveryOf, walk, type List } from './list-order.js';
import type { Registered } from './registry.js';
import type { Statements } from './statements.js';
import { TextSearch, type FoundNumbers } from './text-search.js';
import type { Totals } from './totals.js';
import type { ViewQuery } from './views.js';

/** Rows as JSON text: whoever asked parses them, so that they cross threads as plain strings. */
export type FoundJson = { rows: string[]; total: number; totalIsCapped: boolean };

/** Runs a view query on one build. Call it within one state of the database. */
export const findRows = (statements: Statements, totals: Totals, build: Registered, query: ViewQuery): FoundJson => {
  const list = compileList(build, query);
  const search = TextSearch.of(statements, build, query);
  const { numbers, ...counted } = search ? search.page(list) : listed(statements, totals, build, list);
  const document = statements.of(`SELECT document FROM ${tablesOf(build).documents} WHERE _row = ?`);
  return { rows: numbers.map((number) => (document.get(number) as { document: string }).document), ...counted };
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
  const found = TextSearch.of(statements, build, query)?.source(where);
  const { sql, values } = found ?? sourceOf(build, where);
  // The "+" hides an index that begins with what is filtered and goes on with the column: walked in its order, rows are fetched at random.
  const groups = statements.of(`SELECT +${counted} AS value, count(*) AS count ${sql} GROUP BY 1`).all(...values) as {
    value: ColumnValue;
    count: number;
  }[];
  return groups.map(({ value, count }) => [value, count]);
};

const compileList = ({ declared }: Registered, query: ViewQuery): List => {
  const { skip = 0, limit = Number.MAX_SAFE_INTEGER } = query;
  if (![skip, limit].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new Error('skip and limit must be whole numbers from 0 on');
  return {
    where: compileWhere(declared, query.where),
    inOrder: compileInOrder(declared, query),
    order: compileSort(declared, query.sort),
    delivery: deliveryOf(declared, query),
    skip,
    limit,
  };
};

const listed = (statements: Statements, totals: Totals, build: Registered, list: List): FoundNumbers => {
  const { sql, values } = sourceOf(build, list.where);
  const total =
    list.where === EVERY
      ? build.rows
      : totals.of(build, list.where, () => statements.number(`SELECT count(*) ${sql}`, values));
  const wanted = Math.min(list.limit, Math.max(0, total - list.skip));
  const ordered = list.inOrder && isCheaperInOrder(list, total, build.rows) ? sourceOf(build, list.inOrder) : null;
  const walked =
    !ordered && isWorthWalking(list, total, build.rows) ? walk(statements, tablesOf(build), list, EVERY) : [];
  const numbers =
    walked.length === wanted
      ? walked
      : statements.rowNumbers(`SELECT _row ${ordered?.sql ?? sql} ORDER BY ${list.order} LIMIT ? OFFSET ?`, [
          ...(ordered?.values ?? values),
          list.limit,
          list.skip,
        ]);
  return { numbers, total, totalIsCapped: false };
};

/** Passing rows that do not fit the filter costs less than looking up and sorting all that do. */
const isWorthWalking = ({ delivery, skip, limit }: List, total: number, rows: number): boolean =>
  delivery === 'whole' && isCheaperInOrder({ skip, limit }, total, rows);

/** To find a page in the list's order passes so many rows for each that fits; to sort takes all that fit. */
const isCheaperInOrder = ({ skip, limit }: Pick<List, 'skip' | 'limit'>, total: number, rows: number): boolean =>
  ((skip + limit) * rows) / Math.max(total, 1) < total;

const sourceOf = (build: Registered, where: Clause): Clause => ({
  sql: `FROM ${tablesOf(build).facts} WHERE ${where.sql}`,
  values: where.values,
});
