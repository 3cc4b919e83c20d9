import { indexName, tablesOf } from './build-tables.js';
import { columnOf, compileSort, compileWhere, EVERY, type Clause } from './compile-query.js';
import type { ColumnValue } from './declared.js';
import { countedIn } from './kept-counts.js';
import {
  compileAhead,
  compileInOrder,
  deliveryOf,
  indexBegunWith,
  indexOfStretch,
  walk,
  type List,
} from './list-order.js';
import type { Registered } from './registry.js';
import type { Statements } from './statements.js';
import { TextSearch, type FoundNumbers } from './text-search.js';
import type { Totals } from './totals.js';
import type { ViewQuery } from './views.js';

/** So many rows are sorted in some tens of milliseconds, out of an index alone. */
const SORTED_AT_MOST = 50_000;

/** Rows as JSON text: whoever asked parses them, so that they cross threads as plain strings. */
export type FoundJson = { rows: string[]; total: number; totalIsCapped: boolean };

/** Runs a view query on one build. Call it within one state of the database. */
export const findRows = (statements: Statements, totals: Totals, build: Registered, query: ViewQuery): FoundJson => {
  const list = compileList(build, query);
  const search = TextSearch.of(statements, build, query);
  const { numbers, ...counted } = search
    ? search.page(list, filteredOf(build, list))
    : listed(statements, totals, build, list, query);
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
  const value = columnOf(build.declared, column);
  const found = TextSearch.of(statements, build, query)?.source(compileWhere(build.declared, query.where));
  const { sql, values, count } = found ? { ...found, count: 'count(*)' } : countedIn(build, query.where, [column]);
  // The "+" hides an index that begins with what is filtered and goes on with the column: walked in its order, rows are fetched at random.
  const counted = `SELECT +${value} AS value, ${count} AS count ${sql} GROUP BY 1 HAVING count > 0`;
  const groups = statements.of(counted).all(...values) as { value: ColumnValue; count: number }[];
  return groups.map((group) => [group.value, Number(group.count)]);
};

const compileList = ({ declared }: Registered, query: ViewQuery): List => {
  const { skip = 0, limit = Number.MAX_SAFE_INTEGER } = query;
  if (![skip, limit].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new Error('skip and limit must be whole numbers from 0 on');
  return {
    where: compileWhere(declared, query.where),
    inOrder: compileInOrder(declared, query),
    ahead: compileAhead(declared, query),
    order: compileSort(declared, query.sort),
    delivery: deliveryOf(declared, query),
    begun: indexBegunWith(declared, query),
    stretch: indexOfStretch(declared, query),
    skip,
    limit,
  };
};

const listed = (
  statements: Statements,
  totals: Totals,
  build: Registered,
  list: List,
  { where, withoutTotal }: Pick<ViewQuery, 'where' | 'withoutTotal'>,
): FoundNumbers => {
  const { sql, values } = sourceOf(build, list.where);
  if (withoutTotal) {
    const numbers = pageIn(statements, inOrderOf(build, list) ?? { sql, values }, list);
    return { numbers, total: list.skip + numbers.length, totalIsCapped: false };
  }
  const total = list.where === EVERY ? build.rows : totals.of(build, list.where, () => count(statements, build, where));
  // What lies in a stretch of another column may lie far behind the beginning of the list's order: where it is little, it is sorted.
  if (list.stretch !== null && total <= SORTED_AT_MOST)
    return {
      numbers: pageIn(statements, walkedBy(build, list.stretch, list.where), list),
      total,
      totalIsCapped: false,
    };
  const wanted = Math.min(list.limit, Math.max(0, total - list.skip));
  const ordered = isCheaperInOrder(list, total, build.rows) ? inOrderOf(build, list) : null;
  const walked =
    !ordered && isWorthWalking(list, total, build.rows) ? walk(statements, tablesOf(build), list, EVERY) : [];
  const numbers = walked.length === wanted ? walked : pageIn(statements, ordered ?? { sql, values }, list);
  return { numbers, total, totalIsCapped: false };
};

/** FROM and WHERE of a list so that an index is walked in its order; null where none is, and where the planner takes it by itself. */
const inOrderOf = (build: Registered, { inOrder, delivery, begun, where }: List): Clause | null => {
  if (inOrder) return sourceOf(build, inOrder);
  if (delivery !== 'none' || begun === null) return null;
  return walkedBy(build, begun, where);
};

/** FROM and WHERE of what a filter leaves, by an index that delivers no more. */
const filteredOf = (build: Registered, { stretch, inOrder, where }: List): Clause =>
  stretch === null ? sourceOf(build, inOrder ?? where) : walkedBy(build, stretch, where);

/** FROM and WHERE, by an index of this number whatever the planner thinks. */
const walkedBy = (build: Registered, index: number, where: Clause): Clause => {
  const { facts, name } = tablesOf(build);
  return { sql: `FROM ${facts} INDEXED BY ${indexName(name, index)} WHERE ${where.sql}`, values: where.values };
};

const pageIn = (statements: Statements, { sql, values }: Clause, { order, limit, skip }: List): number[] =>
  statements.rowNumbers(`SELECT _row ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, skip]);

const count = (statements: Statements, build: Registered, where: ViewQuery['where']): number => {
  const { sql, values, count: counted } = countedIn(build, where);
  return statements.number(`SELECT ${counted} ${sql}`, values);
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
