import type { Db, Document, Filter } from 'mongodb';
import { PATIENT } from '../../mongo/mongo-database.js';
import { RecentlyUsed } from '../../recently-used.js';
import { buildName } from '../build-tables.js';
import type { ColumnValue } from '../declared.js';
import type { Registered } from '../registry.js';
import type { Build, Group, QuantileQuery, Quantiles, StoredRow, ViewQuery } from '../views.js';
import { columnOf, compileFilter, compileSort, isSearching } from './mongo-filter.js';
import { rowsIn, type RowDocument } from './mongo-row.js';

/** Totals of text searches are counted up to here (ADR-020). */
const TOTAL_CAP = 10_001;
/** Totals counted lately. */
const TOTALS = 200;

/** `total` null: all rows of the build, which its registration counts along. */
export type FoundRows = { rows: string[]; total: number | null; totalIsCapped: boolean };

/** What is read of one build. Rows are JSON text. A build that is dropped meanwhile reads as empty: whoever asks looks again afterwards. */
export class MongoReader {
  /** By filter. Whoever leafs through a list asks for the same total with each page; it holds as long as nothing was written. */
  private readonly totals = new RecentlyUsed<{ state: string; total: number }>(TOTALS);

  constructor(private readonly db: Db) {}

  async rows(build: Build, ids: string[]): Promise<Map<string, string>> {
    const found = await rowsIn(this.db, build)
      .find({ _id: { $in: ids } })
      .project<Pick<RowDocument, '_id' | '_row'>>({ _row: 1 })
      .toArray();
    return new Map(found.map(({ _id, _row }) => [_id, _row]));
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
    return rowsIn(this.db, build).countDocuments({}, PATIENT);
  }

  async find(build: Registered, query: ViewQuery): Promise<FoundRows> {
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
    build: Registered,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<[ColumnValue, number][]> {
    const counted = `$${columnOf(build.declared, column)}`;
    const groups = await this.grouped<{ _id: ColumnValue }>(build, compileFilter(build, query), counted);
    return groups.map(({ _id, count }) => [_id, count]);
  }

  async countGroups(build: Registered, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    if (columns.length === 0) throw new Error('countGroups needs at least one column');
    const values = Object.fromEntries(
      columns.map((column, place) => [`value${place}`, `$${columnOf(build.declared, column)}`]),
    );
    const groups = await this.grouped<{ _id: Record<string, ColumnValue> }>(build, compileFilter(build, query), values);
    return groups.map(({ _id, count }) => ({ values: columns.map((_, place) => _id[`value${place}`] ?? null), count }));
  }

  /** The server counts the rows of each value, in order; ranks are found in those counts. An array of all values would end at 16 MB. */
  async quantiles(build: Registered, { column, at, by, where }: QuantileQuery): Promise<Quantiles[]> {
    if (at.some((share) => !(share >= 0 && share <= 1))) throw new Error('quantiles are asked at shares from 0 to 1');
    const value = columnOf(build.declared, column);
    const key = { part: by === undefined ? null : `$${columnOf(build.declared, by)}`, value: `$${value}` };
    const filter = { $and: [compileFilter(build, { where }), { [value]: { $ne: null } }] };
    const counts = await this.grouped<{ _id: { part?: ColumnValue; value: number } }>(build, filter, key, [
      { $sort: { '_id.value': 1 } },
    ]);
    const parts = new Map<ColumnValue, typeof counts>();
    for (const each of counts) {
      const part = each._id.part ?? null;
      const values = parts.get(part);
      if (values) values.push(each);
      else parts.set(part, [each]);
    }
    return [...parts].map(([part, values]) => {
      const count = values.reduce((sum, each) => sum + each.count, 0);
      return { by: part, count, at: at.map((share) => valueAt(Math.max(1, Math.ceil(share * count)), values)) };
    });
  }

  private async page(
    build: Registered,
    filter: Filter<RowDocument>,
    { sort, skip = 0, limit }: ViewQuery,
  ): Promise<string[]> {
    const order = compileSort(build.declared, sort);
    // To the server a limit of 0 is none.
    if (limit === 0) return [];
    const found = rowsIn(this.db, build)
      .find(filter, { allowDiskUse: true })
      .sort(order)
      .skip(skip)
      .limit(limit ?? 0);
    return (await found.project<Pick<RowDocument, '_row'>>({ _id: 0, _row: 1 }).toArray()).map(({ _row }) => _row);
  }

  private async total(build: Registered, filter: Filter<RowDocument>, query: ViewQuery): Promise<number | null> {
    if (Object.keys(filter).length === 0) return null;
    const asked = JSON.stringify([buildName(build), filter]);
    const state = `${build.checkpoint?.position} ${build.writtenAt} ${build.rows}`;
    const known = this.totals.get(asked);
    if (known?.state === state) return known.total;
    const total = await rowsIn(this.db, build).countDocuments(filter, isSearching(query) ? { limit: TOTAL_CAP } : {});
    this.totals.put(asked, { state, total });
    return total;
  }

  private grouped<Key extends Document>(
    build: Registered,
    filter: Filter<RowDocument>,
    key: string | Document,
    then: Document[] = [],
  ): Promise<(Key & { count: number })[]> {
    const stages = [{ $match: filter }, { $group: { _id: key, count: { $sum: 1 } } }, ...then];
    return rowsIn(this.db, build).aggregate<Key & { count: number }>(stages, { allowDiskUse: true }).toArray();
  }
}

const valueAt = (rank: number, values: { _id: { value: number }; count: number }[]): number => {
  let passed = 0;
  for (const { _id, count } of values) if ((passed += count) >= rank) return _id.value;
  return 0;
};
