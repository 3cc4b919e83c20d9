import type { Statements, Tables } from './sqlite/registry.js';
import { compileWhere, MATCH_ALL, singleValueOf, type Clause } from './sqlite/compile-query.js';
import type { StoredDeclaration } from './declared.js';
import type { Condition, ViewQuery } from './views.js';

/**
 * How the declared indexes deliver a list in its order: `filtered`, the rows of the filter alone; `whole`, all rows, so
 * that the filter is tested on the way; `none`, what was found has to be sorted.
 */
export type IndexDelivery = 'filtered' | 'whole' | 'none';

/**
 * A query compiled, but for its text. `inOrder`: its filter so that the planner takes an index in the list's order;
 * null without such an index. `ahead`, `begun`, `stretch`: see compileAhead, indexBegunWith, indexOfStretch.
 */
export type CompiledList = {
  where: Clause;
  inOrder: Clause | null;
  ahead: Clause | null;
  order: string;
  delivery: IndexDelivery;
  begun: number | null;
  stretch: number | null;
  skip: number;
  limit: number;
};

/** Rows of the list order that are looked at before everything found is sorted instead. */
const MAX_ROWS = 50_000;
/** The same where their text is looked at, which lies outside of any index. */
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
  return isRanged(where, sorted[0]) || where.length === 0 ? 'filtered' : 'whole';
};

const isRanged = (where: Condition[], column: string | undefined): boolean =>
  where.some((condition) => condition.column === column && ('from' in condition || 'to' in condition));

/**
 * The number of an index that begins with the first of several columns a list is sorted by, where none delivers the
 * whole order: walked in it, only equals are left to be sorted. Null where there is none.
 */
export const indexStartingWith = ({ indexes }: StoredDeclaration, { sort = [] }: ViewQuery): number | null => {
  const [first, ...others] = sort;
  const number = first && others.length > 0 ? indexes.findIndex(([column]) => column === first.column) : -1;
  return number < 0 ? null : number;
};

/**
 * The number of an index of columns the filter fixes and then one that it leaves a stretch of, which ends: walked, it
 * delivers what is filtered and no more. Null where the list is sorted by that column anyway, or there is no such
 * index.
 */
export const indexOfRange = ({ indexes }: StoredDeclaration, { where = [], sort = [] }: ViewQuery): number | null => {
  const ended = where.find((condition) => 'to' in condition && condition.to !== undefined)?.column;
  if (ended === undefined || ended === sort[0]?.column) return null;
  const fixed = new Set(
    where.filter((condition) => singleValueOf(condition) !== undefined).map(({ column }) => column),
  );
  const isOfAll = !indexes.some(([first]) => first !== undefined && fixed.has(first));
  const number = indexes.findIndex((index) => {
    const place = index.indexOf(ended);
    return place >= (isOfAll ? 0 : 1) && index.slice(0, place).every((column) => fixed.has(column));
  });
  return number < 0 ? null : number;
};

/**
 * The columns that a filter fixes, before those that a list is sorted by, of the index with most of them; null where no
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
 * What of a filter an index in the list's order begins with: more rows than the filter leaves, none of which is looked
 * at. Null without such an index.
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
 * The filter of a list for an index that goes on with its order behind columns the filter fixes, though others are
 * filtered, too. Left to itself the planner prefers an index of more filtered columns and sorts all it finds. Null
 * where no index is in that order, and where one delivers exactly what is filtered.
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
 * Row numbers of one page, found by walking the list in its order and testing each row. Cheap when what is looked for
 * is common; a short page means that patience ended or that there are no more.
 */
export const scanInOrder = (
  statements: Statements,
  { facts }: Tables,
  { where, inOrder, order, delivery, skip, limit }: CompiledList,
  test: Clause,
): number[] => {
  if (delivery === 'none') return [];
  const [walked, tested] = delivery === 'filtered' ? [inOrder ?? where, MATCH_ALL] : [MATCH_ALL, where];
  const maxRows = test === MATCH_ALL ? MAX_ROWS : MAX_ROWS_OF_TEXT;
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT * FROM ${facts} WHERE ${walked.sql} ORDER BY ${order} LIMIT ${maxRows}) WHERE ${tested.sql} AND ${test.sql} LIMIT ? OFFSET ?`,
    [...walked.values, ...tested.values, ...test.values, limit, skip],
  );
};

/** The same for rows that are known by their numbers: an index alone tells where they stand in the order. */
export const scanKnownRowsInOrder = (
  statements: Statements,
  { facts }: Tables,
  list: CompiledList,
  numbers: number[],
): number[] => {
  const { ahead, order, skip, limit } = list;
  if (ahead === null) return [];
  return statements.rowNumbers(
    `SELECT _row FROM (SELECT _row FROM ${facts} WHERE ${ahead.sql} ORDER BY ${order} LIMIT ${MAX_ROWS}) WHERE _row IN (SELECT value FROM json_each(?)) LIMIT ? OFFSET ?`,
    [...ahead.values, JSON.stringify(numbers), limit, skip],
  );
};
