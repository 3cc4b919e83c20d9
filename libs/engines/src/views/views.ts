import type { Position } from '#events';
import type { Projection } from '#domain';

/**
 * Filter on one declared column. `in` of an empty list matches nothing, `notIn` of one everything; `contains` finds any part of a text, whatever the case of its
 * latin letters; `from` and `to` are inclusive. None of these four matches null.
 */
export type Condition =
  | { column: string; eq: string | number | null }
  | { column: string; in: (string | number)[] }
  | { column: string; notIn: (string | number)[] }
  | { column: string; contains: string }
  | { column: string; from?: string | number; to?: string | number };

export type ViewQuery = {
  where?: Condition[];
  /** Substring of the declared search text; case, full-width forms and spaces around it do not count. */
  search?: string;
  /** Nulls are the least. Equals come by id, in the direction of the last column; without `sort` all come by id. */
  sort?: { column: string; direction: 'asc' | 'desc' }[];
  skip?: number;
  /** All rows when left out. */
  limit?: number;
  /** For who needs the first rows alone: `total` then tells only how far they reach. */
  withoutTotal?: true;
};

/** `total` is exact without search and capped at 10,001 with it (DECISIONS 20). */
export type Found<Row> = { rows: Row[]; total: number; totalIsCapped: boolean };

/** Rows that share the values of several columns, in the order the columns were named. */
export type Group = { values: (string | number | null)[]; count: number };

/** What is asked about the values of a numeric column: `at` are shares of the rows, e.g. 0.5 for the median; `by` splits the rows by another column. */
export type QuantileQuery = Pick<ViewQuery, 'where'> & { column: string; at: number[]; by?: string };

/** The values of one part of the rows: `at` in the order asked; `by` is null where the rows were not split. `count` rows have a value at all. */
export type Quantiles = { by: string | number | null; count: number; at: number[] };

export type ViewName = { name: string; version: number };

/** One table of rows being filled by one projector: `<name>_v<version>_<build>`. */
export type Build = ViewName & { build: string };

export type Checkpoint = { logId: string; position: Position };

/** A row after a batch; `row: null` deletes. The position guards against a second, slower writer. */
export type RowWrite = { id: string; row: object | null; position: Position };

export type StoredRow = { id: string; row: object };

/** How a build stands. `active` answers queries; `failed` says why its projector stopped. */
export type BuildStatus = Build & {
  active: boolean;
  checkpoint: Checkpoint;
  rows: number;
  failure: { position: Position; message: string; at: string } | null;
  writtenAt: string | null;
};

/** Port. Views are derived and disposable: lose them and they are folded again from the log. */
export interface Views {
  /** Rows of the active build. Throws ViewMissing while this version has never caught up. */
  get<Row extends object>(view: ViewName, id: string): Promise<Row | null>;
  getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]>;
  find<Row extends object>(view: ViewName, query: ViewQuery): Promise<Found<Row>>;
  /** Number of rows by the values of one column. */
  countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>>;
  /** Number of rows by the values of several columns; only groups that have rows, in no order. */
  countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]>;
  /**
   * Values of a numeric column by nearest rank: each is a value some row has, the least that at least this share of the rows does not
   * exceed. Rows without a value do not count; parts without any are left out. @throws Error for a share outside 0 to 1
   */
  quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]>;
  /** Checkpoint of the active build, null when there is none. */
  checkpoint(view: ViewName): Promise<Checkpoint | null>;
  /** Resolves true as soon as the active build has reached `position`, false after `timeoutMs` (DECISIONS 19). */
  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean>;

  /**
   * Creates the tables of a build when they are missing, from the projection's declaration. Call it also before writing on a build of
   * an earlier run. @throws DeclarationChanged
   */
  createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build>;
  rowsOf(build: Build, ids: string[]): Promise<Map<string, object>>;
  /**
   * Rows and checkpoint in one transaction. A row whose stored position is newer stays, a deleted one stays deleted, and what the
   * stored checkpoint has passed is contained already. What has not begun when `signal` aborts is left out.
   * @throws Error when the checkpoint is of another log than the build; whatever `signal` aborts with
   */
  write(build: Build, rows: RowWrite[], checkpoint: Checkpoint, signal?: AbortSignal): Promise<void>;
  /** Up to `limit` rows of any build whose id comes after `after` ('' for the first), in the order of their ids' UTF-8 bytes. */
  rowsAfter(build: Build, after: string, limit: number): Promise<StoredRow[]>;
  /**
   * Puts rows right that the checkpoint has passed already; each replaces what is stored at or before its position, a newer row stays.
   * Neither the checkpoint nor what is asked by it moves. Call `createBuild` first.
   */
  rewrite(build: Build, rows: RowWrite[]): Promise<void>;
  checkpointOf(build: Build): Promise<Checkpoint | null>;
  activate(build: Build): Promise<void>;
  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void>;
  drop(build: Build): Promise<void>;
  builds(): Promise<BuildStatus[]>;
  /** What was deleted or replaced in any build before is gone from its files, search indexes and write-ahead log, as far as it has files of its own. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

/** No build of this view has caught up yet; the api answers 503 and readyz says so. */
export class ViewMissing extends Error {
  constructor(readonly view: ViewName) {
    super(`view ${view.name} version ${view.version} is still being built`);
    this.name = 'ViewMissing';
  }
}

/** The build was made from another declaration than the projection has now, though the version is the same. */
export class DeclarationChanged extends Error {
  constructor(readonly build: Build) {
    super(
      `the declaration of view ${build.name} has changed since build ${build.build}: raise its version ${build.version}`,
    );
    this.name = 'DeclarationChanged';
  }
}
