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

/**
 * The writing half of the embedded views: synchronous, so it runs in a thread of its own unless the views are in
 * memory.
 */
export class ViewWriter {
  private readonly statements: Statements;
  private readonly registry: Registry;
  private readonly search: SearchIndex;
  private readonly aside: SetAsideTable;

  constructor(database: DatabaseSync) {
    // Rows and checkpoint are lost together or not at all, and the log can bring them back: no need to wait for the
    // disk.
    database.exec('PRAGMA synchronous = NORMAL');
    this.statements = new Statements(database);
    this.search = new SearchIndex(this.statements);
    inWriteTransaction(database, () => createRegistry(database));
    this.registry = new Registry(this.statements);
    this.aside = new SetAsideTable(this.statements);
  }

  /** False when the build exists already, made from another declaration or with a search index of another kind. */
  createBuild(build: Build, declared: StoredDeclaration): boolean {
    const { database } = this.statements;
    return inWriteTransaction(database, () => {
      const registered = this.registry.get(build);
      if (registered)
        return JSON.stringify(registered.declared) === JSON.stringify(declared) && this.searchesAlike(build, declared);
      database.exec(createTables(buildTableNames(build), declared));
      this.registry.add(build, declared);
      return true;
    });
  }

  rowsOf(build: Build, ids: string[]): [id: string, json: string][] {
    const { facts, documents } = buildTableNames(build);
    const select = this.statements.of(`SELECT document FROM ${facts} JOIN ${documents} USING (_row) WHERE _id = ?`);
    return ids.flatMap((id) => {
      const found = select.get(id) as { document: string } | undefined;
      return found ? [[id, found.document] as [string, string]] : [];
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
      // What the checkpoint has passed is contained already: only a second, slower writer still brings it.
      const news = rows.filter((row) => row.position > reached);
      this.reach(registered, checkpoint, registered.rows + this.apply(registered, news, checkpoint), writtenAt);
      this.aside.add(
        build,
        setAside.filter(({ position }) => position > reached),
        writtenAt,
      );
    });
  }

  /** Puts rows right that the checkpoint has passed; it stays where it is. */
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

  /** Several calls in one transaction; one that fails takes back only what it did itself. */
  together<Answer>(calls: () => Answer): Answer {
    return inWriteTransaction(this.statements.database, calls);
  }

  /** Checkpoints without rows, all in one transaction. A build that is gone is passed over. */
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
   * Statements that make the indexes of a build. They come last: four times as fast as keeping them while a million
   * rows are filled in.
   */
  indexing(build: Build): string[] {
    return createIndexes(buildTableNames(build), this.registered(build).declared);
  }

  /**
   * Merges a few pages of what many small writes have left of a search index; false when nothing is left to merge, or
   * the build is gone.
   */
  mergeSearch(build: Build): boolean {
    if (!this.registry.get(build)?.declared.searchable) return false;
    return this.search.merge(buildTableNames(build).search);
  }

  /**
   * Begins to merge a whole search index into one piece, so that no term of a row that is gone is left; `mergeSearch`
   * goes on with it.
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

  /** Forgets a build; answers the statements that drop its tables. */
  forget(build: Build): string[] {
    const { database } = this.statements;
    const declared = inWriteTransaction(database, () => {
      const registered = this.registry.get(build);
      this.registry.remove(build);
      return registered?.declared;
    });
    return dropTables(buildTableNames(build), declared ?? {});
  }

  /**
   * One statement in a transaction of its own. Large ones take seconds, and other views and processes want to write in
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

  /** Puts and deletes; answers by how many rows the view has grown. */
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
      // Only what has changed: SQLite writes every index anew that has a column named here, whatever its value was.
      const changed = names.flatMap((name, at) => (stored[name] === values[at] ? [] : [at]));
      if (changed.length > 0) {
        this.statements
          .of(`UPDATE ${tables.facts} SET ${changed.map((at) => `${columns[at]} = ?`).join(', ')} WHERE _row = ?`)
          .run(...changed.map((at) => values[at] ?? null), stored._row);
      }
      this.statements.of(`UPDATE ${tables.documents} SET document = ? WHERE _row = ?`).run(json, stored._row);
      if (declared.searchable && changed.some((at) => searchedBy(declared).includes(names[at] ?? ''))) {
        this.search.change(tables.search, stored._row, searchedIn(declared, stored), searchedOf(declared, row));
      }
      return 0;
    }
    if (this.isGone(tables, row.id, row.position)) return 0;
    const inserted = this.statements
      .of(`INSERT INTO ${tables.facts} (_id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`)
      .run(row.id, ...values);
    const rowid = Number(inserted.lastInsertRowid);
    this.statements.of(`INSERT INTO ${tables.documents} (_row, document) VALUES (?, ?)`).run(rowid, json);
    if (declared.searchable) this.search.add(tables.search, rowid, searchedOf(declared, row));
    return 1;
  }

  private delete(
    tables: Tables,
    declared: StoredDeclaration,
    { id, position }: PreparedRow,
    checkpoint: Checkpoint,
  ): number {
    const stored = this.stored(tables, id, ['_position', ...searchedBy(declared)].map(quoted));
    if (stored && stored._position > position) return 0;
    // Until the checkpoint is there too, an older version of the row may still arrive.
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
    if (declared.searchable) this.search.remove(tables.search, stored._row, searchedIn(declared, stored));
    return -1;
  }

  /** An earlier release made search indexes otherwise, and cannot be written as this one does. */
  private searchesAlike(build: Build, { searchable }: StoredDeclaration): boolean {
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

const searchedBy = (declared: StoredDeclaration): string[] => ['_text', ...termColumns(declared)];

const searchedIn = (declared: StoredDeclaration, stored: Stored): SearchableRow => ({
  text: stored._text,
  within: termColumns(declared).map((column) => [column, stored[column] ?? null]),
});

const searchedOf = (declared: StoredDeclaration, { text, values }: PreparedRow): SearchableRow => {
  const names = Object.keys(declared.columns);
  return { text, within: termColumns(declared).map((column) => [column, values[names.indexOf(column)] ?? null]) };
};

/** So long nobody has written: longer than the rests of a rebuild, which are left to commands. */
const IDLE_MS = 1_000;

/**
 * Merges search indexes while nobody writes. Merging them within the writes costs more than the writes; left alone they
 * fall into ever more pieces, and a search looks into each. A burst of writes that does not pause is merged by the
 * engine itself, in larger pieces.
 */
export class IdleMerging {
  private readonly written = new Map<string, Build>();
  private timer: NodeJS.Timeout | null = null;
  private writes = 0;
  private closed = false;

  /** `step` merges a little of a build's index, and answers whether there is more. */
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
   * Gives way to the next write, which sets the timer anew. An index that cannot be merged now, e.g. of a build that
   * was dropped, is found again by its next write.
   */
  private async merge(): Promise<void> {
    const { writes } = this;
    for (const [name, build] of this.written) {
      try {
        while (await this.step(build)) if (this.closed || this.writes !== writes) return;
      } catch {
        // The rows are there all the same.
      }
      if (this.closed || this.writes !== writes) return;
      this.written.delete(name);
    }
  }
}
