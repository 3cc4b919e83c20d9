import type { RecordedEvent } from '#events';

export type ColumnType = 'text' | 'integer' | 'real';

/** What a view can be asked for. Declared once; each views adapter compiles it to its engine. */
export type ViewDeclaration<Row> = {
  /** Values to filter and sort by, taken from the row at each write. */
  columns: Record<string, { type: ColumnType; of: (row: Row) => string | number | null }>;
  /**
   * Text in which `search` finds any substring, also of one or two Chinese characters; null for a view without search.
   */
  search: ((row: Row) => string) | null;
  /**
   * Columns whose value lists of this view fix when they search, such as whose they are: such a search takes no longer
   * than theirs alone would.
   */
  searchWithin?: string[];
  /**
   * Other columns that lists fix when they search: an engine whose search index takes them cheaply counts what is found
   * without looking at a row.
   */
  searchFilters?: string[];
  /**
   * Filter and sort orders lists use, most selective first; each becomes one index. The id stands at the end, or where
   * `_id` is named: columns behind it are tested and counted in the index, without looking at a row.
   */
  indexes: string[][];
  /**
   * Columns whose rows are counted as they are written, for each combination of their values: a total or a count that
   * filters by these alone takes no longer when there are more rows. For lists of everybody's rows, and columns of few
   * values.
   */
  counted?: string[][];
};

/**
 * Derives the rows of one view from the log. Pure, and indifferent to redelivery: projecting an event twice changes
 * nothing. Raise `version` when `project`, `idsOf` or the declaration changes: a new build is made beside the live one
 * (ADR-020).
 */
export type Projection<Row extends object> = {
  name: string;
  version: number;
  types: readonly string[];
  /** Ids of all rows that this event changes. */
  idsOf(event: RecordedEvent): string[];
  /** The row `id` after `event`; null when it is gone or was never there. */
  project(row: Row | null, event: RecordedEvent, id: string): Row | null;
  /**
   * Rows of their own that an event adds beside the row it changes, made of that row as it stands after it: one for
   * each step of a history, for instance. They are never changed; the same event adds the same rows again.
   */
  addedRows?(row: Row, event: RecordedEvent): (Row & { id: string })[];
  view: ViewDeclaration<Row>;
};
