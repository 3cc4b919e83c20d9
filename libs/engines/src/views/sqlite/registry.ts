import type { ColumnType } from '#domain/event-sourcing';
import { type Position, START } from '#events/event-store';
import { LRUCache } from 'lru-cache';
import { type DatabaseSync, type Statement, inWriteTransaction } from '../../sqlite/database.js';
import { type ColumnValue, type StoredDeclaration, withId } from '../view-declaration.js';
import { changedTermsOf, searchTermsOf, toFtsTerms, columnFtsTerms } from '../search-text.js';
import type { Build, BuildStatus, Checkpoint, RetryResult, SetAsideStream, SetAsideEntry, ViewName } from '../views.js';
import { quoteName } from './compile-query.js';

/**
 * In the database of the registry and not of the rows: it is small, and it is read together with the state of the
 * builds.
 */
const SET_ASIDE_TABLE = `CREATE TABLE IF NOT EXISTS set_aside (
    name TEXT NOT NULL, version INTEGER NOT NULL, build TEXT NOT NULL, stream TEXT NOT NULL, position TEXT NOT NULL,
    revision INTEGER NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, error TEXT NOT NULL,
    since TEXT NOT NULL, tried_at TEXT NOT NULL, tries INTEGER NOT NULL,
    PRIMARY KEY (name, version, build, stream)) WITHOUT ROWID`;

const IS_BUILD = 'name = ? AND version = ? AND build = ?';
const INSERT = `INSERT INTO set_aside (name, version, build, stream, position, revision, event_id, type, error, since, tried_at, tries)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (name, version, build, stream) DO`;

/** The streams that builds have set aside, in the SQLite engine. Writes belong to the transaction of the rows. */
export class SetAsideTable {
  constructor(private readonly statements: Statements) {}

  of({ name, version, build }: Build): SetAsideEntry[] {
    return this.statements
      .of(
        `SELECT stream, position, revision, event_id AS eventId, type, error, since, tried_at AS triedAt, tries
        FROM set_aside WHERE ${IS_BUILD} ORDER BY since, position`,
      )
      .all(name, version, build) as SetAsideEntry[];
  }

  /** Streams that are set aside already are not changed, so a batch may be delivered twice. */
  add(build: Build, streams: readonly SetAsideStream[], at: string): void {
    for (const entry of streams) this.statements.of(`${INSERT} NOTHING`).run(...valuesOf(build, entry, at));
  }

  recordRetry(build: Build, { succeeded, setAside }: RetryResult, at: string): void {
    for (const stream of succeeded)
      this.statements
        .of(`DELETE FROM set_aside WHERE ${IS_BUILD} AND stream = ?`)
        .run(build.name, build.version, build.build, stream);
    for (const entry of setAside)
      this.statements
        .of(
          `${INSERT} UPDATE SET position = excluded.position, revision = excluded.revision, event_id = excluded.event_id,
          type = excluded.type, error = excluded.error, tried_at = excluded.tried_at, tries = tries + 1`,
        )
        .run(...valuesOf(build, entry, at));
  }
}

const valuesOf = (
  { name, version, build }: Build,
  { stream, position, revision, eventId, type, error }: SetAsideStream,
  at: string,
): (string | number)[] => [name, version, build, stream, position, revision, eventId, type, error, at, at];

const MAX_STATEMENTS = 200;

/** A connection with its prepared statements by their text; the least recently used are dropped. */
export class Statements {
  private readonly cache = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });

  constructor(readonly database: DatabaseSync) {}

  of(sql: string): Statement {
    const cachedStatement = this.cache.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = this.database.prepare(sql);
    this.cache.set(sql, statement);
    return statement;
  }

  /** `sql` selects one number. */
  number(sql: string, values: ColumnValue[]): number {
    return Number(Object.values(this.of(sql).get(...values) as Record<string, unknown>)[0]);
  }

  /**
   * `sql` selects `_row`. The result is read as one JSON text, which passes the native binding much faster than ten
   * thousand row objects.
   */
  rowNumbers(sql: string, values: ColumnValue[]): number[] {
    const { numbers } = this.of(`SELECT json_group_array(_row) AS numbers FROM (${sql})`).get(...values) as {
      numbers: string;
    };
    return JSON.parse(numbers) as number[];
  }

  /** Runs several reads on one snapshot of the database, without writes in between. */
  inSnapshot<Result>(read: () => Result): Result {
    this.database.exec('BEGIN');
    try {
      return read();
    } finally {
      this.database.exec('COMMIT');
    }
  }
}

export type Failure = { position: Position; message: string; at: string };

/** A build as it is registered. `rows` is maintained with each write, so that a total without filter costs nothing. */
export type RegisteredBuild = Build & {
  active: boolean;
  declaration: StoredDeclaration;
  checkpoint: Checkpoint | null;
  rows: number;
  failure: Failure | null;
  setAside: number;
  writtenAt: string | null;
};

type RegistryRow = {
  name: string;
  version: number;
  build: string;
  active: number;
  declared: string;
  log_id: string | null;
  position: string | null;
  rows: number;
  failure: string | null;
  set_aside: number;
  written_at: string | null;
};

export const createRegistry = (database: DatabaseSync): void =>
  database.exec(`CREATE TABLE IF NOT EXISTS registry (
    name TEXT NOT NULL, version INTEGER NOT NULL, build TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 0, declared TEXT NOT NULL,
    log_id TEXT, position TEXT, rows INTEGER NOT NULL DEFAULT 0, failure TEXT, written_at TEXT,
    PRIMARY KEY (name, version, build)) WITHOUT ROWID;
    ${SET_ASIDE_TABLE}`);

const SELECT_ENTRY = `SELECT registry.*, (SELECT count(*) FROM set_aside s
  WHERE s.name = registry.name AND s.version = registry.version AND s.build = registry.build) AS set_aside FROM registry`;

/**
 * The builds, which of them is active, and their checkpoints. Read for every query, so that no reader uses a dropped
 * build.
 */
export class Registry {
  constructor(private readonly statements: Statements) {}

  activeBuild({ name, version }: ViewName): RegisteredBuild | null {
    const row = this.statements
      .of(`${SELECT_ENTRY} WHERE name = ? AND version = ? AND active = 1`)
      .get(name, version) as RegistryRow | undefined;
    return row ? toRegisteredBuild(row) : null;
  }

  get({ name, version, build }: Build): RegisteredBuild | null {
    const row = this.statements.of(`${SELECT_ENTRY} WHERE ${IS_BUILD}`).get(name, version, build) as
      RegistryRow | undefined;
    return row ? toRegisteredBuild(row) : null;
  }

  all(): RegisteredBuild[] {
    return (this.statements.of(`${SELECT_ENTRY} ORDER BY name, version, build`).all() as RegistryRow[]).map(
      toRegisteredBuild,
    );
  }

  add({ name, version, build }: Build, declaration: StoredDeclaration): void {
    this.statements
      .of('INSERT INTO registry (name, version, build, declared) VALUES (?, ?, ?, ?)')
      .run(name, version, build, JSON.stringify(declaration));
  }

  recordProgress(
    { name, version, build }: Build,
    progress: { checkpoint: Checkpoint; rows: number; writtenAt: string },
  ): void {
    this.statements
      .of(`UPDATE registry SET log_id = ?, position = ?, rows = ?, written_at = ? WHERE ${IS_BUILD}`)
      .run(
        progress.checkpoint.logId,
        progress.checkpoint.position,
        progress.rows,
        progress.writtenAt,
        name,
        version,
        build,
      );
  }

  activate({ name, version, build }: Build): void {
    this.statements
      .of('UPDATE registry SET active = (build = ?) WHERE name = ? AND version = ?')
      .run(build, name, version);
  }

  fail({ name, version, build }: Build, failure: Failure | null): void {
    this.statements
      .of(`UPDATE registry SET failure = ? WHERE ${IS_BUILD}`)
      .run(failure && JSON.stringify(failure), name, version, build);
  }

  remove({ name, version, build }: Build): void {
    for (const table of ['registry', 'set_aside'])
      this.statements.of(`DELETE FROM ${table} WHERE ${IS_BUILD}`).run(name, version, build);
  }
}

/** The checkpoint of a build that was never written is the start of no log. */
export const statusOf = ({
  name,
  version,
  build,
  active,
  checkpoint,
  rows,
  failure,
  setAside,
  writtenAt,
}: RegisteredBuild): BuildStatus => ({
  name,
  version,
  build,
  active,
  checkpoint: checkpoint ?? { logId: '', position: START },
  rows,
  failure,
  setAside,
  writtenAt,
});

const toRegisteredBuild = ({
  declared,
  log_id,
  position,
  failure,
  set_aside,
  written_at,
  active,
  name,
  version,
  build,
  rows,
}: RegistryRow): RegisteredBuild => ({
  name,
  version,
  build,
  active: active === 1,
  declaration: parseDeclaration(declared),
  checkpoint: log_id === null || position === null ? null : { logId: log_id, position },
  rows,
  failure: failure === null ? null : (JSON.parse(failure) as Failure),
  setAside: set_aside,
  writtenAt: written_at,
});

const parsedDeclarations = new Map<string, StoredDeclaration>();

/** Parsed declarations are cached: they never change, and every query and every write needs one. */
const parseDeclaration = (json: string): StoredDeclaration => {
  const declaration = parsedDeclarations.get(json) ?? (JSON.parse(json) as StoredDeclaration);
  parsedDeclarations.set(json, declaration);
  return declaration;
};

/** The table of the counts for one declared group of columns. */
export const countTable = ({ name }: { name: string }, group: number): string => quoteName(`${name}_counts${group}`);

/**
 * A table of counts with its triggers: each write to the facts is counted in the same transaction. Its columns have the
 * names of the facts' columns, so that a filter applies to both. The key contains all values as text, because a null
 * equals no other null.
 */
const createCounts = (
  tables: { name: string; facts: string },
  group: number,
  columns: readonly string[],
  typeOf: (column: string) => string,
): string[] => {
  const table = countTable(tables, group);
  const names = columns.map(quoteName);
  const keyOf = (row: 'new' | 'old') => `json_array(${names.map((name) => `${row}.${name}`).join(', ')})`;
  const newValues = names.map((name) => `new.${name}`).join(', ');
  const add = `INSERT INTO ${table} VALUES (${keyOf('new')}, ${newValues}, 1)
    ON CONFLICT (_key) DO UPDATE SET _count = _count + 1`;
  // A value is deleted with its last row; otherwise an erased value would stay.
  const remove = [
    `UPDATE ${table} SET _count = _count - 1 WHERE _key = ${keyOf('old')}`,
    `DELETE FROM ${table} WHERE _key = ${keyOf('old')} AND _count = 0`,
  ];
  const trigger = (when: 'INSERT' | 'DELETE' | 'UPDATE', ...statements: string[]) => {
    const name = quoteName(`${tables.name}_counts${group}_${when.toLowerCase()}`);
    const event = when === 'UPDATE' ? `UPDATE OF ${names.join(', ')}` : when;
    return `CREATE TRIGGER ${name} AFTER ${event} ON ${tables.facts} BEGIN ${statements.join('; ')}; END`;
  };
  const columnDefinitions = columns.map((column) => `${quoteName(column)} ${typeOf(column)}`).join(', ');
  return [
    `CREATE TABLE ${table} (_key TEXT PRIMARY KEY, ${columnDefinitions}, _count INTEGER NOT NULL) WITHOUT ROWID`,
    // This index does not contain the count, so a changed count does not change it.
    `CREATE INDEX ${quoteName(`${tables.name}_counts${group}_by`)} ON ${table} (${names.join(', ')})`,
    trigger('INSERT', add),
    trigger('DELETE', ...remove),
    trigger('UPDATE', ...remove, add),
  ];
};

/** The search terms of a row: its text, and the values of the columns that are searched together with it. */
export type SearchableRow = { text: string; columnValues: [column: string, value: ColumnValue][] };

/** Number of pages, which take some milliseconds. */
const PAGES_PER_MERGE = 100;

/** The search index of a build. It stores terms only, because the texts are in the rows. */
export const createSearch = (search: string): string =>
  `CREATE VIRTUAL TABLE ${search} USING fts5(terms, content='', columnsize=0, detail='none', tokenize='ascii')`;

/**
 * Updates the terms of rows. In such a table FTS5 stores the rows of each term and nothing about a row as a whole: if
 * the text of a row changes, only the terms that differ are removed and added. A consignment that gets its code writes
 * the terms of the code, not those of all its texts.
 */
export class SearchIndex {
  constructor(private readonly statements: Statements) {}

  add(search: string, row: number, searchableRow: SearchableRow): void {
    this.addTerms(search, row, allTermsOf(searchableRow));
  }

  remove(search: string, row: number, searchableRow: SearchableRow): void {
    this.removeTerms(search, row, allTermsOf(searchableRow));
  }

  change(search: string, row: number, before: SearchableRow, after: SearchableRow): void {
    const { removed, added } = changedRowTerms(before, after);
    if (removed.length > 0) this.removeTerms(search, row, removed);
    // FTS5 counts additions and removals and rejects a count below zero: each removal is followed by an addition.
    if (removed.length + added.length > 0) this.addTerms(search, row, added);
  }

  /** Merges a few pages of the segments left by many small writes; false if nothing is left to merge. */
  merge(search: string): boolean {
    return this.mergePages(search, PAGES_PER_MERGE);
  }

  /**
   * Begins to merge all segments into one; `merge` continues it. Returns false if nothing is left to merge. A removed
   * term stays in the index until its segment and the one with the removal are merged.
   */
  startFullMerge(search: string): boolean {
    return this.mergePages(search, -PAGES_PER_MERGE);
  }

  private mergePages(search: string, pages: number): boolean {
    const countChanges = () => this.statements.number('SELECT total_changes()', []);
    const changesBefore = countChanges();
    inWriteTransaction(this.statements.database, () =>
      this.statements.of(`INSERT INTO ${search} (${search}, rank) VALUES ('merge', ?)`).run(pages),
    );
    return countChanges() - changesBefore >= 2; // FTS5 itself always changes one row, even if there was nothing to merge
  }

  private addTerms(search: string, row: number, terms: string[]): void {
    this.statements.of(`INSERT INTO ${search} (rowid, terms) VALUES (?, ?)`).run(row, terms.join(' '));
  }

  private removeTerms(search: string, row: number, terms: string[]): void {
    this.statements
      .of(`INSERT INTO ${search} (${search}, rowid, terms) VALUES ('delete', ?, ?)`)
      .run(row, terms.join(' '));
  }
}

const allTermsOf = ({ text, columnValues }: SearchableRow): string[] => [
  ...toFtsTerms(searchTermsOf(text)),
  ...columnValues.flatMap(([column, value]) => columnFtsTerms(column, value)),
];

const changedRowTerms = (before: SearchableRow, after: SearchableRow): { removed: string[]; added: string[] } => {
  const { removed, added } = changedTermsOf(before.text, after.text);
  const termsNotIn = (otherRow: SearchableRow, row: SearchableRow) =>
    row.columnValues.flatMap(([column, value], at) =>
      otherRow.columnValues[at]?.[1] === value ? [] : columnFtsTerms(column, value),
    );
  return {
    removed: [...toFtsTerms(removed), ...termsNotIn(after, before)],
    added: [...toFtsTerms(added), ...termsNotIn(before, after)],
  };
};

const NAME = /^[a-z0-9][a-z0-9_-]*$/i;

/** `<name>_v<version>_<build>`: the name under which a build is stored (ADR-020). */
export const buildName = ({ name, version, build }: Build): string => {
  if (!NAME.test(name) || !NAME.test(build)) throw new Error(`"${name}" and "${build}" must be plain names`);
  return `${name}_v${version}_${build}`;
};

/**
 * `facts`: the columns of queries; `documents`: the rows as JSON; `search`: terms of the text; `guards`: guards of
 * deleted rows.
 */
export const buildTableNames = (build: Build) => {
  const name = buildName(build);
  return {
    name,
    facts: quoteName(name),
    documents: quoteName(`${name}_documents`),
    search: quoteName(`${name}_search`),
    guards: quoteName(`${name}_gone`),
  };
};
export type Tables = ReturnType<typeof buildTableNames>;

const SQL_TYPE: Record<ColumnType, string> = { text: 'TEXT', integer: 'INTEGER', real: 'REAL' };

/**
 * Filters and sorts use real columns in a table of their own: reading them from JSON in each query costs 8 times as
 * much.
 */
export const createTables = (tables: Tables, { columns, searchable, counted = [] }: StoredDeclaration): string => {
  const columnDefinitions = Object.entries(columns)
    .map(([column, type]) => `, ${quoteName(column)} ${SQL_TYPE[type]}`)
    .join('');
  return [
    `CREATE TABLE ${tables.facts} (
       _row INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _position TEXT NOT NULL${columnDefinitions}, _text TEXT NOT NULL)`,
    `CREATE TABLE ${tables.documents} (_row INTEGER PRIMARY KEY, document TEXT NOT NULL)`,
    `CREATE TABLE ${tables.guards} (id TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID`,
    ...counted.flatMap((group, number) => createCounts(tables, number, group, (column) => SQL_TYPE[columns[column]!])),
    ...(searchable
      ? [
          createSearch(tables.search),
          `INSERT INTO ${tables.search} (${tables.search}, rank) VALUES ('automerge', 0)`, // see IdleMerging
        ]
      : []),
  ].join(';\n');
};

export const indexName = (build: string, number: number): string => quoteName(`${build}_by${number}`);

export const createIndexes = ({ name, facts }: Tables, { indexes }: StoredDeclaration): string[] =>
  indexes.map(
    (index, number) =>
      `CREATE INDEX IF NOT EXISTS ${indexName(name, number)} ON ${facts} (${withId(index).map(quoteName).join(', ')})`,
  );

export const dropTables = (tables: Tables, { counted = [] }: Pick<StoredDeclaration, 'counted'>): string[] =>
  [
    tables.search,
    tables.documents,
    tables.facts,
    tables.guards,
    ...counted.map((_, number) => countTable(tables, number)),
  ].map((table) => `DROP TABLE IF EXISTS ${table}`);
