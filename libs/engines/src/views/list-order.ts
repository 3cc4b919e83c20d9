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
const MAX_SCANNED_ROWS = 50_000;
/** The same if the text of each row is tested, which is in no index. */
const MAX_SCANNED_TEXTS = 2_000;

export const indexDeliveryOf = (
  { indexes }: StoredDeclaration,
  { where = [], sort = [] }: ViewQuery,
): IndexDelivery => {
  const sortColumns = sort.map(({ column }) => column);
  const fixedColumns = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const deliversAfter = (index: string[], prefixLength: number) =>
    sortColumns.length === 0
      ? prefixLength === index.length
      : sortColumns.every((column, offset) => index[prefixLength + offset] === column);
  const deliversFiltered = (index: string[]) =>
    index.some(
      (_, last) =>
        index.slice(0, last + 1).every((column) => fixedColumns.has(column)) && deliversAfter(index, last + 1),
    );
  if (indexes.some(deliversFiltered)) return 'filtered';
  if (sortColumns.length > 0 && !indexes.some((index) => deliversAfter(index, 0))) return 'none';
  return isRanged(where, sortColumns[0]) || where.length === 0 ? 'filtered' : 'all';
};

const isRanged = (where: Condition[], column: string | undefined): boolean =>
  where.some((condition) => condition.column === column && ('from' in condition || 'to' in condition));

/**
 * The number of an index that begins with the first of several columns a list is sorted by, if none delivers the whole
 * order: in a scan of it only equal rows have to be sorted. Null if there is none.
 */
export const indexStartingWith = ({ indexes }: StoredDeclaration, { sort = [] }: ViewQuery): number | null => {
  const [first, ...furtherColumns] = sort;
  const indexNumber =
    first && furtherColumns.length > 0 ? indexes.findIndex(([column]) => column === first.column) : -1;
  return indexNumber < 0 ? null : indexNumber;
};

/**
 * The number of an index of columns that the filter fixes, followed by one that it limits to a range with an end: a
 * scan of it delivers the filtered rows and no others. Null if the list is sorted by that column anyway, or if there is
 * no such index.
 */
export const indexOfRange = ({ indexes }: StoredDeclaration, { where = [], sort = [] }: ViewQuery): number | null => {
  const rangeColumn = where.find((condition) => 'to' in condition && condition.to !== undefined)?.column;
  if (rangeColumn === undefined || rangeColumn === sort[0]?.column) return null;
  const fixedColumns = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const hasNoFixedIndex = !indexes.some(([first]) => first !== undefined && fixedColumns.has(first));
  const indexNumber = indexes.findIndex((index) => {
    const rangePosition = index.indexOf(rangeColumn);
    return (
      rangePosition >= (hasNoFixedIndex ? 0 : 1) &&
      index.slice(0, rangePosition).every((column) => fixedColumns.has(column))
    );
  });
  return indexNumber < 0 ? null : indexNumber;
};

/**
 * The columns that a filter fixes, before those that a list is sorted by, of the index with most of them; null if no
 * index is in that order.
 */
const prefixInOrder = ({ indexes }: StoredDeclaration, { where = [], sort = [] }: ViewQuery): string[] | null => {
  const sortColumns = sort.map(({ column }) => column);
  const fixedColumns = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const prefixes = indexes
    .map((index) => {
      const prefixLength = index.findIndex((column) => !fixedColumns.has(column));
      return sortColumns.every((column, offset) => index[prefixLength + offset] === column)
        ? index.slice(0, prefixLength)
        : null;
    })
    .filter((prefix): prefix is string[] => prefix !== null)
    .toSorted((a, b) => b.length - a.length);
  return sortColumns.length === 0 ? null : (prefixes[0] ?? null);
};

/**
 * The part of a filter that an index in the list's order covers: it leaves more rows than the whole filter, but no row
 * has to be read. Null without such an index.
 */
export const compileIndexPrefix = (
  declaration: StoredDeclaration,
  { where = [], sort = [] }: ViewQuery,
): Clause | null => {
  const prefix = prefixInOrder(declaration, { where, sort });
  return (
    prefix &&
    compileWhere(
      declaration,
      where.filter(({ column }) => prefix.includes(column) || column === sort[0]?.column),
    )
  );
};

/**
 * The filter of a list for an index with columns that the filter fixes, followed by the order of the list, if other
 * columns are filtered, too. By itself the planner prefers an index with more filtered columns and sorts all matches.
 * Null if no index is in that order, or if one delivers exactly the filtered rows.
 */
export const compileInOrder = (declaration: StoredDeclaration, { where = [], sort = [] }: ViewQuery): Clause | null => {
  const first = sort[0]?.column;
  const prefix = prefixInOrder(declaration, { where, sort });
  if (first === undefined || !prefix || (prefix.length === 0 && !isRanged(where, first))) return null;
  const uncoveredConditions = where.filter(({ column }) => !prefix.includes(column) && column !== first);
  return uncoveredConditions.length === 0
    ? null
    : compileWhere(declaration, where, (column) => prefix.includes(column) || column === first);
};

/**
 * Row numbers of one page, found by scanning the list in its order and testing each row. Cheap if matches are common; a
 * short page means that the limit of rows was reached or that there are no more.
 */
export const scanInOrder = (
  statements: Statements,
  { facts }: Tables,
  { where, inOrder, order, delivery, skip, limit }: CompiledList,
  textTest: Clause,
): number[] => {
  if (delivery === 'none') return [];
  const [scanClause, testClause] = delivery === 'filtered' ? [inOrder ?? where, MATCH_ALL] : [MATCH_ALL, where];
  const maxRows = textTest === MATCH_ALL ? MAX_SCANNED_ROWS : MAX_SCANNED_TEXTS;
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT * FROM ${facts} WHERE ${scanClause.sql} ORDER BY ${order} LIMIT ${maxRows})
     WHERE ${testClause.sql} AND ${textTest.sql} LIMIT ? OFFSET ?`,
    [...scanClause.values, ...testClause.values, ...textTest.values, limit, skip],
  );
};

/** The same for rows with known numbers: an index alone gives their place in the order. */
export const scanRowNumbersInOrder = (
  statements: Statements,
  { facts }: Tables,
  list: CompiledList,
  numbers: number[],
): number[] => {
  const { indexPrefix, order, skip, limit } = list;
  if (indexPrefix === null) return [];
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT _row FROM ${facts} WHERE ${indexPrefix.sql} ORDER BY ${order} LIMIT ${MAX_SCANNED_ROWS})
     WHERE _row IN (SELECT value FROM json_each(?)) LIMIT ? OFFSET ?`,
    [...indexPrefix.values, JSON.stringify(numbers), limit, skip],
  );
};
