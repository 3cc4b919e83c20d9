import type { Collection, Db, Document, Filter, IndexDescription, Sort } from 'mongodb';
import { foldedForSearch } from '#domain/text';
import type { Position } from '#events';
import { MAJORITY_JOURNALED, NO_SOCKET_TIMEOUT } from '../../mongo/mongo-database.js';
import { LRUCache } from 'lru-cache';
import { type ColumnValue, type StoredDeclaration, type PreparedRow, withId } from '../view-declaration.js';
import { searchTermsOf, requiredTermsOf } from '../search-text.js';
import { buildName, type RegisteredBuild } from '../sqlite/registry.js';
import type { Build, Condition, Group, QuantileQuery, Quantiles, StoredRow, ViewQuery } from '../views.js';

/**
 * Conditions and search text as one filter; empty without both.
 * @throws Error for a column that is not declared, or for a search if the view declares no search text
 */
const compileFilter = (
  build: RegisteredBuild,
  { where = [], search }: Pick<ViewQuery, 'where' | 'search'>,
): Filter<RowDocument> => {
  const clauses = [
    ...where.flatMap((condition) => compile(columnOf(build.declaration, condition.column), condition)),
    ...compileSearch(build, search),
  ];
  return clauses.length === 0 ? {} : { $and: clauses };
};

/** The order, with the id as last column in the direction of the column before it, so that one index delivers it. */
const compileSort = (declaration: StoredDeclaration, sort: ViewQuery['sort'] = []): Sort => {
  const sortFields = sort.map(
    ({ column, direction }) => [columnOf(declaration, column), direction === 'desc' ? -1 : 1] as const,
  );
  return new Map([...sortFields, ['_id', sortFields.at(-1)?.[1] ?? 1] as const]);
};

const columnOf = ({ columns }: StoredDeclaration, column: string): string => {
  if (!Object.hasOwn(columns, column)) throw new Error(`the view declares no column "${column}"`);
  return column;
};

/** Whether there is any text to search for. */
const isSearching = ({ search = '' }: Pick<ViewQuery, 'search'>): boolean => foldedForSearch(search).trim() !== '';

const compile = (column: string, condition: Condition): Filter<RowDocument>[] => {
  if ('eq' in condition) return [{ [column]: condition.eq }];
  if ('in' in condition) return [{ [column]: { $in: condition.in } }];
  if ('notIn' in condition) return [{ [column]: { $nin: [...condition.notIn, null] } }];
  if ('contains' in condition) return [{ [column]: { $regex: patternOf(condition.contains) } }];
  const bounds = {
    ...(condition.from === undefined ? {} : { $gte: condition.from }),
    ...(condition.to === undefined ? {} : { $lte: condition.to }),
  };
  return Object.keys(bounds).length === 0 ? [] : [{ [column]: bounds }];
};

const compileSearch = ({ name, declaration }: RegisteredBuild, search = ''): Filter<RowDocument>[] => {
  const needle = foldedForSearch(search).trim();
  if (needle === '') return [];
  if (!declaration.searchable) throw new Error(`view ${name} declares no search text`);
  const { terms, isExact } = requiredTermsOf(needle);
  return [{ _parts: { $all: terms } }, ...(isExact ? [] : [{ _text: { $regex: literal(needle) } }])];
};

/**
 * A pattern for a part of a text that ignores the case of latin letters. It lists both cases, because the option of an
 * engine to ignore case treats other characters differently in each engine.
 */
const patternOf = (part: string): string =>
  literal(part).replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

const literal = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}\s]/gu, (character) => (character <= '\x7f' ? `\\${character}` : character));

/**
 * A row as a document: the declared columns by name, and members of the adapter, whose names begin with an underscore.
 * `_row` is the row as JSON text, exactly as it was written. `_by` is the id of the batch that wrote it.
 */
export type RowDocument = {
  _id: string;
  _position: Position;
  _by: string;
  _text: string;
  _parts?: string[];
  _row: string;
} & Record<string, unknown>;

/**
 * Marks a deleted row until the checkpoint has passed its position, because an older state of the row may still be
 * written.
 */
export type GuardDocument = { _id: string; position: Position };

export const rowsIn = (db: Db, build: Build): Collection<RowDocument> =>
  db.collection(buildName(build), { writeConcern: MAJORITY_JOURNALED });

export const guardsIn = (db: Db, build: Build): Collection<GuardDocument> =>
  db.collection(`${buildName(build)}_gone`, { writeConcern: MAJORITY_JOURNALED });

/** @throws TypeError for a column value that is neither a text nor a number nor null */
export const documentOf = (
  { columns, searchable }: StoredDeclaration,
  { id, position, json, values, text }: PreparedRow,
  batchId: string,
): RowDocument => ({
  ...Object.fromEntries(
    Object.keys(columns).map((column, index) => [column, requireStorable(column, values[index] ?? null)]),
  ),
  _id: id,
  _position: position,
  _by: batchId,
  _text: text,
  ...(searchable ? { _parts: searchTermsOf(text) } : {}),
  _row: json ?? '',
});

/**
 * One index for each declared one, with the id at its end so that it also delivers the order of equal rows; one for
 * each group of columns that rows are counted by, so that the server counts in the index without reading rows; and one
 * for search terms, alone and after each column that is searched within.
 */
export const indexesOf = ({
  indexes,
  searchable,
  within = [],
  counted = [],
}: StoredDeclaration): IndexDescription[] => [
  ...indexes.map((columns, index) => ({
    name: `by${index}`,
    key: new Map(withId(columns).map((column) => [column, 1 as const])),
  })),
  ...counted.map((columns, index) => ({
    name: `counted${index}`,
    key: new Map(columns.map((column) => [column, 1 as const])),
  })),
  ...(searchable ? [{ name: 'parts', key: { _parts: 1 as const } }] : []),
  ...within.map((column) => ({ name: `partsWithin_${column}`, key: { [column]: 1 as const, _parts: 1 as const } })),
];

const requireStorable = (column: string, value: ColumnValue): ColumnValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`column ${column} cannot hold a value of type ${typeof value}`);
};

/** Totals of text searches are counted up to here (ADR-020). */
const TOTAL_CAP = 10_001;
/** Number of cached totals. */
const MAX_TOTALS = 200;

/** `total` is null for all rows of the build, whose number the registry has. */
export type JsonRowPage = { rows: string[]; total: number | null; totalIsCapped: boolean };

/**
 * Reads the rows of one build as JSON text. A build that is dropped meanwhile reads as empty; callers check afterwards
 * whether it is still active.
 */
export class MongoReader {
  /** Totals by filter. Each page of a list needs the same total, which is valid until something is written. */
  private readonly totals = new LRUCache<string, { state: string; total: number }>({ max: MAX_TOTALS });

  constructor(private readonly db: Db) {}

  async rows(build: Build, ids: string[]): Promise<Map<string, string>> {
    const documents = await rowsIn(this.db, build)
      .find({ _id: { $in: ids } })
      .project<Pick<RowDocument, '_id' | '_row'>>({ _row: 1 })
      .toArray();
    return new Map(documents.map(({ _id, _row }) => [_id, _row]));
  }

  async rowsAfter(build: Build, after: string, limit: number): Promise<StoredRow[]> {
    const page = rowsIn(this.db, build)
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit);
    return (await page.project<Pick<RowDocument, '_id' | '_row'>>({ _row: 1 }).toArray()).map(({ _id, _row }) => ({
      id: _id,
      row: JSON.parse(_row) as object,
    }));
  }

  size(build: Build): Promise<number> {
    return rowsIn(this.db, build).countDocuments({}, NO_SOCKET_TIMEOUT);
  }

  async find(build: RegisteredBuild, query: ViewQuery): Promise<JsonRowPage> {
    const { skip = 0, limit } = query;
    if (![skip, limit ?? 0].every((count) => Number.isSafeInteger(count) && count >= 0))
      throw new Error('skip and limit must be whole numbers from 0 on');
    const filter = compileFilter(build, query);
    if (query.withoutTotal) {
      const rows = await this.page(build, filter, query);
      return { rows, total: skip + rows.length, totalIsCapped: false };
    }
    const [rows, total] = await Promise.all([this.page(build, filter, query), this.total(build, filter, query)]);
    return { rows, total, totalIsCapped: isSearching(query) && total === TOTAL_CAP };
  }

  async countBy(
    build: RegisteredBuild,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<[ColumnValue, number][]> {
    const field = `$${columnOf(build.declaration, column)}`;
    const groups = await this.countGrouped<{ _id: ColumnValue }>(build, compileFilter(build, query), field);
    return groups.map(({ _id, count }) => [_id, count]);
  }

  async countGroups(build: RegisteredBuild, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    if (columns.length === 0) throw new Error('countGroups needs at least one column');
    const values = Object.fromEntries(
      columns.map((column, index) => [`value${index}`, `$${columnOf(build.declaration, column)}`]),
    );
    const groups = await this.countGrouped<{ _id: Record<string, ColumnValue> }>(
      build,
      compileFilter(build, query),
      values,
    );
    return groups.map(({ _id, count }) => ({ values: columns.map((_, index) => _id[`value${index}`] ?? null), count }));
  }

  /**
   * The server counts the rows of each value in order, and the quantiles are computed from these counts. An array of
   * all values would be limited to 16 MB.
   */
  async quantiles(build: RegisteredBuild, { column, at, by, where }: QuantileQuery): Promise<Quantiles[]> {
    if (at.some((share) => !(share >= 0 && share <= 1))) throw new Error('quantiles are asked at shares from 0 to 1');
    const value = columnOf(build.declaration, column);
    const key = { part: by === undefined ? null : `$${columnOf(build.declaration, by)}`, value: `$${value}` };
    const filter = { $and: [compileFilter(build, { where }), { [value]: { $ne: null } }] };
    const counts = await this.countGrouped<{ _id: { part?: ColumnValue; value: number } }>(build, filter, key, [
      { $sort: { '_id.value': 1 } },
    ]);
    const parts = new Map<ColumnValue, typeof counts>();
    for (const valueCount of counts) {
      const part = valueCount._id.part ?? null;
      const values = parts.get(part);
      if (values) values.push(valueCount);
      else parts.set(part, [valueCount]);
    }
    return [...parts].map(([part, values]) => {
      const count = values.reduce((sum, value) => sum + value.count, 0);
      return { by: part, count, at: at.map((share) => valueAtRank(Math.max(1, Math.ceil(share * count)), values)) };
    });
  }

  private async page(
    build: RegisteredBuild,
    filter: Filter<RowDocument>,
    { sort, skip = 0, limit }: ViewQuery,
  ): Promise<string[]> {
    const order = compileSort(build.declaration, sort);
    // For the server a limit of 0 means no limit.
    if (limit === 0) return [];
    const page = rowsIn(this.db, build)
      .find(filter, { allowDiskUse: true })
      .sort(order)
      .skip(skip)
      .limit(limit ?? 0);
    return (await page.project<Pick<RowDocument, '_row'>>({ _id: 0, _row: 1 }).toArray()).map(({ _row }) => _row);
  }

  private async total(build: RegisteredBuild, filter: Filter<RowDocument>, query: ViewQuery): Promise<number | null> {
    if (Object.keys(filter).length === 0) return null;
    const key = JSON.stringify([buildName(build), filter]);
    const state = `${build.checkpoint?.position} ${build.writtenAt} ${build.rows}`;
    const cached = this.totals.get(key);
    if (cached?.state === state) return cached.total;
    const total = await rowsIn(this.db, build).countDocuments(filter, isSearching(query) ? { limit: TOTAL_CAP } : {});
    this.totals.set(key, { state, total });
    return total;
  }

  private countGrouped<Key extends Document>(
    build: RegisteredBuild,
    filter: Filter<RowDocument>,
    key: string | Document,
    furtherStages: Document[] = [],
  ): Promise<(Key & { count: number })[]> {
    const stages = [{ $match: filter }, { $group: { _id: key, count: { $sum: 1 } } }, ...furtherStages];
    return rowsIn(this.db, build).aggregate<Key & { count: number }>(stages, { allowDiskUse: true }).toArray();
  }
}

const valueAtRank = (rank: number, values: { _id: { value: number }; count: number }[]): number => {
  let cumulativeCount = 0;
  for (const { _id, count } of values) if ((cumulativeCount += count) >= rank) return _id.value;
  return 0;
};
