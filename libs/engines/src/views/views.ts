import type { Position } from '#events';
import type { Projection } from '#domain/event-sourcing';

/**
 * Filter on one declared column. `in` of an empty list matches nothing, `notIn` of one everything; `contains` finds any
 * part of a text, ignoring the case of latin letters; `from` and `to` are inclusive. None of these four matches null.
 */
export type Condition =
  | { column: string; eq: string | number | null }
  | { column: string; in: (string | number)[] }
  | { column: string; notIn: (string | number)[] }
  | { column: string; contains: string }
  | { column: string; from?: string | number; to?: string | number };

export type ViewQuery = {
  where?: Condition[];
  /** Substring of the declared search text; case, full-width forms and surrounding spaces are ignored. */
  search?: string;
  /**
   * Nulls sort lowest. Equal rows are sorted by id, in the direction of the last column; without `sort` all rows are
   * sorted by id.
   */
  sort?: { column: string; direction: 'asc' | 'desc' }[];
  skip?: number;
  /** All rows when left out. */
  limit?: number;
  /** For callers that need only the first rows: `total` then is only how far they reach. */
  withoutTotal?: true;
};

/** `total` is exact without search and capped at 10,001 with it (ADR-020). */
export type RowPage<Row> = { rows: Row[]; total: number; totalIsCapped: boolean };

/** Rows that share the values of several columns, in the order the columns were named. */
export type Group = { values: (string | number | null)[]; count: number };

/**
 * A query for the distribution of a numeric column: `at` are shares of the rows, e.g. 0.5 for the median; `by` splits
 * the rows by another column.
 */
export type QuantileQuery = Pick<ViewQuery, 'where'> & { column: string; at: number[]; by?: string };

/**
 * The values of one part of the rows: `at` in the order of the query; `by` is null if the rows were not split. `count`
 * is the number of rows with a value.
 */
export type Quantiles = { by: string | number | null; count: number; at: number[] };

export type ViewName = { name: string; version: number };

/** One table of rows being filled by one projector: `<name>_v<version>_<build>`. */
export type Build = ViewName & { build: string };

export type Checkpoint = { logId: string; position: Position };

/** A row after a batch; `row: null` deletes. The position guards against a second, slower writer. */
export type RowWrite = { id: string; row: object | null; position: Position };

export type StoredRow = { id: string; row: object };

/**
 * A stream that failed in a build at the event at `position`: this event and later ones are skipped in this build until
 * it is tried again. `error` is the class of the error without any text of the event, which may name a person.
 */
export type SetAsideStream = {
  stream: string;
  position: Position;
  revision: number;
  eventId: string;
  type: string;
  error: string;
};

/** `tries` includes the first one. */
export type SetAsideEntry = SetAsideStream & { since: string; triedAt: string; tries: number };

/** What is written together with rows. */
export type WriteOptions = { setAside?: readonly SetAsideStream[]; signal?: AbortSignal };

/** The result of trying streams again: those that succeeded, and those that failed. */
export type RetryResult = { succeeded: string[]; setAside: SetAsideStream[] };

/** The state of a build. `active` answers queries; `failed` is why its projector stopped; `setAside` counts streams. */
export type BuildStatus = Build & {
  active: boolean;
  checkpoint: Checkpoint;
  rows: number;
  failure: { position: Position; message: string; at: string } | null;
  setAside: number;
  writtenAt: string | null;
};

/**
 * Port. Views are derived: if they are lost, they are folded from the log again. Reads throw ViewMissing until a build
 * of this version has caught up. Once the active build has failed, searches and counts throw ViewFailed; rows that are
 * read by id are as of its checkpoint.
 */
export interface Views {
  get<Row extends object>(view: ViewName, id: string): Promise<Row | null>;
  getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]>;
  find<Row extends object>(view: ViewName, query: ViewQuery): Promise<RowPage<Row>>;
  /** Number of rows by the values of one column. */
  countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>>;
  /** Number of rows by the values of several columns; only groups with rows, in any order. */
  countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]>;
  /**
   * Values of a numeric column by nearest rank: each is the smallest value of a row that at least this share of the
   * rows does not exceed. Rows without a value are ignored; parts without any value are left out. @throws Error for a
   * share outside 0 to 1
   */
  quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]>;
  /** Checkpoint of the active build, null when there is none. */
  checkpoint(view: ViewName): Promise<Checkpoint | null>;
  /**
   * Resolves true as soon as the active build has reached `position`, false after `timeoutMs`, or at once if it has
   * failed (ADR-021).
   */
  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean>;

  /**
   * Creates the tables of a build when they are missing, from the projection's declaration. Call it also before writing
   * on a build of an earlier run. @throws DeclarationChanged
   */
  createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build>;
  rowsOf(build: Build, ids: string[]): Promise<Map<string, object>>;
  /**
   * Writes rows and checkpoint in one transaction. A row whose stored position is newer stays, a deleted one stays
   * deleted, and events before the stored checkpoint are skipped. Streams that are set aside already stay unchanged. If
   * `signal` aborts before the work has begun, it is skipped.
   * @throws Error if the checkpoint is of another log than the build; the reason of `signal`
   */
  write(build: Build, rows: RowWrite[], checkpoint: Checkpoint, options?: WriteOptions): Promise<void>;
  /**
   * Up to `limit` rows of any build whose id comes after `after` ('' for the first), in the order of their ids' UTF-8
   * bytes.
   */
  rowsAfter(build: Build, after: string, limit: number): Promise<StoredRow[]>;
  /**
   * Corrects rows before the checkpoint; each replaces what is stored at or before its position, a newer row stays. The
   * checkpoint does not move. `retryResult` names the streams that the rows contain again. Call `createBuild` first.
   */
  rewrite(build: Build, rows: RowWrite[], retryResult?: RetryResult): Promise<void>;
  /** The streams that a build has set aside, the oldest first. */
  setAside(build: Build): Promise<SetAsideEntry[]>;
  checkpointOf(build: Build): Promise<Checkpoint | null>;
  activate(build: Build): Promise<void>;
  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void>;
  drop(build: Build): Promise<void>;
  builds(): Promise<BuildStatus[]>;
  /**
   * Overwrites what was deleted or replaced in any build, in files, search indexes and write-ahead log, if the engine
   * has files of its own.
   */
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

/** The active build of this view has stopped at an event: its lists would be out of date by an unknown time. */
export class ViewFailed extends Error {
  constructor(readonly view: ViewName) {
    super(`view ${view.name} version ${view.version} has stopped at an event that it cannot take`);
    this.name = 'ViewFailed';
  }
}

/** The build was made from a declaration that differs from the projection's current one, with the same version. */
export class DeclarationChanged extends Error {
  constructor(readonly build: Build) {
    super(
      `the declaration of view ${build.name} has changed since build ${build.build}: raise its version ${build.version}`,
    );
    this.name = 'DeclarationChanged';
  }
}
