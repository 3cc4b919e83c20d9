import type { Position } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { type DatabaseSync, emptyWriteAheadLog, inWriteTransaction } from '../../sqlite/database.js';
import { type ColumnValue, type StoredDeclaration, type PreparedRow, termColumns } from '../view-declaration.js';
import type { CheckpointMarker } from '../delayed-checkpoints.js';
import type { Build, Checkpoint, RetryResult, SetAsideStream } from '../views.js';
import { quoteName } from './compile-query.js';
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
  private readonly setAsideTable: SetAsideTable;

  constructor(database: DatabaseSync) {
    // No need to wait for the disk: rows and checkpoint can only be lost together, and the log restores them.
    database.exec('PRAGMA synchronous = NORMAL');
    this.statements = new Statements(database);
    this.search = new SearchIndex(this.statements);
    inWriteTransaction(database, () => createRegistry(database));
    this.registry = new Registry(this.statements);
    this.setAsideTable = new SetAsideTable(this.statements);
  }

  /** False if the build exists with another declaration or with another kind of search index. */
  createBuild(build: Build, declaration: StoredDeclaration): boolean {
    const { database } = this.statements;
    return inWriteTransaction(database, () => {
      const registeredBuild = this.registry.get(build);
      if (registeredBuild)
        return (
          JSON.stringify(registeredBuild.declaration) === JSON.stringify(declaration) &&
          this.hasCurrentSearchIndex(build, declaration)
        );
      database.exec(createTables(buildTableNames(build), declaration));
      this.registry.add(build, declaration);
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
    streams: readonly SetAsideStream[] = [],
  ): void {
    inWriteTransaction(this.statements.database, () => {
      const registeredBuild = this.requireBuild(build);
      const checkpointPosition = registeredBuild.checkpoint?.position ?? '';
      if (registeredBuild.checkpoint && registeredBuild.checkpoint.logId !== checkpoint.logId) {
        throw new Error(
          `build ${build.build} of view ${build.name} was made from log ${registeredBuild.checkpoint.logId}, not from ${checkpoint.logId}`,
        );
      }
      // Events up to the checkpoint are contained already; only a second, slower writer still has them.
      const newRows = rows.filter((row) => row.position > checkpointPosition);
      this.advanceCheckpoint(
        registeredBuild,
        checkpoint,
        registeredBuild.rows + this.apply(registeredBuild, newRows, checkpoint),
        writtenAt,
      );
      this.setAsideTable.add(
        build,
        streams.filter(({ position }) => position > checkpointPosition),
        writtenAt,
      );
    });
  }

  /** Corrects rows before the checkpoint, which does not move. */
  rewrite(build: Build, rows: PreparedRow[], writtenAt: string, retryResult: RetryResult): void {
    inWriteTransaction(this.statements.database, () => {
      const registeredBuild = this.requireBuild(build);
      const { checkpoint } = registeredBuild;
      if (!checkpoint) throw new Error(`build ${build.build} of view ${build.name} has not been written yet`);
      this.registry.recordProgress(build, {
        checkpoint,
        rows: registeredBuild.rows + this.apply(registeredBuild, rows, checkpoint),
        writtenAt,
      });
      this.setAsideTable.recordRetry(build, retryResult, writtenAt);
    });
  }

  /** Several calls in one transaction; a call that fails is rolled back on its own. */
  inTransaction<Result>(calls: () => Result): Result {
    return inWriteTransaction(this.statements.database, calls);
  }

  /** Writes checkpoints without rows, all in one transaction. Builds that have been dropped are skipped. */
  writeCheckpoints(markers: CheckpointMarker[], writtenAt: string): void {
    inWriteTransaction(this.statements.database, () => {
      for (const { build, checkpoint } of markers) {
        const registeredBuild = this.registry.get(build);
        if (registeredBuild && registeredBuild.checkpoint?.logId === checkpoint.logId)
          this.advanceCheckpoint(registeredBuild, checkpoint, registeredBuild.rows, writtenAt);
      }
    });
  }

  /**
   * Statements that create the indexes of a build. They are executed last, which is four times as fast as updating the
   * indexes while a million rows are written.
   */
  indexStatements(build: Build): string[] {
    return createIndexes(buildTableNames(build), this.requireBuild(build).declaration);
  }

  /**
   * Merges a few pages of a search index, which many small writes split into segments. False if nothing is left to
   * merge or the build has been dropped.
   */
  mergeSearch(build: Build): boolean {
    if (!this.registry.get(build)?.declaration.searchable) return false;
    return this.search.merge(buildTableNames(build).search);
  }

  /**
   * Begins to merge a whole search index into one segment, so that no term of a deleted row is left; `mergeSearch`
   * continues it.
   */
  startFullMerge(build: Build): boolean {
    if (!this.registry.get(build)?.declaration.searchable) return false;
    return this.search.startFullMerge(buildTableNames(build).search);
  }

  emptyWriteAheadLog(): void {
    emptyWriteAheadLog(this.statements.database);
  }

  activate(build: Build): void {
    inWriteTransaction(this.statements.database, () => {
      this.requireBuild(build);
      this.registry.activate(build);
    });
  }

  fail(build: Build, failure: Failure | null): void {
    inWriteTransaction(this.statements.database, () => this.registry.fail(build, failure));
  }

  /** Removes a build from the registry. Returns the statements that drop its tables. */
  unregister(build: Build): string[] {
    const { database } = this.statements;
    const declaration = inWriteTransaction(database, () => {
      const registeredBuild = this.registry.get(build);
      this.registry.remove(build);
      return registeredBuild?.declaration;
    });
    return dropTables(buildTableNames(build), declaration ?? {});
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

  private advanceCheckpoint(
    registeredBuild: RegisteredBuild,
    { logId, position: newPosition }: Checkpoint,
    rows: number,
    writtenAt: string,
  ): void {
    const storedPosition = registeredBuild.checkpoint?.position ?? '';
    const position = newPosition > storedPosition ? newPosition : storedPosition;
    this.statements.of(`DELETE FROM ${buildTableNames(registeredBuild).guards} WHERE position <= ?`).run(position);
    this.registry.recordProgress(registeredBuild, { checkpoint: { logId, position }, rows, writtenAt });
  }

  private requireBuild(build: Build): RegisteredBuild {
    const registeredBuild = this.registry.get(build);
    if (!registeredBuild)
      throw new Error(`build ${build.build} of view ${build.name} version ${build.version} has been dropped`);
    return registeredBuild;
  }

  /** Writes and deletes rows. Returns by how many rows the view has grown. */
  private apply(build: RegisteredBuild, rows: PreparedRow[], checkpoint: Checkpoint): number {
    const tables = buildTableNames(build);
    return rows.reduce(
      (sum, row) =>
        sum +
        (row.json === null
          ? this.delete(tables, build.declaration, row, checkpoint)
          : this.put(tables, build.declaration, row, row.json)),
      0,
    );
  }

  private put(tables: Tables, declaration: StoredDeclaration, row: PreparedRow, json: string): number {
    const names = ['_position', '_text', ...Object.keys(declaration.columns)];
    const columns = names.map(quoteName);
    const values = [row.position, row.text, ...row.values];
    const storedRow = this.findStoredRow(tables, row.id, columns);
    if (storedRow && storedRow._position > row.position) return 0;
    if (storedRow) {
      // Only changed columns are updated, because SQLite rewrites every index of a column in the statement, even if its
      // value is the same.
      const changedIndexes = names.flatMap((name, index) => (storedRow[name] === values[index] ? [] : [index]));
      if (changedIndexes.length > 0) {
        this.statements
          .of(
            `UPDATE ${tables.facts} SET ${changedIndexes.map((index) => `${columns[index]} = ?`).join(', ')} WHERE _row = ?`,
          )
          .run(...changedIndexes.map((index) => values[index] ?? null), storedRow._row);
      }
      this.statements.of(`UPDATE ${tables.documents} SET document = ? WHERE _row = ?`).run(json, storedRow._row);
      if (
        declaration.searchable &&
        changedIndexes.some((index) => searchedColumns(declaration).includes(names[index] ?? ''))
      ) {
        this.search.change(
          tables.search,
          storedRow._row,
          storedSearchableRow(declaration, storedRow),
          newSearchableRow(declaration, row),
        );
      }
      return 0;
    }
    if (this.hasNewerGuard(tables, row.id, row.position)) return 0;
    const insertResult = this.statements
      .of(`INSERT INTO ${tables.facts} (_id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`)
      .run(row.id, ...values);
    const rowid = Number(insertResult.lastInsertRowid);
    this.statements.of(`INSERT INTO ${tables.documents} (_row, document) VALUES (?, ?)`).run(rowid, json);
    if (declaration.searchable) this.search.add(tables.search, rowid, newSearchableRow(declaration, row));
    return 1;
  }

  private delete(
    tables: Tables,
    declaration: StoredDeclaration,
    { id, position }: PreparedRow,
    checkpoint: Checkpoint,
  ): number {
    const storedRow = this.findStoredRow(tables, id, ['_position', ...searchedColumns(declaration)].map(quoteName));
    if (storedRow && storedRow._position > position) return 0;
    // Until the checkpoint has passed this position, an older state of the row may still be written.
    if (position > checkpoint.position) {
      this.statements
        .of(
          `INSERT INTO ${tables.guards} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET position = max(position, excluded.position)`,
        )
        .run(id, position);
    }
    if (!storedRow) return 0;
    for (const table of [tables.facts, tables.documents])
      this.statements.of(`DELETE FROM ${table} WHERE _row = ?`).run(storedRow._row);
    if (declaration.searchable)
      this.search.remove(tables.search, storedRow._row, storedSearchableRow(declaration, storedRow));
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

  private hasNewerGuard(tables: Tables, id: string, position: Position): boolean {
    const guard = this.statements.of(`SELECT position FROM ${tables.guards} WHERE id = ?`).get(id) as
      { position: Position } | undefined;
    return guard !== undefined && guard.position > position;
  }

  private findStoredRow(tables: Tables, id: string, columns: readonly string[]): StoredFacts | undefined {
    return this.statements.of(`SELECT _row, ${columns.join(', ')} FROM ${tables.facts} WHERE _id = ?`).get(id) as
      StoredFacts | undefined;
  }
}

type StoredFacts = { _row: number; _position: Position; _text: string; [column: string]: ColumnValue };

const searchedColumns = (declaration: StoredDeclaration): string[] => ['_text', ...termColumns(declaration)];

const storedSearchableRow = (declaration: StoredDeclaration, storedRow: StoredFacts): SearchableRow => ({
  text: storedRow._text,
  columnValues: termColumns(declaration).map((column) => [column, storedRow[column] ?? null]),
});

const newSearchableRow = (declaration: StoredDeclaration, { text, values }: PreparedRow): SearchableRow => {
  const names = Object.keys(declaration.columns);
  return {
    text,
    columnValues: termColumns(declaration).map((column) => [column, values[names.indexOf(column)] ?? null]),
  };
};

/** Time without writes before merging begins: longer than the pauses of a rebuild, which leave time for commands. */
const IDLE_MS = 1_000;

/**
 * Merges search indexes while nothing is written. Merging during the writes costs more than the writes themselves.
 * Without merging, the number of segments grows, and a search reads each of them. During a long burst of writes, FTS5
 * merges larger segments itself.
 */
export class IdleMerging {
  private readonly writtenBuilds = new Map<string, Build>();
  private timer: NodeJS.Timeout | null = null;
  private writeCount = 0;
  private isClosed = false;

  /** `mergeStep` merges a part of the index of a build and returns whether there is more. */
  constructor(private readonly mergeStep: (build: Build) => Promise<boolean>) {}

  notifyWrite(build: Build): void {
    if (this.isClosed) return;
    this.writeCount++;
    this.writtenBuilds.set(buildName(build), build);
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => runInBackground(this.merge(), 'an index is merged later'), IDLE_MS).unref();
  }

  close(): void {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /**
   * Stops at the next write, which starts the timer again. An index that cannot be merged now, e.g. of a dropped build,
   * is merged after its next write.
   */
  private async merge(): Promise<void> {
    const { writeCount } = this;
    for (const [name, build] of this.writtenBuilds) {
      try {
        while (await this.mergeStep(build)) if (this.isClosed || this.writeCount !== writeCount) return;
      } catch {
        // Merging is only an optimisation.
      }
      if (this.isClosed || this.writeCount !== writeCount) return;
      this.writtenBuilds.delete(name);
    }
  }
}
