import type { Position } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { type DatabaseSync, emptyWriteAheadLog, inWriteTransaction } from '../../sqlite/database.js';
import { type ColumnValue, type StoredDeclaration, type PreparedRow, termColumns } from '../view-declaration.js';
import type { CheckpointMarker } from '../delayed-checkpoints.js';
import type { Build, Checkpoint, RetryResult, SetAside } from '../views.js';
import { quoted } from './compile-query.js';
import {
  buildName,
  createIndexes,
  createRegistry,
  createSearch,
  createTables,
  dropTables,
  type Failure,
  type RegisteredBuild,
  Registry,
  type SearchableRow,
  SearchIndex,
  SetAsideTable,
  Statements,
  type Tables,
  buildTableNames,
} from './registry.js';

/** The writer of the embedded views: synchronous, so it runs in its own thread unless the views are in memory. */
export class ViewWriter {
  private readonly statements: Statements;
  private readonly registry: Registry;
  private readonly search: SearchIndex;
  private readonly aside: SetAsideTable;

  constructor(database: DatabaseSync) {
    // No need to wait for the disk: rows and checkpoint can only be lost together, and the log restores them.
    database.exec('PRAGMA synchronous = NORMAL');
    this.statements = new Statements(database);
    this.search = new SearchIndex(this.statements);
    inWriteTransaction(database, () => createRegistry(database));
    this.registry = new Registry(this.statements);
    this.aside = new SetAsideTable(this.statements);
  }

  /** False if the build exists with another declaration or with another kind of search index. */
  createBuild(build: Build, declared: StoredDeclaration): boolean {
    const { database } = this.statements;
    return inWriteTransaction(database, () => {
      const registered = this.registry.get(build);
      if (registered)
        return (
          JSON.stringify(registered.declared) === JSON.stringify(declared) &&
          this.hasCurrentSearchIndex(build, declared)
        );
      database.exec(createTables(buildTableNames(build), declared));
      this.registry.add(build, declared);
      return true;
    });
  }

  rowsOf(build: Build, ids: string[]): [id: string, json: string][] {
    const { facts, documents } = buildTableNames(build);
    const select = this.statements.of(`SELECT document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id = ?`);
    return ids.flatMap((id) => {
      const row = select.get(id) as { document: string } | undefined;
      return row ? [[id, row.document] as [string, string]] : [];
    });
  }

  write(
    build: Build,
    rows: PreparedRow[],
    checkpoint: Checkpoint,
    writtenAt: string,
    setAside: readonly SetAside[] = [],
  ): void {
    inWriteTransaction(this.statements.database, () => {
      const registered = this.registered(build);
      const reached = registered.checkpoint?.position ?? '';
      if (registered.checkpoint && registered.checkpoint.logId !== checkpoint.logId) {
        throw new Error(
          `build ${build.build} of view ${build.name} was made from log ${registered.checkpoint.logId}, not from ${checkpoint.logId}`,
        );
      }
      // Events up to the checkpoint are contained already; only a second, slower writer still has them.
      const newRows = rows.filter((row) => row.position > reached);
      this.reach(registered, checkpoint, registered.rows + this.apply(registered, newRows, checkpoint), writtenAt);
      this.aside.add(
        build,
        setAside.filter(({ position }) => position > reached),
        writtenAt,
      );
    });
  }

  /** Corrects rows before the checkpoint, which does not move. */
  rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retried: RetryResult): void {
    inWriteTransaction(this.statements.database, () => {
      const registered = this.registered(build);
      const { checkpoint } = registered;
      if (!checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
      this.registry.reached(build, {
        checkpoint,
        rows: registered.rows + this.apply(registered, rows, checkpoint),
        writtenAt,
      });
      this.aside.retried(build, retried, writtenAt);
    });
  }

  /** Several calls in one transaction; a call that fails is rolled back on its own. */
  together<Result>(calls: () => Result): Result {
    return inWriteTransaction(this.statements.database, calls);
  }

  /** Writes checkpoints without rows, all in one transaction. Builds that have been dropped are skipped. */
  mark(markers: CheckpointMarker[], writtenAt: string): void {
    inWriteTransaction(this.statements.database, () => {
      for (const { build, checkpoint } of markers) {
        const registered = this.registry.get(build);
        if (registered && registered.checkpoint?.logId === checkpoint.logId)
          this.reach(registered, checkpoint, registered.rows, writtenAt);
      }
    });
  }

  /**
   * Statements that create the indexes of a build. They are executed last, which is four times as fast as updating the
   * indexes while a million rows are written.
   */
  indexStatements(build: Build): string[] {
    return createIndexes(buildTableNames(build), this.registered(build).declared);
  }

  /**
   * Merges a few pages of a search index, which many small writes split into segments. False if nothing is left to
   * merge or the build has been dropped.
   */
  mergeSearch(build: Build): boolean {
    if (!this.registry.get(build)?.declared.searchable) return false;
    return this.search.merge(buildTableNames(build).search);
  }

  /**
   * Begins to merge a whole search index into one segment, so that no term of a deleted row is left; `mergeSearch`
   * continues it.
   */
  mergeWholeSearch(build: Build): boolean {
    if (!this.registry.get(build)?.declared.searchable) return false;
    return this.search.mergeWhole(buildTableNames(build).search);
  }

  emptyWriteAheadLog(): void {
    emptyWriteAheadLog(this.statements.database);
  }

  activate(build: Build): void {
    inWriteTransaction(this.statements.database, () => {
      this.registered(build);
      this.registry.activate(build);
    });
  }

  fail(build: Build, failure: Failure | null): void {
    inWriteTransaction(this.statements.database, () => this.registry.fail(build, failure));
  }

  /** Removes a build from the registry. Returns the statements that drop its tables. */
  unregister(build: Build): string[] {
    const { database } = this.statements;
    const declared = inWriteTransaction(database, () => {
      const registered = this.registry.get(build);
      this.registry.remove(build);
      return registered?.declared;
    });
    return dropTables(buildTableNames(build), declared ?? {});
  }

  /**
   * Executes one statement in its own transaction. Large ones take seconds, and other views and processes can write in
   * between.
   */
  execute(sql: string): void {
    const { database } = this.statements;
    inWriteTransaction(database, () => database.exec(sql));
  }

  close(): void {
    this.statements.database.close();
  }

  private reach(
    registered: RegisteredBuild,
    { logId, position: to }: Checkpoint,
    rows: number,
    writtenAt: string,
  ): void {
    const reached = registered.checkpoint?.position ?? '';
    const position = to > reached ? to : reached;
    this.statements.of(`DELETE FROM ${buildTableNames(registered).gone} WHERE position <= ?`).run(position);
    this.registry.reached(registered, { checkpoint: { logId, position }, rows, writtenAt });
  }

  private registered(build: Build): RegisteredBuild {
    const registered = this.registry.get(build);
    if (!registered)
      throw new Error(`build ${build.build} of view ${build.name} version ${build.version} has been dropped`);
    return registered;
  }

  /** Writes and deletes rows. Returns by how many rows the view has grown. */
  private apply(build: RegisteredBuild, rows: PreparedRow[], checkpoint: Checkpoint): number {
    const tables = buildTableNames(build);
    return rows.reduce(
      (sum, row) =>
        sum +
        (row.json === null
          ? this.delete(tables, build.declared, row, checkpoint)
          : this.put(tables, build.declared, row, row.json)),
      0,
    );
  }

  private put(tables: Tables, declared: StoredDeclaration, row: PreparedRow, json: string): number {
    const names = ['_position', '_text', ...Object.keys(declared.columns)];
    const columns = names.map(quoted);
    const values = [row.position, row.text, ...row.values];
    const stored = this.stored(tables, row.id, columns);
    if (stored && stored._position > row.position) return 0;
    if (stored) {
      // Only changed columns are updated, because SQLite rewrites every index of a column in the statement, even if its
      // value is the same.
      const changed = names.flatMap((name, at) => (stored[name] === values[at] ? [] : [at]));
      if (changed.length > 0) {
        this.statements
          .of(`UPDATE ${tables.facts} SET ${changed.map((at) => `${columns[at]} = ?`).join(', ')} WHERE _row = ?`)
          .run(...changed.map((at) => values[at] ?? null), stored._row);
      }
      this.statements.of(`UPDATE ${tables.documents} SET document = ? WHERE _row = ?`).run(json, stored._row);
      if (declared.searchable && changed.some((at) => searchedColumns(declared).includes(names[at] ?? ''))) {
        this.search.change(
          tables.search,
          stored._row,
          storedSearchableRow(declared, stored),
          newSearchableRow(declared, row),
        );
      }
      return 0;
    }
    if (this.isGone(tables, row.id, row.position)) return 0;
    const inserted = this.statements
      .of(`INSERT INTO ${tables.facts} (_id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`)
      .run(row.id, ...values);
    const rowid = Number(inserted.lastInsertRowid);
    this.statements.of(`INSERT INTO ${tables.documents} (_row, document) VALUES (?, ?)`).run(rowid, json);
    if (declared.searchable) this.search.add(tables.search, rowid, newSearchableRow(declared, row));
    return 1;
  }

  private delete(
    tables: Tables,
    declared: StoredDeclaration,
    { id, position }: PreparedRow,
    checkpoint: Checkpoint,
  ): number {
    const stored = this.stored(tables, id, ['_position', ...searchedColumns(declared)].map(quoted));
    if (stored && stored._position > position) return 0;
    // Until the checkpoint has passed this position, an older state of the row may still be written.
    if (position > checkpoint.position) {
      this.statements
        .of(
          `INSERT INTO ${tables.gone} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET position = max(position, excluded.position)`,
        )
        .run(id, position);
    }
    if (!stored) return 0;
    for (const table of [tables.facts, tables.documents])
      this.statements.of(`DELETE FROM ${table} WHERE _row = ?`).run(stored._row);
    if (declared.searchable) this.search.remove(tables.search, stored._row, storedSearchableRow(declared, stored));
    return -1;
  }

  /** Search indexes of an earlier release have another schema, which this release cannot write. */
  private hasCurrentSearchIndex(build: Build, { searchable }: StoredDeclaration): boolean {
    return (
      !searchable ||
      this.statements.number('SELECT count(*) FROM sqlite_schema WHERE sql = ?', [
        createSearch(buildTableNames(build).search),
      ]) === 1
    );
  }

  private isGone(tables: Tables, id: string, position: Position): boolean {
    const guard = this.statements.of(`SELECT position FROM ${tables.gone} WHERE id = ?`).get(id) as
      { position: Position } | undefined;
    return guard !== undefined && guard.position > position;
  }

  private stored(tables: Tables, id: string, columns: readonly string[]): Stored | undefined {
    return this.statements.of(`SELECT _row, ${columns.join(', ')} FROM ${tables.facts} WHERE _id = ?`).get(id) as
      Stored | undefined;
  }
}

type Stored = { _row: number; _position: Position; _text: string; [column: string]: ColumnValue };

const searchedColumns = (declared: StoredDeclaration): string[] => ['_text', ...termColumns(declared)];

const storedSearchableRow = (declared: StoredDeclaration, stored: Stored): SearchableRow => ({
  text: stored._text,
  within: termColumns(declared).map((column) => [column, stored[column] ?? null]),
});

const newSearchableRow = (declared: StoredDeclaration, { text, values }: PreparedRow): SearchableRow => {
  const names = Object.keys(declared.columns);
  return { text, within: termColumns(declared).map((column) => [column, values[names.indexOf(column)] ?? null]) };
};

/** Time without writes before merging begins: longer than the pauses of a rebuild, which leave time for commands. */
const IDLE_MS = 1_000;

/**
 * Merges search indexes while nothing is written. Merging during the writes costs more than the writes themselves.
 * Without merging, the number of segments grows, and a search reads each of them. During a long burst of writes, FTS5
 * merges larger segments itself.
 */
export class IdleMerging {
  private readonly written = new Map<string, Build>();
  private timer: NodeJS.Timeout | null = null;
  private writes = 0;
  private closed = false;

  /** `step` merges a part of the index of a build and returns whether there is more. */
  constructor(private readonly step: (build: Build) => Promise<boolean>) {}

  after(build: Build): void {
    if (this.closed) return;
    this.writes++;
    this.written.set(buildName(build), build);
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => runInBackground(this.merge(), 'an index is merged later'), IDLE_MS).unref();
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /**
   * Stops at the next write, which starts the timer again. An index that cannot be merged now, e.g. of a dropped build,
   * is merged after its next write.
   */
  private async merge(): Promise<void> {
    const { writes } = this;
    for (const [name, build] of this.written) {
      try {
        while (await this.step(build)) if (this.closed || this.writes !== writes) return;
      } catch {
        // Merging is only an optimisation.
      }
      if (this.closed || this.writes !== writes) return;
      this.written.delete(name);
    }
  }
}
