import { LRUCache } from 'lru-cache';
import type { DatabaseSync } from '../../sqlite/database.js';
import type { ColumnValue } from '../view-declaration.js';
import {
  compileIndexPrefix,
  compileInOrder,
  indexDeliveryOf,
  indexStartingWith,
  indexOfRange,
  type CompiledList,
  scanInOrder,
} from '../list-order.js';
import type { Build, Group, QuantileQuery, Quantiles, SetAsideEntry, ViewName, ViewQuery } from '../views.js';
import { type Clause, columnOf, compileSort, compileWhere, MATCH_ALL } from './compile-query.js';
import { findCountSource } from './stored-counts.js';
import {
  buildName,
  indexName,
  type RegisteredBuild,
  Registry,
  SetAsideTable,
  Statements,
  buildTableNames,
} from './registry.js';
import { type RowNumberPage, TextSearch } from './text-search.js';

/** Counts rows by the values of several columns. Must be called in a snapshot of the database. */
const countGroups = (
  statements: Statements,
  build: RegisteredBuild,
  columns: string[],
  query: Pick<ViewQuery, 'where'>,
): Group[] => {
  if (columns.length === 0) throw new Error('countGroups needs at least one column');
  const groupColumns = columns.map((column) => columnOf(build.declaration, column));
  // The "+" hides indexes from the planner: with an index that delivers the groups in order, it would read the rows for
  // the filter in random order.
  const selectList = groupColumns.map((column, index) => `+${column} AS value${index}`).join(', ');
  const ordinals = groupColumns.map((_, index) => index + 1).join(', ');
  const { sql, values, count } = findCountSource(build, query.where, columns);
  const countSql = `SELECT ${selectList}, ${count} AS count ${sql} GROUP BY ${ordinals} HAVING count > 0`;
  const groups = statements.of(countSql).all(...values) as Record<string, ColumnValue>[];
  return groups.map((group) => ({
    values: columns.map((_, index) => group[`value${index}`] ?? null),
    count: Number(group['count']),
  }));
};

/**
 * The values at these shares, in one pass over the rows that have a value. Must be called in a snapshot of the
 * database.
 */
const quantiles = (
  statements: Statements,
  build: RegisteredBuild,
  { column, at, by, where: conditions }: QuantileQuery,
): Quantiles[] => {
  if (at.some((share) => !(share >= 0 && share <= 1))) throw new Error('quantiles are asked at shares from 0 to 1');
  const where = compileWhere(build.declaration, conditions);
  const value = columnOf(build.declaration, column);
  const part = by === undefined ? 'NULL' : `+${columnOf(build.declaration, by)}`;
  const sql = `SELECT ${part} AS part, json_group_array(${value} ORDER BY ${value}) AS sorted
    FROM ${buildTableNames(build).facts} WHERE ${where.sql} AND ${value} IS NOT NULL GROUP BY 1`;
  const parts = statements.of(sql).all(...where.values) as { part: ColumnValue; sorted: string }[];
  return parts.map(({ part: partValue, sorted }) => {
    const values = JSON.parse(sorted) as number[];
    return {
      by: partValue,
      count: values.length,
      at: at.map((share) => values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0),
    };
  });
};

/** Up to this number, rows are sorted from an index alone, in some tens of milliseconds. */
const MAX_SORTED_ROWS = 50_000;

/** Rows as JSON text, which are sent to another thread as plain strings; the caller parses them. */
export type JsonRowPage = { rows: string[]; total: number; totalIsCapped: boolean };

/** Runs a view query on one build. Must be called in a snapshot of the database. */
const findRows = (statements: Statements, totals: Totals, build: RegisteredBuild, query: ViewQuery): JsonRowPage => {
  const list = compileList(build, query);
  const search = TextSearch.of(statements, build, query);
  const { numbers, ...pageTotal } = search
    ? search.page(list, filterSourceOf(build, list))
    : findWithoutSearch(statements, totals, build, list, query);
  const document = statements.of(`SELECT document FROM ${buildTableNames(build).documents} WHERE _row = ?`);
  return { rows: numbers.map((number) => (document.get(number) as { document: string }).document), ...pageTotal };
};

/** Counts rows by the values of one column. Must be called in a snapshot of the database. */
const countRowsBy = (
  statements: Statements,
  build: RegisteredBuild,
  column: string,
  query: Pick<ViewQuery, 'where' | 'search'>,
): [value: ColumnValue, count: number][] => {
  const value = columnOf(build.declaration, column);
  const searchSource = TextSearch.of(statements, build, query)?.source(compileWhere(build.declaration, query.where));
  const { sql, values, count } = searchSource
    ? { ...searchSource, count: 'count(*)' }
    : findCountSource(build, query.where, [column]);
  // The "+" hides an index of the filtered columns followed by this column: with it, rows would be read in random
  // order.
  const countSql = `SELECT +${value} AS value, ${count} AS count ${sql} GROUP BY 1 HAVING count > 0`;
  const groups = statements.of(countSql).all(...values) as { value: ColumnValue; count: number }[];
  return groups.map((group) => [group.value, Number(group.count)]);
};

const compileList = ({ declaration }: RegisteredBuild, query: ViewQuery): CompiledList => {
  const { skip = 0, limit = Number.MAX_SAFE_INTEGER } = query;
  if (![skip, limit].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new Error('skip and limit must be whole numbers from 0 on');
  return {
    where: compileWhere(declaration, query.where),
    inOrder: compileInOrder(declaration, query),
    indexPrefix: compileIndexPrefix(declaration, query),
    order: compileSort(declaration, query.sort),
    delivery: indexDeliveryOf(declaration, query),
    startingIndex: indexStartingWith(declaration, query),
    rangeIndex: indexOfRange(declaration, query),
    skip,
    limit,
  };
};

const findWithoutSearch = (
  statements: Statements,
  totals: Totals,
  build: RegisteredBuild,
  list: CompiledList,
  { where, withoutTotal }: Pick<ViewQuery, 'where' | 'withoutTotal'>,
): RowNumberPage => {
  const { sql, values } = sourceOf(build, list.where);
  if (withoutTotal) {
    const numbers = readPage(statements, orderedSourceOf(build, list) ?? { sql, values }, list);
    return { numbers, total: list.skip + numbers.length, totalIsCapped: false };
  }
  const total =
    list.where === MATCH_ALL ? build.rows : totals.of(build, list.where, () => countRows(statements, build, where));
  // Rows in a range of another column may be far from the beginning of the order of the list; if they are few, they are
  // sorted.
  if (list.rangeIndex !== null && total <= MAX_SORTED_ROWS)
    return {
      numbers: readPage(statements, sourceByIndex(build, list.rangeIndex, list.where), list),
      total,
      totalIsCapped: false,
    };
  const expectedCount = Math.min(list.limit, Math.max(0, total - list.skip));
  const orderedSource = isCheaperInOrder(list, total, build.rows) ? orderedSourceOf(build, list) : null;
  const scannedNumbers =
    !orderedSource && isWorthScanning(list, total, build.rows)
      ? scanInOrder(statements, buildTableNames(build), list, MATCH_ALL)
      : [];
  const numbers =
    scannedNumbers.length === expectedCount
      ? scannedNumbers
      : readPage(statements, orderedSource ?? { sql, values }, list);
  return { numbers, total, totalIsCapped: false };
};

/**
 * FROM and WHERE of a list for which the planner uses an index in its order; null if there is none, or if the planner
 * uses it anyway.
 */
const orderedSourceOf = (
  build: RegisteredBuild,
  { inOrder, delivery, startingIndex, where }: CompiledList,
): Clause | null => {
  if (inOrder) return sourceOf(build, inOrder);
  if (delivery !== 'none' || startingIndex === null) return null;
  return sourceByIndex(build, startingIndex, where);
};

/** FROM and WHERE of the filtered rows, by an index that delivers no others if there is one. */
const filterSourceOf = (build: RegisteredBuild, { rangeIndex, inOrder, where }: CompiledList): Clause =>
  rangeIndex === null ? sourceOf(build, inOrder ?? where) : sourceByIndex(build, rangeIndex, where);

/** FROM and WHERE that force the planner to use the index with this number. */
const sourceByIndex = (build: RegisteredBuild, index: number, where: Clause): Clause => {
  const { facts, name } = buildTableNames(build);
  return { sql: `FROM ${facts} INDEXED BY ${indexName(name, index)} WHERE ${where.sql}`, values: where.values };
};

const readPage = (statements: Statements, { sql, values }: Clause, { order, limit, skip }: CompiledList): number[] =>
  statements.rowNumbers(`SELECT _row ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, skip]);

const countRows = (statements: Statements, build: RegisteredBuild, where: ViewQuery['where']): number => {
  const { sql, values, count: countExpression } = findCountSource(build, where);
  return statements.number(`SELECT ${countExpression} ${sql}`, values);
};

/** Whether scanning rows that do not match the filter costs less than reading and sorting all that match. */
const isWorthScanning = ({ delivery, skip, limit }: CompiledList, total: number, rows: number): boolean =>
  delivery === 'all' && isCheaperInOrder({ skip, limit }, total, rows);

/** Compares the rows that are scanned to find a page in the order of the list with the matches that would be sorted. */
const isCheaperInOrder = (
  { skip, limit }: Pick<CompiledList, 'skip' | 'limit'>,
  total: number,
  rows: number,
): boolean => ((skip + limit) * rows) / Math.max(total, 1) < total;

const sourceOf = (build: RegisteredBuild, where: Clause): Clause => ({
  sql: `FROM ${buildTableNames(build).facts} WHERE ${where.sql}`,
  values: where.values,
});

const MAX_TOTALS = 200;

/** Cached totals. Each page of a list needs the same total, which is valid until something is written. */
export class Totals {
  private readonly cache = new LRUCache<string, { state: string; total: number }>({ max: MAX_TOTALS });

  /** The total of a filter: cached for this state of the build, or from `count`. */
  of(build: RegisteredBuild, where: Clause, count: () => number): number {
    const filter = JSON.stringify([buildName(build), where.sql, where.values]);
    const state = `${build.checkpoint?.position} ${build.writtenAt} ${build.rows}`;
    const cached = this.cache.get(filter);
    const total = cached?.state === state ? cached.total : count();
    this.cache.set(filter, { state, total });
    return total;
  }
}

/**
 * No build is active yet, or the active one has failed. Plain values, because errors lose their class between threads.
 */
export type NoActiveBuild = null | 'failed';

/**
 * The reader of the embedded views: synchronous, on its own connection. Results are null if no build is active yet;
 * lists and counts are 'failed' if it has failed. Rows are JSON text.
 */
export class ViewReader {
  private readonly statements: Statements;
  private readonly registry: Registry;
  private readonly totals = new Totals();
  private readonly setAsideTable: SetAsideTable;

  constructor(database: DatabaseSync) {
    this.statements = new Statements(database);
    this.registry = new Registry(this.statements);
    this.setAsideTable = new SetAsideTable(this.statements);
  }

  getMany(view: ViewName, ids: string[]): string[] | null {
    return this.withActiveBuild(view, (build) => {
      const { facts, documents } = buildTableNames(build);
      const select = this.statements.of(`SELECT document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id = ?`);
      return ids
        .map((id) => select.get(id) as { document: string } | undefined)
        .flatMap((row) => (row ? [row.document] : []));
    });
  }

  rowsAfter(build: Build, after: string, limit: number): [id: string, json: string][] {
    const { facts, documents } = buildTableNames(build);
    const select = this.statements.of(
      `SELECT _id, document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id > ? ORDER BY _id LIMIT ?`,
    );
    return (select.all(after, limit) as { _id: string; document: string }[]).map(({ _id, document }) => [
      _id,
      document,
    ]);
  }

  find(view: ViewName, query: ViewQuery): JsonRowPage | NoActiveBuild {
    return this.unlessFailed(view, (build) => findRows(this.statements, this.totals, build, query));
  }

  countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): [ColumnValue, number][] | NoActiveBuild {
    return this.unlessFailed(view, (build) => countRowsBy(this.statements, build, column, query));
  }

  countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Group[] | NoActiveBuild {
    return this.unlessFailed(view, (build) => countGroups(this.statements, build, columns, query));
  }

  quantiles(view: ViewName, query: QuantileQuery): Quantiles[] | NoActiveBuild {
    return this.unlessFailed(view, (build) => quantiles(this.statements, build, query));
  }

  activeBuild(view: ViewName): RegisteredBuild | null {
    return this.registry.activeBuild(view);
  }

  build(build: Build): RegisteredBuild | null {
    return this.registry.get(build);
  }

  setAside(build: Build): SetAsideEntry[] {
    return this.setAsideTable.of(build);
  }

  builds(): RegisteredBuild[] {
    return this.registry.all();
  }

  close(): void {
    this.statements.database.close();
  }

  /** Reads lists and counts. Those of a failed build would be outdated by an unknown time. */
  private unlessFailed<Result>(view: ViewName, read: (build: RegisteredBuild) => Result): Result | NoActiveBuild {
    return this.withActiveBuild<Result | NoActiveBuild>(view, (build) => (build.failure ? 'failed' : read(build)));
  }

  private withActiveBuild<Result>(view: ViewName, read: (build: RegisteredBuild) => Result): Result | null {
    return this.statements.inSnapshot(() => {
      const build = this.registry.activeBuild(view);
      return build && read(build);
    });
  }
}
