import type { Position } from '#events';
import type { Projection } from '#domain/event-sourcing';

/**
 * Filter on one declared column. `in` of an empty list matches nothing, `notIn` of one everything; `contains` finds any
 * part of a text, whatever the case of its latin letters; `from` and `to` are inclusive. None of these four matches
 * null.
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

/** `total` is exact without search and capped at 10,001 with it (ADR-020). */
export type Found<Row> = { rows: Row[]; total: number; totalIsCapped: boolean };

/** Rows that share the values of several columns, in the order the columns were named. */
export type Group = { values: (string | number | null)[]; count: number };

/**
 * What is asked about the values of a numeric column: `at` are shares of the rows, e.g. 0.5 for the median; `by` splits
 * the rows by another column.
 */
export type QuantileQuery = Pick<ViewQuery, 'where'> & { column: string; at: number[]; by?: string };

/**
 * The values of one part of the rows: `at` in the order asked; `by` is null where the rows were not split. `count` rows
 * have a value at all.
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
 * A stream that a build cannot take from the event at `position` on: this and its later events are skipped for this
 * build until it is tried again. `error` is the class of the error; no word of the event, which may name a person.
 */
export type SetAside = {
  stream: string;
  position: Position;
  revision: number;
  eventId: string;
  type: string;
  error: string;
};

/** `tries` counts the first one, too. */
export type SetAsideEntry = SetAside & { since: string; triedAt: string; tries: number };

/** What goes with rows that are written. */
export type WriteOptions = { setAside?: readonly SetAside[]; signal?: AbortSignal };

/** What came of trying streams again: those that were taken, and those that failed once more or anew. */
export type RetryResult = { taken: string[]; setAside: SetAside[] };

/** How a build stands. `active` answers queries; `failed` says why its projector stopped; `setAside` counts streams. */
export type BuildStatus = Build & {
  active: boolean;
  checkpoint: Checkpoint;
  rows: number;
  failure: { position: Position; message: string; at: string } | null;
  setAside: number;
  writtenAt: string | null;
};

/**
 * Port. Views are derived and disposable: lose them and they are folded again from the log. Reads of the active build
 * throw ViewMissing while this version has never caught up. Once that build has failed, searches and counts throw
 * ViewFailed; rows that are asked for by their id are answered as of its checkpoint.
 */
export interface Views {
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
   * Values of a numeric column by nearest rank: each is a value some row has, the least that at least this share of the
   * rows does not exceed. Rows without a value do not count; parts without any are left out. @throws Error for a share
   * outside 0 to 1
   */
  quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]>;
  /** Checkpoint of the active build, null when there is none. */
  checkpoint(view: ViewName): Promise<Checkpoint | null>;
  /**
   * Resolves true as soon as the active build has reached `position`, false after `timeoutMs`, or at once where it has
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
   * Rows and checkpoint in one transaction. A row whose stored position is newer stays, a deleted one stays deleted,
   * and what the stored checkpoint has passed is contained already. Streams that are set aside already stay as they
   * are. What has not begun when `signal` aborts is left out.
   * @throws Error when the checkpoint is of another log than the build; whatever `signal` aborts with
   */
  write(build: Build, rows: RowWrite[], checkpoint: Checkpoint, options?: WriteOptions): Promise<void>;
  /**
   * Up to `limit` rows of any build whose id comes after `after` ('' for the first), in the order of their ids' UTF-8
   * bytes.
   */
  rowsAfter(build: Build, after: string, limit: number): Promise<StoredRow[]>;
  /**
   * Puts rows right that the checkpoint has passed already; each replaces what is stored at or before its position, a
   * newer row stays. Neither the checkpoint nor what is asked by it moves. `retried` says which streams the rows
   * contain again. Call `createBuild` first.
   */
  rewrite(build: Build, rows: RowWrite[], retried?: RetryResult): Promise<void>;
  /** The streams that a build has set aside, those it has for longest first. */
  setAside(build: Build): Promise<SetAsideEntry[]>;
  checkpointOf(build: Build): Promise<Checkpoint | null>;
  activate(build: Build): Promise<void>;
  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void>;
  drop(build: Build): Promise<void>;
  builds(): Promise<BuildStatus[]>;
  /**
   * What was deleted or replaced in any build before is gone from its files, search indexes and write-ahead log, as far
   * as it has files of its own.
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

/** The build that answers this view has stopped at an event: its lists would tell of a past that nobody dates. */
export class ViewFailed extends Error {
  constructor(readonly view: ViewName) {
    super(`view ${view.name} version ${view.version} has stopped at an event that it cannot take`);
    this.name = 'ViewFailed';
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
