import type { RecordedEvent } from '#events';

export type ColumnType = 'text' | 'integer' | 'real';

/** The queries that a view supports. Each views adapter compiles the declaration to its engine. */
export type ViewDeclaration<Row> = {
  /** Values for filters and sorting, taken from the row at each write. */
  columns: Record<string, { type: ColumnType; of: (row: Row) => string | number | null }>;
  /**
   * The text in which `search` finds any substring, including one or two Chinese characters; null for a view without
   * search.
   */
  search: ((row: Row) => string) | null;
  /**
   * Columns, such as the owner of a row, whose value searches of this view always fix. Such a search takes no longer
   * than a search of the rows with this value alone.
   */
  searchWithin?: string[];
  /**
   * Other columns that lists filter by when they search. An engine whose search index can hold them cheaply counts the
   * matches without reading rows.
   */
  searchFilters?: string[];
  /**
   * The filters and sort orders of lists, most selective column first; each becomes one index. The id is the last
   * column, or has the place of `_id`. Columns after it are tested and counted in the index, without reading rows.
   */
  indexes: string[][];
  /**
   * Columns whose rows are counted at each write, for each combination of their values. A total or count that filters
   * by these columns alone does not slow down with more rows. For lists of all units' rows, and for columns with few
   * values.
   */
  counted?: string[][];
};

/**
 * Derives the rows of one view from the log. The function is pure and idempotent: projecting an event twice changes
 * nothing. Raise `version` when `project`, `idsOf` or the declaration changes, so that a new build is made beside the
 * live one (ADR-020).
 */
export type Projection<Row extends object> = {
  name: string;
  version: number;
  types: readonly string[];
  /** Ids of all rows that this event changes. */
  idsOf(event: RecordedEvent): string[];
  /** The row `id` after `event`; null if it does not exist. */
  project(row: Row | null, event: RecordedEvent, id: string): Row | null;
  /**
   * Separate rows that an event adds beside the row it changes, made from that row's new state, for instance one for
   * each step of a history. They never change; projecting the same event again adds the same rows.
   */
  addedRows?(row: Row, event: RecordedEvent): (Row & { id: string })[];
  view: ViewDeclaration<Row>;
};
