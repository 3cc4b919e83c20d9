import type { Projection } from '#domain/event-sourcing';
import type { Position } from '#events';
import { READER_BUSY_MS, isInMemory, openDatabase } from '../../sqlite/database.js';
import { FileChangeChannel } from '../../sqlite/file-change-channel.js';
import { type DatabaseHost, createInlineHost } from '../../sqlite/write-thread.js';
import { declaredOf, type PreparedRow, createRowPreparer } from '../view-declaration.js';
import { DelayedCheckpoints } from '../delayed-checkpoints.js';
import { PositionWaiters } from '../position-waiters.js';
import {
  type Build,
  type BuildStatus,
  type Checkpoint,
  DeclarationChanged,
  type Found,
  type Group,
  type QuantileQuery,
  type Quantiles,
  type RetryResult,
  type RowWrite,
  type SetAsideEntry,
  type StoredRow,
  ViewFailed,
  ViewMissing,
  type ViewName,
  type ViewQuery,
  type Views,
  type WriteOptions,
} from '../views.js';
import { buildName, createRegistry, statusOf } from './registry.js';
import { ViewThread } from './view-host.js';
import { type NoActiveBuild, ViewReader } from './view-reader.js';
import { IdleMerging, ViewWriter } from './view-writer.js';

/** Two threads, so that one slow search does not delay every list. */
const READERS = 2;

/**
 * Opens the views in a SQLite file, which several processes of one machine may share, or in memory. For a file, lists
 * and counts are read and rows are written in threads; single rows are read in place.
 * @throws Error if the file cannot be opened
 */
export const openSqliteViews = async (
  file: string,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Views> => {
  const database = openDatabase(file);
  createRegistry(database);
  const direct = new ViewReader(database);
  if (isInMemory(file))
    return new SqliteViews(direct, [createInlineHost(direct)], createInlineHost(new ViewWriter(database)), now, null);
  database.exec(`PRAGMA busy_timeout = ${READER_BUSY_MS}`);
  const readers = Array.from({ length: READERS }, () => new ViewThread<ViewReader>(file, 'reader'));
  return new SqliteViews(direct, readers, new ViewThread<ViewWriter>(file, 'writer'), now, file);
};

class SqliteViews implements Views {
  private readonly prepared = new Map<string, (row: RowWrite) => PreparedRow>();
  private readonly markers = new DelayedCheckpoints(async (markers) => {
    await this.writer.call('mark', markers, this.now().toISOString());
    this.changes?.notify();
  });
  private readonly waiters = new PositionWaiters(
    (view) => this.reached(view)?.position ?? null,
    (view) => this.direct.active(view)?.failure != null,
  );
  private readonly changes: FileChangeChannel | null;
  private readonly merging = new IdleMerging((build) => this.writer.call('mergeSearch', build));

  constructor(
    private readonly direct: ViewReader,
    private readonly readers: DatabaseHost<ViewReader>[],
    private readonly writer: DatabaseHost<ViewWriter>,
    private readonly now: () => Date,
    file: string | null,
  ) {
    this.changes = file === null ? null : new FileChangeChannel(file, () => this.waiters.check());
  }

  async get<Row extends object>(view: ViewName, id: string): Promise<Row | null> {
    const [row] = await this.getMany<Row>(view, [id]);
    return row ?? null;
  }

  async getMany<Row extends object>(view: ViewName, ids: string[]): Promise<Row[]> {
    return throwUnlessActive(view, this.direct.getMany(view, ids)).map((row) => JSON.parse(row) as Row);
  }

  async find<Row extends object>(view: ViewName, query: ViewQuery): Promise<Found<Row>> {
    const { rows, ...totals } = throwUnlessActive(view, await this.idlestReader().call('find', nameOf(view), query));
    return { rows: rows.map((row) => JSON.parse(row) as Row), ...totals };
  }

  async countBy(
    view: ViewName,
    column: string,
    query: Pick<ViewQuery, 'where' | 'search'>,
  ): Promise<Map<string | number | null, number>> {
    return new Map(throwUnlessActive(view, await this.idlestReader().call('countBy', nameOf(view), column, query)));
  }

  async countGroups(view: ViewName, columns: string[], query: Pick<ViewQuery, 'where'>): Promise<Group[]> {
    return throwUnlessActive(view, await this.idlestReader().call('countGroups', nameOf(view), columns, query));
  }

  async quantiles(view: ViewName, query: QuantileQuery): Promise<Quantiles[]> {
    return throwUnlessActive(view, await this.idlestReader().call('quantiles', nameOf(view), query));
  }

  async checkpoint(view: ViewName): Promise<Checkpoint | null> {
    return this.reached(view);
  }

  waitFor(view: ViewName, position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(view, position, timeoutMs);
  }

  async createBuild<Row extends object>(projection: Projection<Row>, build: string): Promise<Build> {
    const created = { name: projection.name, version: projection.version, build };
    if (!(await this.writer.call('createBuild', created, declaredOf(projection))))
      throw new DeclarationChanged(created);
    this.prepared.set(buildName(created), createRowPreparer(projection));
    return created;
  }

  async rowsOf(build: Build, ids: string[]): Promise<Map<string, object>> {
    const rows = await this.writer.call('rowsOf', build, ids);
    return new Map(rows.map(([id, json]) => [id, JSON.parse(json) as object]));
  }

  async write(
    build: Build,
    rows: RowWrite[],
    checkpoint: Checkpoint,
    { setAside = [], signal }: WriteOptions = {},
  ): Promise<void> {
    signal?.throwIfAborted();
    const prepare = this.preparerOf(build);
    if (rows.length > 0 || setAside.length > 0 || !this.markers.hold(build, checkpoint)) {
      const args = [build, rows.map(prepare), checkpoint, this.now().toISOString(), setAside] as const;
      await this.writer.callUnless(signal, 'write', ...args);
      this.markers.written(build, checkpoint);
      this.merging.after(build);
      this.changes?.notify();
    }
    this.waiters.check();
  }

  async rowsAfter({ name, version, build }: Build, after: string, limit: number): Promise<StoredRow[]> {
    const rows = await this.idlestReader().call('rowsAfter', { name, version, build }, after, limit);
    return rows.map(([id, json]) => ({ id, row: JSON.parse(json) as object }));
  }

  async rewrite(build: Build, rows: RowWrite[], retried: RetryResult = { taken: [], setAside: [] }): Promise<void> {
    await this.writer.call('rewrite', build, rows.map(this.preparerOf(build)), this.now().toISOString(), retried);
  }

  async setAside(build: Build): Promise<SetAsideEntry[]> {
    return this.direct.setAside(build);
  }

  async checkpointOf(build: Build): Promise<Checkpoint | null> {
    return this.markers.latest(build, this.direct.build(build)?.checkpoint ?? null);
  }

  async activate(build: Build): Promise<void> {
    await this.markers.flush();
    for (const index of await this.writer.call('indexStatements', build)) await this.writer.call('execute', index);
    await this.writer.call('activate', build);
    this.waiters.check();
    this.changes?.notify();
  }

  fail(build: Build, failure: { position: Position; message: string } | null): Promise<void> {
    return this.writer.call('fail', build, failure && { ...failure, at: this.now().toISOString() });
  }

  async drop(build: Build): Promise<void> {
    this.prepared.delete(buildName(build));
    this.markers.forget(build);
    for (const drop of await this.writer.call('unregister', build)) await this.writer.call('execute', drop);
  }

  async builds(): Promise<BuildStatus[]> {
    return this.direct
      .builds()
      .map((build) => statusOf({ ...build, checkpoint: this.markers.latest(build, build.checkpoint) }));
  }

  /** In small steps, so that a write waits for at most one of them. */
  async overwriteDeleted(): Promise<void> {
    for (const { name, version, build } of await this.builds()) {
      let more = await this.writer.call('mergeWholeSearch', { name, version, build });
      while (more) more = await this.writer.call('mergeSearch', { name, version, build });
    }
    await this.writer.call('emptyWriteAheadLog');
  }

  async close(): Promise<void> {
    this.waiters.close();
    this.merging.close();
    // Checkpoints that cannot be written on a full disk only mean that events are read again. Threads and files are
    // closed in any case.
    await this.markers.flush().catch(() => undefined);
    this.changes?.close();
    await Promise.all([...this.readers, this.writer].map((host) => host.close()));
    this.direct.close();
  }

  private reached(view: ViewName): Checkpoint | null {
    const active = this.direct.active(view);
    return active && this.markers.latest(active, active.checkpoint);
  }

  private preparerOf(build: Build): (row: RowWrite) => PreparedRow {
    const prepare = this.prepared.get(buildName(build));
    if (!prepare) throw new Error(`createBuild first: only then it is known what ${buildName(build)} can be asked for`);
    return prepare;
  }

  private idlestReader(): DatabaseHost<ViewReader> {
    return this.readers.reduce((idlest, reader) => (reader.pending < idlest.pending ? reader : idlest));
  }
}

/** Callers pass a whole projection as the name of a view, but functions cannot be sent to a thread. */
const nameOf = ({ name, version }: ViewName): ViewName => ({ name, version });

const throwUnlessActive = <Result>(view: ViewName, result: Result | NoActiveBuild): Result => {
  if (result === null) throw new ViewMissing(view);
  if (result === 'failed') throw new ViewFailed(view);
  return result;
};
