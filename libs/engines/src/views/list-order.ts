import type { Statements, Tables } from './sqlite/registry.js';
import { compileWhere, MATCH_ALL, singleValueOf, type Clause } from './sqlite/compile-query.js';
import type { StoredDeclaration } from './view-declaration.js';
import type { Condition, ViewQuery } from './views.js';

/**
 * How the declared indexes deliver a list in its order: `filtered`: only rows that match the filter; `all`: all rows,
 * so the filter is tested for each; `none`: the matches have to be sorted.
 */
export type IndexDelivery = 'filtered' | 'all' | 'none';

/**
 * A compiled query without its search text. `inOrder`: its filter in a form for which the planner uses an index in the
 * order of the list; null without such an index. `indexPrefix`: see compileIndexPrefix. `startingIndex`: see
 * indexStartingWith. `rangeIndex`: see indexOfRange.
 */
export type CompiledList = {
  where: Clause;
  inOrder: Clause | null;
  indexPrefix: Clause | null;
  order: string;
  delivery: IndexDelivery;
  startingIndex: number | null;
  rangeIndex: number | null;
  skip: number;
  limit: number;
};

/** Maximum number of rows that are scanned in the order of the list; after that all matches are sorted instead. */
const MAX_ROWS = 50_000;
/** The same if the text of each row is tested, which is in no index. */
const MAX_ROWS_OF_TEXT = 2_000;

export const indexDeliveryOf = (
  { indexes }: StoredDeclaration,
  { where = [], sort = [] }: ViewQuery,
): IndexDelivery => {
  const sorted = sort.map(({ column }) => column);
  const fixed = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const deliversAfter = (index: string[], place: number) =>
    sorted.length === 0 ? place === index.length : sorted.every((column, after) => index[place + after] === column);
  const deliversFiltered = (index: string[]) =>
    index.some(
      (_, last) => index.slice(0, last + 1).every((column) => fixed.has(column)) && deliversAfter(index, last + 1),
    );
  if (indexes.some(deliversFiltered)) return 'filtered';
  if (sorted.length > 0 && !indexes.some((index) => deliversAfter(index, 0))) return 'none';
  return isRanged(where, sorted[0]) || where.length === 0 ? 'filtered' : 'all';
};

const isRanged = (where: Condition[], column: string | undefined): boolean =>
  where.some((condition) => condition.column === column && ('from' in condition || 'to' in condition));

/**
 * The number of an index that begins with the first of several columns a list is sorted by, if none delivers the whole
 * order: in a scan of it only equal rows have to be sorted. Null if there is none.
 */
export const indexStartingWith = ({ indexes }: StoredDeclaration, { sort = [] }: ViewQuery): number | null => {
  const [first, ...others] = sort;
  const number = first && others.length > 0 ? indexes.findIndex(([column]) => column === first.column) : -1;
  return number < 0 ? null : number;
};

/**
 * The number of an index of columns that the filter fixes, followed by one that it limits to a range with an end: a
 * scan of it delivers the filtered rows and no others. Null if the list is sorted by that column anyway, or if there is
 * no such index.
 */
export const indexOfRange = ({ indexes }: StoredDeclaration, { where = [], sort = [] }: ViewQuery): number | null => {
  const ranged = where.find((condition) => 'to' in condition && condition.to !== undefined)?.column;
  if (ranged === undefined || ranged === sort[0]?.column) return null;
  const fixed = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const isOfAll = !indexes.some(([first]) => first !== undefined && fixed.has(first));
  const number = indexes.findIndex((index) => {
    const place = index.indexOf(ranged);
    return place >= (isOfAll ? 0 : 1) && index.slice(0, place).every((column) => fixed.has(column));
  });
  return number < 0 ? null : number;
};

/**
 * The columns that a filter fixes, before those that a list is sorted by, of the index with most of them; null if no
 * index is in that order.
 */
const prefixInOrder = ({ indexes }: StoredDeclaration, { where = [], sort = [] }: ViewQuery): string[] | null => {
  const sorted = sort.map(({ column }) => column);
  const fixed = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const prefixes = indexes
    .map((index) => {
      const place = index.findIndex((column) => !fixed.has(column));
      return sorted.every((column, after) => index[place + after] === column) ? index.slice(0, place) : null;
    })
    .filter((prefix): prefix is string[] => prefix !== null)
    .toSorted((one, other) => other.length - one.length);
  return sorted.length === 0 ? null : (prefixes[0] ?? null);
};

/**
 * The part of a filter that an index in the list's order covers: it leaves more rows than the whole filter, but no row
 * has to be read. Null without such an index.
 */
export const compileIndexPrefix = (
  declared: StoredDeclaration,
  { where = [], sort = [] }: ViewQuery,
): Clause | null => {
  const prefix = prefixInOrder(declared, { where, sort });
  return (
    prefix &&
    compileWhere(
      declared,
      where.filter(({ column }) => prefix.includes(column) || column === sort[0]?.column),
    )
  );
};

/**
 * The filter of a list for an index with columns that the filter fixes, followed by the order of the list, if other
 * columns are filtered, too. By itself the planner prefers an index with more filtered columns and sorts all matches.
 * Null if no index is in that order, or if one delivers exactly the filtered rows.
 */
export const compileInOrder = (declared: StoredDeclaration, { where = [], sort = [] }: ViewQuery): Clause | null => {
  const first = sort[0]?.column;
  const prefix = prefixInOrder(declared, { where, sort });
  if (first === undefined || !prefix || (prefix.length === 0 && !isRanged(where, first))) return null;
  const others = where.filter(({ column }) => !prefix.includes(column) && column !== first);
  return others.length === 0
    ? null
    : compileWhere(declared, where, (column) => prefix.includes(column) || column === first);
};

/**
 * Row numbers of one page, found by scanning the list in its order and testing each row. Cheap if matches are common; a
 * short page means that the limit of rows was reached or that there are no more.
 */
export const scanInOrder = (
  statements: Statements,
  { facts }: Tables,
  { where, inOrder, order, delivery, skip, limit }: CompiledList,
  test: Clause,
): number[] => {
  if (delivery === 'none') return [];
  const [scanned, tested] = delivery === 'filtered' ? [inOrder ?? where, MATCH_ALL] : [MATCH_ALL, where];
  const maxRows = test === MATCH_ALL ? MAX_ROWS : MAX_ROWS_OF_TEXT;
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT * FROM ${facts} WHERE ${scanned.sql} ORDER BY ${order} LIMIT ${maxRows})
     WHERE ${tested.sql} AND ${test.sql} LIMIT ? OFFSET ?`,
    [...scanned.values, ...tested.values, ...test.values, limit, skip],
  );
};

/** The same for rows with known numbers: an index alone gives their place in the order. */
export const scanKnownRowsInOrder = (
  statements: Statements,
  { facts }: Tables,
  list: CompiledList,
  numbers: number[],
): number[] => {
  const { indexPrefix, order, skip, limit } = list;
  if (indexPrefix === null) return [];
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT _row FROM ${facts} WHERE ${indexPrefix.sql} ORDER BY ${order} LIMIT ${MAX_ROWS})
     WHERE _row IN (SELECT value FROM json_each(?)) LIMIT ? OFFSET ?`,
    [...indexPrefix.values, JSON.stringify(numbers), limit, skip],
  );
};
